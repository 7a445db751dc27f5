import { Temporal } from 'temporal-polyfill'
import type { ScheduledBlock } from '../../../../contracts/schedule.ts'

/** A block, and how often it comes back after so many days at the same local time. */
export interface BlockSeries {
  readonly block: ScheduledBlock
  readonly count: number
  readonly everyDays: number
}

const MIN_COUNT = 3

interface Placed {
  readonly block: ScheduledBlock
  readonly start: Temporal.ZonedDateTime
  readonly minutes: number
  /** Blocks in a series agree in it. */
  readonly key: string
}

/**
 * Blocks as series where at least three of one node follow each other at equal distances, equally long and at the same
 * local time. A block in an hour that the clocks repeat, or across a change of them, stays alone.
 */
export function findSeries(blocks: readonly ScheduledBlock[], timezone: string): readonly BlockSeries[] {
  const byKey = Map.groupBy(
    blocks.map(block => toPlaced(block, timezone)),
    ({ key }) => key,
  )
  return [...byKey.values()]
    .flatMap(fewestSeries)
    .sort((left, right) => Date.parse(left.block.start) - Date.parse(right.block.start))
}

function toPlaced(block: ScheduledBlock, timezone: string): Placed {
  const start = Temporal.Instant.from(block.start).toZonedDateTimeISO(timezone)
  const end = Temporal.Instant.from(block.end).toZonedDateTimeISO(timezone)
  const minutes = (end.epochMilliseconds - start.epochMilliseconds) / 60_000
  const isSteady = start.offset === end.offset && !isAmbiguous(start) && !isAmbiguous(end)
  const time = start.toPlainTime().toString()
  const parts = [block.plan_node_id, block.title, time, minutes, block.notes ?? '', ...block.tags]
  return {
    block,
    start,
    minutes,
    key: isSteady ? JSON.stringify(parts) : JSON.stringify([block.start, ...parts]),
  }
}

function isAmbiguous(moment: Temporal.ZonedDateTime): boolean {
  const local = moment.toPlainDateTime()
  const [earlier, later] = (['earlier', 'later'] as const).map(disambiguation =>
    local.toZonedDateTime(moment.timeZoneId, { disambiguation }),
  )
  return earlier?.epochMilliseconds !== later?.epochMilliseconds
}

/** By day of the week where that makes fewer of them, as with Mondays and Thursdays. */
function fewestSeries(placed: readonly Placed[]): readonly BlockSeries[] {
  const whole = seriesOf(placed)
  const byDay = [...Map.groupBy(placed, ({ start }) => start.dayOfWeek).values()].flatMap(seriesOf)
  return byDay.length < whole.length ? byDay : whole
}

function seriesOf(placed: readonly Placed[]): readonly BlockSeries[] {
  const found: BlockSeries[] = []
  for (let at = 0; at < placed.length; ) {
    const length = runLength(placed, at)
    const taken = length >= MIN_COUNT ? length : 1
    const [first, second] = [placed[at], placed[at + 1]]
    const everyDays =
      taken > 1 && first !== undefined && second !== undefined ? daysBetween(first, second) : 0
    if (first !== undefined) found.push({ block: first.block, count: taken, everyDays })
    at += taken
  }
  return found
}

function runLength(placed: readonly Placed[], from: number): number {
  const [first, second] = [placed[from], placed[from + 1]]
  if (first === undefined || second === undefined) return 1
  const distance = daysBetween(first, second)
  if (distance < 1) return 1
  let length = 2
  for (let at = from + 2; at < placed.length; at += 1) {
    const [before, next] = [placed[at - 1], placed[at]]
    if (before === undefined || next === undefined || daysBetween(before, next) !== distance) break
    length += 1
  }
  return length
}

function daysBetween(one: Placed, other: Placed): number {
  return one.start.toPlainDate().until(other.start.toPlainDate(), { largestUnit: 'days' }).days
}
