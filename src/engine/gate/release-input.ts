import { digest } from '../../base/digest.ts'
import type { Guideline, TaskContext } from '../../contracts/guideline.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import { type CompiledGuidelines, compileGuidelines } from '../guardrails/guardrails.ts'
import type { CallClassification } from '../permissions/permissions.ts'
import type { EffectiveAnnotations } from '../tools/tools.ts'
import { type CallReach, contextsOf, evaluateWithChanges } from './call-contexts.ts'
import type { CallFacts, FindWorkItem, Verdict } from './judge.ts'
import { type ProposedCall, releaseProposal } from './release-call.ts'
import { inRollout } from './rollout.ts'

/** Everything about one call that the release rule is told, read before it is asked. */
export interface CallInput {
  /** Without its description, on which no verdict rests. */
  readonly call: Omit<ToolCall, 'description'>
  readonly effective: EffectiveAnnotations
  readonly classed?: CallClassification
  readonly reach: CallReach
  /** The work items that each context of the call touches, in the order of `taskContexts`; absent where there are none. */
  readonly work_items?: readonly Awaited<ReturnType<FindWorkItem>>[]
  /** The tool writes only to its session's own pages, product doc or plan. */
  readonly own_writes?: true
  /** Why it can never run, whatever anybody says. */
  readonly never_runs?: string
}

/**
 * What a verdict was made from beside the policy: facts that were read when the call was judged. JSON, so that it can be
 * kept and judged again. A field that a later version adds is optional, and its absence means what was so before.
 */
export interface ReleaseInput {
  /** ISO time at which it was judged. */
  readonly now: string
  readonly facts: CallFacts
  readonly calls: readonly CallInput[]
  readonly concerns: readonly string[]
  /** The open contract of autonomy that let the call run where nothing else holds it. */
  readonly contract?: string
}

/** The settings that verdicts rest on; every other setting changes none. */
export type PolicySettings = Pick<
  Settings,
  'thresholds' | 'flags' | 'autonomy_level' | 'rollout_percent' | 'confidence_report' | 'rollback'
>

/** What people have set: the guidelines and the settings under which a call is judged. */
export interface ReleasePolicy {
  readonly compiled: CompiledGuidelines
  readonly settings: PolicySettings
}

/** A policy as it is kept, once for all verdicts under it. */
export interface KeptPolicy {
  readonly source: CompiledGuidelines['source']
  readonly folds_case: boolean
  readonly guidelines: readonly Guideline[]
  readonly settings: PolicySettings
}

export interface JudgedInput {
  readonly verdict: Verdict
  readonly suggest_only?: string
}

/** The release rule over what was read and what people have set. Pure: the same input gives the same verdict, always. */
export function judgeInput(input: ReleaseInput, policy: ReleasePolicy): JudgedInput {
  const proposed = input.calls.flatMap(about => proposedOf(input, about, policy))
  const suggestOnly = whySuggestOnly(policy.settings, input.facts)
  return {
    verdict: refuseDoomed(input, releaseProposal(proposed)),
    ...(suggestOnly === undefined ? {} : { suggest_only: suggestOnly }),
  }
}

function proposedOf(
  { facts, concerns, now, contract }: ReleaseInput,
  { call, effective, classed, reach, work_items: items, own_writes: own }: CallInput,
  { compiled, settings }: ReleasePolicy,
): readonly ProposedCall[] {
  const whole = { ...call, description: '' }
  return taskContexts(whole, facts, { now, reach }).map((task, index) => {
    const item = items?.[index]
    const context = {
      guardrails: evaluateWithChanges(compiled, task, reach),
      task,
      settings,
      effective,
      ...(classed === undefined ? {} : { classed }),
      session_id: facts.session_id,
      conditions: facts.conditions,
      concerns,
      doubts: facts.doubts ?? [],
      ...(facts.confidence === undefined ? {} : { confidence: facts.confidence }),
      ...(contract === undefined ? {} : { contract }),
      ...(own === true || item?.own === true ? { own_writes: true } : {}),
      ...(item?.unapproved === undefined ? {} : { unapproved_work_item: item.unapproved }),
    }
    return { call: whole, context }
  })
}

