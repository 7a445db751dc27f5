import type { GateType } from './gate.ts'

/** What kind of question a gate is, in words. */
export const GATE_TYPE_NAMES: Readonly<Record<GateType, string>> = {
  tool_approval: 'Approve a call',
  clarification: 'Clarify a goal',
  interview: 'Interview',
  intent_approval: 'Approve an intent',
  devops_invocation: 'Operations',
  protected_path_commit: 'Protected path',
  contract_change: 'Contract change',
  destructive_workstation_op: 'Destructive operation',
  unknown_outcome: 'Unknown outcome',
  constraint_exception: 'Limit reached',
  confidence_threshold: 'Low confidence',
  run_definition_changed: 'Run changed',
  plan_approval: 'Approve a plan',
  pattern_rfc: 'New pattern',
  design_review: 'Design review',
  test_failures: 'Test failures',
  complex_operation: 'Complex operation',
  prd_review: 'Requirements review',
  code_review: 'Code review',
  deployment_approval: 'Deployment approval',
  proposal: 'Proposal',
  checkpoint: 'Checkpoint',
  scheduling_escalation: 'Scheduling conflict',
}
