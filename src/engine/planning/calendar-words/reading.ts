import type { TaskRecurrence, Weekday, WeeklyWindow, WorkCapacity } from '../../../contracts/schedule.ts'

/** Words of the person, and where they stand in the text. */
export interface Evidence {
  readonly quote: string
  readonly at: number
}

/** What some words say about time. Moments are those of `Moment` in the contract: a date alone, or with a local time. */
export type CalendarFact =
  | { readonly kind: 'deadline'; readonly moment: string }
  | { readonly kind: 'start'; readonly moment: string }
  | {
      readonly kind: 'sessions'
      readonly recurrence: Partial<TaskRecurrence>
      /** Only on these days of the week; all when absent. */
      readonly days?: readonly Weekday[]
      /** Distinct days of a week on which there is work, when the words bound them. */
      readonly days_per_week?: number
    }
  | { readonly kind: 'windows'; readonly windows: readonly WeeklyWindow[] }
  | { readonly kind: 'forbidden_windows'; readonly windows: readonly WeeklyWindow[] }
  | { readonly kind: 'only_days'; readonly days: readonly Weekday[] }
  | { readonly kind: 'forbidden_days'; readonly days: readonly Weekday[] }
  | { readonly kind: 'blackout'; readonly start: string; readonly end: string }
  | { readonly kind: 'session_minutes'; readonly minutes: number }
  | { readonly kind: 'session_count'; readonly count: number }
  | { readonly kind: 'capacity'; readonly limits: Partial<WorkCapacity> }
  | { readonly kind: 'timezone'; readonly timezone: string }
  /** How long the whole plan runs, from its start. */
  | { readonly kind: 'length'; readonly unit: LengthUnit; readonly count: number }
  /** Each session begins at this time; on these days, or on all. */
  | { readonly kind: 'at_time'; readonly time: string; readonly days?: readonly Weekday[] }

export type LengthUnit = 'day' | 'week' | 'fortnight' | 'month' | 'quarter' | 'year'

export type CalendarFinding = CalendarFact &
  Evidence & {
    /** How the words were taken where they leave room; to be shown to the person. */
    readonly taken_as?: string
  }

/** Words that can mean several things. Each option is a finding of its own; choosing one settles the question. */
export interface CalendarQuestion extends Evidence {
  readonly id: string
  readonly question: string
  /** None where only the person can say what is meant. */
  readonly options: readonly { readonly id: string; readonly label: string; readonly fact: CalendarFact }[]
}

/** Words that say something that cannot be. */
export interface CalendarProblem extends Evidence {
  readonly code: 'past' | 'impossible_date' | 'impossible_time' | 'contradiction' | 'unknown_timezone'
  readonly message: string
  /** What the words would say if it could be. */
  readonly fact?: CalendarFact
}

export interface CalendarReading {
  readonly findings: readonly CalendarFinding[]
  readonly questions: readonly CalendarQuestion[]
  readonly problems: readonly CalendarProblem[]
}

/** What is known before reading. */
export interface CalendarContext {
  /** Milliseconds since 1970, from the clock that is passed in. */
  readonly now: number
  /** IANA name; used unless the words name another. */
  readonly timezone: string
  /** How the person writes 5/6: asked when absent and it matters. */
  readonly dateOrder?: 'day_first' | 'month_first'
}

/** What a rule makes of a match: facts, a question, a problem; undefined leaves the words to other rules. */
export type Outcome =
  | { readonly facts: readonly CalendarFact[]; readonly takenAs?: string }
  | { readonly question: string; readonly options: CalendarQuestion['options'] }
  | { readonly problem: CalendarProblem['code']; readonly message: string; readonly fact?: CalendarFact }

export interface Match {
  readonly text: string
  readonly groups: Readonly<Record<string, string | undefined>>
  /** What stands before, for rules that must not follow a word. */
  readonly before: string
}

export interface Rule {
  readonly pattern: RegExp
  readonly read: (match: Match) => Outcome | undefined
}

const patterns = new Map<string, RegExp>()

/** A rule by the source of its pattern, which is compiled once. */
export function rule(source: string, read: Rule['read']): Rule {
  const pattern = patterns.get(source) ?? new RegExp(source, 'g')
  patterns.set(source, pattern)
  return { pattern, read }
}

/** Applies rules in order; words that one has read are not read by the next. */
export function applyRules(original: string, plain: string, rules: readonly Rule[]): CalendarReading {
  const findings: CalendarFinding[] = []
  const questions: CalendarQuestion[] = []
  const problems: CalendarProblem[] = []
  let rest = plain
  for (const { pattern, read } of rules)
    for (const match of rest.matchAll(pattern)) {
      const [text] = match
      const outcome = read({ text, groups: match.groups ?? {}, before: rest.slice(0, match.index) })
      if (outcome === undefined) continue
      const lead = text.length - text.trimStart().length
      const evidence = {
        quote: original.slice(match.index + lead, match.index + text.trimEnd().length),
        at: match.index + lead,
      }
      rest = rest.slice(0, match.index) + '\u0001'.repeat(text.length) + rest.slice(match.index + text.length)
      if ('problem' in outcome)
        problems.push({
          ...{ code: outcome.problem, message: outcome.message },
          ...evidence,
          ...(outcome.fact === undefined ? {} : { fact: outcome.fact }),
        })
      else if ('question' in outcome)
        questions.push({
          id: `when_${evidence.at}`,
          question: outcome.question,
          options: outcome.options,
          ...evidence,
        })
      else
        findings.push(
          ...outcome.facts.map(fact => ({
            ...fact,
            ...evidence,
            ...(outcome.takenAs === undefined ? {} : { taken_as: outcome.takenAs }),
          })),
        )
    }
  const byPlace = (left: Evidence, right: Evidence): number => left.at - right.at
  return {
    findings: findings.sort(byPlace),
    questions: questions.sort(byPlace),
    problems: problems.sort(byPlace),
  }
}
