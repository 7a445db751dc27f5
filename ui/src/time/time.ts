// Making a formatter costs more than a hundred uses of it.
const CLOCK = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const SHORT_TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const TIME_OF_DAY = new Intl.DateTimeFormat(undefined, {
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
})

/** `4 s`, `3 min`, `2 h 5 min`, `6 days`: the two largest units that matter, never negative. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (ms >= 0 && ms < 1000) return `${Math.round(ms)} ms`
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 10 && seconds % 60 !== 0) return `${minutes} min ${seconds % 60} s`
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  const days = Math.floor(hours / 24)
  return days === 1 ? '1 day' : `${days} days`
}

/** `now`, `3 min`, `2 h`, `6 days`: one unit, for ages in lists. */
export function ageText(at: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(at)) / 60_000)
  if (!(minutes >= 1)) return 'now'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h`
  const days = Math.floor(hours / 24)
  return days === 1 ? '1 day' : `${days} days`
}

export type Urgency = 'calm' | 'soon' | 'urgent' | 'past'

/** How near a deadline is: the last 20 % of the whole time is `soon`, the last minute `urgent`. */
export function urgencyOf(createdAt: string, expiresAt: string, now: number): Urgency {
  const end = Date.parse(expiresAt)
  const left = end - now
  if (left <= 0) return 'past'
  if (left <= 60_000) return 'urgent'
  return left <= (end - Date.parse(createdAt)) * 0.2 ? 'soon' : 'calm'
}

/** `14:05` for a time of today, else with its date. */
export function deadlineText(at: string, now: number): string {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date(now).toDateString()
  return isToday ? SHORT_TIME.format(date) : clockText(at)
}

/** Local date and time with the seconds left out, for titles and journals. */
export function clockText(at: string): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return at
  return CLOCK.format(date)
}

export function timeOfDayText(at: string): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return at
  return TIME_OF_DAY.format(date)
}
