import { SoulgateError } from '../../../base/errors.ts'
import { PlanState } from '../../../contracts/plan.ts'

/** Everything a state can come to, with what it means. */
export const OUTCOMES = {
  sufficient_context: 'enough is known to draft',
  needs_clarification: 'something must be asked first',
  success: 'the draft is there',
  low_confidence: 'the draft is too uncertain by its own word',
  pattern_pending: 'a person must look at the pattern first',
  fatal_error: 'the tools cannot go on',
  cap_reached: 'a limit of work, time or money is reached',
  valid: 'the validator found nothing, and the confidence is high enough',
  invalid_retryable: 'to be repaired, or drafted again',
  invalid_fatal: 'only people can help',
  deviates: 'it is not what was approved',
  infeasible: 'constraints conflict, or something would be late',
  not_required: 'the person’s policy does not ask at this stage',
  standing: 'exactly this was approved before',
  approved: 'a person approved it',
  changes_requested: 'a person said what to change',
  changes_schedule: 'a person said what to change, and it is about time only',
  rejected: 'a person rejected it; it is drafted again',
  aborted: 'a person ended the plan',
  no_response: 'nobody answered, or the question was withdrawn',
  answered: 'a person answered the questions, or left them open',
  pattern_settled: 'a person decided about the pattern',
  accepted_outline: 'a person takes the outline as it is',
  accepted_roadmap: 'a person takes the roadmap as it is',
  accepted_schedule: 'a person takes the schedule as it is',
  expanded_context: 'a person raised the limit; the context is collected on',
  expanded_outline: 'a person raised the limit; the outline is drafted on',
  expanded_roadmap: 'a person raised the limit; the roadmap is drafted on',
  expanded_schedule: 'a person raised the limit; the schedule is drafted on',
  asked_outline: 'the withdrawn question about the outline is asked again',
  asked_roadmap: 'the withdrawn question about the roadmap is asked again',
  asked_final: 'the withdrawn question about the whole plan is asked again',
  relaxed: 'a person relaxed a constraint',
} as const satisfies Readonly<Record<string, string>>

export type PlanOutcome = keyof typeof OUTCOMES

export const OUTCOME_NAMES = Object.keys(OUTCOMES) as readonly PlanOutcome[]

type Row = Readonly<Partial<Record<PlanOutcome, PlanState>>>

/**
 * The controller: where each outcome leads. A pair that is not here is refused. Every way into COMPLETE leads through
 * all three validators and SEEK_APPROVAL.
 */
export const TRANSITIONS: Readonly<Record<PlanState, Row>> = {
  COLLECT_CONTEXT: {
    sufficient_context: 'DRAFT_OUTLINE',
    needs_clarification: 'NEEDS_CLARIFICATION',
    cap_reached: 'NEEDS_CLARIFICATION',
    fatal_error: 'ABORTED',
  },
  DRAFT_OUTLINE: {
    success: 'VALIDATE_OUTLINE',
    low_confidence: 'COLLECT_CONTEXT',
    pattern_pending: 'NEEDS_CLARIFICATION',
    cap_reached: 'NEEDS_CLARIFICATION',
    fatal_error: 'ABORTED',
  },
  VALIDATE_OUTLINE: {
    valid: 'APPROVE_OUTLINE',
    invalid_retryable: 'DRAFT_OUTLINE',
    invalid_fatal: 'NEEDS_CLARIFICATION',
    cap_reached: 'NEEDS_CLARIFICATION',
    fatal_error: 'ABORTED',
  },
  APPROVE_OUTLINE: {
    not_required: 'DRAFT_ROADMAP',
    standing: 'DRAFT_ROADMAP',
    approved: 'DRAFT_ROADMAP',
    changes_requested: 'DRAFT_OUTLINE',
    rejected: 'DRAFT_OUTLINE',
    no_response: 'NEEDS_CLARIFICATION',
    aborted: 'ABORTED',
  },
  DRAFT_ROADMAP: {
    success: 'VALIDATE_ROADMAP',
    low_confidence: 'COLLECT_CONTEXT',
    cap_reached: 'NEEDS_CLARIFICATION',
    fatal_error: 'ABORTED',
  },
  VALIDATE_ROADMAP: {
    valid: 'APPROVE_ROADMAP',
    invalid_retryable: 'DRAFT_ROADMAP',
    invalid_fatal: 'NEEDS_CLARIFICATION',
    deviates: 'APPROVE_OUTLINE',
    cap_reached: 'NEEDS_CLARIFICATION',
    fatal_error: 'ABORTED',
  },
  APPROVE_ROADMAP: {
    not_required: 'DRAFT_SCHEDULE',
    standing: 'DRAFT_SCHEDULE',
    approved: 'DRAFT_SCHEDULE',
    changes_requested: 'DRAFT_ROADMAP',
    rejected: 'DRAFT_OUTLINE',
    no_response: 'NEEDS_CLARIFICATION',
    aborted: 'ABORTED',
  },
  DRAFT_SCHEDULE: {
    success: 'VALIDATE_SCHEDULE',
    low_confidence: 'COLLECT_CONTEXT',
    cap_reached: 'NEEDS_CLARIFICATION',
    fatal_error: 'ABORTED',
  },
  VALIDATE_SCHEDULE: {
    valid: 'SEEK_APPROVAL',
    infeasible: 'NEEDS_SCHED_ESCALATION',
    invalid_retryable: 'DRAFT_SCHEDULE',
    invalid_fatal: 'NEEDS_CLARIFICATION',
    cap_reached: 'NEEDS_CLARIFICATION',
    fatal_error: 'ABORTED',
  },
  SEEK_APPROVAL: {
    approved: 'COMPLETE',
    changes_requested: 'DRAFT_OUTLINE',
    changes_schedule: 'DRAFT_SCHEDULE',
    rejected: 'DRAFT_OUTLINE',
    no_response: 'NEEDS_CLARIFICATION',
    aborted: 'ABORTED',
  },
  NEEDS_CLARIFICATION: {
    answered: 'COLLECT_CONTEXT',
    pattern_settled: 'DRAFT_OUTLINE',
    changes_requested: 'DRAFT_OUTLINE',
    accepted_outline: 'VALIDATE_OUTLINE',
    accepted_roadmap: 'VALIDATE_ROADMAP',
    accepted_schedule: 'VALIDATE_SCHEDULE',
    expanded_context: 'COLLECT_CONTEXT',
    expanded_outline: 'DRAFT_OUTLINE',
    expanded_roadmap: 'DRAFT_ROADMAP',
    expanded_schedule: 'DRAFT_SCHEDULE',
    asked_outline: 'APPROVE_OUTLINE',
    asked_roadmap: 'APPROVE_ROADMAP',
    asked_final: 'SEEK_APPROVAL',
    no_response: 'NEEDS_CLARIFICATION',
    aborted: 'ABORTED',
  },
  NEEDS_SCHED_ESCALATION: {
    relaxed: 'DRAFT_SCHEDULE',
    changes_requested: 'DRAFT_OUTLINE',
    no_response: 'NEEDS_SCHED_ESCALATION',
    aborted: 'ABORTED',
  },
  COMPLETE: {},
  ABORTED: {},
}

