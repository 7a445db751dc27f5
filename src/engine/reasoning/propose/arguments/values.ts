import {
  type DateSpot,
  findDates,
  findNames,
  findNumberWords,
  findSpots,
  readWords,
  type SpotKind,
  type Word,
} from '../../language/language.ts'

/** A value standing in a text, with the words before it that say what it is. */
export interface TextValue {
  readonly kind: SpotKind | 'date_time' | 'proper_name' | 'number_word'
  readonly value: string | number
  readonly text: string
  readonly start: number
  readonly end: number
  readonly unit?: string
  readonly date?: DateSpot
  /** Up to five words before it, nearest first. */
  readonly before: readonly Word[]
  /** Up to two words after it, nearest first. */
  readonly after: readonly Word[]
  /** Values joined by commas or “and” share a group number. */
  readonly group: number
}

/** Every value of a text in order: quoted texts, ids, addresses, numbers, dates and names, each with its cue words. */
export function readValues(text: string, now: Date, files: readonly string[] = []): readonly TextValue[] {
  const words = readWords(text)
  const dates = dateValues(text, now)
  const found = [
    ...fileValues(text, files),
    ...findSpots(text).filter(spot => !isDayOfMoment(spot, dates)),
    ...spelledQuantities(text),
    ...dates,
    ...nameValues(text),
    ...numberWordValues(text),
  ]
  const kept = withoutOverlaps(found)
  let group = 0
  return kept.map((value, at) => {
    const previous = kept[at - 1]
    const next = kept[at + 1]
    const isContinued =
      previous !== undefined && isJoined(text.slice(previous.end, value.start)) && isSameKind(previous, value)
    if (!isContinued) group += 1
    const from = previous?.end ?? 0
    return {
      ...value,
      group,
      before: wordsBefore(text, { words, value, from }),
      after: wordsAfter(text, { words, value, to: next?.start ?? text.length }),
    }
  })
}

function wordsBefore(
  text: string,
  { words, value, from }: { readonly words: readonly Word[]; readonly value: Bare; readonly from: number },
): readonly Word[] {
  return words
    .filter(({ start, end }) => start >= from && end <= value.start && !isParted(text, end, value.start))
    .slice(-MAX_BEFORE)
    .reverse()
}

const MAX_BEFORE = 5

function wordsAfter(
  text: string,
  { words, value, to }: { readonly words: readonly Word[]; readonly value: Bare; readonly to: number },
): readonly Word[] {
  return words
    .filter(({ start, end }) => start >= value.end && end <= to && !isParted(text, value.end, start))
    .slice(0, MAX_AFTER)
}

const MAX_AFTER = 2

/** A comma or a full stop between a word and a value: the word belongs to something else. */
function isParted(text: string, from: number, to: number): boolean {
  return /[,;]|[.!?]\s/.test(text.slice(from, to))
}

function withoutOverlaps(found: readonly Bare[]): readonly Bare[] {
  const kept: Bare[] = []
  for (const value of found.toSorted((left, right) => rankKind(left.kind) - rankKind(right.kind)))
    if (!kept.some(other => overlaps(value, other))) kept.push(value)
  return kept.sort((left, right) => left.start - right.start)
}

/** A length of time may stand inside of a moment (“in 3 days”); nothing else may overlap. */
function overlaps(left: Bare, right: Bare): boolean {
  if (left.start >= right.end || left.end <= right.start) return false
  const kinds = [left.kind, right.kind]
  return !(kinds.includes('date_time') && kinds.includes('quantity'))
}

type Bare = Omit<TextValue, 'before' | 'after' | 'group'>

/** Files that exist and are named, the longest name first. */
function fileValues(text: string, files: readonly string[]): readonly Bare[] {
  return files
    .toSorted((left, right) => right.length - left.length)
    .flatMap(file => {
      const start = text.indexOf(file)
      if (start < 0 || /[\p{L}\p{N}_/]/u.test(text[start - 1] ?? '')) return []
      return [{ kind: 'path' as const, value: file, text: file, start, end: start + file.length }]
    })
}

const TIME_UNIT = '(seconds?|minutes?|hours?|days?|weeks?|months?|years?)'

