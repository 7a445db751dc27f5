import { readNumber } from '../../../language/language.ts'
import type { ValueReading } from './reading.ts'

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const month = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`
const weekdayNames = 'mon tue wed thu fri sat sun'.split(' ')
const dates = new RegExp(
  [
    String.raw`(?<![\w.-])(?<isoYear>\d{4})-(?<isoMonth>\d{2})-(?<isoDay>\d{2})(?![\w-])`,
    String.raw`(?<![\w.,:/]|(?<!\d)[-–])(?<first>\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(?<monthBehind>${month})(?![\p{L}-])(?:,?\s+(?<yearBehind>\d{4}))?`,
    String.raw`\b(?<monthBefore>${month})\s+(?:the\s+)?(?<second>\d{1,2})(?:st|nd|rd|th)?(?![\w:%]|[.,]\d|\s+(?:people|guests|euro|dollar))(?:,?\s+(?<yearAfter>\d{4}))?`,
    String.raw`(?:(?<piece>end|beginning|start|middle)\s+of\s+)?\b(?<alone>January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Apr|Aug|Sept?|Oct|Nov|Dec)\b(?:,?\s+(?:of\s+)?(?<yearAlone>\d{4}))?`,
    String.raw`(?<=\bthe\s)(?<ordinal>\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:floor|row|time|place|of\s+(?!(?:the|this|that|each|every|next) month)\p{Ll}|birthday|anniversary|page|chapter|edition|item|entry|line|century|grade|attempt|step|version|note|and|\p{Ll}{4,}))`,
    String.raw`(?<=\b(?:in|into|of|to|till|until|through|before|after|since|year|during)\s)(?<year>20[1-4]\d)\b(?!\s?(?:euros?|dollars?|pounds?|%|words|people|items|px|pixels|\p{Ll}{3,}))`,
    String.raw`\b(?<feast>Christmas Eve|Christmas(?: Day)?|Boxing Day|New Year['’]?s Eve|New Year['’]?s Day|Halloween|Valentine['’]?s(?: Day)?)\b`,
    String.raw`\bQ(?<quarter>[1-4])\b`,
    String.raw`\b(?<season>(?<=\b(?:in|for|this|next|the|during|until|before|after|by)\s)(?:spring|summer|autumn|winter))\b`,
  ].join('|'),
  'giu',
)

const feasts: Readonly<Record<string, readonly [month: number, day: number]>> = {
  'christmas eve': [11, 24],
  christmas: [11, 25],
  boxing: [11, 26],
  'new years eve': [11, 31],
  'new years': [0, 1],
  halloween: [9, 31],
  valentines: [1, 14],
}

/** Without a year, a day is taken to be of this one. */
const YEAR_MEANT = 2027
const DAY_MS = 86_400_000

/** The calendar days of a text, in days; a month or a year is the span of its days. */
export function readDays(text: string): readonly ValueReading[] {
  const found: ValueReading[] = []
  let near: ValueReading | undefined
  for (const match of text.matchAll(dates)) {
    const day = readDay(match, near)
    if (day === undefined) continue
    const one = withOtherEnd(text, day)
    near = one
    found.push(one)
  }
  return found
}

const opening =
  /(?<![\w.,:/-])(?<day>\d{1,2})(?:st|nd|rd|th)?(?:\s*[-–]\s*|\s+(?:to|until|till|through|and)\s+)(?:the\s+)?$/i