/**
 * Outcomes that lead back from NEEDS_CLARIFICATION to where the plan stood: each only after it came from one of these
 * states, so that no way back is a way around a validator.
 */
export const WAYS_BACK: Readonly<Partial<Record<PlanOutcome, readonly PlanState[]>>> = {
  pattern_settled: ['DRAFT_OUTLINE'],
  accepted_outline: ['VALIDATE_OUTLINE'],
  accepted_roadmap: ['VALIDATE_ROADMAP'],
  accepted_schedule: ['VALIDATE_SCHEDULE'],
  expanded_context: ['COLLECT_CONTEXT'],
  expanded_outline: ['DRAFT_OUTLINE', 'VALIDATE_OUTLINE'],
  expanded_roadmap: ['DRAFT_ROADMAP', 'VALIDATE_ROADMAP'],
  expanded_schedule: ['DRAFT_SCHEDULE', 'VALIDATE_SCHEDULE'],
  asked_outline: ['APPROVE_OUTLINE'],
  asked_roadmap: ['APPROVE_ROADMAP'],
  asked_final: ['SEEK_APPROVAL'],
}

interface StateFacts {
  /** It waits for people where the policy or a problem makes it. */
  readonly waits: boolean
  readonly ends: boolean
  readonly text: string
}

export const STATES: Readonly<Record<PlanState, StateFacts>> = {
  COLLECT_CONTEXT: works('reads the goal and asks what is missing'),
  DRAFT_OUTLINE: works('chooses the pattern and drafts the outline'),
  VALIDATE_OUTLINE: works('checks the grammar of the outline'),
  APPROVE_OUTLINE: waits('a person approves the outline, where the policy asks'),
  DRAFT_ROADMAP: works('resolves dependencies and tries ways through the outline'),
  VALIDATE_ROADMAP: works('checks the roadmap, also against the approved outline'),
  APPROVE_ROADMAP: waits('a person approves the roadmap, where the policy asks'),
  DRAFT_SCHEDULE: works('places the roadmap in the calendar'),
  VALIDATE_SCHEDULE: works('checks the schedule independently'),
  SEEK_APPROVAL: waits('a person approves the whole plan'),
  COMPLETE: { waits: false, ends: true, text: 'approved, and in the calendar' },
  NEEDS_CLARIFICATION: waits('a person answers, decides about a pattern, or about a limit'),
  NEEDS_SCHED_ESCALATION: waits('a person decides which constraint gives way'),
  ABORTED: { waits: false, ends: true, text: 'ended by a person, or by an error' },
}

/**
 * The state an outcome leads to. `cameFrom` is where the plan stood before NEEDS_CLARIFICATION. Throws
 * `illegal_plan_move` for a pair that is not in the table, and for a way back to where it did not come from.
 */
export function nextState(state: PlanState, outcome: PlanOutcome, cameFrom?: PlanState): PlanState {
  const next = TRANSITIONS[state][outcome]
  const back = WAYS_BACK[outcome]
  const isBack = back === undefined || (cameFrom !== undefined && back.includes(cameFrom))
  if (next !== undefined && isBack) return next
  const after = cameFrom === undefined ? '' : ` after ${cameFrom}`
  throw new SoulgateError(
    'illegal_plan_move',
    `A plan in ${state}${after} cannot come to ${outcome}; the table of the controller has no such pair.`,
    { data: { state, outcome } },
  )
}

export const STATE_NAMES: readonly PlanState[] = PlanState.options

function works(text: string): StateFacts {
  return { waits: false, ends: false, text }
}

function waits(text: string): StateFacts {
  return { waits: true, ends: false, text }
}
