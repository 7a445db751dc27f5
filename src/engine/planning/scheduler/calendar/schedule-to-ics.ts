import ical, { ICalCalendarMethod } from 'ical-generator'
import { digest } from '../../../../base/digest.ts'
import type { Schedule } from '../../../../contracts/schedule.ts'

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
}

/**
 * An iCalendar file (RFC 5545) with one event per block. Times are written in UTC, so that every calendar shows the same
 * instants on both sides of a clock change. Ids are stable: importing a changed schedule again moves its events.
 */
export function scheduleToIcs({ blocks }: Schedule, { name, madeAt, milestones = [] }: IcsOptions): string {
  const calendar = ical({ name, prodId: { company: 'soulgate', product: 'schedule', language: 'EN' } })
  calendar.method(ICalCalendarMethod.PUBLISH)
  const stamp = new Date(madeAt ?? blocks[0]?.start ?? milestones[0]?.at ?? 0)
  const seen = new Map<string, number>()
  const idOf = (nodeId: string): string => {
    const part = (seen.get(nodeId) ?? 0) + 1
    seen.set(nodeId, part)
    return `${digest('soulgate.calendar-event.v1', [name, nodeId, part]).slice(0, 32)}@soulgate`
  }
  for (const block of blocks) {
    const event = calendar.createEvent({
      id: idOf(block.plan_node_id),
      stamp,
      start: new Date(block.start),
      end: new Date(block.end),
      summary: block.title,
      ...(block.notes === undefined ? {} : { description: block.notes }),
    })
    for (const tag of block.tags) event.createCategory({ name: tag })
  }
  for (const { plan_node_id: id, title, at } of milestones)
    calendar.createEvent({ id: idOf(id), stamp, start: new Date(at), end: new Date(at), summary: title })
  return calendar.toString()
}
