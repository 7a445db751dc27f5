import type { DecideRequest, DecisionKind } from '../../contracts/decision.ts'
import type { Gate, GateOption, GateStatus, GateThreshold, GateType } from '../../contracts/gate.ts'
import type { RunKind } from '../../contracts/run.ts'
import type { Settings } from '../../contracts/settings.ts'

/** One row of the table of gate types. */
export interface GateTypeRow {
  readonly threshold: GateThreshold
  /** In the order in which they are offered. */
  readonly options: readonly GateOption[]
  /** Seconds until it expires; null = never. */
  readonly ttl_seconds: number | null
  readonly steerable: boolean
  /** What a bare approve or reject of an older client means where no option has that decision. */
  readonly bare: Partial<Readonly<Record<'approve' | 'reject', string>>>
}

const MINUTES_5 = 300
const HOURS_24 = 86_400

const approve = option('approve', 'Approve', 'approve')
const reject = option('reject', 'Reject', 'reject')
const rollBack = option('reject', 'Reject and roll back', 'reject')
const steer = option('steer', 'Steer: say what to do instead', 'steer')
const abort = option('abort', 'Abort', 'reject')
const agreement = row({ options: [approve, reject, steer] })
const yesOrNo = row({
  options: [option('approve', 'Yes', 'approve'), option('reject', 'No', 'reject'), steer],
})

/** The whole vocabulary of gates (design 3.2); everything that asks people is one of these. */
export const GATE_TYPES: Readonly<Record<GateType, GateTypeRow>> = {
  tool_approval: row({
    options: [approve, option('edit', 'Edit and approve', 'approve'), reject, steer],
    ttl_seconds: HOURS_24,
  }),
  clarification: row({
    options: [
      option('answer', 'Answer', 'answer'),
      option('skip', 'Skip the questions', 'skip'),
      option('reject', 'Drop this goal', 'reject'),
    ],
    ttl_seconds: MINUTES_5,
  }),
  interview: row({
    options: [
      option('answer', 'Submit', 'answer'),
      option('skip', 'Skip the questions', 'skip'),
      option('generate_now', 'Generate now', 'skip'),
    ],
  }),
  intent_approval: row({ options: [approve, rollBack, steer] }),
  devops_invocation: row({
    options: [
      option('approve', 'Run it here', 'approve'),
      {
        ...option('steer', 'Hand it over', 'steer'),
        input_schema: objectSchema({ target: { type: 'string', minLength: 1, maxLength: 500 } }),
        default_instruction: 'Do not run this operation here. Write it up so that somebody else can run it.',
      },
      option('skip', 'Show the manual steps', 'skip'),
    ],
    bare: { reject: 'skip' },
  }),
  protected_path_commit: yesOrNo,
  contract_change: yesOrNo,
  destructive_workstation_op: yesOrNo,
  design_review: row({
    threshold: 'advisory',
    options: [
      {
        ...option('steer', 'Address the concerns', 'steer'),
        default_instruction:
          'Change the design so that each listed concern is met, then have it reviewed again.',
      },
      option('continue', 'Go on, concerns noted', 'skip'),
      abort,
    ],
    bare: { approve: 'continue' },
  }),
  test_failures: row({
    threshold: 'advisory',
    options: [
      {
        ...option('steer', 'Keep debugging', 'steer'),
        default_instruction:
          'Keep looking for the cause of the failing test. Try something you have not tried yet.',
      },
      option('skip', 'Leave it and file an issue', 'skip'),
      abort,
    ],
    bare: { approve: 'skip' },
  }),
  complex_operation: row({
    threshold: 'advisory',
    options: [
      option('continue', 'Go on', 'skip'),
      {
        ...option('steer', 'Split it', 'steer'),
        default_instruction:
          'Split this into smaller operations, each within one part, and propose the first.',
      },
      option('skip', 'Show the instructions instead', 'skip'),
    ],
    bare: { approve: 'continue', reject: 'skip' },
  }),
  constraint_exception: row({
    threshold: 'advisory',
    options: [
      {
        ...option('expand', 'Expand the limit', 'approve'),
        input_schema: objectSchema({ new_limit: { type: ['number', 'string'], exclusiveMinimum: 0 } }),
      },
      {
        ...option('reduce', 'Reduce the scope', 'steer'),
        default_instruction:
          'Leave out what does not fit the limit, the least important first, and say what you left out.',
      },
      abort,
    ],
  }),
  confidence_threshold: row({ threshold: 'conditional', options: [approve, rollBack, steer] }),
  prd_review: agreement,
  code_review: agreement,
  deployment_approval: agreement,
  proposal: row({
    options: [approve, reject, option('adjust', 'Adjust the proposal', 'steer')],
    ttl_seconds: HOURS_24,
  }),
  checkpoint: row({
    options: [
      option('continue', 'Continue', 'approve'),
      option('pause', 'Stop here and sum up', 'skip'),
      option('adjust', 'Adjust the strategy', 'steer'),
    ],
    ttl_seconds: HOURS_24,
    bare: { reject: 'pause' },
  }),
  plan_approval: row({
    options: [
      approve,
      option('steer', 'Propose changes', 'steer'),
      option('redraft', 'Reject and draft again', 'reject'),
      option('abort', 'Abort the plan', 'reject'),
    ],
    ttl_seconds: HOURS_24,
  }),
  pattern_rfc: { ...agreement, ttl_seconds: HOURS_24 },
  scheduling_escalation: row({
    options: [
      {
        ...option('relax', 'Relax a constraint', 'approve'),
        input_schema: objectSchema({ constraint: { type: 'string', minLength: 1 }, to: {} }, ['constraint']),
      },
      option('steer', 'Change the plan', 'steer'),
      option('abort', 'Abort the plan', 'reject'),
    ],
    ttl_seconds: HOURS_24,
  }),
  unknown_outcome: row({
    options: [
      { ...option('happened', 'It happened', 'answer'), input_schema: objectSchema({ result: {} }) },
      option('run_again', 'It did not happen; run it again', 'approve'),
      abort,
    ],
  }),
  run_definition_changed: row({
    options: [
      {
        ...option('continue', 'Resume from a step', 'approve'),
        input_schema: objectSchema({ step: { type: 'string', minLength: 1 } }, ['step']),
      },
      option('abort', 'Abort the run', 'reject'),
    ],
  }),
}

