import type { Weekday } from '../../../contracts/schedule.ts'

/** Parts of patterns, without groups of their own, for text in lower case. */
export const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|sept|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)\\.?(?![a-z])'
export const WEEKDAY =
  "(?:mon(?:day)?|tue(?:s(?:day)?)?|weds?|wednesday|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)(?:s|'s)?\\.?(?![a-z])"
export const UNIT = "(?:minute|min|hour|hr|day|workday|week|fortnight|month|quarter|year)s?(?![a-z])(?:'s?)?"
const SMALL =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen'
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'
export const NUMBER = `(?:\\d+(?:[.,]\\d+)?|(?:${TENS})(?:[ -](?:${SMALL}))?|(?:${SMALL})|a couple(?: of)?|half an?|half|an?|the)(?![a-z])`

export const WEEKDAYS: readonly Weekday[] = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
]
export const WORKDAYS: readonly Weekday[] = WEEKDAYS.slice(0, 5)
export const WEEKEND: readonly Weekday[] = WEEKDAYS.slice(5)
const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
]

const VALUES: Readonly<Record<string, number>> = Object.fromEntries([
  ...SMALL.split('|').map((word, at) => [word, at + 1] as const),
  ...TENS.split('|').map((word, at) => [word, (at + 2) * 10] as const),
  ...[
    ['a', 1] as const,
    ['an', 1] as const,
    ['the', 1] as const,
    ['once', 1] as const,
    ['twice', 2] as const,
  ],
  ...[['thrice', 3] as const, ['half', 0.5] as const, ['half a', 0.5] as const, ['half an', 0.5] as const],
  ...[['a couple', 2] as const, ['a couple of', 2] as const],
])

/** What a number is in figures; undefined for what is none. */
export function numberOf(words: string): number | undefined {
  const text = words.trim()
  if (/^\d+(?:[.,]\d+)?$/.test(text)) return Number(text.replace(',', '.'))
  const parts = text.split(/[ -]/)
  const [tens, ones] = parts
  if (parts.length === 2 && tens !== undefined && TENS.split('|').includes(tens))
    return (VALUES[tens] ?? 0) + (VALUES[ones ?? ''] ?? 0)
  return VALUES[text]
}

/** The day of a week by its first letters. */
export function weekdayOfWord(word: string): Weekday | undefined {
  return WEEKDAYS.find(day => day.slice(0, 3) === word.slice(0, 3))
}

/** 1 for January. */
export function monthOfWord(word: string): number {
  return MONTHS.findIndex(month => month.slice(0, 3) === word.slice(0, 3)) + 1
}

/** All weekdays that a list names; ranges such as `mon-fri` and groups such as `weekends` included. */
export function weekdaysIn(text: string): readonly Weekday[] {
  const found = new Set<Weekday>()
  const range = new RegExp(`(${WEEKDAY})\\s*(?:-|to|through|thru|until)\\s*(${WEEKDAY})`, 'g')
  for (const [, from = '', to = ''] of text.matchAll(range)) {
    const first = WEEKDAYS.indexOf(weekdayOfWord(from) ?? 'monday')
    const last = WEEKDAYS.indexOf(weekdayOfWord(to) ?? 'monday')
    for (let at = first; ; at = (at + 1) % 7) {
      found.add(WEEKDAYS[at] ?? 'monday')
      if (at === last) break
    }
  }
  if (/weekends?\b/.test(text)) for (const day of WEEKEND) found.add(day)
  if (/\b(?:weekdays?|week days?|workdays?|working days?|work days?)\b/.test(text))
    for (const day of WORKDAYS) found.add(day)
  for (const [word] of text.matchAll(new RegExp(`(?<![a-z])${WEEKDAY}`, 'g'))) {
    const day = weekdayOfWord(word)
    if (day !== undefined) found.add(day)
  }
  return WEEKDAYS.filter(day => found.has(day))
}

/** The same text, letter for letter, as the patterns expect it. */
export function plainText(text: string): string {
  return [...text]
    .map(letter => {
      if (/[‐-―−]/.test(letter)) return '-'
      if (/[‘’ʼ]/.test(letter)) return "'"
      if (/\s/.test(letter)) return ' '
      const lower = letter.toLowerCase()
      return lower.length === letter.length ? lower : letter
    })
    .join('')
}
