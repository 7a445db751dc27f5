import type {
  BlockStatus,
  NodeStatus,
  NodeType,
  Origin,
  PatternSpec,
  PatternType,
  Plan,
  PlanStage,
  PlanToolName,
} from 'soulgate/contracts/plan'

const PATTERN_NAMES: Readonly<Record<PatternType, string>> = {
  milestone_project: 'Milestone project',
  recurring_cycle: 'Recurring cycle',
  progressive_accumulation_arc: 'Progressive accumulation',
  hybrid_project_cycle: 'Project with cycles',
  strategic_transformation: 'Strategic transformation',
}

export const NODE_NAMES: Readonly<Record<NodeType, string>> = {
  goal: 'Goal',
  phase: 'Phase',
  cycle: 'Cycle',
  sub_goal: 'Sub-goal',
  task: 'Task',
  sub_task: 'Step',
  micro_goal: 'Small goal',
}

export const NODE_STATUS_NAMES: Readonly<Record<NodeStatus, string>> = {
  pending: 'To do',
  in_progress: 'Begun',
  done: 'Done',
  blocked: 'Blocked',
}

export const BLOCK_STATUS_NAMES: Readonly<Record<BlockStatus, string>> = {
  scheduled: 'Planned',
  in_progress: 'Begun',
  completed: 'Done',
  cancelled: 'Dropped',
  overdue: 'Overdue',
}

export const STAGE_NAMES: Readonly<Record<PlanStage, string>> = {
  pattern: 'Pattern',
  outline: 'Outline',
  roadmap: 'Roadmap',
  schedule: 'Schedule',
  final: 'Whole plan',
}

export const ORIGIN_NAMES: Readonly<Record<Origin, string>> = {
  system: 'the planner',
  user_feedback: 'your words',
  ai_adaptation: 'an adaptation',
}

/** `grammar_validator` → `Grammar validator`. */
export function toolTitle(tool: PlanToolName): string {
  const words = tool.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The pattern with its subtype, which an agent may have named. */
export function patternText(pattern: Pick<PatternSpec, 'pattern_type' | 'subtype' | 'variant'>): string {
  const finer = [pattern.subtype, pattern.variant].filter(part => part !== undefined)
  const name = PATTERN_NAMES[pattern.pattern_type] ?? pattern.pattern_type
  return finer.length === 0 ? name : `${name} · ${finer.join(' · ').replaceAll('_', ' ')}`
}

/** Where a plan stands, in words, and as what it is coloured. */
export function standingOf(plan: Pick<Plan, 'planning_status' | 'waiting_gate_ids' | 'progress' | 'state'>): {
  readonly text: string
  readonly look: string
} {
  const waits = plan.waiting_gate_ids.length > 0
  if (plan.planning_status === 'needs_scheduling_escalation')
    return { text: 'Does not fit', look: 'waiting_input' }
  if (waits || plan.planning_status === 'needs_clarification')
    return { text: 'Waits for you', look: 'waiting_input' }
  if (plan.planning_status === 'aborted') return { text: 'Stopped', look: 'failed' }
  if (plan.planning_status === null) return { text: 'Being planned', look: 'running' }
  if (plan.progress >= 1) return { text: 'Finished', look: 'completed' }
  return plan.progress > 0
    ? { text: 'Under way', look: 'completed' }
    : { text: 'Ready to begin', look: 'completed' }
}

export function percentText(share: number): string {
  return `${Math.floor(share * 100)} %`
}

/** How a node comes back: `weekly, 3 times`, `every 2 weeks`. */
export function recurrenceText(
  recurrence:
    | {
        readonly frequency: string
        readonly interval: number
        readonly times: number
        readonly rule?: string | undefined
      }
    | undefined,
): string {
  if (!recurrence) return ''
  if (recurrence.rule) return 'recurring'
  if (recurrence.frequency === 'none') return ''
  const { frequency, interval, times } = recurrence
  const units: Readonly<Record<string, string>> = {
    ...{ daily: 'days', weekly: 'weeks', monthly: 'months', quarterly: 'quarters', yearly: 'years' },
  }
  const base = interval === 1 ? frequency : `every ${interval} ${units[frequency] ?? frequency}`
  return times === 1 ? base : `${base}, ${times} times`
}
