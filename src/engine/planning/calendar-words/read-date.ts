import * as chrono from 'chrono-node/en'
import { Temporal } from 'temporal-polyfill'
import {
  type DateReader,
  type DateReading,
  type DateSpan,
  dateText,
  day,
  impossible,
  madeOf,
  period,
  todayOf,
} from './date-reading.ts'
import { holidayOn, seasonQuestion } from './holidays.ts'
import type { CalendarContext } from './reading.ts'
import { readDistance, readNamedDay, readNear, readRelativePeriod } from './relative-days.ts'
import { MONTH, monthOfWord, numberOf, WEEKDAY, WEEKDAYS, weekdayOfWord } from './words.ts'

type Today = Temporal.PlainDate

/** What words for a day or period mean, seen from today; undefined when they mean none. */
export function readDate(text: string, context: CalendarContext): DateReading | undefined {
  const today = todayOf(context)
  const words = text.trim().replace(/\s+/g, ' ')
  for (const reader of READERS) {
    const reading = reader(words, today, context)
    if (reading !== undefined) return reading
  }
  return byChrono(words, today)
}

const READERS: readonly DateReader[] = [
  ...[readIso, readNumeric, readEdge, readNthWeekday, readWeekOf, readRough, readSpelled, readDayAlone],
  ...[
    readNear,
    readRelativePeriod,
    readNamedDay,
    readQuarter,
    readMonth,
    readYear,
    holidayOn,
    seasonQuestion,
  ],
  readDistance,
]

function readIso(text: string): DateReading | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  return exactly(text.slice(0, 4), Number(text.slice(5, 7)), Number(text.slice(8)))
}

function exactly(year: string, month: number, date: number): DateReading {
  const full = year.length === 2 ? 2000 + Number(year) : Number(year)
  return madeOf(full, month, date) ?? impossible(`${date}.${month}.${full}`)
}

function readNumeric(text: string, today: Today, { dateOrder }: CalendarContext): DateReading | undefined {
  const parts = /^(\d{1,2})([./])(\d{1,2})[./]?(\d{2,4})?$/.exec(text)
  if (parts === null) return undefined
  const [, one = '', separator, two = '', year] = parts
  const [first, second] = [Number(one), Number(two)]
  // “15.15” is a time of day.
  if (year === undefined && second > 12 && (separator === '.' || first > 12)) return undefined
  const dated = (month: number, date: number): DateReading =>
    year === undefined ? withoutYear(month, date, today) : exactly(year, month, date)
  const isClear =
    separator === '.' || dateOrder !== undefined || first > 12 || second > 12 || first === second
  if (!isClear) return eitherOrder([dated(second, first), dated(first, second)], text)
  const isMonthFirst = separator !== '.' && (second > 12 || (first <= 12 && dateOrder === 'month_first'))
  return isMonthFirst ? dated(first, second) : dated(second, first)
}

function eitherOrder(readings: readonly DateReading[], text: string): DateReading {
  const options = readings.flatMap(reading => (reading.kind === 'span' ? [reading.span] : []))
  return {
    kind: 'choice',
    question: `Which day is ${text}?`,
    options: options.map(span => ({ label: dateText(span.first), span })),
  }
}

const RECENT_DAYS = 92

/** The next such day; a day that has just passed may be a slip, and is asked about. */
function withoutYear(month: number, date: number, today: Today): DateReading {
  if (month < 1 || month > 12) return impossible(`${date}.${month}.`)
  if (madeOf(2028, month, date) === undefined) return impossible(`${date} ${monthName(month)}`)
  for (let year = today.year; year < today.year + 9; year += 1) {
    const found = madeOf(year, month, date)
    if (found?.kind !== 'span') continue
    const { first } = found.span
    if (Temporal.PlainDate.compare(first, today) >= 0)
      return day(first, `${date} ${monthName(month)} is taken as ${dateText(first)}.`)
    if (first.until(today).days > RECENT_DAYS) continue
    const next = madeOf(year + 1, month, date)
    if (next?.kind !== 'span') continue
    return {
      kind: 'choice',
      question: `${date} ${monthName(month)} ${year} is over. Which day is meant?`,
      options: [{ label: dateText(next.span.first), span: next.span }],
    }
  }
  return impossible(`${date} ${monthName(month)}`)
}

