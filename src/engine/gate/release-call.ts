import type { WhyHeld } from '../../contracts/gate.ts'
import type { EvaluatedContext, RequiredGate, TaskContext } from '../../contracts/guideline.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import { judgeTool } from '../guardrails/guardrails.ts'
import type { CallClassification } from '../permissions/permissions.ts'
import { type EffectiveAnnotations, findSecretReferences } from '../tools/tools.ts'
import { type DemandedTerms, PLAIN_TERMS, strictestTerms } from './hold-terms.ts'
import type { Verdict } from './judge.ts'
import { findHiddenHolds, findProvenanceHolds, isFullyTrusted } from './provenance-holds.ts'
import { inRollout } from './rollout.ts'

export { inRollout } from './rollout.ts'

/** Everything the release rule looks at beside the call itself (whose `origins` say where its values came from). */
export interface ReleaseContext {
  /** What the guardrails say about `task`. */
  readonly guardrails: EvaluatedContext
  readonly task: TaskContext
  readonly settings: Pick<
    Settings,
    'thresholds' | 'flags' | 'autonomy_level' | 'rollout_percent' | 'confidence_report'
  >
  /** What may be relied on about the tool; claims and unknown tools are undeclared. */
  readonly effective: EffectiveAnnotations
  /** The class that a reviewer gave to calls of this shape: it lowers reversibility alone. */
  readonly classed?: CallClassification
  readonly session_id: string
  /** Graded confidence in [0,1]. It can keep a call back, never release it. */
  readonly confidence?: number
  /** The agent's own report, 0–100; it can only add a gate. */
  readonly reported_confidence?: number
  /** What people attached to earlier approvals of this run. */
  readonly conditions: readonly string[]
  /** Reports of too little confidence by this agent that nobody has answered yet. */
  readonly concerns?: readonly string[]
  /** What of the requester’s words was not understood, and under which condition it is ordered. */
  readonly doubts?: readonly WhyHeld[]
  /** The work item whose paths this call writes and whose intent nobody has approved yet. */
  readonly unapproved_work_item?: string
  /** The call writes only to the session's own pages, product doc or plan. */
  readonly own_writes?: boolean
  /** The open contract of autonomy that lets this call run where nothing else holds it. */
  readonly contract?: string
  /** A passing test run is recorded for the work this call finishes. */
  readonly tests_passed?: boolean
}

/**
 * The release rule, the same for every kind of run. Pure. In this order: a deny; whatever must be looked at; whatever
 * may only be suggested; what policy releases; and every other call by a person’s rule, by an open
 * contract of autonomy, or not at all. A permission may be that rule. No score releases a call. A rule lifts a plain gate of a guideline of no higher priority, and no other reason to hold.
 */
export function releaseCall(call: ToolCall, context: ReleaseContext): Verdict {
  const verdict = judgeTool(context.guardrails, call.tool)
  if (!verdict.allowed) return { outcome: 'denied', why: verdict.why, rule_id: verdict.rule_id }

  const { standing, lifted } = liftByRule(findHolds(call, context), context)
  if (standing.length > 0) return hold(standing)

  const onlySuggested = whyOnlySuggested(context)
  if (onlySuggested !== undefined) return { outcome: 'suggested', why: onlySuggested }

  if (isHarmless(context)) return lifted ? releaseByRule(context) : releaseByPolicy(context)
  if (isRead(context)) return releaseOpenRead(call, context, lifted)

  return suggestUnsure(context) ?? releaseByContract(call, context) ?? releaseByRule(context)
}

/** Why a reversible write waits where nothing else holds it. A rule of a person may stand in for the look. */
export const STANDING_REASON: WhyHeld = { source: 'policy', text: 'A reversible write: people decide.' }

/** The same for what is let run at a person’s risk. */
export const RISK_REASON: WhyHeld = {
  source: 'policy',
  text: 'Accepted risk: it may do more than anybody can know beforehand. People decide.',
}

