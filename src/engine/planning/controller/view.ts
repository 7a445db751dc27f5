import type { Plan, PlanBlock, PlanNode } from '../../../contracts/plan.ts'
import type { StoredRun } from '../../../store/store.ts'
import { tasksOf } from './heuristics.ts'
import type { PlanRecord } from './record.ts'
import { statusOf } from './save.ts'

interface Seen {
  readonly run: StoredRun | undefined
  readonly nodes: readonly PlanNode[]
  readonly blocks: readonly PlanBlock[]
  readonly nowMs: number
}

/** A plan as it is shown: what follows from its run, its nodes, its blocks and the time is added. */
export function toPlan(record: PlanRecord, seen: Seen): Plan {
  const { plan_id, run_id, session_id, created_at, updated_at, body } = record
  const {
    outline: _outline,
    roadmap: _roadmap,
    schedule: _schedule,
    adaptations: _log,
    run_ids: _runs,
    ...rest
  } = body
  const tasks = tasksOf(seen.nodes)
  const done = tasks.filter(task => task.status === 'done').length
  return {
    ...{ plan_id, run_id, session_id, created_at, updated_at },
    ...rest,
    ...standing(record, seen.run),
    waiting_gate_ids: seen.run?.waiting_gate_ids ?? [],
    progress: progressOf(tasks),
    overdue_blocks: seen.blocks.filter(block => isOverdue(block, seen.nowMs)).length,
    tasks: { total: tasks.length, done, open: tasks.length - done },
  }
}

/** A block with what the time makes of it. */
export function withOverdue(block: PlanBlock, nowMs: number): PlanBlock {
  return isOverdue(block, nowMs) ? { ...block, status: 'overdue' } : block
}

function isOverdue({ status, end }: PlanBlock, nowMs: number): boolean {
  return (status === 'scheduled' || status === 'in_progress') && Date.parse(end) < nowMs
}

/** What follows from the run wins: a run that failed or was cancelled leaves a plan that is done as it was, and ends any other. */
function standing(
  { state, planning_status, body }: PlanRecord,
  run: StoredRun | undefined,
): Pick<Plan, 'state' | 'planning_status' | 'response_text'> & Partial<Plan> {
  const { response_text } = body
  const isDone = planning_status === 'complete'
  if (run?.status === 'waiting_input' && isDone) {
    const asked = run.waiting_gate_ids.join(', ')
    const text = `A change of this plan waits for a decision at ${asked}; until then it stays as it is. Look at it there.`
    return { state: 'SEEK_APPROVAL', planning_status: 'needs_clarification', response_text: text }
  }
  if (run?.status === 'waiting_input' && run.waiting_reason === 'gate_expired') {
    const asked = run.waiting_gate_ids.join(', ')
    const text = `Nobody answered in time. Ask again with \`soulgate gates reopen ${asked || 'GATE'}\`.`
    return { state: 'NEEDS_CLARIFICATION', planning_status: 'needs_clarification', response_text: text }
  }
  const isOver = run?.status === 'failed' || run?.status === 'cancelled'
  if (isOver && !isDone) {
    const why = run.error?.message ?? run.cancelled_because ?? run.status
    return { state: 'ABORTED', planning_status: 'aborted', response_text: why, error_message: why }
  }
  // Between an answer and what it leads to, it works.
  const isWorking = run?.status === 'running' || run?.status === 'queued'
  return { state, planning_status: isWorking ? null : (planning_status ?? statusOf(state)), response_text }
}

function progressOf(tasks: readonly PlanNode[]): number {
  const weigh = (task: PlanNode): number => Math.max(1, task.estimated_minutes ?? 60)
  const whole = tasks.reduce((sum, task) => sum + weigh(task), 0)
  const done = tasks.reduce(
    (sum, task) => sum + weigh(task) * (task.status === 'done' ? 1 : task.progress),
    0,
  )
  return whole === 0 ? 0 : Math.round((done / whole) * 1e4) / 1e4
}
