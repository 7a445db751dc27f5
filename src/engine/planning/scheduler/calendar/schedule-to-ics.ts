import ical, { ICalCalendarMethod, ICalEventRepeatingFreq } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { digest } from '../../../../base/digest.ts'
import type { Schedule } from '../../../../contracts/schedule.ts'
import { type BlockSeries, findSeries } from './block-series.ts'
import { timezoneText } from './timezone-text.ts'

/** What a calendar file says besides its blocks. */
export interface IcsOptions {
  readonly name: string
  /** Stands in every event as the moment it was made; the first block's start when not given, so that output repeats. */
  readonly madeAt?: string
  readonly milestones?: readonly {
    readonly plan_node_id: string
    readonly title: string
    readonly at: string
  }[]
  /** With a zone, blocks that come back at the same local time are one event that repeats in that zone. */
  readonly timezone?: string
  /** What ids are made from, besides node and part; the name when not given. */
  readonly idPrefix?: string
}

/**
 * An iCalendar file (RFC 5545) with one event per block. Times are written in UTC, so that every calendar shows the same
 * instants on both sides of a clock change; those of repeating events in their zone, which stands in the file. Ids are
 * stable: importing a changed schedule again moves its events.
 */
export function scheduleToIcs({ blocks }: Schedule, options: IcsOptions): string {
  const { name, madeAt, milestones = [], timezone, idPrefix = name } = options
  const calendar = ical({ name, prodId: { company: 'soulgate', product: 'schedule', language: 'EN' } })
  calendar.method(ICalCalendarMethod.PUBLISH)
  const stamp = new Date(madeAt ?? blocks[0]?.start ?? milestones[0]?.at ?? 0)
  const seen = new Map<string, number>()
  const idOf = (nodeId: string): string => {
    const part = (seen.get(nodeId) ?? 0) + 1
    seen.set(nodeId, part)
    return `${digest('soulgate.calendar-event.v1', [idPrefix, nodeId, part]).slice(0, 32)}@soulgate`
  }
  const all = timezone === undefined ? blocks.map(alone) : findSeries(blocks, timezone)
  if (timezone !== undefined && all.some(({ count }) => count > 1))
    calendar.timezone({ name: null, generator: zone => timezoneText(zone, spanOf(blocks)) })
  for (const { block, count, everyDays } of all) {
    const isSeries = timezone !== undefined && count > 1
    const event = calendar.createEvent({
      id: idOf(block.plan_node_id),
      stamp,
      start: isSeries ? zoned(block.start, timezone) : new Date(block.start),
      end: isSeries ? zoned(block.end, timezone) : new Date(block.end),
      timezone: isSeries ? timezone : 'UTC',
      summary: block.title,
      ...(block.notes === undefined ? {} : { description: block.notes }),
    })
    if (isSeries) event.repeating(repetition(count, everyDays))
    for (const tag of block.tags) event.createCategory({ name: tag })
  }
  for (const { plan_node_id: id, title, at } of milestones)
    calendar.createEvent({
      ...{ id: idOf(id), stamp, start: new Date(at), end: new Date(at), summary: title, timezone: 'UTC' },
    })
  return calendar.toString()
}

function alone(block: Schedule['blocks'][number]): BlockSeries {
  return { block, count: 1, everyDays: 0 }
}

function zoned(moment: string, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(moment).toZonedDateTimeISO(timezone)
}

function spanOf(blocks: Schedule['blocks']): { readonly from: number; readonly until: number } {
  const starts = blocks.map(({ start }) => Date.parse(start))
  return {
    from: starts.reduce((least, start) => Math.min(least, start), Number.POSITIVE_INFINITY),
    until: starts.reduce((most, start) => Math.max(most, start), Number.NEGATIVE_INFINITY),
  }
}

function repetition(count: number, everyDays: number) {
  if (everyDays % 7 === 0) return { freq: ICalEventRepeatingFreq.WEEKLY, interval: everyDays / 7, count }
  return { freq: ICalEventRepeatingFreq.DAILY, interval: everyDays, count }
}