function monthName(month: number): string {
  return new Temporal.PlainDate(2028, month, 1).toLocaleString('en-GB', { month: 'long' })
}

const YEAR_AFTER = '(?:,? (?<year>\\d{4}))?'
const SPELLED = [
  new RegExp(
    `^(?:(?<weekday>${WEEKDAY}),? )?(?:the )?(?<date>\\d{1,2})(?:st|nd|rd|th)?\\.?(?: day)?(?: of)? (?<month>${MONTH})${YEAR_AFTER}$`,
  ),
  new RegExp(
    `^(?:(?<weekday>${WEEKDAY}),? )?(?<month>${MONTH}) (?:the )?(?<date>\\d{1,2})(?:st|nd|rd|th)?${YEAR_AFTER}$`,
  ),
]

function readSpelled(text: string, today: Today): DateReading | undefined {
  for (const pattern of SPELLED) {
    const groups = pattern.exec(text)?.groups
    if (groups === undefined) continue
    const month = monthOfWord(groups.month ?? '')
    const date = Number(groups.date)
    const year = groups.year
    const made = year === undefined ? undefined : madeOf(Number(year), month, date)
    if (year !== undefined && made === undefined) return impossible(`${date} ${monthName(month)} ${year}`)
    return withWeekday(made ?? withoutYear(month, date, today), groups.weekday, {
      month,
      date,
      isFree: year === undefined,
      today,
    })
  }
  return undefined
}

/** A named weekday must agree with its date; without a year, the next year in which it does is meant. */
function withWeekday(
  reading: DateReading,
  word: string | undefined,
  { month, date, isFree, today }: { month: number; date: number; isFree: boolean; today: Today },
): DateReading {
  const wanted = word === undefined ? undefined : weekdayOfWord(word)
  if (wanted === undefined || reading.kind !== 'span') return reading
  const number = WEEKDAYS.indexOf(wanted) + 1
  const { first } = reading.span
  if (first.dayOfWeek === number) return reading
  const options: { label: string; span: DateSpan }[] = [{ label: dateText(first), span: reading.span }]
  for (let year = today.year; isFree && year < today.year + 7; year += 1) {
    const other = madeOf(year, month, date)
    if (other?.kind !== 'span' || Temporal.PlainDate.compare(other.span.first, today) < 0) continue
    if (other.span.first.dayOfWeek === number && options.length < 2)
      options.push({ label: dateText(other.span.first), span: other.span })
  }
  const question = `${dateText(first)} is no ${wanted[0]?.toUpperCase()}${wanted.slice(1)}. Which day is meant?`
  return { kind: 'choice', question, options }
}

function readDayAlone(text: string, today: Today): DateReading | undefined {
  const groups = /^the (?<date>\d{1,2})(?:st|nd|rd|th)(?: of (?<which>this|next|the) month)?$/.exec(
    text,
  )?.groups
  if (groups === undefined) return undefined
  const date = Number(groups.date)
  if (date < 1 || date > 31) return impossible(`${date}th day of a month`)
  const months = groups.which === 'next' ? 1 : 0
  for (let ahead = months; ahead < 12; ahead += 1) {
    const month = today.with({ day: 1 }).add({ months: ahead })
    const found = madeOf(month.year, month.month, date)
    if (found?.kind !== 'span') {
      if (groups.which !== undefined) return impossible(`day ${date} in ${monthName(month.month)}`)
      continue
    }
    if (Temporal.PlainDate.compare(found.span.first, today) < 0) {
      if (groups.which !== undefined) return found
      continue
    }
    return day(found.span.first, `“${text}” is taken as ${dateText(found.span.first)}.`)
  }
  return undefined
}

