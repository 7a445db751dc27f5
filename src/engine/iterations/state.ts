import type { Gate } from '../../contracts/gate.ts'
import type {
  CheckpointAwaiting,
  IterationState,
  PlanningInProgress,
  PlanningPaused,
} from '../../contracts/iteration.ts'
import { CheckpointMetrics, IterationChartPoint } from '../../contracts/iteration.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Run } from '../../contracts/run.ts'
import { type IterationHead, planIdOf } from './records.ts'

/** What is known of one plan when it is asked for. */
export interface Standing {
  readonly run: Pick<
    Run,
    'run_id' | 'session_id' | 'status' | 'input' | 'error' | 'cancelled_because' | 'finished_at'
  >
  /** Absent until the run has begun. */
  readonly head: IterationHead | undefined
  /** The gate that the run waits at, if any. */
  readonly gate: Gate | undefined
  readonly iterations_completed: number
  readonly final_plan: string | undefined
}

/** A plan in iterations in the shapes of source E. */
export function toState(standing: Standing): IterationState {
  const { run, gate } = standing
  switch (run.status) {
    case 'completed':
      return toComplete(standing)
    case 'cancelled':
    case 'failed':
      return toCancelled(standing)
    case 'waiting_input':
      return gate !== undefined && ['pending', 'expired'].includes(gate.status)
        ? toAwaiting(standing, gate)
        : toProgress(standing)
    default:
      return toProgress(standing)
  }
}

/** Source E, scenario 1, and how else a plan ends without one. */
export function toCancelled({ run, head }: Pick<Standing, 'run' | 'head'>): IterationState {
  const reason = run.error?.code ?? run.cancelled_because ?? 'user_rejected_proposal'
  return { status: 'cancelled', reason, message: whyCancelled(run, reason), ...idsOf(run, head) }
}

/** Source E, scenario 2. */
export function toPaused({ run, head }: Pick<Standing, 'run' | 'head'>, iteration: number): PlanningPaused {
  const range = iteration <= 1 ? `iteration ${iteration}` : `iterations 1-${iteration}`
  const from = iteration === 0 ? 'what was said before' : range
  return {
    status: 'paused',
    reason: 'user_requested_pause',
    iteration,
    total_iterations: head?.max_iterations ?? 0,
    message: `Planning is paused. The final synthesis is made from ${from}.`,
    ...idsOf(run, head),
    next_action: 'The plan is synthesized and saved; GET /api/plan/{session_id} answers it.',
  }
}

/** Source E, phase 2. `iteration` where it is known to be further than what is written. */
export function toProgress(
  { run, head }: Pick<Standing, 'run' | 'head'>,
  iteration = head?.current_iteration ?? 0,
): PlanningInProgress | PlanningPaused {
  const total = head?.max_iterations ?? Number(Object(run.input).max_iterations ?? 0)
  const last = head?.checkpoints.at(-1)
  if (head?.status === 'synthesizing' && last?.answer === 'pause')
    return toPaused({ run, head }, last.iteration)
  const messages = {
    proposing: 'The proposal is being written.',
    synthesizing: 'The final plan is being written.',
    iterating: `Iteration ${iteration} of ${total} planning...`,
  }
  const stage = head?.status === 'iterating' || iteration > 0 ? 'iterating' : 'proposing'
  return {
    status: 'planning_in_progress',
    ...idsOf(run, head),
    current_iteration: iteration,
    total_iterations: total,
    message: messages[head?.status === 'synthesizing' ? 'synthesizing' : stage],
  }
}

function toComplete({ run, head, iterations_completed, final_plan }: Standing): IterationState {
  return {
    status: 'complete',
    ...idsOf(run, head),
    iterations_completed,
    total_iterations: head?.max_iterations ?? 0,
    stopped_early: head?.stopped_early ?? false,
    final_plan: final_plan ?? 'The content of this plan was erased.',
    plan_saved_to_memory: final_plan !== undefined,
    memory_entities: [...(head?.memory_entities ?? [])],
    timestamp: run.finished_at ?? head?.updated_at ?? '',
  }
}

