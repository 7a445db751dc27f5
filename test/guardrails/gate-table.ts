/** One option of a gate type: what is sent beside `decision` and `option_id`, and how the gate then stands. */
type OptionRow = readonly [id: string, decision: string, status: string, more?: object]

/** One type as the specification has it, written down apart from the code. */
export interface TypeRow {
  readonly type: string
  readonly threshold: 'mandatory' | 'advisory' | 'conditional'
  /** Seconds; null = it never expires. */
  readonly ttl: number | null
  readonly options: readonly OptionRow[]
  /** What is asked about, where the type needs something of its own. */
  readonly asked?: object
  /** What the briefing must say of it, given this context. */
  readonly briefed?: { readonly context: object; readonly says: readonly string[] }
  /** What a bare approve and a bare reject of an older client come to; a number is a refusal. */
  readonly bare: readonly [approve: string | number, reject: string | number]
}

const DAY = 86_400
const words = { steer_instructions: 'Do something smaller.' }
const questions = [{ id: 'q1', question: 'Which one?', type: 'text', allow_other: false, required: true }]
const answers = { answers: [{ question_id: 'q1', value: 'this one' }] }
const agreement: readonly OptionRow[] = [
  ['approve', 'approve', 'approved'],
  ['reject', 'reject', 'rejected'],
  ['steer', 'steer', 'steered', words],
]
const usual = ['approved', 'rejected'] as const