const closing =
  /^(?:\s*[-–]\s*|\s+(?:to|until|till|through)\s+)(?:the\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?(?![\w:]|[.,]\d|\s+\p{Lu})/u

/** “from 8 to 10 March”, “March 8–10”: the other end of a span stands without its month. */
function withOtherEnd(text: string, one: ValueReading): ValueReading {
  if (one.lowest !== one.highest) return one
  const before = text.slice(Math.max(0, one.start - 20), one.start)
  const from = opening.exec(before)
  const isBetween = !/and\s+(?:the\s+)?$/i.test(before) || /\bbetween\s+(?:the\s+)?\d/i.test(before)
  const first = from === null || !isBetween ? undefined : sameMonth(one.lowest, Number(from.groups?.day))
  if (from !== null && first !== undefined && first < one.lowest) {
    const start = one.start - (before.length - from.index)
    return { ...one, text: text.slice(start, one.end), start, lowest: first, isSpan: true }
  }
  const to = closing.exec(text.slice(one.end, one.end + 20))
  const last = to === null ? undefined : sameMonth(one.lowest, Number(to.groups?.day))
  if (to === null || last === undefined || last <= one.lowest) return one
  const end = one.end + to[0].length
  return { ...one, text: text.slice(one.start, end), end, highest: last, isSpan: true }
}

function sameMonth(day: number, number: number): number | undefined {
  const date = new Date(day * DAY_MS)
  return number < 1 || number > 31 ? undefined : dayNumber(date.getUTCFullYear(), date.getUTCMonth(), number)
}

function readDay(match: RegExpExecArray, near: ValueReading | undefined): ValueReading | undefined {
  const groups = match.groups ?? {}
  const place = {
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
    kind: 'day',
    factor: 1,
    shifts: [0],
  }
  const span = (from: number, to: number): ValueReading => ({ ...place, lowest: from, highest: to })
  if (groups.isoYear !== undefined) {
    const day = dayNumber(Number(groups.isoYear), Number(groups.isoMonth) - 1, Number(groups.isoDay))
    return span(day, day)
  }
  const said = groups.yearBehind ?? groups.yearAfter ?? groups.yearAlone ?? groups.year
  const year = said === undefined ? yearOf(near) : Number(said)
  const name = groups.monthBehind ?? groups.monthBefore ?? groups.alone
  if (name !== undefined) {
    const at = monthNames.indexOf(name.slice(0, 3).toLowerCase())
    const number = Number(groups.first ?? groups.second ?? 0)
    if (
      /^(?:may|march|mar|sept|dec)$/.test(name) &&
      (number === 0 || /^\s+\p{Ll}/u.test(match.input.slice(place.end)))
    )
      return undefined
    if (number > 31 || (number === 0 && groups.alone === undefined)) return undefined
    if (number > 0) return span(dayNumber(year, at, number), dayNumber(year, at, number))
    const [from, to] = pieceOf(groups.piece)
    return span(dayNumber(year, at, from), to === 0 ? dayNumber(year, at + 1, 0) : dayNumber(year, at, to))
  }
  if (groups.ordinal !== undefined) {
    if (near === undefined)
      return { ...span(Number(groups.ordinal), Number(groups.ordinal)), kind: 'day of month' }
    const date = new Date(near.lowest * DAY_MS)
    const day = dayNumber(date.getUTCFullYear(), date.getUTCMonth(), Number(groups.ordinal))
    return span(day, day)
  }
  if (groups.quarter !== undefined) {
    const at = (Number(groups.quarter) - 1) * 3
    return span(dayNumber(year, at, 1), dayNumber(year, at + 3, 0))
  }
  const feast = feasts[(groups.feast ?? '').toLowerCase().replace(/['’]/g, '').replace(/ day$/, '')]
  if (feast !== undefined)
    return span(dayNumber(year, feast[0], feast[1]), dayNumber(year, feast[0], feast[1]))
  if (groups.season !== undefined) return seasonOf(groups.season.toLowerCase(), year, place)
  const isEnd = /\bend\s+of\s+$/i.test(match.input.slice(0, match.index))
  return span(dayNumber(year, isEnd ? 11 : 0, isEnd ? 20 : 1), dayNumber(year, 11, 31))
}

function dayNumber(year: number, at: number, day: number): number {
  return Date.UTC(year, at, day) / DAY_MS
}

function yearOf(near: ValueReading | undefined): number {
  return near === undefined ? YEAR_MEANT : new Date(near.lowest * DAY_MS).getUTCFullYear()
}

function pieceOf(piece: string | undefined): readonly [from: number, to: number] {
  if (piece === undefined) return [1, 0]
  const lower = piece.toLowerCase()
  if (lower === 'end') return [25, 0]
  return lower === 'middle' ? [10, 20] : [1, 7]
}

type Place = Pick<ValueReading, 'text' | 'start' | 'end' | 'kind' | 'factor' | 'shifts'>

function seasonOf(name: string, year: number, place: Place): ValueReading {
  const from = { spring: 2, summer: 5, autumn: 8, winter: 11 }[name] ?? 0
  return { ...place, lowest: dayNumber(year, from, 1), highest: dayNumber(year, from + 3, 0) }
}

const weekdays =
  /\b(?<named>(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un)days?)\b|\b(?<short>Mon|Tues?|Wed|Thur?s?|Fri|Sat)\b\.?|(?<=\s)(?<sun>Sun)\b(?!\s\p{Lu})|\b(?<work>[Ww]eek\s?days?|work(?:ing)?\s?days?|business days?)\b|\b(?<rest>[Ww]eek-?ends?)\b/gu
const ranged = /^\s*(?:-|–|to|through|until|till)\s*$/i

/** Days of the week as days 1 to 7; a weekday or a weekend is the span of its days. */
export function readWeekdays(text: string): readonly ValueReading[] {
  const found: ValueReading[] = []
  for (const match of text.matchAll(weekdays)) {
    const { work, rest } = match.groups ?? {}
    const place = {
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
      kind: 'weekday',
      factor: 1,
      shifts: [0],
    }
    const number = weekdayNames.indexOf(match[0].slice(0, 3).toLowerCase()) + 1
    const one: ValueReading =
      work !== undefined
        ? { ...place, lowest: 1, highest: 5 }
        : rest !== undefined
          ? { ...place, lowest: 6, highest: 7 }
          : { ...place, lowest: number, highest: number }
    const last = found.at(-1)
    if (last !== undefined && last.highest < one.lowest && ranged.test(text.slice(last.end, one.start)))
      found[found.length - 1] = {
        ...last,
        end: one.end,
        text: text.slice(last.start, one.end),
        highest: one.highest,
        isSpan: true,
      }
    else found.push(one)
  }
  return found
}

const everySo =
  /\b(?<period>hourly|daily|nightly|weekly|fortnightly|monthly|quarterly|yearly|annually)\b|\b(?:every|each|(?:once|only once) (?:a|an|every|per))\s+(?:(?<many>two|three|four|six|\d{1,2})\s+)?(?<unit>hour|day|week|fortnight|month|quarter|year)s?\b/gi
const periods: Readonly<Record<string, number>> = {
  hour: 1 / 24,
  day: 1,
  dai: 1,
  night: 1,
  week: 7,
  fortnight: 14,
  month: 30,
  quarter: 91,
  year: 365,
  annual: 365,
}

/** How often something is to be, in days from one time to the next. */
export function readFrequencies(text: string): readonly ValueReading[] {
  return [...text.matchAll(everySo)].flatMap(match => {
    const { period, unit = '', many } = match.groups ?? {}
    const name = (period ?? unit).toLowerCase().replace(/ly$/, '')
    const number = many === undefined ? 1 : readNumber(many) || 0
    const days = (periods[name] ?? 0) * number
    const end = match.index + match[0].length
    const isThing =
      /^\s+\p{Ll}+/u.test(text.slice(end)) &&
      period !== undefined &&
      !/\ban?\s+$/i.test(text.slice(0, match.index))
    if (days === 0 || isThing) return []
    return [
      {
        text: match[0],
        start: match.index,
        end,
        kind: 'frequency',
        lowest: days,
        highest: days,
        factor: 1,
        shifts: [0],
      },
    ]
  })
}

const farDays: readonly (readonly [RegExp, number, number])[] = [
  [
    /^(?:today|tonight|now|right now|right away|at once|immediately|straight away|asap|this (?:morning|afternoon|evening))$/,
    0,
    0,
  ],
  [/^the day after tomorrow$/, 2, 2],
  [/^tomorrow$/, 1, 1],
  [/^this week$/, 0, 4],
  [/^(?:next|the coming|the following) week$/, 5, 13],
  [/^this month$/, 0, 20],
  [/^next month$/, 21, 60],
  [/^this year$/, 0, 200],
  [/^next year$/, 201, 560],
]
const relatives =
  /\b(?:the day after tomorrow|today|tonight|tomorrow|right now|right away|at once|immediately|straight away|asap|this (?:morning|afternoon|evening|week|month|year)|(?:next|the coming|the following) (?:week|month|year)|(?:(?:in|for another|another) )?(?<count>an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|\d{1,3}) (?<unit>day|week|month|year)s?(?<tail> from (?:now|today|tomorrow))?)\b/gi
const unitDays: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 }

/** Days told from today, in days from it. */
export function readFarDays(text: string): readonly ValueReading[] {
  return [...text.matchAll(relatives)].flatMap(match => {
    const said = match[0].toLowerCase()
    const place = {
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
      kind: 'far day',
      factor: 1,
      shifts: [0],
    }
    const { count, unit = '', tail } = match.groups ?? {}
    if (count !== undefined) {
      if (tail === undefined && !/^in /.test(said)) return []
      const number = /^an?$/i.test(count) ? 1 : readNumber(count) || 0
      const day = number * (unitDays[unit.toLowerCase()] ?? 1)
      return [{ ...place, lowest: day, highest: day }]
    }
    const far = farDays.find(([pattern]) => pattern.test(said))
    return far === undefined ? [] : [{ ...place, lowest: far[1], highest: far[2] }]
  })
}