/** Whether this is the reason that every write has, so that it says nothing about this one. */
export function isStandingReason({ source, text }: WhyHeld): boolean {
  return [STANDING_REASON, RISK_REASON].some(reason => source === reason.source && text === reason.text)
}

export interface ProposedCall {
  readonly call: ToolCall
  readonly context: ReleaseContext
}

/**
 * A proposal of several calls takes the class of its most dangerous call: denied, then held (by one gate with the
 * strictest terms and every reason), then suggested; it is released only when each call is, on the weakest basis.
 * An empty proposal is a suggestion.
 */
export function releaseProposal(calls: readonly ProposedCall[]): Verdict {
  const verdicts = calls.map(({ call, context }) => releaseCall(call, context))
  const denied = verdicts.find(verdict => verdict.outcome === 'denied')
  if (denied !== undefined) return denied
  const held = verdicts.filter(verdict => verdict.outcome === 'held')
  if (held.length > 0) {
    return {
      outcome: 'held',
      why_held: withoutRepeats(held.flatMap(verdict => verdict.why_held)),
      gate: strictestTerms(held.map(verdict => verdict.gate)),
    }
  }
  const suggested = verdicts.find(verdict => verdict.outcome === 'suggested')
  if (suggested !== undefined) return suggested
  const released = verdicts.filter(verdict => verdict.outcome === 'released')
  const [weakest] = released.toSorted((a, b) => WEAKNESS[b.basis] - WEAKNESS[a.basis])
  if (weakest === undefined) return { outcome: 'suggested', why: 'The proposal has no calls.' }
  const ids = [...new Set(released.flatMap(verdict => verdict.permission_ids ?? []))]
  return ids.length === 0 ? weakest : { ...weakest, permission_ids: ids }
}

const WEAKNESS = { policy: 0, rule: 1, contract: 2 } as const

/** One reason to hold a call and the gate it asks for; a release rule of at least `liftedFrom` stands in for the look. */
interface Hold {
  readonly why: WhyHeld
  readonly terms: DemandedTerms
  readonly liftedFrom?: number
}

function findHolds(call: ToolCall, context: ReleaseContext): readonly Hold[] {
  return [
    ...guidelineHolds(context),
    ...constraintHolds(context),
    ...reversibilityHolds(call, context),
    ...provenanceHolds(call, context),
    ...secretHolds(call),
    ...runHolds(context),
  ]
}

function never(why: WhyHeld): Hold {
  return { why, terms: PLAIN_TERMS }
}

function guidelineHolds({ guardrails, settings, reported_confidence }: ReleaseContext): readonly Hold[] {
  const failures = guardrails.errors.map(({ guideline_id: id, message }) =>
    never({ source: 'guardrail', rule_id: id, text: `Guideline ${id} could not be evaluated: ${message}` }),
  )
  const gates = guardrails.hitl_gates
    .filter(gate => isOpen(gate, settings, reported_confidence))
    .map((gate): Hold => {
      const { gate_type: type, guideline_id: id, priority, text, ...terms } = gate
      const isForSome = terms.roles !== undefined || terms.separate_approver || terms.fresh_passkey
      const isPlain = (terms.quorum ?? 1) === 1 && !isForSome
      return {
        why: { source: 'guardrail', rule_id: id, text },
        terms: { type, ...terms },
        ...(isPlain && { liftedFrom: priority }),
      }
    })
  return [...failures, ...gates]
}

/** The confidence gate opens below its threshold, or when nothing was reported; other conditions hold by matching. */
function isOpen(
  gate: RequiredGate,
  { confidence_report: report }: ReleaseContext['settings'],
  reported: number | undefined,
): boolean {
  if (gate.gate_type !== 'confidence_threshold' || gate.threshold !== 'conditional') return true
  if (!report.enabled || !report.auto_escalate) return false
  return !(reported !== undefined && reported >= report.threshold)
}