function readQuarter(text: string, today: Today): DateReading | undefined {
  const groups =
    /^(?:q(?<number>[1-4])|(?:the )?(?<word>first|second|third|fourth|last) quarter)(?:(?: of)? (?<year>\d{4}))?$/.exec(
      text,
    )?.groups
  if (groups === undefined) return undefined
  const words = ['first', 'second', 'third', 'fourth']
  const number = Number(groups.number ?? (groups.word === 'last' ? 4 : words.indexOf(groups.word ?? '') + 1))
  const month = number * 3 - 2
  const inYear = (year: number) => new Temporal.PlainDate(year, month, 1)
  if (groups.year !== undefined) {
    const first = inYear(Number(groups.year))
    return period(first, first.add({ months: 3 }))
  }
  const isOver = Temporal.PlainDate.compare(inYear(today.year).add({ months: 3 }), today) <= 0
  const first = inYear(today.year + (isOver ? 1 : 0))
  return period(first, first.add({ months: 3 }), `“${text}” is taken as that of ${first.year}.`)
}

const MONTH_ALONE = new RegExp(`^(?<month>${MONTH})(?: (?<year>\\d{4}))?$`)

function readMonth(text: string, today: Today): DateReading | undefined {
  const groups = MONTH_ALONE.exec(text)?.groups
  if (groups === undefined) return undefined
  const month = monthOfWord(groups.month ?? '')
  if (groups.year !== undefined) {
    const first = new Temporal.PlainDate(Number(groups.year), month, 1)
    return period(first, first.add({ months: 1 }))
  }
  const first = new Temporal.PlainDate(today.year + (month < today.month ? 1 : 0), month, 1)
  return period(
    first,
    first.add({ months: 1 }),
    `${monthName(month)} is taken as ${monthName(month)} ${first.year}.`,
  )
}

function readYear(text: string): DateReading | undefined {
  if (!/^\d{4}$/.test(text)) return undefined
  const first = new Temporal.PlainDate(Number(text), 1, 1)
  return period(first, first.add({ years: 1 }))
}

const EDGE =
  /^(?:the )?(?:very )?(?<edge>end|close|start|beginning|middle|mid|first half)(?: of the | of |[- ])(?:the )?(?<period>.+)$/

function readEdge(text: string, today: Today, context: CalendarContext): DateReading | undefined {
  const groups = EDGE.exec(text)?.groups
  if (groups === undefined) return undefined
  const inner = groups.period ?? ''
  const edge = groups.edge ?? ''
  const isEnd = edge === 'end' || edge === 'close'
  if (inner === 'day') return undefined
  if (inner.endsWith('week') && isEnd) return endOfWeek(inner, today)
  const reading = readDate(inner, context)
  if (reading?.kind !== 'span') return reading
  const { first, last, takenAs } = reading.span
  if (isEnd) return edgeDay(last, takenAs)
  if (edge === 'start' || edge === 'beginning') return edgeDay(first, takenAs)
  const middle = first.add({ days: Math.round(first.until(last).days / 2) - (first.day === 1 ? 1 : 0) })
  const isMonth = first.day === 1 && first.month === last.month
  const date = isMonth ? first.with({ day: 15 }) : middle
  return edgeDay(date, `“${text}” is taken as ${dateText(date)}.`)
}

function edgeDay(date: Temporal.PlainDate, takenAs: string | undefined): DateReading {
  const more = takenAs === undefined ? {} : { takenAs }
  return { kind: 'span', span: { first: date, last: date, unit: 'edge', ...more } }
}

function endOfWeek(inner: string, today: Today): DateReading {
  const shift = inner.startsWith('next') ? 7 : 0
  const monday = today.add({ days: shift - today.dayOfWeek + 1 })
  const options = [4, 6]
    .map(days => monday.add({ days }))
    .filter(date => Temporal.PlainDate.compare(date, today) >= 0)
    .map(date => ({
      label: dateText(date),
      span: { first: date, last: date, unit: 'edge' as const },
    }))
  const [only, ...others] = options
  if (only !== undefined && others.length === 0) return { kind: 'span', span: only.span }
  return { kind: 'choice', question: 'Does the week end on Friday or on Sunday?', options }
}

