import { isActionVerb, isFunctionWord, readNumber, stemWord } from '../../../language/language.ts'

/** A number of a text with what it counts or measures, and the range that the words before it leave. */
export interface MeasuredValue {
  readonly text: string
  readonly start: number
  /** `clock` in minutes, `weekday`, `money`, `%`, `degree`, the stem of a unit or of what is counted, or empty. */
  readonly unit: string
  readonly value: number
  readonly lowest: number
  readonly highest: number
  readonly isBound: boolean
}

const amount = String.raw`(?<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred)`
const measured = new RegExp(
  String.raw`(?<![\w#/.,:-])(?<!\b(?:the|that|this|no|any)\s(?=one))(?<sign>[€$£]\s?)?${amount}(?![\d:-]|[.,]\d)(?:\s?(?<unit>%|°\s?[CF]?|[€$£]|m\/s|km\/h|[\p{L}]+))?(?![\w-])`,
  'giu',
)
const clocks =
  /(?<![\w.,:-])(?:(?<hour>\d{1,2}):(?<minute>\d{2})(?:\s?(?<half>[ap]m))?|(?<full>\d{1,2})\s?(?<half2>[ap]m)\b|(?<noon>noon|midday|midnight)|(?<=\b(?:at|before|after|until|till|(?:later|earlier|sooner) than|by)\s)(?<bare>\d{1,2})(?=$|[\s,.]*$|\s+(?:(?:in the|that|this|on|tomorrow|today|tonight)\b|o['’]clock)))(?![\w:])(?<tail>(?:\s+(?:in the|that|this|tomorrow)?\s*(?:morning|evening|afternoon|tonight))?)/gi
const weekdays = /\b(?<day>mon|tues|wednes|thurs|fri|satur|sun)day\b/gi

/** The numbers, clock times and weekdays of a text, in order. `denies` turns “over 200” into “at most 200”. */
export function readMeasuredValues(text: string, denies = false): readonly MeasuredValue[] {
  const times = [...text.matchAll(clocks)].flatMap(match => readClock(match) ?? [])
  const days = [...text.matchAll(weekdays)].map(({ 0: said, index, groups }) => ({
    text: said,
    start: index,
    unit: 'weekday',
    value: dayNames.indexOf((groups?.day ?? '').toLowerCase()),
  }))
  const isTaken = (at: number): boolean =>
    [...times, ...days].some(({ start, text: said }) => at >= start && at < start + said.length)
  const numbers = [...text.matchAll(measured)]
    .filter(match => !isTaken(match.index) && !isCalendar(text, match))
    .flatMap(match => readAmount(text, match) ?? [])
  return [...times, ...days, ...numbers]
    .sort((left, right) => left.start - right.start)
    .map(one => withRange(one, text.slice(0, one.start), denies))
}

const dayNames = ['mon', 'tues', 'wednes', 'thurs', 'fri', 'satur', 'sun']

type Plain = Pick<MeasuredValue, 'text' | 'start' | 'unit' | 'value'>

/** Before this hour a time without “am” or a leading zero may as well be one of the afternoon. */
const SURE_HOUR = 5

function readClock(match: RegExpExecArray): Plain | undefined {
  const { hour, minute = '0', full, noon, bare, tail = '' } = match.groups ?? {}
  const half = (match.groups?.half ?? match.groups?.half2 ?? '').toLowerCase()
  const place = { text: match[0], start: match.index, unit: 'clock' }
  if (noon !== undefined) return { ...place, value: noon.toLowerCase() === 'midnight' ? 1440 : 720 }
  const said = hour ?? full ?? bare ?? '0'
  const isLate =
    half === 'pm' || (half === '' && /evening|afternoon|tonight/i.test(tail) && Number(said) < 12)
  const plain = half === '' && !isLate ? Number(said) : (Number(said) % 12) + (isLate ? 12 : 0)
  const isUnsure = half === '' && !isLate && Number(said) < SURE_HOUR && !said.startsWith('0')
  return isUnsure || plain > 24 ? undefined : { ...place, value: plain * 60 + Number(minute) }
}

const months = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i

/** “9 July 2027”, “July 9”: a day, not an amount. */
function isCalendar(text: string, match: RegExpExecArray): boolean {
  const before = text.slice(0, match.index)
  if (/\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\s+$/i.test(before)) return true
  return months.test(match.groups?.unit ?? '') || /^(?:st|nd|rd|th)$/i.test(match.groups?.unit ?? '')
}

function readAmount(text: string, match: RegExpExecArray): Plain | undefined {
  const { sign, number = '', unit = '' } = match.groups ?? {}
  const before = text.slice(0, match.index)
  const isBare = unit === '' || isFunctionWord(unit.toLowerCase()) || notUnits.test(unit)
  const label = isBare && sign === undefined ? labelBefore(before) : undefined
  const value = /^\d+(?:\.\d+){2,}$/.test(number) ? versionNumber(number) : readNumber(number)
  if (!Number.isFinite(value)) return undefined
  const told = isBare ? match[0].slice(0, match[0].length - unit.length).trim() : match[0]
  const kind = sign !== undefined ? 'money' : isBare ? '' : kindOfUnit(unit)
  return { text: told, start: match.index, unit: label === undefined ? kind : `no. of ${label}`, value }
}

const notUnits = /^(?:all|altogether|pls|please|sharp|exactly|today|tomorrow|high|or|at)$/i

/** A dotted version in a form that compares: 3.1.0 → 3001000. */
function versionNumber(number: string): number {
  return number.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0)
}

/** The noun that a number names one of: “bay 4”, “version 2.4”. */
function labelBefore(before: string): string | undefined {
  const noun = /(?<noun>\p{L}{3,})\s+$/u.exec(before)?.groups?.noun?.toLowerCase()
  if (
    noun === undefined ||
    isFunctionWord(noun) ||
    isActionVerb(noun) ||
    notLabels.test(noun) ||
    !labels.test(before)
  )
    return undefined
  return stemWord(noun)
}

const notLabels = /^(?:say|read|show|exactly|precisely|just|cost|reach|get|total|come|stay|have)$/

/** A number right behind a noun that stands behind “in”, “on”, “the” … names it; behind a verb it counts. */
const labels =
  /\b(?:in|on|at|to|into|from|of|for|the|run|onto|version)\s+\p{L}{3,}\s+$|^\p{L}{3,}\s+$|\bversion\s+$/iu

const money = /^(?:[€$£]|euros?|dollars?|pounds?|eur|usd|gbp|francs?|chf)$/i
const degree = /^(?:°\s?[cf]?|degrees?|celsius)$/i

function kindOfUnit(said: string): string {
  if (money.test(said)) return 'money'
  if (degree.test(said)) return 'degree'
  return /^(?:%|percent)$/i.test(said) ? '%' : stemWord(said.toLowerCase())
}

const up =
  '(?:more|higher|longer|larger|greater|bigger|wider|taller|heavier|faster|louder|dearer|hotter|warmer|brighter|later|older|further|thicker) than|over|above|exceed(?:ing|s)?|beyond|after|past|in excess of'
const down =
  '(?:less|fewer|lower|shorter|smaller|cheaper|narrower|lighter|slower|quieter|colder|cooler|darker|earlier|sooner|younger|thinner) than|below|under|beneath|before|prior to|until|till'
const near = String.raw`\s+(?:the\s+)?(?:€|\$|£)?\s*$`
const bounds: readonly (readonly [RegExp, 'lowest' | 'highest'])[] = [
  [new RegExp(String.raw`\b(?:no|not|never)\s+(?:\w+\s+){0,3}?(?:${up})${near}`, 'i'), 'highest'],
  [new RegExp(String.raw`\b(?:no|not|never)\s+(?:\w+\s+){0,3}?(?:${down})${near}`, 'i'), 'lowest'],
  [
    new RegExp(String.raw`\b(?:at most|(?:a )?maximum(?: of)?|up to|no later than|by)${near}`, 'i'),
    'highest',
  ],
  [new RegExp(String.raw`\b(?:at least|(?:a )?minimum(?: of)?)${near}`, 'i'), 'lowest'],
]
const upEnd = new RegExp(String.raw`\b(?:${up})${near}`, 'i')
const downEnd = new RegExp(String.raw`\b(?:${down})${near}`, 'i')

function withRange(one: Plain, before: string, denies: boolean): MeasuredValue {
  const own = bounds.find(([pattern]) => pattern.test(before))?.[1]
  const turned = denies ? (['highest', 'lowest'] as const) : (['lowest', 'highest'] as const)
  const side = own ?? (upEnd.test(before) ? turned[0] : downEnd.test(before) ? turned[1] : undefined)
  return {
    ...one,
    lowest: side === 'highest' ? Number.NEGATIVE_INFINITY : one.value,
    highest: side === 'lowest' ? Number.POSITIVE_INFINITY : one.value,
    isBound: side !== undefined,
  }
}
