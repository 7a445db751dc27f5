import type { PlanNode } from '../../../contracts/plan.ts'
import type { Weekday } from '../../../contracts/schedule.ts'
import { addDays, daysBetween, weekdayOf } from '../outline/outline.ts'
import { timingOf } from './node-timing.ts'

/** The time that one person has for the plan. */
export interface TimeToUse {
  readonly start: string
  readonly deadline?: string
  readonly openDays: readonly Weekday[]
  readonly minutesPerDay: number
}

/** How a way through the outline comes out when it is walked day by day. */
export interface TriedWay {
  readonly finish: string
  readonly measures: {
    readonly span_days: number
    readonly span_minutes: number
    readonly peak_minutes_per_week: number
    readonly mean_minutes_per_week: number
    readonly slack_minutes: number
    readonly overlaps: number
  }
  /** First and last day of work of each container below the goal. */
  readonly spans: ReadonlyMap<string, { readonly from: number; readonly to: number }>
  /** The same of each task. */
  readonly tasks: ReadonlyMap<string, { readonly from: number; readonly to: number }>
}

const DAY_MINUTES = 1_440
const MAX_DAYS = 4_000

/**
 * Walks the tasks in the order of their dependencies, one person's open days after the other. A rough calendar, to
 * compare ways by; the schedule itself is made later.
 */
export function tryWay(nodes: readonly PlanNode[], time: TimeToUse): TriedWay {
  const used = new Map<number, number>()
  const done = new Map<string, { readonly from: number; readonly to: number }>()
  const parents = new Set(nodes.flatMap(({ parent_id }) => (parent_id === undefined ? [] : [parent_id])))
  const leaves = nodes.filter(({ id, level }) => level >= 4 && !parents.has(id))
  for (const leaf of leaves.filter(({ recurrence }) => recurrence !== undefined))
    spread(leaf, { time, used, done })
  for (const leaf of inOrder(leaves.filter(({ recurrence }) => recurrence === undefined)))
    place(leaf, { time, used, done })
  return measure(nodes, { time, used, done })
}

interface Walk {
  readonly time: TimeToUse
  /** Minutes used by day, counted from the start. */
  readonly used: Map<number, number>
  readonly done: Map<string, { readonly from: number; readonly to: number }>
}

function earliestOf(node: PlanNode, start: string): number {
  const day = timingOf(node).earliest_start
  return day === undefined ? 0 : Math.max(0, daysBetween(start, day.slice(0, 10)))
}

const DAYS_OF: Readonly<Record<string, number>> = {
  daily: 1,
  weekly: 7,
  monthly: 30,
  quarterly: 91,
  yearly: 365,
}

/** A recurring task takes its share of each week between its first and its last day. */
function spread(node: PlanNode, { time, used, done }: Walk): void {
  const { recurrence } = node
  const from = earliestOf(node, time.start)
  const until = recurrence?.until?.slice(0, 10) ?? time.deadline ?? addDays(time.start, 84)
  const to = Math.min(from + MAX_DAYS, Math.max(from, daysBetween(time.start, until)))
  const days = (DAYS_OF[recurrence?.frequency ?? 'weekly'] ?? 7) * (recurrence?.interval ?? 1)
  const perDay = ((node.estimated_minutes ?? 30) * (recurrence?.times ?? 1)) / days
  for (let day = from; day <= to; day += 1) used.set(day, (used.get(day) ?? 0) + perDay)
  done.set(node.id, { from, to })
}

function inOrder(leaves: readonly PlanNode[]): readonly PlanNode[] {
  const ids = new Set(leaves.map(({ id }) => id))
  const waiting = new Map(
    leaves.map(node => [node.id, node.dependencies.filter(({ node_id }) => ids.has(node_id)).length]),
  )
  const followers = new Map<string, PlanNode[]>()
  for (const node of leaves)
    for (const { node_id } of node.dependencies)
      followers.set(node_id, [...(followers.get(node_id) ?? []), node])
  const ready = leaves.filter(({ id }) => waiting.get(id) === 0)
  const order: PlanNode[] = []
  for (let at = 0; at < ready.length; at += 1) {
    const node = ready[at]
    if (node === undefined) continue
    order.push(node)
    for (const follower of followers.get(node.id) ?? []) {
      const left = (waiting.get(follower.id) ?? 1) - 1
      waiting.set(follower.id, left)
      if (left === 0) ready.push(follower)
    }
  }
  return order
}

