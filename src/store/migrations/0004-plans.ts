import type { Dialect } from '../sql/statements.ts'
import type { Migration } from './migration.ts'

export const plans: Migration = { version: 4, name: 'plans', statements: statementsFor }

/** Nodes are kept once per stage: as the outline has them, and as the roadmap has them. */
function statementsFor(dialect: Dialect): readonly string[] {
  const text = dialect === 'sqlite' ? 'text' : 'text collate "C"'
  const real = dialect === 'sqlite' ? 'real' : 'double precision'
  return [
    `create table plans (plan_id ${text} primary key, run_id ${text} not null, session_id ${text} not null,
      owner ${text} not null, pattern_type ${text}, pattern_subtype ${text}, pattern_variant ${text},
      state ${text} not null, planning_status ${text}, revision integer not null, created_at ${text} not null,
      updated_at ${text} not null, body ${text} not null)`,
    'create index plans_by_run on plans (run_id)',
    'create index plans_by_session on plans (session_id)',
    'create index plans_by_owner on plans (owner, plan_id)',
    'create index plans_by_pattern_type on plans (pattern_type)',
    'create index plans_by_pattern_subtype on plans (pattern_subtype)',
    'create index plans_by_pattern_variant on plans (pattern_variant)',
    `create table plan_nodes (plan_id ${text} not null, stage ${text} not null, node_id ${text} not null,
      order_index integer not null, parent_id ${text}, node_type ${text} not null, level integer not null,
      status ${text} not null, progress ${real} not null, body ${text} not null,
      primary key (plan_id, stage, node_id))`,
    'create index plan_nodes_in_order on plan_nodes (plan_id, stage, order_index)',
    `create table scheduled_tasks (plan_id ${text} not null, block_id ${text} not null, plan_node_id ${text} not null,
      owner ${text} not null, start_at ${text} not null, end_at ${text} not null, status ${text} not null,
      body ${text} not null, primary key (plan_id, block_id))`,
    'create index scheduled_tasks_in_order on scheduled_tasks (plan_id, start_at)',
    'create index scheduled_tasks_by_owner on scheduled_tasks (owner, end_at)',
  ]
}
