import { neighboursOf } from '../acts/neighbours.ts'
import type { Clash } from '../clash.ts'
import { splitParts, squeeze } from './parts.ts'
import type { ValueReading } from './reading.ts'
import { readSaidValues, type SaidValue } from './said-values.ts'
import { saysNothingNew } from './same-thing.ts'

const DAY_SECONDS = 86_400
const MINUTE_SECONDS = 60

/** A span of time with what it spans, from its first to its last moment. */
interface Span {
  readonly from: SaidValue
  readonly to: SaidValue
  readonly kind: string
  readonly first: number
  readonly last: number
}

/** A stretch of time that ends before it begins, or is to last longer or shorter than it does. */
export function findImpossibleSpan(written: string): Clash | undefined {
  const goal = squeeze(written)
  const values = readSaidValues(goal).filter(({ part }) => !part.isAside)
  if (values.length < 2) return undefined
  return findReversed(goal, values) ?? findWrongLength(goal, values)
}

const apart =
  /\b(?:then|afterwards|instead|another|other|each|every|per|daily|except|sometime|any ?time|some ?time|anywhere|between|window|break|pause|buffer|reminder|remind|notice|warm-?up|respectively|repeat\w*|or(?! (?:more|less|longer|shorter))|again|until then|sorry|wait|i mean)\b/i

/** “beginning on 1 June 2026 and ending on 31 May 2026” */
function findReversed(goal: string, values: readonly SaidValue[]): Clash | undefined {
  for (const [at, begin] of values.entries()) {
    if (begin.moment !== 'begin' || begin.reading.isSpan === true || begin.limit !== undefined) continue
    const end = neighboursOf(values, at).find(
      one =>
        one.moment === 'end' &&
        one.limit === undefined &&
        one.reading.isSpan !== true &&
        one.reading.kind === begin.reading.kind &&
        isReversed(begin.reading, one.reading) &&
        isOneStretch(goal, begin, one),
    )
    if (end !== undefined)
      return { because: 'it would end before it begins', evidence: [begin.reading.text, end.reading.text] }
  }
  return undefined
}

/** A night may run over midnight, and without a year a stay may run over New Year. */
const MOST_REVERSED: Readonly<Record<string, number>> = {
  clock: 480,
  day: 150,
  'far day': 400,
  'day of month': 0,
}

function isReversed(begin: ValueReading, end: ValueReading): boolean {
  const most = MOST_REVERSED[begin.kind] ?? 0
  return begin.shifts.every(shift =>
    end.shifts.every(other => {
      const late = begin.lowest + shift - (end.highest + other)
      return late > 0 && late <= most
    }),
  )
}

function isOneStretch(goal: string, one: SaidValue, other: SaidValue): boolean {
  const [first, second] =
    one.part.start + one.reading.start < other.part.start + other.reading.start ? [one, other] : [other, one]
  const stretch = goal.slice(first.part.start, second.part.end)
  if (apart.test(stretch)) return false
  const { part, reading } = second
  const text = `${part.text.slice(0, reading.start)} ${part.text.slice(reading.end)}`
  return (
    part === first.part || saysNothingNew(text, goal.slice(Math.max(0, first.part.start - 200), part.start))
  )
}

const lasting =
  /\b(?:for|of|lasts?|lasting|takes?|taking|runs?|running|covers?|covering|spans?|spanning|stays?|be|is|at least|at most|than|over|under|about|exactly|goes on|go on|length of|full|whole)\s+(?:(?:a|an|the|exactly|only|about|full|whole|all|those|these|at least|at most|no more than|no less than|up to)\s+)*$/i
const adjectival = /^[\s-](?:\p{Ll}+\s)?\p{Ll}{3,}/u
const notLasting =
  /^\s*(?:before|after|earlier|later|ago|early|late|ahead|prior|from (?:now|today|tomorrow)|old|notice|break|pause|each|per|a\s+(?:day|week)|every|in advance|beforehand|apart)\b/i

/** “from 3 to 6 August, for a stay of seven nights”, “a 45 minute lesson from 16:00 to 16:30” */
function findWrongLength(goal: string, values: readonly SaidValue[]): Clash | undefined {
  const durations = values.filter(isLasting)
  for (const duration of durations) {
    const spans = spansOf(neighboursOf(values, values.indexOf(duration))).filter(({ kind }) =>
      fitsKind(duration, kind),
    )
    const [span] = spans
    if (span === undefined || spans.length > 1 || !isOfSpan(goal, duration, span)) continue
    if (durations.filter(one => fitsKind(one, span.kind)).length > 1) continue
    if (!canLast(span, duration))
      return {
        because: 'it cannot last as long as it is to last',
        evidence: [goal.slice(span.from.part.start, span.to.part.end), duration.reading.text],
      }
  }
  return undefined
}

