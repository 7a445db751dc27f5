import { Temporal } from 'temporal-polyfill'

/** A VTIMEZONE component that tells the offsets of a zone over a stretch of time, one observance per change. */
export function timezoneText(
  timezone: string,
  { from, until }: { readonly from: number; readonly until: number },
): string {
  const first = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timezone)
  const before = first.getTimeZoneTransition('previous')
  const lines = ['BEGIN:VTIMEZONE', `TZID:${timezone}`]
  let at = before ?? first.subtract({ days: 1 })
  lines.push(...observance(at, before === null ? at.offset : offsetBefore(before)))
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (next === null || next.epochMilliseconds > until) break
    lines.push(...observance(next, offsetBefore(next)))
    at = next
  }
  return [...lines, 'END:VTIMEZONE'].join('\r\n')
}

function offsetBefore(change: Temporal.ZonedDateTime): string {
  return change.subtract({ nanoseconds: 1 }).offset
}

/** The offset that holds from a change on; the change is written in the local time before it. */
function observance(change: Temporal.ZonedDateTime, offsetFrom: string): readonly string[] {
  const local = change.withTimeZone(offsetFrom).toPlainDateTime()
  const isLater = secondsOf(change.offset) > secondsOf(offsetFrom)
  const kind = isLater ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}`,
    `TZOFFSETFROM:${offsetFrom.replaceAll(':', '')}`,
    `TZOFFSETTO:${change.offset.replaceAll(':', '')}`,
    `END:${kind}`,
  ]
}

function secondsOf(offset: string): number {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 3_600 + minutes * 60)
}