/** Every type that somebody outside may open. */
export const GATE_TABLE: readonly TypeRow[] = [
  {
    ...{ type: 'tool_approval', threshold: 'mandatory', ttl: DAY, bare: usual },
    options: [
      ['approve', 'approve', 'approved'],
      ['edit', 'approve', 'approved'],
      ['reject', 'reject', 'rejected'],
      ['steer', 'steer', 'steered', words],
    ],
  },
  {
    ...{ type: 'clarification', threshold: 'mandatory', ttl: 300, bare: [400, 'rejected'] },
    asked: { subject: { questions } },
    options: [
      ['answer', 'answer', 'answered', answers],
      ['skip', 'skip', 'skipped'],
      ['reject', 'reject', 'rejected'],
    ],
  },
  {
    ...{ type: 'interview', threshold: 'mandatory', ttl: null, bare: [400, 400] },
    asked: { subject: { questions } },
    options: [
      ['answer', 'answer', 'answered', answers],
      ['skip', 'skip', 'skipped'],
      ['generate_now', 'skip', 'skipped'],
    ],
  },
  {
    ...{ type: 'intent_approval', threshold: 'mandatory', ttl: null, bare: usual, options: agreement },
    briefed: { context: { epic: 'Faster search' }, says: ['Epic: Faster search'] },
  },
  {
    ...{ type: 'devops_invocation', threshold: 'mandatory', ttl: null, bare: ['approved', 'skipped'] },
    options: [
      ['approve', 'approve', 'approved'],
      ['steer', 'steer', 'steered', { option_input: { target: 'the night shift' } }],
      ['skip', 'skip', 'skipped'],
    ],
    briefed: {
      context: { operation: 'deploy', environment: 'production', command: 'helm upgrade' },
      says: ['Operation: deploy', 'Environment: production', 'Command: helm upgrade'],
    },
  },
  ...(['protected_path_commit', 'contract_change', 'destructive_workstation_op'] as const).map(
    (type): TypeRow => ({
      ...{ type, threshold: 'mandatory', ttl: null, bare: usual, options: agreement },
      briefed: { context: { paths: ['contracts/a.json'] }, says: ['1: contracts/a.json'] },
    }),
  ),
  {
    ...{ type: 'design_review', threshold: 'advisory', ttl: null, bare: ['skipped', 'rejected'] },
    options: [
      ['steer', 'steer', 'steered'],
      ['continue', 'skip', 'skipped'],
      ['abort', 'reject', 'rejected'],
    ],
    briefed: { context: { concerns: ['no index', 'no limit'] }, says: ['Concerns: 2: no index; no limit'] },
  },
  {
    ...{ type: 'test_failures', threshold: 'advisory', ttl: null, bare: ['skipped', 'rejected'] },
    options: [
      ['steer', 'steer', 'steered'],
      ['skip', 'skip', 'skipped'],
      ['abort', 'reject', 'rejected'],
    ],
    briefed: {
      context: { test: 'sorts', attempts: 4, error: 'expected 1' },
      says: ['Failing test: sorts', 'Attempts: 4', 'Last error: expected 1'],
    },
  },
  {
    ...{ type: 'complex_operation', threshold: 'advisory', ttl: null, bare: ['skipped', 'skipped'] },
    options: [
      ['continue', 'skip', 'skipped'],
      ['steer', 'steer', 'steered'],
      ['skip', 'skip', 'skipped'],
    ],
    briefed: {
      context: { files: 14, parts: ['backend', 'frontend'] },
      says: ['Files: 14', 'Parts it crosses: 2: backend; frontend'],
    },
  },
  {
    ...{ type: 'constraint_exception', threshold: 'advisory', ttl: null, bare: usual },
    options: [
      ['expand', 'approve', 'approved', { option_input: { new_limit: 20 } }],
      ['reduce', 'steer', 'steered'],
      ['abort', 'reject', 'rejected'],
    ],
    briefed: {
      context: { task: 'import', constraint: 'budget', required_change: 'twice the budget' },
      says: ['Task: import', 'Constraint: budget', 'Change needed: twice the budget'],
    },
  },
  { type: 'confidence_threshold', threshold: 'conditional', ttl: null, bare: usual, options: agreement },
  {
    ...{ type: 'prd_review', threshold: 'mandatory', ttl: null, bare: usual, options: agreement },
    briefed: { context: { document: 'prd.md' }, says: ['Document: prd.md'] },
  },
  {
    ...{ type: 'code_review', threshold: 'mandatory', ttl: null, bare: usual, options: agreement },
    briefed: {
      context: { branch: 'main', findings: ['a leak'] },
      says: ['Branch: main', 'Findings: 1: a leak'],
    },
  },
  {
    ...{ type: 'deployment_approval', threshold: 'mandatory', ttl: null, bare: usual, options: agreement },
    briefed: {
      context: { environment: 'production', version: '2.1' },
      says: ['Environment: production', 'Version: 2.1'],
    },
  },
  {
    ...{ type: 'proposal', threshold: 'mandatory', ttl: DAY, bare: usual },
    options: [
      ['approve', 'approve', 'approved'],
      ['reject', 'reject', 'rejected'],
      ['adjust', 'steer', 'steered', words],
    ],
  },
  {
    ...{ type: 'checkpoint', threshold: 'mandatory', ttl: DAY, bare: ['approved', 'skipped'] },
    options: [
      ['continue', 'approve', 'approved'],
      ['pause', 'skip', 'skipped'],
      ['adjust', 'steer', 'steered', words],
    ],
  },
  {
    ...{ type: 'plan_approval', threshold: 'mandatory', ttl: DAY, bare: usual },
    asked: { subject: { plan: { title: 'a plan' }, stage: 'outline' } },
    options: [
      ['approve', 'approve', 'approved'],
      ['steer', 'steer', 'steered', words],
      ['redraft', 'reject', 'rejected'],
      ['abort', 'reject', 'rejected'],
    ],
  },
  { type: 'pattern_rfc', threshold: 'mandatory', ttl: DAY, bare: usual, options: agreement },
  {
    ...{ type: 'scheduling_escalation', threshold: 'mandatory', ttl: DAY, bare: [400, 'rejected'] },
    options: [
      ['relax', 'approve', 'approved', { option_input: { constraint: 'deadline', to: 'Friday' } }],
      ['steer', 'steer', 'steered', words],
      ['abort', 'reject', 'rejected'],
    ],
  },
]

/** Types that only the engine opens; they are driven where it does. */
export const ENGINE_TYPES = ['unknown_outcome', 'run_definition_changed']