export interface DecisionFieldError {
  readonly field: string
  readonly message: string
}

/**
 * The option a decision takes: the named one; else the first of the gate's options with that decision (the
 * editing one when arguments were edited); else what a bare approve or reject of an older client means. The
 * option's own `decision` is what then counts. Errors name the field. Questions are never answered by a bare
 * approve, and an unknown outcome is never settled without naming the option.
 */
export function optionFor(
  gate: Pick<Gate, 'type' | 'options'>,
  request: Pick<DecideRequest, 'decision' | 'option_id' | 'edited_arguments'>,
): GateOption | { readonly errors: readonly DecisionFieldError[] } {
  const { decision, option_id: id } = request
  const named = gate.options.find(item => item.id === id)
  if (id !== undefined) {
    if (named === undefined) return fail('option_id', `must be one of ${idsOf(gate.options)}`)
    return named.decision === decision ? named : fail('option_id', `${id} means ${named.decision}`)
  }
  if (gate.type === 'unknown_outcome') return fail('option_id', `is required: ${idsOf(gate.options)}`)
  const fitting = gate.options.filter(item => item.decision === decision)
  const editing = fitting.find(item => item.id === 'edit' && request.edited_arguments !== undefined)
  const meant = editing ?? fitting[0] ?? bareOption(gate, decision)
  return meant ?? fail('decision', explainMisfit(gate, decision))
}

/** The status a gate has once a decision closed it. */
export function statusAfter(decision: DecisionKind): GateStatus {
  return STATUS_AFTER[decision]
}

/** Seconds until a gate of this type expires, by the kind of its run and the settings; null = never. */
export function defaultTtl(
  type: GateType,
  kind: RunKind,
  settings: Pick<Settings, 'approval_time_limit_seconds' | 'gate_ttl_seconds'>,
): number | null {
  if (type === 'clarification') return settings.approval_time_limit_seconds
  if (type !== 'tool_approval') return GATE_TYPES[type].ttl_seconds
  return kind === 'reasoning' ? settings.approval_time_limit_seconds : settings.gate_ttl_seconds
}

const STATUS_AFTER: Readonly<Record<DecisionKind, GateStatus>> = {
  approve: 'approved',
  reject: 'rejected',
  steer: 'steered',
  answer: 'answered',
  skip: 'skipped',
}

function bareOption({ type, options }: Pick<Gate, 'type' | 'options'>, decision: DecisionKind) {
  if (decision !== 'approve' && decision !== 'reject') return undefined
  const id = GATE_TYPES[type].bare[decision]
  return options.find(item => item.id === id)
}

function explainMisfit({ type, options }: Pick<Gate, 'type' | 'options'>, decision: DecisionKind): string {
  const offered = [...new Set(options.map(item => item.decision))].join(', ')
  if (decision === 'approve' && options.some(item => item.decision === 'answer')) {
    return `approve says nothing here: ${type} needs answers (${offered})`
  }
  return `a ${type} gate cannot take ${decision}; it takes ${offered}`
}

function idsOf(options: readonly GateOption[]): string {
  return options.map(item => item.id).join(', ')
}

function fail(field: string, message: string): { readonly errors: readonly DecisionFieldError[] } {
  return { errors: [{ field, message }] }
}

function option(id: string, label: string, decision: DecisionKind): GateOption {
  return { id, label, decision }
}

function row(fields: Pick<GateTypeRow, 'options'> & Partial<GateTypeRow>): GateTypeRow {
  return {
    threshold: 'mandatory',
    ttl_seconds: null,
    steerable: fields.options.some(item => item.decision === 'steer'),
    bare: {},
    ...fields,
  }
}

function objectSchema(
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[] = [],
): NonNullable<GateOption['input_schema']> {
  return { type: 'object', properties, required }
}
