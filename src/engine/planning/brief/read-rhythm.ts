import type { BriefRhythm } from '../../../contracts/plan-brief.ts'
import type { Weekday, WeeklyWindow } from '../../../contracts/schedule.ts'
import { NUMBER, numberOf } from '../calendar-words/calendar-words.ts'
import { readAmount } from './phrases.ts'
import { blank } from './spans.ts'
import type { Piece } from './statements.ts'
import { contentWords } from './words-of-substance.ts'

interface ReadRhythm extends Pick<BriefRhythm, 'times' | 'per' | 'minutes'> {
  /** What is counted, where the count names it: “two letters a week”. */
  readonly title?: string
  readonly at: number
  readonly length: number
}

/** A rhythm as it was said, with the words that are not about it. */
export interface SaidRhythm extends Pick<BriefRhythm, 'times' | 'per' | 'minutes' | 'days' | 'start_time'> {
  readonly rest: string
}

const PER = '(?:a|per|each|every|\\/)\\s*(?<per>day|week|month|evening|morning|night)'
const FORMS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:(?<count>${NUMBER})\\s*(?:times|x|sessions|days|evenings|mornings|nights)|(?<word>once|twice))\\s+${PER}\\b`,
    'iu',
  ),
  new RegExp(`(?<![\\p{L}\\d])(?<minutes>${NUMBER})\\s*(?<unit>min(?:ute)?s?|hours?|h)\\s+${PER}\\b`, 'iu'),
  /(?<![\p{L}-])(?<per>daily|weekly|monthly|every (?:single )?day|every week|every month)\b/iu,
]
/** “At most two hours a day” bounds what is done; it is not done itself. */
const IS_BOUND =
  /\b(?:at most|at least|no more than|not more than|max(?:imum)?\.?(?: of)?|up to|only|never)\s*$/i

/** How often something comes back, by the plain forms: “four times a week”, “30 minutes a day”, “daily”. */
export function readRhythm(text: string): ReadRhythm | undefined {
  for (const form of FORMS) {
    const match = form.exec(text)
    if (match === null || IS_BOUND.test(text.slice(0, match.index))) continue
    const { count, word, minutes, unit, per = '' } = match.groups ?? {}
    const every = periodOf(per)
    const times =
      word === undefined ? numberOf((count ?? '1').toLowerCase()) : word.toLowerCase() === 'twice' ? 2 : 1
    const length = minutes === undefined ? undefined : numberOf(minutes.toLowerCase())
    // So many hours a week are a limit, not one sitting.
    if (length !== undefined && every !== 'day') return undefined
    if (times === undefined || !Number.isInteger(times) || times < 1 || times > 31) continue
    return {
      ...{ times, per: every, at: match.index, length: match[0].length },
      ...(length === undefined ? {} : { minutes: Math.round(length * (/^h/i.test(unit ?? '') ? 60 : 1)) }),
    }
  }
  const counted = COUNTED.exec(text)
  const { count = '', noun = '', per = '' } = counted?.groups ?? {}
  const times = numberOf(count.toLowerCase())
  if (counted === null || times === undefined || !Number.isInteger(times) || times < 1 || times > 14)
    return undefined
  if (IS_MEASURE.test(noun) || IS_BOUND.test(text.slice(0, counted.index))) return undefined
  return { times, per: periodOf(per), title: noun, at: counted.index, length: counted[0].length }
}

/** “Two letters a week”. What is measured (“10 km a day”) says nothing of how often. */
const COUNTED = new RegExp(
  `^(?:(?:and|then|plus)\\s+)?(?<count>${NUMBER})\\s+(?<noun>\\p{L}+(?:\\s+\\p{L}+){0,2})\\s+(?:a|per|each|every)\\s+(?<per>week|month)[.,;]?$`,
  'iu',
)
const IS_MEASURE =
  /(?:^|\s)(?:hours?|h|min(?:ute)?s?|days?|km|kilomet(?:er|re)s?|miles?|met(?:er|re)s?|pages?|words?|lines?|kg|kilos?|euros?|dollars?|pounds?|percent|lit(?:er|re)s?|calories|points?)$/i

function periodOf(words: string): BriefRhythm['per'] {
  if (/week/i.test(words)) return 'week'
  return /month/i.test(words) ? 'month' : 'day'
}

/** “A lesson every Thursday from 17:00 to 17:45”, “an hour of grammar on Tuesdays”: on each of these days. */
export function weeklyRhythm({
  piece,
  days: named,
  windows,
  rest,
}: {
  readonly piece: Piece
  readonly days: readonly Weekday[]
  readonly windows: readonly WeeklyWindow[]
  readonly rest: string
}): SaidRhythm | undefined {
  const days = [...new Set(named)]
  const amount = readAmount(piece.text)
  const left = amount === undefined ? rest : blank({ text: rest, at: 0 }, amount).text
  const [window] = windows
  const isAt =
    window !== undefined && windows.every(({ start, end }) => start === window.start && end === window.end)
  const isRepeated = /\b(?:every|each|on \p{L}+days|weekdays)\b/iu.test(piece.text)
  if (days.length === 0 || days.length === 7 || !isRepeated || contentWords(left).length === 0)
    return undefined
  if (IS_STATEMENT.test(left)) return undefined
  if (amount === undefined && !isAt) return undefined
  const minutes = amount?.minutes ?? (window === undefined ? undefined : lengthOf(window))
  return {
    ...{ times: days.length, per: 'week', days, rest: left },
    ...(minutes === undefined ? {} : { minutes }),
    ...(isAt ? { start_time: window.start } : {}),
  }
}

/** What is so on these days, instead of what is done on them. */
const IS_STATEMENT = /\b(?:is|are|was|were|has|needs?|can|could|closed?|opens?|which|who)\b/i

function lengthOf({ start, end }: WeeklyWindow): number {
  const [from, until] = [start, end].map(clock => {
    const [hours = 0, minutes = 0] = clock.split(':').map(Number)
    return hours * 60 + minutes
  })
  return (until ?? 0) - (from ?? 0)
}

/** The fields of an entry, without what else was said. */
export function rhythmOf({ rest: _rest, ...rhythm }: SaidRhythm): Omit<SaidRhythm, 'rest'> {
  return rhythm
}
