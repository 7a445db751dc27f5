import type { PlanConflictConstraint, PlanConstraints } from '../../../contracts/plan.ts'
import type { ScheduleConstraint, Weekday } from '../../../contracts/schedule.ts'
import { dayText } from './moments.ts'
import { WEEKDAYS } from './plan-calendar.ts'
import { isMark, nodeIdOf, type PlanToPlace } from './plan-project.ts'
import { type PlanTree, timingOf } from './plan-tree.ts'

/** One constraint of a plan in words, before anybody knows what would help. */
export type NamedConstraint = Omit<PlanConflictConstraint, 'can_relax' | 'suggestion'>

/** The constraints of a conflict as a person knows them: by the words of the plan, not of the scheduler. */
export function nameConstraints(
  conflict: readonly ScheduleConstraint[],
  plan: PlanToPlace,
  tree: PlanTree,
): readonly NamedConstraint[] {
  const named = conflict.flatMap(constraint => nameOne(constraint, plan, tree))
  const byId = new Map(named.map(one => [one.constraint_id, one] as const))
  return summarized([...byId.values()], tree)
}

const DEFAULT_TASKS = 10
const DEFAULT_BREAK = 15
const MAX_SINGLE = 5
const MAX_NAMED = 3

/** Many tasks, and many dependencies, are one line each: nobody weighs eighty of them. */
function summarized(named: readonly NamedConstraint[], tree: PlanTree): readonly NamedConstraint[] {
  const isOf = (kind: string) => (one: NamedConstraint) => one.kind === kind
  const groups = (['task', 'dependency'] as const).flatMap(kind => {
    const all = named.filter(isOf(kind))
    return all.length > MAX_SINGLE ? [groupOf(kind, all, tree)] : all
  })
  return [...named.filter(({ kind }) => kind !== 'task' && kind !== 'dependency'), ...groups]
}

function groupOf(
  kind: 'task' | 'dependency',
  all: readonly NamedConstraint[],
  tree: PlanTree,
): NamedConstraint {
  const nodeIds = [...new Set(all.flatMap(({ node_ids: ids }) => ids))]
  if (kind === 'dependency') {
    const message = `${all.length} tasks wait for others, one after the other.`
    return { constraint_id: 'dependencies', kind, message, node_ids: nodeIds }
  }
  const leaves = tree.leaves.filter(({ node }) => nodeIds.includes(node.id))
  const minutes = leaves.reduce((sum, leaf) => sum + leaf.minutes, 0)
  const titles = leaves.slice(0, MAX_NAMED).map(({ node }) => `“${node.title}”`)
  const each = leaves.some(({ recurrence }) => recurrence !== undefined) ? ', each time they come back' : ''
  const message = `${all.length} tasks take ${hoursText(minutes)} together${each}: ${titles.join(', ')} and ${all.length - titles.length} more.`
  return { constraint_id: 'tasks', kind, message, node_ids: nodeIds }
}

function nameOne(
  constraint: ScheduleConstraint,
  plan: PlanToPlace,
  tree: PlanTree,
): readonly NamedConstraint[] {
  const { kind, task_id: taskId, other_id: otherId } = constraint
  const { constraints } = plan
  const nodeId = taskId === undefined ? undefined : nodeIdOf(taskId)
  const title = (id: string | undefined): string =>
    `“${tree.nodeById.get(nodeIdOf(id ?? ''))?.title ?? otherId ?? id ?? ''}”`
  const nodeIds = nodeId === undefined ? [] : [nodeId]
  const one = (id: string, message: string, value?: PlanConflictConstraint['value']): NamedConstraint => ({
    ...{ constraint_id: id, kind, message, node_ids: nodeIds },
    ...(value === undefined ? {} : { value }),
  })
  switch (kind) {
    case 'project_deadline': {
      const deadline = constraints.deadline ?? ''
      return [one('deadline', `Everything must be done by ${dayText(deadline)}.`, deadline)]
    }
    case 'deadline':
      return deadlineOf(nodeId, { plan, tree, title, one })
    case 'weekly_availability':
      return weekConstraints(plan, one)
    case 'windows':
      return [one(`windows:${nodeId}`, `${title(taskId)} is done only at its own times of the week.`)]
    case 'apart': {
      const apart = timingOf(tree.nodeById.get(nodeId ?? '') ?? { metadata: {} }).apart
      const message = `${title(taskId)} asks for ${apart?.days} days of rest between two times.`
      return [one(`apart:${nodeId}`, message, apart)]
    }
    case 'earliest_start':
      return [
        one(
          `earliest_start:${nodeId}`,
          `${title(taskId)} cannot begin before ${earliestOf(nodeId, plan, tree)}.`,
        ),
      ]
    case 'task': {
      if (taskId === undefined || isMark(taskId)) return []
      return [one(`task:${nodeId}`, workText(nodeId, tree, title(taskId)))]
    }
    case 'dependency': {
      if (taskId === undefined || otherId === undefined || nodeIdOf(taskId) === nodeIdOf(otherId)) return []
      if (isPartOf(taskId, otherId, tree)) return []
      const message = `${title(taskId)} waits for ${title(otherId)}.`
      return [
        {
          ...one(`dependency:${nodeId}:${nodeIdOf(otherId)}`, message),
          node_ids: [...nodeIds, nodeIdOf(otherId)],
        },
      ]
    }
    case 'blackout':
      return blackoutsOf(constraint, constraints, one)
    case 'busy':
      return [busyOf(constraint, plan, one)]
    default:
      return limitOf(constraint, plan, one)
  }
}

type Make = (id: string, message: string, value?: PlanConflictConstraint['value']) => NamedConstraint