function place(node: PlanNode, { time, used, done }: Walk): void {
  let day = earliestOf(node, time.start)
  for (const { node_id, type, lag_lead_minutes: lag } of node.dependencies) {
    const other = done.get(node_id)
    if (other === undefined) continue
    const point = type === 'SS' || type === 'SF' ? other.from : other.to
    day = Math.max(day, point + Math.round(lag / DAY_MINUTES))
  }
  const { fixed } = timingOf(node)
  if (fixed !== undefined) {
    const on = Math.max(0, daysBetween(time.start, fixed.start.slice(0, 10)))
    done.set(node.id, { from: on, to: on })
    return
  }
  let left = node.estimated_minutes ?? 60
  let from = -1
  for (let tries = 0; left > 0 && tries < MAX_DAYS; tries += 1, day += 1) {
    const isOpen = time.openDays.includes(weekdayOf(addDays(time.start, day)))
    const free = isOpen ? time.minutesPerDay - (used.get(day) ?? 0) : 0
    if (free < 15) continue
    if (from < 0) from = day
    const taken = Math.min(free, left)
    used.set(day, (used.get(day) ?? 0) + taken)
    left -= taken
    if (left <= 0) break
  }
  done.set(node.id, { from: from < 0 ? day : from, to: day })
}

function measure(nodes: readonly PlanNode[], { time, used, done }: Walk): TriedWay {
  const first = Math.min(...[...done.values()].map(({ from }) => from), Number.MAX_SAFE_INTEGER)
  const last = Math.max(0, ...[...done.values()].map(({ to }) => to))
  const weeks = new Map<number, number>()
  for (const [day, minutes] of used) {
    const week = Math.floor(day / 7)
    weeks.set(week, (weeks.get(week) ?? 0) + minutes)
  }
  const spans = containerSpans(nodes, done)
  const span = Math.max(1, last - Math.min(first, last) + 1)
  const total = [...used.values()].reduce((sum, minutes) => sum + minutes, 0)
  const slack = time.deadline === undefined ? 0 : daysBetween(time.start, time.deadline) - last
  return {
    finish: addDays(time.start, last),
    spans,
    tasks: done,
    measures: {
      span_days: span,
      span_minutes: span * DAY_MINUTES,
      peak_minutes_per_week: Math.round(Math.max(0, ...weeks.values())),
      mean_minutes_per_week: Math.round((total / span) * 7),
      slack_minutes: slack * DAY_MINUTES,
      overlaps: overlapsOf([...spans.values()]),
    },
  }
}

function containerSpans(nodes: readonly PlanNode[], done: Walk['done']): TriedWay['spans'] {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const spans = new Map<string, { from: number; to: number }>()
  for (const [id, { from, to }] of done) {
    let up = byId.get(id)
    for (let depth = 0; up !== undefined && up.level > 2 && depth < 32; depth += 1)
      up = up.parent_id === undefined ? undefined : byId.get(up.parent_id)
    if (up === undefined) continue
    const span = spans.get(up.id)
    spans.set(up.id, { from: Math.min(from, span?.from ?? from), to: Math.max(to, span?.to ?? to) })
  }
  return spans
}

/** Pairs of containers with at least three days in common. */
function overlapsOf(spans: readonly { readonly from: number; readonly to: number }[]): number {
  return spans.reduce(
    (sum, one, at) =>
      sum +
      spans.slice(at + 1).filter(two => Math.min(one.to, two.to) - Math.max(one.from, two.from) >= 2).length,
    0,
  )
}
