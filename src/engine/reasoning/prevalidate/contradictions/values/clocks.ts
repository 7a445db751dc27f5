import { readNumber } from '../../../language/language.ts'
import type { ValueReading } from './reading.ts'

const HOUR = 60
const HALF_DAY = 12 * HOUR
/** Before this hour a time without “am” may as well be one of the afternoon. */
const FIRST_SURE_HOUR = 5

const clocks =
  /(?<![\w.,:-])(?:(?<hour>\d{1,2})[:.](?<minute>[0-5]\d)(?:\s?(?<half>[ap]\.?m\b\.?))?(?!\s?(?:%|€|\$|£|euro|dollar|pound|kg|km|m\b|p\b))|(?<full>\d{1,2})(?:\s?(?<half2>[ap]\.?m\b\.?)|\s?o['’]clock)|(?<named>noon|midday|midnight)|(?<part>half past|quarter past|quarter to)\s+(?<word>\w+)|(?<=\b(?:at|before|after|until|till|(?:later|earlier|sooner) than|by|from|around|between|to|and|starts?|begins?|ends?)\s)(?<bare>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?=[.,;!?)]*$|[,.;!?]\s|\s+(?:(?:in the|that|this|tomorrow|today|tonight|on|sharp|every|and|or|to|until|till|at the|on the|o['’]clock|please)\b)))(?![\w:])(?<tail>(?:\s+(?:in the|at|that|this|tomorrow)?\s*(?:morning|evening|afternoon|night|tonight)\b)?)/gi

const dayParts: ReadonlyMap<string, readonly [from: number, to: number]> = new Map([
  ['morning', [4 * HOUR, 12 * HOUR]],
  ['mornings', [4 * HOUR, 12 * HOUR]],
  ['afternoon', [12 * HOUR, 18 * HOUR]],
  ['afternoons', [12 * HOUR, 18 * HOUR]],
  ['evening', [17 * HOUR, 24 * HOUR]],
  ['evenings', [17 * HOUR, 24 * HOUR]],
  ['night', [19 * HOUR, 30 * HOUR]],
  ['nights', [19 * HOUR, 30 * HOUR]],
  ['night-time', [19 * HOUR, 30 * HOUR]],
  ['overnight', [19 * HOUR, 30 * HOUR]],
  ['lunch', [12 * HOUR, 13 * HOUR]],
  ['lunchtime', [11.5 * HOUR, 14 * HOUR]],
  ['breakfast', [6 * HOUR, 9 * HOUR]],
  ['dinner', [18 * HOUR, 20 * HOUR]],
  ['dawn', [4 * HOUR, 7 * HOUR]],
  ['sunrise', [4 * HOUR, 8 * HOUR]],
  ['sunset', [16 * HOUR, 22 * HOUR]],
  ['dark', [17 * HOUR, 30 * HOUR]],
  ['office hours', [8 * HOUR, 18 * HOUR]],
  ['working hours', [8 * HOUR, 18 * HOUR]],
  ['business hours', [8 * HOUR, 18 * HOUR]],
])
const parts =
  /(?<=\b(?:in|during|of|by|before|after|until|till|the|a|an|early|late|on|every|only|for|at|into|mon\w*|tue\w*|wed\w*|thu\w*|fri\w*|sat\w*|sun\w*|tomorrow|outside|than|through|past|following|an?|next|same|day)\s+)(?<part>morning|afternoon|evening|night|lunchtime|dawn|sunrise|sunset|dark|office hours|working hours|business hours)s?(?!\s+(?:shift|train|bus|flight|news|club|report|edition|team|dose|meal|meeting|slot|prices?|stay|stays)\b)\b|(?<=\b(?:before|after|until|till|by|over|following|past|at)\s+(?:the\s+)?)(?<meal>lunch(?:time)?|breakfast|dinner)\b|\b(?<alone>mornings|evenings|afternoons|overnight|night-time)\b/gi

/** Times of day and parts of the day, in minutes from midnight. */
export function readClocks(text: string): readonly ValueReading[] {
  const said = [...text.matchAll(clocks)].flatMap(match => readClock(match) ?? [])
  const isTaken = (at: number): boolean => said.some(({ start, end }) => at >= start && at < end)
  const spans = [...text.matchAll(parts)]
    .filter(({ index }) => !isTaken(index))
    .flatMap(match => {
      const word = (match.groups?.part ?? match.groups?.meal ?? match.groups?.alone ?? '').toLowerCase()
      const [from, to] = dayParts.get(word) ?? []
      if (from === undefined || to === undefined) return []
      const shifts = to > 24 * HOUR ? [0, -24 * HOUR] : [0]
      return [{ ...placeOf(match), kind: 'clock', lowest: from, highest: to, factor: 1, shifts }]
    })
  return [...said, ...spans]
}

function placeOf(match: RegExpExecArray): Pick<ValueReading, 'text' | 'start' | 'end'> {
  const text = match[0].trimEnd()
  return { text, start: match.index, end: match.index + text.length }
}

function readClock(match: RegExpExecArray): ValueReading | undefined {
  const { hour, minute = '0', full, named, bare, part, word, tail = '' } = match.groups ?? {}
  const place = { ...placeOf(match), kind: 'clock', factor: 1 }
  if (named !== undefined) {
    const isMidnight = named.toLowerCase() === 'midnight'
    return { ...place, lowest: HALF_DAY, highest: HALF_DAY, shifts: isMidnight ? [-HALF_DAY, HALF_DAY] : [0] }
  }
  const half = (match.groups?.half ?? match.groups?.half2 ?? '').toLowerCase()
  const said = hourOf(hour ?? full ?? bare ?? word ?? '')
  if (said === undefined || said > 24 || (bare !== undefined && said > 12)) return undefined
  const extra = part === undefined ? Number(minute) : /half/i.test(part) ? 30 : /past/i.test(part) ? 15 : -15
  const isAm = half.startsWith('a') || /morning/i.test(tail)
  const isPm = half.startsWith('p') || (half === '' && /evening|afternoon|tonight/i.test(tail))
  const isUnsure =
    !isAm && !isPm && said <= 12 && (hour === undefined || (said < FIRST_SURE_HOUR && !hour.startsWith('0')))
  const plain = (isAm || isPm || isUnsure) && said <= 12 ? (said % 12) * HOUR + extra : said * HOUR + extra
  const value = isPm && said <= 12 ? plain + HALF_DAY : plain
  return { ...place, lowest: value, highest: value, shifts: isUnsure ? [0, HALF_DAY] : [0] }
}

function hourOf(said: string): number | undefined {
  const hour = readNumber(said)
  return Number.isNaN(hour) ? undefined : hour
}
