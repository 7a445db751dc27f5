import type { PlanBlock, PlanNode, PlanSchedule } from 'soulgate/contracts/plan'
import type { TakenTime, WorkCalendar } from 'soulgate/contracts/schedule'
import { type Branch, treeOf, visibleBranches } from '../outline/plan-tree.ts'
import { DAY, startOfDay, type WallMinutes, wallFrom, wallMinutesOf, weekdayOf } from './wall-clock.ts'

/** A block with the wall clock of its ends. */
export interface WallBlock {
  readonly block: PlanBlock
  readonly start: WallMinutes
  readonly end: WallMinutes
}

export interface GanttRow {
  readonly node: PlanNode
  readonly depth: number
  readonly isGroup: boolean
  readonly isClosed: boolean
  readonly done: number
  readonly leaves: number
  /** Its own, in order of time. */
  readonly blocks: readonly WallBlock[]
  readonly milestones: readonly WallMinutes[]
  /** From the first to the last moment of the row and of all below it; undefined while nothing is placed. */
  readonly start: WallMinutes | undefined
  readonly end: WallMinutes | undefined
}

/** Blocks on the wall clock of the schedule's place, in order of time. */
export function wallBlocksOf(schedule: PlanSchedule): readonly WallBlock[] {
  return schedule.blocks
    .map(block => ({
      block,
      start: wallMinutesOf(block.start, schedule.timezone),
      end: wallMinutesOf(block.end, schedule.timezone),
    }))
    .toSorted((one, other) => one.start - other.start)
}

/** The rows of the chart, in the order of the tree; nodes without any placed work are left out. */
export function ganttRows(
  nodes: readonly PlanNode[],
  schedule: PlanSchedule,
  closed: ReadonlySet<string>,
): readonly GanttRow[] {
  const blocks = Map.groupBy(wallBlocksOf(schedule), ({ block }) => block.plan_node_id)
  const points = Map.groupBy(schedule.milestones, each => each.plan_node_id)
  const milestonesOf = (id: string) =>
    (points.get(id) ?? []).map(each => wallMinutesOf(each.at, schedule.timezone))
  const spans = new Map<string, readonly [WallMinutes, WallMinutes] | undefined>()
  const spanOf = (branch: Branch<PlanNode>): readonly [WallMinutes, WallMinutes] | undefined => {
    const own = blocks.get(branch.node.id) ?? []
    const moments = [...own.flatMap(({ start, end }) => [start, end]), ...milestonesOf(branch.node.id)]
    const all = [...moments, ...branch.children.flatMap(child => spanOf(child) ?? [])]
    const span = all.length === 0 ? undefined : ([least(all), most(all)] as const)
    spans.set(branch.node.id, span)
    return span
  }
  const tree = treeOf(nodes)
  for (const branch of tree) spanOf(branch)
  return visibleBranches(tree, closed).flatMap(({ node, depth, children, done, leaves }) => {
    const span = spans.get(node.id)
    if (!span) return []
    return {
      ...{ node, depth, done, leaves, isGroup: children.length > 0, isClosed: closed.has(node.id) },
      ...{ blocks: blocks.get(node.id) ?? [], milestones: milestonesOf(node.id) },
      ...{ start: span[0], end: span[1] },
    }
  })
}

interface Band {
  readonly from: WallMinutes
  readonly to: WallMinutes
  readonly reason: string
}

const DAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
/** Beyond so many days nobody sees single days. */
const MAX_DAYS = 800

/** Times at which nothing can be planned: blackouts and days off by their reason. */
export function blackoutBands(blackouts: readonly TakenTime[], calendar: WorkCalendar): readonly Band[] {
  const taken = blackouts.flatMap(({ start, end, reason }) => {
    const from = momentOf(start, calendar.timezone)
    const to = momentOf(end, calendar.timezone)
    if (from === undefined || to === undefined) return []
    return { from, to: isDate(end) ? to + DAY : to, reason: reason ?? 'Away' }
  })
  const off = calendar.exceptions.flatMap(({ date, windows, reason }) => {
    const from = wallFrom(`${date}T00:00`)
    return from === undefined || windows.length > 0
      ? []
      : { from, to: from + DAY, reason: reason ?? 'Day off' }
  })
  return [...taken, ...off]
}

/** Days of the week on which the calendar has no time at all; none where it says nothing. */
export function freeDays(
  calendar: WorkCalendar,
  span: { readonly from: number; readonly to: number },
): readonly WallMinutes[] {
  const days = new Set(calendar.weekly.map(({ day }) => day))
  if (days.size === 0 || (span.to - span.from) / DAY > MAX_DAYS) return []
  const found: WallMinutes[] = []
  for (let day = span.from; day < span.to; day += DAY) {
    const name = DAY_NAMES[weekdayOf(day)]
    if (name && !days.has(name)) found.push(day)
  }
  return found
}

/** A moment as constraints give it: a date alone means its first minute. */
export function momentOf(text: string, timezone: string): WallMinutes | undefined {
  if (isDate(text)) return wallFrom(`${text}T00:00`)
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(text)) return wallMinutesOf(text, timezone)
  return wallFrom(text.replace(' ', 'T').slice(0, 16))
}

/** Blocks by day, days in order, from the day that `from` lies on. */
export function blocksByDay(blocks: readonly WallBlock[]): ReadonlyMap<WallMinutes, readonly WallBlock[]> {
  return Map.groupBy(blocks, ({ start }) => startOfDay(start))
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}

function least(values: readonly number[]): number {
  return values.reduce((one, other) => Math.min(one, other))
}

function most(values: readonly number[]): number {
  return values.reduce((one, other) => Math.max(one, other))
}