/** “Early June”: nobody can know which day; the first third, or what the person says. */
function readRough(text: string, _today: Today, context: CalendarContext): DateReading | undefined {
  const parts = /^(early|late|mid)(?: in)?[- ](.+)$/.exec(text)
  if (parts === null) return undefined
  const [, part, inner = ''] = parts
  const reading = readDate(inner, context)
  if (reading?.kind !== 'span' || reading.span.unit !== 'period') return reading
  const { first, last } = reading.span
  if (part === 'mid') return readDate(`middle of ${inner}`, context)
  const third = Math.round((first.until(last, { largestUnit: 'days' }).days + 1) / 3)
  const dates = part === 'early' ? [first.add({ days: third - 1 })] : [last]
  return {
    kind: 'choice',
    question: `Which day is “${text}”, at the latest?`,
    options: dates.map(date => ({ label: dateText(date), span: { first: date, last: date, unit: 'edge' } })),
  }
}

function readWeekOf(text: string, today: Today, context: CalendarContext): DateReading | undefined {
  const whole = /^the week (?:of|beginning|starting)(?: on)? (.+)$/.exec(text)
  if (whole !== null) {
    const reading = readDate(whole[1] ?? '', context)
    if (reading?.kind !== 'span') return reading
    const { first } = reading.span
    const isNamedStart = !/^the week of/.test(text)
    const start = isNamedStart ? first : first.subtract({ days: first.dayOfWeek - 1 })
    return period(start, start.add({ days: 7 }))
  }
  const parts = /^the (first|second|third|fourth|last) (?:(\w+) weeks|week) (?:of|in) (.+)$/.exec(text)
  if (parts === null) return undefined
  const reading = readMonth(parts[3] ?? '', today)
  if (reading?.kind !== 'span') return reading
  const days = 7 * (numberOf(parts[2] ?? 'one') ?? 1)
  const at = ['first', 'second', 'third', 'fourth'].indexOf(parts[1] ?? '')
  const { span } = reading
  const start = at < 0 ? span.last.subtract({ days: days - 1 }) : span.first.add({ days: 7 * at })
  return period(start, start.add({ days }), `“${text}” is taken as the ${days} days from ${dateText(start)}.`)
}

function readNthWeekday(text: string, _today: Today, context: CalendarContext): DateReading | undefined {
  const groups = new RegExp(
    `^the (?<which>first|second|third|fourth|last) (?<day>${WEEKDAY}) (?:of|in) (?<month>.+)$`,
  ).exec(text)?.groups
  const weekday = weekdayOfWord(groups?.day ?? '')
  if (groups === undefined || weekday === undefined) return undefined
  const month = readDate(groups.month ?? '', context)
  if (month?.kind !== 'span') return month
  const { first, last } = month.span
  const number = WEEKDAYS.indexOf(weekday) + 1
  if (groups.which === 'last') return day(last.subtract({ days: (last.dayOfWeek - number + 7) % 7 }))
  const at = ['first', 'second', 'third', 'fourth'].indexOf(groups.which ?? '')
  return day(first.add({ days: ((number - first.dayOfWeek + 7) % 7) + 7 * at }))
}

/** What none of the readers above knows, when chrono is certain of the day. */
function byChrono(text: string, today: Today): DateReading | undefined {
  const reference = new Date(`${today.toString()}T12:00:00Z`)
  const [found] = chrono.parse(text, { instant: reference, timezone: 0 }, { forwardDate: true })
  if (found === undefined || found.text.trim().length < text.length) return undefined
  const { start } = found
  if (!start.isCertain('day') || !start.isCertain('month')) return undefined
  const [year, month, date] = [start.get('year'), start.get('month'), start.get('day')]
  if (year === null || month === null || date === null) return undefined
  return madeOf(year, month, date)
}