const FINISHING: ReadonlySet<string> = new Set(['commit', 'merge', 'complete_feature', 'task_completion'])

function constraintHolds({ guardrails, task, effective, tests_passed }: ReleaseContext): readonly Hold[] {
  const holds: Hold[] = []
  if (effective.annotations.read_only) return holds
  const { max_files: most, require_tests, require_review, demanded_by: by } = guardrails.constraints
  const demand = (rule: string | undefined, text: string) =>
    holds.push(never({ source: 'guardrail', text, ...(rule !== undefined && { rule_id: rule }) }))
  const files = new Set(task.paths).size
  if (most !== undefined && files > most)
    demand(by.max_files, `It touches ${files} files; ${most} is the limit.`)
  const finishes = FINISHING.has(task.action ?? '') || FINISHING.has(task.event ?? '')
  if (require_tests === true && finishes && tests_passed !== true) {
    demand(by.require_tests, 'It finishes work for which no passing tests are recorded.')
  }
  if (require_review === true) demand(by.require_review, 'A guideline asks for a review.')
  return holds
}

function reversibilityHolds(call: ToolCall, { effective, classed }: ReleaseContext): readonly Hold[] {
  if (!effective.declared || call.claimed) {
    const text = `Nobody has confirmed what ${call.tool} does; its own description is only a claim.`
    return [never({ source: 'policy', text })]
  }
  if (classed !== undefined) return []
  const kinds = [effective.reversibility, call.reversibility]
  if (kinds.includes('irreversible')) {
    return [never({ source: 'reversibility', text: `${call.tool} cannot be taken back.` })]
  }
  if (!kinds.includes('externally_reversible')) return []
  const text = `${call.tool} can be taken back only with the help of others.`
  return [never({ source: 'reversibility', text })]
}

/** What a confirmed reader of the closed world is given can neither leave nor be aimed at anybody. */
function provenanceHolds(call: ToolCall, context: ReleaseContext): readonly Hold[] {
  const { guardrails } = context
  const climbing = guardrails.discarded_paths.map(path => ({
    source: 'provenance' as const,
    text: `The path ${path} climbs with .., so no guideline could be matched to it.`,
  }))
  const aimed =
    isRead(context) && !isOpenWorld(context) ? [] : findProvenanceHolds(call, isOpenWorld(context))
  return [...aimed, ...findHiddenHolds(call), ...climbing].map(never)
}

/** An agent may name a secret that nobody meant it to use. */
function secretHolds(call: ToolCall): readonly Hold[] {
  const names = [...new Set(findSecretReferences(call.arguments).map(reference => reference.name))]
  return names.map(name => never({ source: 'policy', text: `It is given the stored secret ${name}.` }))
}

function runHolds(context: ReleaseContext): readonly Hold[] {
  const { conditions, concerns = [], doubts = [], effective, unapproved_work_item: item } = context
  if (effective.annotations.read_only) return []
  const intent = `The intent of work item ${item} is not approved, and this writes inside it.`
  return [
    ...conditions.map(text => never({ source: 'condition', text: `A condition of this run: ${text}` })),
    ...doubts.map(never),
    ...concerns.map(text => never({ source: 'confidence', text })),
    ...(item === undefined ? [] : [never({ source: 'policy', rule_id: `work_item:${item}`, text: intent })]),
  ]
}

function liftByRule(
  holds: readonly Hold[],
  { guardrails }: ReleaseContext,
): { readonly standing: readonly Hold[]; readonly lifted: boolean } {
  const rule = guardrails.releases[0]
  if (rule === undefined) return { standing: holds, lifted: false }
  const standing = holds.filter(({ liftedFrom }) => liftedFrom === undefined || rule.priority < liftedFrom)
  return { standing, lifted: standing.length < holds.length }
}

function hold(holds: readonly Hold[]): Verdict {
  return {
    outcome: 'held',
    why_held: withoutRepeats(holds.map(({ why }) => why)),
    gate: strictestTerms(holds.map(({ terms }) => terms)),
  }
}

