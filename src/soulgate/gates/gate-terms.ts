import type { GateType, Quorum, WhyHeld } from '../../contracts/gate.ts'
import type { RequiredGate } from '../../contracts/guideline.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { type HoldTerms, type Judgement, strictestTerms } from '../../engine/gate/gate.ts'
import type { GuidelineService } from '../../engine/guardrails/guardrails.ts'

/** What guidelines demand of a gate that somebody opens. */
export interface Demands {
  readonly terms: HoldTerms | undefined
  readonly why: readonly WhyHeld[]
  /** How the calls of the gate were judged; absent where it is over none. */
  readonly judgement?: Judgement
}

/** The event that stands for a gate being opened, where a guideline names one. */
const EVENT_OF: Partial<Readonly<Record<GateType, string>>> = {
  intent_approval: 'planning_complete',
  confidence_threshold: 'task_completion',
  constraint_exception: 'constraint_violation',
  protected_path_commit: 'commit',
  destructive_workstation_op: 'destructive_op',
}

/** The terms of every guideline about gates of this type that matches who opens it and what it is about. */
export async function demandedTerms(
  {
    guidelines,
    toWorkspacePath,
  }: { readonly guidelines: GuidelineService; readonly toWorkspacePath: (path: string) => string },
  opening: {
    readonly type: GateType
    readonly agent: string
    readonly session_id?: string | undefined
    readonly paths: readonly string[]
    readonly context?: JsonObject | undefined
  },
): Promise<Demands> {
  const { type, agent, session_id, context = {} } = opening
  const event = typeof context.event === 'string' ? context.event : (EVENT_OF[type] ?? type)
  const { hitl_gates } = await guidelines.evaluate({
    agent,
    event: event.slice(0, 200),
    gate_type: type,
    paths: opening.paths.map(toWorkspacePath),
    ...(session_id === undefined ? {} : { session_id }),
    ...(typeof context.domain === 'string' ? { domain: context.domain.slice(0, 200) } : {}),
    ...(typeof context.action === 'string' ? { action: context.action.slice(0, 200) } : {}),
  })
  const demanded = hitl_gates.filter(gate => gate.gate_type === type)
  return {
    terms: demanded.length === 0 ? undefined : strictestTerms(demanded.map(toTerms)),
    why: demanded.map(({ guideline_id, text }) => ({ source: 'guardrail', rule_id: guideline_id, text })),
  }
}

/** The stricter of what the opener asked for and what is demanded: more approvals, fewer roles, a veto. */
export function strictestQuorum(
  asked: Quorum | undefined,
  demanded: HoldTerms | undefined,
): Quorum | undefined {
  const { quorum = 1, roles } = demanded ?? {}
  if (quorum === 1 && roles === undefined) return asked
  const wanted = asked?.roles ?? []
  const shared = roles === undefined ? wanted : wanted.filter(role => roles.includes(role))
  return {
    approvals_required: Math.max(asked?.approvals_required ?? 1, quorum),
    roles: wanted.length === 0 ? [...(roles ?? [])] : shared.length > 0 ? shared : ['admin'],
    veto: true,
  }
}

function toTerms({
  gate_type,
  threshold,
  quorum,
  roles,
  separate_approver,
  fresh_passkey,
  ttl_seconds,
}: RequiredGate): HoldTerms {
  return {
    type: gate_type,
    threshold,
    ...(quorum === undefined ? {} : { quorum }),
    ...(roles === undefined ? {} : { roles }),
    ...(separate_approver === undefined ? {} : { separate_approver }),
    ...(fresh_passkey === undefined ? {} : { fresh_passkey }),
    ...(ttl_seconds === undefined ? {} : { ttl_seconds }),
  }
}
