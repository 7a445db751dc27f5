/** Languages whose names of days and months are read, from the platform's own tables. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'pl', 'cs'] as const

const days = namesOf('weekday', 7)
const months = namesOf('month', 12)
/** Short forms that the tables do not have. */
const MORE_DAYS = [
  'tues',
  'thur',
  'thurs',
  'mo',
  'di',
  'mi',
  'do',
  'fr',
  'sa',
  'so',
  'lu',
  'ma',
  'me',
  'je',
  've',
]
const EACH =
  'daily|every day|weekdays|weekends|täglich|tous les jours|todos los días|tutti i giorni|dagelijks'

const DAY = String.raw`(?<![\p{L}])(?:${[...days, ...MORE_DAYS].sort((a, b) => b.length - a.length).join('|')})(?:s|\.)?(?![\p{L}])`
const CLOCK = String.raw`(?:\d{1,2}(?:[:.h]\d{2})?\s?(?:a\.?m\.?|p\.?m\.?|h|uhr)?|noon|midnight)(?![\p{L}\d])`
const TO = String.raw`\s?(?:–|—|-|to|through|thru|till|until|bis|à|a|au|al|–)\s?`
const DAYS = String.raw`(?:${DAY}(?:(?:${TO}|\s?(?:,|&|and|und|et|y|e|och|og|\+)\s?)${DAY})*|${EACH})`
const SPAN = String.raw`(?:from\s|von\s|de\s|dalle\s)?${CLOCK}${TO}${CLOCK}`
const CLOSED = String.raw`closed|geschlossen|fermé|cerrado|chiuso|gesloten|stängt|ruhetag`
const HOURS_PART = String.raw`(?:${DAYS}\s*:?,?\s*(?:${SPAN}(?:(?:,|\s(?:and|und|et|y|e))\s${SPAN})*|${CLOSED})|(?:${CLOSED})\s(?:on\s)?${DAYS}|${SPAN},?\s(?:${DAYS}))`
const HOURS = new RegExp(
  String.raw`${HOURS_PART}(?:(?:\s?[,;·/]|\s(?:and|und|et|y|e|och))?\s*${HOURS_PART})*`,
  'giu',
)

const MONTH = String.raw`(?:${months.sort((a, b) => b.length - a.length).join('|')})(?:\.|(?![\p{L}]))`
const DATE = new RegExp(
  String.raw`(?:(?:${DAY}),?\s(?:(?:the|den)\s)?)?(?:\d{1,2}(?:st|nd|rd|th|\.|º)?\s(?:of\s|de\s)?${MONTH}(?:,?\s(?:de\s)?\d{4})?|(?<![\p{L}])${MONTH}\s\d{1,2}(?:st|nd|rd|th)?(?![\d:])(?:,?\s\d{4})?)|\b\d{4}-\d{2}-\d{2}\b|(?<![\d.])\d{1,2}[./]\d{1,2}[./]\d{2,4}(?!\d)`,
  'giu',
)
const TIME =
  /(?:\b(?:at|from|um|à|a las|alle|kl\.?|@)\s+)(\d{1,2}(?:[:.h]\d{2})?\s?(?:a\.?m\.?|p\.?m\.?|uhr|h|o’clock|o'clock)?(?![\d%]))(?!\s?(?:€|\$|£))|\b(\d{1,2}:\d{2}(?:\s?[ap]m)?|\d{1,2}\s?[ap]m)\b/giu

/** “Juni 2027”: what a number before it is the day of. */
export function startsWithMonth(text: string): boolean {
  return new RegExp(`^${MONTH}`, 'iu').test(text)
}

/** One match with its place in the text. */
export interface Found {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Opening hours as they are written, one run of days and times each. */
export function findHours(text: string): readonly Found[] {
  return findAll(HOURS, text).map(withoutFullStop)
}

/** Calendar dates as they are written. */
export function findDates(text: string): readonly Found[] {
  return findAll(DATE, text)
}

/** Clock times that stand alone. */
export function findTimes(text: string): readonly Found[] {
  return [...text.matchAll(TIME)].map(found => {
    const value = (found[1] ?? found[2] ?? '').trim()
    const start = found.index + found[0].indexOf(value)
    return { text: value, start, end: start + value.length }
  })
}

export function findAll(pattern: RegExp, text: string): readonly Found[] {
  return [...text.matchAll(pattern)].map(found => {
    const value = found[0].trim()
    const start = found.index + found[0].indexOf(value)
    return { text: value, start, end: start + value.length }
  })
}

function namesOf(part: 'weekday' | 'month', count: number): string[] {
  const names = LANGUAGES.flatMap(language =>
    (['long', 'short'] as const).flatMap(style => {
      const format = new Intl.DateTimeFormat(language, { [part]: style, timeZone: 'UTC' })
      return Array.from({ length: count }, (_, index) =>
        format
          .formatToParts(Date.UTC(2024, part === 'month' ? index : 0, part === 'month' ? 1 : index + 1))
          .find(({ type }) => type === part)
          ?.value.replace(/\.$/, '')
          .toLowerCase(),
      )
    }),
  )
  return [...new Set(names.filter(name => name !== undefined && name.length > 2))].filter(
    name => name !== undefined,
  )
}

function withoutFullStop(found: Found): Found {
  const isSentenceEnd = found.text.endsWith('.') && !/[ap]\.m\.$/i.test(found.text)
  return isSentenceEnd ? { ...found, text: found.text.slice(0, -1), end: found.end - 1 } : found
}
