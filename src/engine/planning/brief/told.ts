import type { BriefRhythm, BriefWork } from '../../../contracts/plan-brief.ts'
import type { CalendarFinding, CalendarReading } from '../calendar-words/calendar-words.ts'
import { IS_DATE, type NamedDate } from './dates-of-goal.ts'
import { readAmount } from './phrases.ts'
import { readRhythm, type SaidRhythm, weeklyRhythm } from './read-rhythm.ts'
import { blank, endOf, isWithin, overlaps, speaksOfPlan } from './spans.ts'
import type { Piece } from './statements.ts'
import { contentWords } from './words-of-substance.ts'

type Kind = CalendarFinding['kind']
const LIMITS: ReadonlySet<Kind> = new Set<Kind>([
  ...(['windows', 'forbidden_windows', 'only_days', 'forbidden_days', 'blackout', 'capacity'] as const),
  ...(['timezone', 'start', 'length', 'deadline', 'at_time'] as const),
])
/** Words that make of a time the time of the whole plan. */
const OF_ALL =
  /^(?:everything|done|finished|finish|ready|complete|deadline|free|available|best|works?|must|should|prefer|due|latest|most|max|maximum|least|more|than|weeks?|days?|hours?|times?|usually|mostly|need|suits?|\d+|two|three|four|five|six|seven)$/
const IS_BOUND = /\b(?:at most|no more than|not more than|max(?:imum)?|up to)\b/i
const PERSON_CAN = /^(?:(?:and|but|so)\s+)?(?:i|we)(?:\s+(?:can|could|have time|am|are|will)|['’]m|['’]re)\b/i

/** What a goal says of time, piece by piece: of an entry, of the plan as a whole, or of neither for certain. */
export class SpokenTimes {
  private readonly reading: CalendarReading
  private readonly accepted = new Set<CalendarFinding>()
  private readonly settled: Piece[] = []

  constructor(reading: CalendarReading) {
    this.reading = reading
  }

  private in(piece: Piece): readonly CalendarFinding[] {
    return this.reading.findings.filter(finding => isWithin(finding, piece))
  }

  isNamedIn(piece: Piece): boolean {
    return this.in(piece).length > 0
  }

  /** A piece without the words about time in it; letters keep their places. What is done how often is no time. */
  without(piece: Piece, spans: readonly Piece[] = []): string {
    const times = this.in(piece).filter(finding => finding.kind !== 'sessions' || finding.days !== undefined)
    const said = [...times.map(({ quote, at }) => ({ text: quote, at })), ...spans]
    const bare = said.reduce(
      (left, { text, at }) => blank(left, { at: Math.max(0, at - piece.at), length: text.length }),
      piece,
    )
    return bare.text
  }

  isOnlyTime(piece: Piece): boolean {
    return this.isNamedIn(piece) && this.restOf(piece).length === 0
  }

  private restOf(piece: Piece): readonly string[] {
    return contentWords(this.without(piece)).filter(word => !OF_ALL.test(word))
  }

  /** The first words without the end that they name. */
  titleIn(piece: Piece, spans: readonly Piece[]): string {
    const ends = this.in(piece).filter(({ kind }) => kind === 'deadline')
    const said = [...ends.map(({ quote, at }) => ({ text: quote, at })), ...spans]
    return said.reduce(
      (left, { text, at }) => blank(left, { at: Math.max(0, at - piece.at), length: text.length }),
      piece,
    ).text
  }

  /** A time in which something happens, “in October”: whether the work is done then or before is not said. */
  periodIn(piece: Piece): string | undefined {
    const starts = this.in(piece).filter(({ kind }) => kind === 'start')
    return starts.find(({ at }) => this.in(piece).some(other => other.kind === 'deadline' && other.at === at))
      ?.quote
  }

  /** Whether a piece speaks of when the plan as a whole can be worked on, and of nothing else. */
  isLimit(piece: Piece): boolean {
    const said = this.in(piece)
    const isBound = said.some(({ kind }) => kind === 'sessions') && IS_BOUND.test(piece.text)
    if (!isBound && !said.some(({ kind }) => LIMITS.has(kind))) return false
    const rest = this.restOf(piece)
    if (rest.length === 0) return true
    const isTheirs = said.some(({ kind }) => kind === 'blackout') || rest.length === 1
    return isTheirs && PERSON_CAN.test(piece.text) && !said.some(({ kind }) => kind === 'deadline')
  }

  /** Time away, and a beginning without an end, are the plan's although they name a day. */
  isOfPlan(date: NamedDate, piece: Piece): boolean {
    return this.in(piece).some(finding => overlaps(finding, date) && speaksOfPlan(finding, date))
  }

