import { Temporal } from 'temporal-polyfill'
import type { PlanBlock, PlanSchedule } from '../../../contracts/plan.ts'

/** What is different between two schedules of a plan, one line each, in order of time. */
export function changesBetween(
  before: PlanSchedule,
  after: PlanSchedule,
  timezone: string,
): readonly string[] {
  const was = byNode(before.blocks)
  const is = byNode(after.blocks)
  const nodeIds = [...new Set([...was.keys(), ...is.keys()])]
  const changes = nodeIds.flatMap(id => nodeChanges(was.get(id) ?? [], is.get(id) ?? [], timezone))
  return changes.sort((left, right) => left.at - right.at).map(({ text }) => text)
}

interface Change {
  readonly at: number
  readonly text: string
}

function byNode(blocks: readonly PlanBlock[]): ReadonlyMap<string, readonly PlanBlock[]> {
  return Map.groupBy(
    blocks.filter(({ status }) => status !== 'cancelled'),
    ({ plan_node_id: id }) => id,
  )
}

function nodeChanges(
  before: readonly PlanBlock[],
  after: readonly PlanBlock[],
  timezone: string,
): readonly Change[] {
  const key = ({ start, end }: PlanBlock): string => `${Date.parse(start)} ${Date.parse(end)}`
  const stays = new Set(before.map(key))
  const stayed = new Set(after.map(key))
  const left = before.filter(block => !stayed.has(key(block)))
  const came = after.filter(block => !stays.has(key(block)))
  const both = Math.min(left.length, came.length)
  const moved = came.slice(0, both).map((block, at) => ({
    at: Date.parse(block.start),
    text: `“${block.title}” moves from ${whenText(left[at] ?? block, timezone)} to ${whenText(block, timezone)}.`,
  }))
  const added = came.slice(both).map(block => ({
    at: Date.parse(block.start),
    text: `“${block.title}” is added on ${whenText(block, timezone)}.`,
  }))
  const dropped = left.slice(both).map(block => ({
    at: Date.parse(block.start),
    text: `“${block.title}” on ${whenText(block, timezone)} falls away.`,
  }))
  return [...moved, ...added, ...dropped]
}

/** Such as `Mon 1 Mar 2027, 18:00–19:00`. */
function whenText({ start, end }: PlanBlock, timezone: string): string {
  const from = Temporal.Instant.from(start).toZonedDateTimeISO(timezone)
  const until = Temporal.Instant.from(end).toZonedDateTimeISO(timezone)
  const options = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
  const day = from.toPlainDate().toLocaleString('en-GB', options).replace(',', '')
  const time = (moment: Temporal.ZonedDateTime): string =>
    moment.toPlainTime().toString({ smallestUnit: 'minute' })
  return `${day}, ${time(from)}–${time(until)}`
}