/** “half an hour”, “an hour”, “two hours”. */
function spelledQuantities(text: string): readonly Bare[] {
  const words = findNumberWords(text).flatMap(({ value, start, end, text: said }) => {
    const unit = new RegExp(`^\\s+${TIME_UNIT}\\b`, 'i').exec(text.slice(end))
    if (unit === null) return []
    const whole = `${said}${unit[0]}`
    return [
      {
        kind: 'quantity' as const,
        value,
        unit: unit[1] ?? '',
        text: whole,
        start,
        end: start + whole.length,
      },
    ]
  })
  const halves = [...text.matchAll(new RegExp(`\\b(half )?an? ${TIME_UNIT}\\b`, 'gi'))].map(match => ({
    kind: 'quantity' as const,
    value: match[1] === undefined ? 1 : 0.5,
    unit: match[2] ?? '',
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }))
  return [...words, ...halves]
}

const CURRENCIES: Readonly<Record<string, string>> = {
  ...{ '€': 'EUR', EURO: 'EUR', $: 'USD', US$: 'USD', DOLLAR: 'USD', '£': 'GBP', POUND: 'GBP' },
  ...{ '¥': 'JPY', YEN: 'JPY', '₹': 'INR', RUPEE: 'INR', FRANC: 'CHF' },
}

/** The currency of the first amount of money in a text, by its code. */
export function findMoney(text: string): string | undefined {
  const unit = findSpots(text)
    .find(({ kind }) => kind === 'money')
    ?.unit?.toUpperCase()
  return unit === undefined ? undefined : (CURRENCIES[unit] ?? CURRENCIES[unit.replace(/S$/, '')] ?? unit)
}

function dateValues(text: string, now: Date): readonly Bare[] {
  const dates = findDates(text, now).filter(
    date => !/^\d+(?:\.\d+)?$/.test(date.text.trim()) && !isDuration(date.text),
  )
  return joinDayAndTime(text, dates).map(date => ({
    kind: 'date_time',
    value: date.date,
    text: date.text,
    start: date.start,
    end: date.end,
    date,
  }))
}

/** The day in “2026-12-04 at 14:00”, which is one moment. */
function isDayOfMoment(spot: Bare, dates: readonly Bare[]): boolean {
  return (
    spot.kind === 'date' &&
    dates.some(({ date, start, end }) => date?.time !== undefined && start <= spot.start && end >= spot.end)
  )
}

/** “2026-11-30, 14:00” is one moment. */
function joinDayAndTime(text: string, dates: readonly DateSpot[]): readonly DateSpot[] {
  return dates.flatMap((date, at) => {
    const previous = dates[at - 1]
    const next = dates[at + 1]
    const joins = (left: DateSpot | undefined, right: DateSpot | undefined): boolean =>
      left !== undefined &&
      right !== undefined &&
      left.time === undefined &&
      !right.hasDay &&
      right.time !== undefined &&
      /^,?\s*(?:at\s*)?$/.test(text.slice(left.end, right.start))
    if (joins(previous, date)) return []
    if (next === undefined || !joins(date, next) || next.time === undefined) return [date]
    return [{ ...date, time: next.time, end: next.end, text: text.slice(date.start, next.end) }]
  })
}

/** “for 5 years” and “the last 3 days” are lengths of time; “in 3 days” and “2 weeks ago” are days. */
function isDuration(text: string): boolean {
  return /^(?:half\s+an?\s+|an?\s+)(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)$|^(?:(?:for|the|last|past|next|previous|coming|upcoming|within|under|over|about)\s+)*[\w.]+[\s-](?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)$/i.test(
    text.trim(),
  )
}

function nameValues(text: string): readonly Bare[] {
  return findNames(text).map(name => ({ kind: 'proper_name', value: name.text, ...name }))
}

function numberWordValues(text: string): readonly Bare[] {
  return findNumberWords(text).map(number => ({ kind: 'number_word', ...number }))
}

/** Lower wins where two readings overlap: dates before bare numbers, exact forms before names. */
function rankKind(kind: TextValue['kind']): number {
  if (kind === 'quoted') return 0
  if (kind === 'number' || kind === 'number_word' || kind === 'quantity') return 3
  if (kind === 'proper_name') return 4
  return kind === 'date_time' ? 2 : 1
}

function isJoined(between: string): boolean {
  return (
    /^\s*(?:,|;|&|\band\b|,\s*and\b|\bor\b)?\s*(?:the\s+)?$/i.test(between) && /[,;&]|and|or/i.test(between)
  )
}

function isSameKind(left: Bare, right: Bare): boolean {
  return (
    typeof left.value === typeof right.value && (left.kind === right.kind || typeof left.value === 'number')
  )
}
