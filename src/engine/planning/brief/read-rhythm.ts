import type { BriefRhythm } from '../../../contracts/plan-brief.ts'
import { NUMBER, numberOf } from '../calendar-words/calendar-words.ts'

interface ReadRhythm extends Pick<BriefRhythm, 'times' | 'per' | 'minutes'> {
  readonly at: number
  readonly length: number
}

const PER = '(?:a|per|each|every|\\/)\\s*(?<per>day|week|month|evening|morning|night)'
const FORMS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:(?<count>${NUMBER})\\s*(?:times|x|sessions|evenings|days|mornings|nights)|(?<word>once|twice))\\s+${PER}\\b`,
    'iu',
  ),
  new RegExp(`(?<![\\p{L}\\d])(?<minutes>${NUMBER})\\s*(?<unit>min(?:ute)?s?|hours?|h)\\s+${PER}\\b`, 'iu'),
  /\b(?<per>daily|weekly|monthly|every (?:single )?day|every week|every month)\b/iu,
]

/** How often something comes back, by the plain forms: “four times a week”, “30 minutes a day”, “daily”. */
export function readRhythm(text: string): ReadRhythm | undefined {
  for (const form of FORMS) {
    const match = form.exec(text)
    if (match === null) continue
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
  return undefined
}

function periodOf(words: string): BriefRhythm['per'] {
  if (/week/i.test(words)) return 'week'
  return /month/i.test(words) ? 'month' : 'day'
}