function isLasting({ reading, part, isLeft }: SaidValue): boolean {
  if (reading.kind !== 'duration' || isLeft) return false
  const after = part.text.slice(reading.end)
  if (notLasting.test(after)) return false
  return (
    lasting.test(part.text.slice(0, reading.start)) ||
    /^\s+(?:long|in length|in all|in total|altogether)\b/i.test(after) ||
    (adjectival.test(after) &&
      /\b(?:an?|the|my|our|this|that|one|new|single)\s+$|^$/i.test(part.text.slice(0, reading.start)))
  )
}

function fitsKind({ reading }: SaidValue, kind: string): boolean {
  return reading.highest >= DAY_SECONDS ? kind !== 'clock' : kind === 'clock'
}

function spansOf(values: readonly SaidValue[]): readonly Span[] {
  const joined = values
    .filter(({ reading }) => reading.isSpan === true && kinds.has(reading.kind))
    .map(one => ({
      from: one,
      to: one,
      kind: one.reading.kind,
      first: one.reading.lowest,
      last: one.reading.highest,
    }))
  const begins = values.filter(
    one => one.moment === 'begin' && one.reading.isSpan !== true && one.limit === undefined,
  )
  const ends = values.filter(
    one => one.moment === 'end' && one.reading.isSpan !== true && one.limit?.side !== 'lowest',
  )
  const [from, to] = [begins[0], ends[0]]
  if (joined.length > 0 || from === undefined || to === undefined) return joined
  const isOne = begins.every(({ reading }) => reading.kind !== from.reading.kind || reading === from.reading)
  if (!isOne || from.reading.kind !== to.reading.kind || !kinds.has(from.reading.kind)) return []
  if (from.reading.shifts.length + to.reading.shifts.length > 2 || to.reading.highest < from.reading.lowest)
    return []
  return [{ from, to, kind: from.reading.kind, first: from.reading.lowest, last: to.reading.highest }]
}

const kinds = new Set(['clock', 'day', 'weekday', 'day of month'])

function isOfSpan(goal: string, duration: SaidValue, span: Span): boolean {
  const from = Math.min(duration.part.start, span.from.part.start, span.to.part.start)
  const to = Math.max(duration.part.end, span.from.part.end, span.to.part.end)
  if (apart.test(goal.slice(from, to)) || span.from.isLeft) return false
  const isAfter = duration.part.start > span.to.part.start
  if (!isAfter) return duration.part.sentence === span.from.part.sentence
  const text = duration.part.text.replace(duration.reading.text, ' ')
  return saysNothingNew(text, goal.slice(0, duration.part.start)) && !hasOtherSubject(goal, span, duration)
}

function hasOtherSubject(goal: string, span: Span, duration: SaidValue): boolean {
  return splitParts(goal)
    .slice(span.to.partAt + 1, duration.partAt)
    .some(({ text, isCommand, end }) => isCommand && !saysNothingNew(text, goal.slice(0, end - text.length)))
}

/** Whether a span can last so long: days may be counted with the first or without it, weeks and months are rough. */
function canLast(span: Span, { reading, limit, part }: SaidValue): boolean {
  const apartBy = span.last - span.first
  const isClock = span.kind === 'clock'
  const length = reading.highest / (isClock ? MINUTE_SECONDS : DAY_SECONDS)
  const isNights = /nights?$/i.test(reading.text)
  const slack = isClock || isNights ? 0 : length >= 300 ? 3 : length >= 28 ? 3 : 1
  const isFull = /\b(?:full|whole|complete)\b/i.test(part.text)
  const shortest = apartBy - (slack > 1 ? slack : 0)
  const longest = apartBy + (isClock || isNights ? 0 : Math.max(1, slack))
  const nearest = isFull && !isClock ? Math.max(longest, apartBy + 1) : longest
  if (limit?.side === 'highest') return shortest <= length
  if (limit?.side === 'lowest') return nearest >= length
  return shortest <= length && nearest >= length
}
