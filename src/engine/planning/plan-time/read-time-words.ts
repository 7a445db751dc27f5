import type { PlanCalendar, PlanConstraints } from '../../../contracts/plan.ts'
import {
  type CalendarFinding,
  type CalendarQuestion,
  type CalendarReading,
  planTimesOf,
  readCalendarWords,
} from '../calendar-words/calendar-words.ts'
import { happensOnADay } from '../outline/outline.ts'
import type { TimeWords } from '../planning-tools.ts'

/** What a person's words say about time, as constraints, and the words without it. */
export function readTimeWords(
  text: string,
  { now, timezone }: { readonly now: string; readonly timezone: string },
): TimeWords {
  const context = { now: Date.parse(now), timezone }
  return timeWordsOf(text, readCalendarWords(text, context), { now, timezone })
}

/** The same of a reading that was made already. */
export function timeWordsOf(
  text: string,
  reading: CalendarReading,
  { now, timezone }: { readonly now: string; readonly timezone: string },
): TimeWords {
  const context = { now: Date.parse(now), timezone }
  const times = planTimesOf(reading, context)
  const hasCalendar = times.weekly !== undefined || times.timezone !== timezone
  const calendar: PlanCalendar = {
    timezone: times.timezone,
    weekly: [...(times.weekly ?? [])],
    exceptions: [],
  }
  return {
    constraints: forItsDay(
      text,
      { now, timezone },
      { reading, constraints: withPastDeadline(times.constraints, times.problems) },
    ),
    ...(hasCalendar ? { calendar } : {}),
    understood: [...new Set(reading.findings.map(understoodText))],
    rest: withoutQuotes(text, reading.findings),
    unclear: [
      ...times.questions.map(questionText),
      ...times.problems
        .filter(({ fact }) => fact?.kind !== 'deadline')
        .map(({ quote, message }) => `“${quote}”: ${message}`),
    ],
  }
}

/** “A conference in November”: it is in November, and what leads there begins before. */
function forItsDay(
  text: string,
  about: { readonly now: string; readonly timezone: string },
  { reading, constraints }: { readonly reading: CalendarReading; readonly constraints: PlanConstraints },
): PlanConstraints {
  const { start, ...rest } = constraints
  const { findings } = reading
  const ends = findings.flatMap(({ kind, at }) => (kind === 'deadline' ? [at] : []))
  const isSamePeriod = findings.some(({ kind, at }) => kind === 'start' && ends.includes(at))
  return start !== undefined && isSamePeriod && happensOnADay(text, about) ? rest : constraints
}

/** A deadline that is over is kept as it was said, so that it is refused rather than forgotten. */
function withPastDeadline(
  constraints: PlanConstraints,
  problems: ReturnType<typeof planTimesOf>['problems'],
): PlanConstraints {
  const past = problems.flatMap(({ fact }) => (fact?.kind === 'deadline' ? [fact.moment] : []))[0]
  return past === undefined || constraints.deadline !== undefined
    ? constraints
    : { ...constraints, deadline: past }
}

function questionText({ quote, question, options }: CalendarQuestion): string {
  const labels = options.map(({ label }) => label)
  return `“${quote}”: ${question}${labels.length === 0 ? '' : ` (${labels.join(' or ')})`}`
}

function withoutQuotes(text: string, findings: readonly CalendarFinding[]): string {
  let rest = text
  for (const { quote, at } of findings)
    rest = rest.slice(0, at) + ' '.repeat(quote.length) + rest.slice(at + quote.length)
  return rest
    .replace(/\s+/g, ' ')
    .replace(/(?:[\s,;:–—-]|\band\b)+$/i, '')
    .replace(/(?:\s*[,;]\s*)+/g, ', ')
    .trim()
}

function understoodText(finding: CalendarFinding): string {
  const { quote, taken_as: takenAs } = finding
  return takenAs === undefined ? `“${quote}”: ${factText(finding)}.` : `“${quote}”: ${takenAs}`
}

function factText(finding: CalendarFinding): string {
  switch (finding.kind) {
    case 'deadline':
      return `done by ${finding.moment}`
    case 'start':
      return `from ${finding.moment} on`
    case 'sessions':
      return rhythmText(finding)
    case 'windows':
      return `possible ${timesText(finding.windows)}`
    case 'forbidden_windows':
      return `not ${timesText(finding.windows)}`
    case 'only_days':
      return `only ${finding.days.join(', ')}`
    case 'forbidden_days':
      return `not ${finding.days.join(', ')}`
    case 'blackout':
      return `nothing from ${finding.start} to ${finding.end}`
    case 'session_minutes':
      return `${finding.minutes} minutes a session`
    case 'session_count':
      return `${finding.count} sessions in all`
    case 'capacity':
      return Object.entries(finding.limits)
        .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
        .join(', ')
    case 'timezone':
      return `times in ${finding.timezone}`
    case 'length':
      return `${finding.count} ${finding.unit}s`
    case 'at_time':
      return `beginning at ${finding.time}`
  }
}

function rhythmText({ recurrence, days }: Extract<CalendarFinding, { kind: 'sessions' }>): string {
  if (recurrence.rule !== undefined) return `comes back by ${recurrence.rule}`
  const { times = 1, frequency = 'weekly', interval = 1 } = recurrence
  const every = interval === 1 ? '' : `, every ${interval}`
  return `${times} × ${frequency}${every}${days === undefined ? '' : ` on ${days.join(', ')}`}`
}

function timesText(
  windows: readonly { readonly day: string; readonly start: string; readonly end: string }[],
): string {
  const times = [...new Set(windows.map(({ start, end }) => `${start}–${end}`))]
  const days = [...new Set(windows.map(({ day }) => day))]
  return `${times.join(', ')}${days.length === 7 ? '' : ` on ${days.join(', ')}`}`
}