function whyOnlySuggested({ settings, session_id }: ReleaseContext): string | undefined {
  if (settings.autonomy_level < 2) return 'Autonomy level 1 only suggests.'
  if (!settings.flags.approval_gates_enabled) return 'Approval gates are switched off, so nothing runs.'
  if (!inRollout(session_id, settings.rollout_percent)) {
    return `Session ${session_id} is outside the rollout of ${settings.rollout_percent} %.`
  }
  return undefined
}

function isRead({ effective, classed }: ReleaseContext): boolean {
  if (effective.declared && classed?.class === 'read_only') return true
  return effective.annotations.read_only && effective.reversibility === 'read_only'
}

/** Nothing leaves by commands that were read and found to stay here, whatever else their tool could do. */
function isOpenWorld({ effective, classed }: ReleaseContext): boolean {
  return effective.annotations.open_world && classed?.staysHere !== true
}

function isHarmless(context: ReleaseContext): boolean {
  const { reversibility } = context.effective
  if (isOpenWorld(context)) return false
  return isRead(context) || (context.own_writes === true && reversibility === 'reversible')
}

function releaseOpenRead(call: ToolCall, context: ReleaseContext, lifted: boolean): Verdict {
  if (!isFullyTrusted(call)) {
    const text = `${call.tool} reaches outside with values that stem neither from a person nor from trusted data.`
    return hold([never({ source: 'provenance', text })])
  }
  return lifted ? releaseByRule(context) : releaseByPolicy(context)
}

function releaseByPolicy(context: ReleaseContext): Verdict {
  return { outcome: 'released', basis: 'policy', ...permissionsOf(context) }
}

function releaseByRule(context: ReleaseContext): Verdict {
  const rule = context.guardrails.releases[0]
  if (rule === undefined && context.classed?.letsRun === true && context.effective.declared)
    return { outcome: 'released', basis: 'rule', ...permissionsOf(context) }
  if (rule === undefined) {
    return hold([never(context.classed?.class === 'accepted_risk' ? RISK_REASON : STANDING_REASON)])
  }
  return { outcome: 'released', basis: 'rule', rule_id: rule.guideline_id, ...permissionsOf(context) }
}

function permissionsOf({ classed }: ReleaseContext): { readonly permission_ids?: readonly string[] } {
  return classed === undefined ? {} : { permission_ids: classed.permission_ids }
}

/**
 * Autonomy that was earned releases what is reversible by its own confirmed declaration and nothing else; a rule of a person
 * comes first.
 */
function releaseByContract(
  call: ToolCall,
  { classed, contract, effective, guardrails }: ReleaseContext,
): Verdict | undefined {
  const isReversible = effective.reversibility === 'reversible' && call.reversibility === 'reversible'
  if (
    contract === undefined ||
    !isReversible ||
    classed?.class === 'accepted_risk' ||
    classed?.letsRun === true ||
    guardrails.releases.length > 0
  )
    return undefined
  return { outcome: 'released', basis: 'contract', contract_id: contract }
}

function suggestUnsure(context: ReleaseContext): Verdict | undefined {
  const score = knownConfidence(context)
  const { medium } = context.settings.thresholds
  if (score === undefined || score >= medium) return undefined
  return { outcome: 'suggested', why: `Confidence ${score.toFixed(2)} is below ${medium}.` }
}

function knownConfidence({ confidence, settings }: ReleaseContext): number | undefined {
  if (!settings.flags.graded_confidence_enabled || confidence === undefined) return undefined
  return confidence >= 0 && confidence <= 1 ? confidence : undefined
}

function withoutRepeats(reasons: readonly WhyHeld[]): readonly WhyHeld[] {
  return [...new Map(reasons.map(why => [`${why.source} ${why.rule_id ?? ''} ${why.text}`, why])).values()]
}
