import type { Clock } from '../../base/clock.ts'
import { toIso } from '../../base/clock.ts'
import type { TaskContext } from '../../contracts/guideline.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import { type CompiledGuidelines, evaluate } from '../guardrails/guardrails.ts'
import { effectiveAnnotations } from '../tools/tools.ts'
import {
  type CallReach,
  contextsOf,
  evaluateWithChanges,
  nameCall,
  placesOf,
  reachOf,
} from './call-contexts.ts'
import type { ToolCatalog } from './gate-ports.ts'
import type {
  CallFacts,
  FindConcerns,
  FindReleases,
  FindWorkItem,
  JudgeCalls,
  JudgePaths,
  Verdict,
  WhyNeverRuns,
} from './judge.ts'
import { inRollout, releaseCall, releaseProposal } from './release-call.ts'

export interface JudgeEnvironment {
  readonly clock: Clock
  readonly tools: Pick<ToolCatalog, 'get'>
  readonly settings: () => Promise<Settings>
  /** A path as guidelines name it: relative to the workspace where it lies inside. */
  readonly toWorkspacePath?: (path: string) => string
  /** Which work item holds a call, and which one it belongs to; without it there are none. */
  readonly findWorkItem?: FindWorkItem
  readonly findConcerns?: FindConcerns
  /** Whether a tool writes only to its session's own pages, product doc or plan. */
  readonly writesOwn?: (tool: string) => boolean
  /** Why a call can never run, so that nobody is asked about it; without it all calls can. */
  readonly whyNeverRuns?: WhyNeverRuns
  /** The guardrails of this moment; never rejects: a store that is down answers its fallback. */
  readonly guardrails: () => Promise<{ readonly compiled: CompiledGuidelines; readonly version: number }>
}

/** The release rule over the guardrails and settings of this moment. */
export function createJudge(environment: JudgeEnvironment): JudgeCalls {
  return async (calls, facts) => {
    const { findConcerns = noConcerns, writesOwn = never } = environment
    const [settings, guardrails, concerns] = await Promise.all([
      environment.settings(),
      environment.guardrails(),
      findConcerns(facts),
    ])
    const now = toIso(environment.clock.now())
    const judgeable = calls.map(async call => {
      const tool = environment.tools.get(call.tool)
      const effective = effectiveAnnotations(tool)
      const reach = await reachOf(nameCall(call, tool), environment.toWorkspacePath)
      const tasks = tasksOf(call, facts, { now, reach })
      return Promise.all(
        tasks.map(async task => {
          const trusted = effective.declared && !call.claimed
          const item = await workItemOf(environment, { call, task, facts, trusted })
          const context = {
            guardrails: evaluateWithChanges(guardrails.compiled, task, reach),
            task,
            settings,
            effective,
            session_id: facts.session_id,
            conditions: facts.conditions,
            concerns,
            doubts: facts.doubts ?? [],
            ...(facts.confidence === undefined ? {} : { confidence: facts.confidence }),
            ...(writesOwn(call.tool) || item.own ? { own_writes: true } : {}),
            ...(item.unapproved === undefined ? {} : { unapproved_work_item: item.unapproved }),
          }
          return { call, context }
        }),
      )
    })
    const proposed = (await Promise.all(judgeable)).flat()
    const suggestOnly = whySuggestOnly(settings, facts)
    return {
      verdict: await refuseDoomed(environment, { calls, facts, verdict: releaseProposal(proposed) }),
      guardrails_version: guardrails.version,
      ...(suggestOnly === undefined ? {} : { suggest_only: suggestOnly }),
    }
  }
}

/** What can never run is denied before anybody is asked about it, or it is released for nothing. */
async function refuseDoomed(
  { whyNeverRuns }: JudgeEnvironment,
  judged: { readonly calls: readonly ToolCall[]; readonly facts: CallFacts; readonly verdict: Verdict },
): Promise<Verdict> {
  const { calls, facts, verdict } = judged
  if (verdict.outcome === 'denied' || whyNeverRuns === undefined) return verdict
  const found = await Promise.all(calls.map(call => whyNeverRuns(call, facts)))
  const why = found.find(text => text !== undefined)
  return why === undefined ? verdict : { outcome: 'denied', why }
}

const noConcerns: FindConcerns = async () => []
const never = (): boolean => false

const NO_WORK_ITEM = { own: false } as const

async function workItemOf(
  { findWorkItem }: JudgeEnvironment,
  about: {
    readonly call: ToolCall
    readonly task: TaskContext
    readonly facts: CallFacts
    readonly trusted: boolean
  },
): Promise<Awaited<ReturnType<FindWorkItem>>> {
  const { call, task, facts, trusted } = about
  if (findWorkItem === undefined) return NO_WORK_ITEM
  const runId = facts.executing_run_id
  return findWorkItem({
    arguments: call.arguments,
    paths: task.paths ?? [],
    trusted,
    ...(runId === undefined ? {} : { executing_run_id: runId }),
  })
}

export function createPathJudge(environment: JudgeEnvironment): JudgePaths {
  return async facts => {
    const [settings, guardrails] = await Promise.all([environment.settings(), environment.guardrails()])
    const now = toIso(environment.clock.now())
    return (name, path) => {
      const tool = environment.tools.get(name)
      const effective = effectiveAnnotations(tool)
      const call: ToolCall = {
        ...{ call_id: '', tool: name, arguments: { path }, description: '', definition_hash: '', digest: '' },
        annotations: effective.annotations,
        reversibility: effective.reversibility,
        claimed: !effective.declared,
        origins: [{ pointer: '/path', value: path, meaning: 'path', source: 'trusted' }],
      }
      const { definition } = nameCall(call, tool)
      const { toWorkspacePath = path => path } = environment
      const { paths, hosts } = placesOf(definition, call.arguments)
      // Reading changes nothing and is no act of its own.
      const reach = { paths: paths.map(toWorkspacePath), hosts, events: [], changed: [] }
      const task = taskOf(call, facts, { now, reach })
      const context = { task, settings, effective, session_id: facts.session_id, conditions: [] }
      return releaseCall(call, { ...context, guardrails: evaluate(guardrails.compiled, task) })
    }
  }
}

export function createReleaseFinder(environment: JudgeEnvironment): FindReleases {
  return async (calls, facts) => {
    const { compiled } = await environment.guardrails()
    const now = toIso(environment.clock.now())
    const found = calls.map(async call => {
      const named = nameCall(call, environment.tools.get(call.tool))
      const reach = await reachOf(named, environment.toWorkspacePath)
      return evaluate(compiled, taskOf(call, facts, { now, reach })).releases.map(
        release => release.guideline_id,
      )
    })
    return [...new Set((await Promise.all(found)).flat())]
  }
}

function whySuggestOnly(
  settings: Settings,
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
function tasksOf(call: ToolCall, facts: CallFacts, sources: TaskSources): readonly TaskContext[] {
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

function taskOf(call: ToolCall, facts: CallFacts, { reach, now }: TaskSources): TaskContext {
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