/** What can never run is denied before anybody is asked about it, or it is released for nothing. */
function refuseDoomed({ calls }: ReleaseInput, verdict: Verdict): Verdict {
  const why = verdict.outcome === 'denied' ? undefined : calls.find(call => call.never_runs)?.never_runs
  return why === undefined ? verdict : { outcome: 'denied', why }
}

function whySuggestOnly(
  settings: PolicySettings,
  { session_id: sessionId, requested_by: requester }: CallFacts,
): string | undefined {
  if (settings.autonomy_level < 2) return 'Autonomy level 1 only suggests.'
  if (!settings.flags.approval_gates_enabled) return 'Approval gates are switched off, so nothing runs.'
  if (requester !== undefined && settings.rollback.suggest_only.includes(requester))
    return `Too many approvals that ${requester} asked for were not answered in time, so it only gets suggestions. An admin lifts it in the setting rollback.suggest_only.`
  if (inRollout(sessionId, settings.rollout_percent)) return undefined
  return `Session ${sessionId} is outside the rollout of ${settings.rollout_percent} %.`
}

interface TaskSources {
  readonly now: string
  readonly reach: CallReach
}

/** The contexts of the call, and once more with what the caller added: an addition can only hold or deny more. */
export function taskContexts(call: ToolCall, facts: CallFacts, sources: TaskSources): readonly TaskContext[] {
  const plain = taskOf(call, facts, sources)
  const contexts = contextsOf(plain, sources.reach)
  const added = facts.added_context ?? {}
  const words = Object.fromEntries(
    (['event', 'domain', 'action', 'gate_type'] as const).flatMap(key =>
      typeof added[key] === 'string' ? [[key, added[key]]] : [],
    ),
  )
  const paths = Array.isArray(added.paths) ? added.paths.filter(path => typeof path === 'string') : []
  if (Object.keys(words).length === 0 && paths.length === 0) return contexts
  return [...contexts, { ...plain, ...words, paths: [...(plain.paths ?? []), ...paths] }]
}

/** A call as guidelines see it. */
export function taskOf(call: ToolCall, facts: CallFacts, { reach, now }: TaskSources): TaskContext {
  return {
    event: 'tool_call',
    agent: facts.agent,
    tool: call.tool,
    arguments: call.arguments,
    paths: [...reach.paths],
    hosts: [...reach.hosts],
    // Rules speak of what may be relied on: a claim is as bad as can be until somebody has confirmed it.
    reversibility: call.claimed ? 'irreversible' : call.reversibility,
    claimed: call.claimed,
    provenance: weakestOrigin(call),
    session_id: facts.session_id,
    ...(facts.run_id === undefined ? {} : { run_id: facts.run_id }),
    now,
    ...(facts.confidence === undefined ? {} : { confidence: facts.confidence }),
    ...(facts.cost_usd === undefined ? {} : { cost_usd: facts.cost_usd }),
  }
}

const STRENGTH = { untrusted: 0, unknown: 1, trusted: 2, person: 3 } as const

function weakestOrigin(call: ToolCall): keyof typeof STRENGTH {
  const sources = (call.origins ?? []).map(origin => origin.source)
  return sources.toSorted((a, b) => STRENGTH[a] - STRENGTH[b])[0] ?? 'unknown'
}

/** What is kept of a policy, and its digest. */
export function keepPolicy(policy: ReleasePolicy): { readonly digest: string; readonly body: JsonObject } {
  const { compiled, settings } = policy
  const kept: KeptPolicy = {
    source: compiled.source,
    folds_case: compiled.foldsCase,
    guidelines: [...compiled.ranked.map(({ guideline }) => guideline), ...compiled.disabled],
    settings: pickPolicySettings(settings),
  }
  const text = JSON.stringify(kept)
  return { digest: digest('soulgate.release-policy.v1', text), body: JsonObject.parse(JSON.parse(text)) }
}

function pickPolicySettings(settings: PolicySettings): PolicySettings {
  const { thresholds, flags, autonomy_level, rollout_percent, confidence_report, rollback } = settings
  return { thresholds, flags, autonomy_level, rollout_percent, confidence_report, rollback }
}

/** A kept policy, ready to judge by. */
export function restorePolicy({ guidelines, source, folds_case, settings }: KeptPolicy): ReleasePolicy {
  return { compiled: compileGuidelines(guidelines, source, folds_case), settings }
}