/** A mark of a container and what lies in it: no constraint that anybody made. */
function isPartOf(taskId: string, otherId: string, tree: PlanTree): boolean {
  const [one, other] = [nodeIdOf(taskId), nodeIdOf(otherId)]
  const isAbove = (above: string, below: string): boolean =>
    tree.leavesOf.get(above)?.some(({ node }) => node.id === below) ?? false
  return (isMark(taskId) || isMark(otherId)) && (isAbove(one, other) || isAbove(other, one))
}

function deadlineOf(
  nodeId: string | undefined,
  {
    plan,
    tree,
    title,
    one,
  }: { plan: PlanToPlace; tree: PlanTree; title: (id: string | undefined) => string; one: Make },
): readonly NamedConstraint[] {
  const leaf = tree.leaves.find(({ node }) => node.id === nodeId)
  const holder = [leaf?.node, ...(leaf?.above ?? [])].find(
    node => node !== undefined && timingOf(node).deadline !== undefined,
  )
  if (holder === undefined) return []
  const deadline = timingOf(holder).deadline ?? ''
  const message = `${title(holder.id)} must be done by ${dayText(deadline)}.`
  return [
    {
      ...one(`task_deadline:${holder.id}`, message, deadline),
      node_ids: [
        holder.id,
        ...(plan.nodes.length > 0 && holder.id !== nodeId && nodeId !== undefined ? [nodeId] : []),
      ],
    },
  ]
}

function earliestOf(nodeId: string | undefined, plan: PlanToPlace, tree: PlanTree): string {
  const node = tree.nodeById.get(nodeId ?? '')
  return dayText((node === undefined ? undefined : timingOf(node).earliest_start) ?? plan.from)
}

function workText(nodeId: string | undefined, tree: PlanTree, title: string): string {
  const leaf = tree.leaves.find(({ node }) => node.id === nodeId)
  const hours = hoursText(leaf?.minutes ?? 0)
  return leaf?.recurrence === undefined
    ? `${title} takes ${hours}.`
    : `${title} takes ${hours} each time it comes back.`
}

/** Such as `45 minutes` or `2.5 hours`. */
export function hoursText(minutes: number): string {
  if (minutes < 60) return `${minutes} minutes`
  const hours = Math.round(minutes / 6) / 10
  return hours === 1 ? 'an hour' : `${hours} hours`
}

/** The week as the person described it: days that are out, days that are in, times of day, or the calendar. */
function weekConstraints({ constraints }: PlanToPlace, one: Make): readonly NamedConstraint[] {
  const { not_on_weekdays: not = [], only_on_weekdays: only, times_of_day: times } = constraints
  const named: NamedConstraint[] = not.map(day =>
    one(`not_on_weekdays:${day}`, `${plural(day)} are out.`, day),
  )
  if (only !== undefined)
    named.push(one('only_on_weekdays', `Only ${listText(only.map(plural))} are possible.`, [...only]))
  if (times !== undefined)
    named.push(
      one(
        'times_of_day',
        `Work is possible only ${listText(times.map(({ start, end }) => `${start}–${end}`))}.`,
        times.map(({ start, end }) => ({ start, end })),
      ),
    )
  return named.length > 0 ? named : [one('calendar', 'The calendar has only so many open hours.')]
}

/** `Wednesdays`. */
export function plural(day: Weekday): string {
  return `${(day[0] ?? '').toUpperCase()}${day.slice(1)}s`
}

/** `a, b and c`. */
export function listText(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

function blackoutsOf(
  { message }: ScheduleConstraint,
  { blackouts = [] }: PlanConstraints,
  one: Make,
): readonly NamedConstraint[] {
  const at = blackouts.findIndex(({ start, end }) => message.startsWith(`${start}–${end} `))
  const blackout = blackouts[at]
  if (blackout === undefined) return []
  const { start, end, reason } = blackout
  const days = start === end ? `On ${dayText(start)}` : `From ${dayText(start)} to ${dayText(end)}`
  const why = reason === undefined ? '' : ` (${reason})`
  return [one(`blackout:${start}:${end}`, `${days} nothing can be planned${why}.`, { start, end })]
}

function busyOf({ message }: ScheduleConstraint, { busy }: PlanToPlace, one: Make): NamedConstraint {
  const taken = busy.find(({ start, end }) => message.startsWith(`${start}–${end} `))
  const name = taken?.reason ?? 'another plan'
  const about = taken?.plan_id === undefined ? {} : { plan_id: taken.plan_id }
  return { ...one(`busy:${taken?.plan_id ?? ''}`, `“${name}” already takes some of the time.`), ...about }
}

function limitOf(
  { kind, message }: ScheduleConstraint,
  { constraints }: PlanToPlace,
  one: Make,
): readonly NamedConstraint[] {
  switch (kind) {
    case 'days_per_week': {
      const most = constraints.sessions_per_week ?? WEEKDAYS.length
      return [one('sessions_per_week', `At most ${most} days of a week have work.`, most)]
    }
    case 'minutes_per_day': {
      const most = constraints.minutes_per_day ?? 480
      return [one('minutes_per_day', `A day has at most ${hoursText(most)} of work.`, most)]
    }
    case 'tasks_per_day': {
      const most = constraints.tasks_per_day ?? DEFAULT_TASKS
      return [one('tasks_per_day', `A day has at most ${most} task${most === 1 ? '' : 's'}.`, most)]
    }
    case 'break_minutes': {
      const least = constraints.break_minutes ?? DEFAULT_BREAK
      return [one('break_minutes', `There are at least ${hoursText(least)} between two blocks.`, least)]
    }
    case 'minutes_per_week': {
      const most = constraints.minutes_per_week ?? 2_400
      return [one('minutes_per_week', `A week has at most ${hoursText(most)} of work.`, most)]
    }
    default:
      return [one(kind, message)]
  }
}