function toAwaiting({ run, head }: Standing, gate: Gate): IterationState {
  const expired = gate.status === 'expired'
  const asking = {
    status: 'awaiting_approval' as const,
    approval_id: gate.gate_id,
    ...idsOf(run, head),
    timestamp: gate.created_at,
    next_action: expired
      ? `Nobody answered in time, which is neither yes nor no. POST /api/gates/${gate.gate_id}/reopen asks again.`
      : 'POST to /api/approve with ApprovalResponse',
    view_digest: gate.view_digest,
    ...(gate.expires_at === undefined ? {} : { expires_at: gate.expires_at }),
    ...(expired ? { expired } : {}),
    ...(gate.briefing.details === '' ? {} : { note: gate.briefing.details }),
  }
  const subject = 'plan' in gate.subject ? gate.subject.plan : {}
  if (gate.type === 'proposal') {
    return {
      ...asking,
      approval_type: 'proposal',
      proposal: textOf(subject, 'proposal'),
      goal: head?.goal ?? textOf(subject, 'goal'),
      estimated_iterations: Number(subject.max_iterations),
      checkpoint_interval: Number(subject.checkpoint_interval),
      estimated_minutes: Number(subject.estimated_minutes),
      estimated_cost_usd: Number(subject.estimated_cost_usd),
      ...(gate.steered_from === undefined ? {} : { adjusted_from: gate.steered_from }),
    }
  }
  if (gate.type === 'checkpoint') return { ...asking, ...toCheckpoint(gate, subject) }
  const next_action = expired ? asking.next_action : `POST /api/gates/${gate.gate_id}/decide, or /api/approve`
  const { type: gate_type, briefing } = gate
  return { ...asking, approval_type: 'other', gate_type, summary: briefing.summary, next_action }
}

function toCheckpoint(
  gate: Gate,
  subject: JsonObject,
): Omit<CheckpointAwaiting, 'status' | 'approval_id' | 'timestamp' | 'next_action' | 'view_digest' | IdName> {
  const metrics = CheckpointMetrics.parse(subject.metrics)
  const insights = Array.isArray(subject.insights) ? subject.insights.map(String) : []
  return {
    approval_type: 'checkpoint',
    reason: reasonOf(subject),
    iteration: Number(subject.iteration),
    total_iterations: Number(subject.total_iterations),
    checkpoint_summary: textOf(subject, 'checkpoint_summary'),
    insights,
    frameworks_evolved: metrics.unique_frameworks,
    data_points_collected: metrics.total_data_points,
    metrics,
    chart: IterationChartPoint.array().parse(subject.chart),
    cost_so_far_usd: gate.cost_so_far_usd ?? 0,
  }
}

type IdName = 'session_id' | 'run_id' | 'plan_id'

function reasonOf({ reason }: JsonObject): CheckpointAwaiting['reason'] {
  return reason === 'iteration_failed' || reason === 'nothing_new' ? reason : 'interval'
}

function idsOf(
  { run_id, session_id }: Pick<Run, 'run_id' | 'session_id'>,
  head: IterationHead | undefined,
): Readonly<Record<IdName, string>> {
  return { session_id, run_id, plan_id: head?.plan_id ?? planIdOf(run_id) }
}

function textOf(subject: JsonObject, name: string): string {
  const value = subject[name]
  return typeof value === 'string' ? value : ''
}

function whyCancelled({ status, error }: Standing['run'], reason: string): string {
  if (status === 'failed')
    return `Planning failed: ${error?.message ?? reason} Start it again with POST /api/plan.`
  if (reason === 'user_rejected_proposal')
    return 'Planning is cancelled. Start again with another goal or another approach.'
  return `Planning is cancelled (${reason}). What was found so far stays readable.`
}
