import type { CalendarFact, CalendarReading } from './reading.ts'
import { WEEKDAYS } from './words.ts'

/** What a reading says, in one short line: facts, then `?` with the number of options, then `!` with problems. */
export function gist({ findings, questions, problems }: CalendarReading): string {
  return [
    ...findings.map(factText),
    ...questions.map(({ options }) => `?${options.length}`),
    ...problems.map(({ code }) => `!${code}`),
  ]
    .sort()
    .join(' ')
}

function factText(fact: CalendarFact): string {
  switch (fact.kind) {
    case 'deadline':
      return `due:${fact.moment}`
    case 'start':
      return `from:${fact.moment}`
    case 'sessions': {
      const { rule, frequency, interval = 1, times = 1 } = fact.recurrence
      return rule ?? `${times}x${frequency}${interval === 1 ? '' : `/${interval}`}`
    }
    case 'windows':
      return `at:${windowsText(fact.windows)}`
    case 'forbidden_windows':
      return `not-at:${windowsText(fact.windows)}`
    case 'only_days':
      return `only:${daysText(fact.days)}`
    case 'forbidden_days':
      return `not:${daysText(fact.days)}`
    case 'blackout':
      return `away:${fact.start}..${fact.end}`
    case 'session_minutes':
      return `${fact.minutes}min`
    case 'session_count':
      return `${fact.count}sessions`
    case 'capacity':
      return Object.entries(fact.limits)
        .map(([name, value]) => `${name}=${value}`)
        .join(',')
    case 'timezone':
      return `zone:${fact.timezone}`
    case 'length':
      return `for:${fact.count}${fact.unit}`
    case 'at_time':
      return `begin:${fact.time}${fact.days === undefined ? '' : `@${daysText(fact.days)}`}`
  }
}

function daysText(days: readonly string[]): string {
  return WEEKDAYS.filter(day => days.includes(day))
    .map(day => day.slice(0, 2))
    .join(',')
}

function windowsText(
  windows: readonly { readonly day: string; readonly start: string; readonly end: string }[],
): string {
  const times = [...new Set(windows.map(({ start, end }) => `${start}-${end}`))].join('+')
  const days = daysText(windows.map(({ day }) => day))
  return days.length === 20 ? times : `${times}@${days}`
}