  /** Takes what a piece says of time for the whole plan. */
  accept(piece: Piece, kinds?: readonly Kind[]): void {
    for (const finding of this.in(piece))
      if (kinds === undefined || kinds.includes(finding.kind)) this.accepted.add(finding)
    if (kinds === undefined) this.settled.push(piece)
  }

  deadlineIn(piece: Piece): Extract<CalendarFinding, { kind: 'deadline' }> | undefined {
    return this.in(piece).find(finding => finding.kind === 'deadline')
  }

  /** The one day until which something goes on. */
  untilIn(piece: Piece): Extract<CalendarFinding, { kind: 'deadline' }> | undefined {
    const [end, ...others] = this.in(piece).flatMap(finding =>
      finding.kind === 'deadline' && /^(?:until|till)\b/i.test(finding.quote) ? [finding] : [],
    )
    return others.length > 0 ? undefined : end
  }

  /** The day by which one piece of work is due, or the time in which it falls. */
  dueOf(
    piece: Piece,
  ): { readonly days: Partial<BriefWork>; readonly span: { at: number; length: number } } | undefined {
    const found = this.deadlineIn(piece)
    // “Within a week” counts from something else than today.
    if (found === undefined || /^(?:on|at)\b/i.test(found.quote) || !IS_DATE.test(found.quote))
      return undefined
    const start = this.in(piece).find(finding => finding.kind === 'start' && finding.at === found.at)
    const from = start?.kind === 'start' ? { not_before: start.moment.slice(0, 10) } : {}
    const span = { at: found.at - piece.at, length: found.quote.length }
    return { days: { done_by: found.moment.slice(0, 10), ...from }, span }
  }

  /** How often, on which days, at which time and how long, as one piece says it; `rest` is what else it says. */
  rhythmIn(piece: Piece): SaidRhythm | undefined {
    const rhythm = readRhythm(piece.text)
    const said = this.in(piece)
    const days = said.flatMap(finding =>
      finding.kind === 'only_days' || finding.kind === 'sessions' ? (finding.days ?? []) : [],
    )
    const windows = said.flatMap(finding => (finding.kind === 'windows' ? finding.windows : []))
    if (rhythm === undefined) return weeklyRhythm({ piece, days, windows, rest: this.without(piece) })
    const { at, length, title, ...every } = rhythm
    const bare = title ?? this.without(blank(piece, { at, length }))
    const amount =
      every.minutes === undefined && title === undefined
        ? readAmount(blank(piece, { at, length }).text)
        : undefined
    const rest = amount === undefined ? bare : blank({ text: bare, at: 0 }, amount).text
    return {
      ...every,
      ...(amount === undefined ? {} : { minutes: amount.minutes }),
      ...(days.length === 0 ? {} : { days: [...new Set(days)] }),
      rest,
    }
  }

  /** “45 minutes each”, “on Tuesdays and Thursdays”: more of the rhythm before, where nothing else is said. */
  lengthOrDaysOf(piece: Piece, last: BriefRhythm): Partial<BriefRhythm> | undefined {
    const each = /\b(?:each|every time|at a time)\b/i
    const amount = each.test(piece.text) ? readAmount(piece.text.replace(each, '').trimEnd()) : undefined
    const rest = this.without(piece).replace(each, '')
    const left = amount === undefined ? rest : rest.replace(/\d+\s*\p{L}+/u, '')
    if (contentWords(left).length > 0) return undefined
    if (amount !== undefined && last.minutes === undefined) return { minutes: amount.minutes }
    const named = this.in(piece).find(finding => finding.kind === 'sessions')
    return named?.kind === 'sessions' && named.days !== undefined ? { days: [...named.days] } : undefined
  }

  /** “Tuesdays, Thursdays and Saturdays”: what one reading took over several pieces is placed with the first. */
  isToldBefore({ at, text }: Piece): boolean {
    const end = at + text.replace(/[.,;!?\s]+$/, '').length
    return this.reading.findings.some(finding => finding.at < at && endOf(finding) >= end)
  }

  /** What is the plan's; a question stays where the words that it is about became no entry. */
  left(): CalendarReading {
    const isSettled = (item: { readonly at: number; readonly quote: string }): boolean =>
      this.settled.some(piece => isWithin(item, piece))
    return {
      findings: this.reading.findings.filter(finding => this.accepted.has(finding)),
      questions: this.reading.questions.filter(isSettled),
      problems: this.reading.problems.filter(isSettled),
    }
  }
}
