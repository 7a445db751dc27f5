const questions = [{ id: 'q1', question: 'Which one?', type: 'text', allow_other: false, required: true }]
const answers = [{ question_id: 'q1', value: 'this one' }]

/** Each type an agent may open: what is sent, what people decide, how the gate then stands. */
export const DRIVEN: readonly (readonly [string, object, object, string])[] = [
  ['tool_approval', {}, { decision: 'approve' }, 'approved'],
  ['clarification', { subject: { questions } }, { decision: 'answer', answers }, 'answered'],
  ['interview', { subject: { questions } }, { decision: 'skip', option_id: 'generate_now' }, 'skipped'],
  ['intent_approval', {}, { decision: 'steer', steer_instructions: 'Smaller first.' }, 'steered'],
  ['devops_invocation', {}, { decision: 'skip' }, 'skipped'],
  ['protected_path_commit', {}, { decision: 'approve' }, 'approved'],
  ['contract_change', {}, { decision: 'reject', reason: 'tell the consumers first' }, 'rejected'],
  ['destructive_workstation_op', {}, { decision: 'reject' }, 'rejected'],
  ['design_review', {}, { decision: 'steer' }, 'steered'],
  ['test_failures', {}, { decision: 'skip' }, 'skipped'],
  ['test_review', {}, { decision: 'reject', option_id: 'abort' }, 'rejected'],
  ['complex_operation', {}, { decision: 'skip', option_id: 'continue' }, 'skipped'],
  [
    'constraint_exception',
    {},
    { decision: 'approve', option_id: 'expand', option_input: { new_limit: 20 } },
    'approved',
  ],
  ['confidence_threshold', {}, { decision: 'approve' }, 'approved'],
  ['prd_review', {}, { decision: 'approve' }, 'approved'],
  ['code_review', {}, { decision: 'steer', steer_instructions: 'Split it.' }, 'steered'],
  ['deployment_approval', {}, { decision: 'reject' }, 'rejected'],
  ['proposal', {}, { decision: 'steer', option_id: 'adjust', steer_instructions: 'Cheaper.' }, 'steered'],
  ['checkpoint', {}, { decision: 'skip', option_id: 'pause' }, 'skipped'],
  ['plan_approval', { subject: { plan: { title: 'x' } } }, { decision: 'approve' }, 'approved'],
  ['pattern_rfc', {}, { decision: 'reject' }, 'rejected'],
  [
    'scheduling_escalation',
    {},
    { decision: 'approve', option_id: 'relax', option_input: { constraint: 'deadline' } },
    'approved',
  ],
]
