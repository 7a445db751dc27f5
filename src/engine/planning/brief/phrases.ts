import { NUMBER, numberOf } from '../calendar-words/calendar-words.ts'

/** An amount of work in a text: “15 hours”, “about 2 days”. */
export interface Amount {
  readonly minutes: number
  readonly at: number
  readonly length: number
}

const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 480 }
const AMOUNT = new RegExp(
  `\\(?\\s*(?:about|around|roughly|some|approx\\.?|ca\\.?|only|~)?\\s*(?<![\\p{L}\\d])(?<count>\\d+(?:[.,]\\d+)?|${NUMBER})[\\s-]*(?<unit>hours?|hrs?|h|minutes?|mins?|days?)(?![\\p{L}\\d])(?:\\s+of\\s+work)?\\s*\\)?`,
  'giu',
)
/** What makes of an amount a rhythm or a distance in time. */
const IS_OTHERWISE =
  /^\s*(?:a|an|per|each|every|\/|before|after|later|earlier|ago|from now|daily|weekly|long|at a time)\b/i

/** The amount of work that a phrase names; distances and rhythms are none. */
export function readAmount(text: string): Amount | undefined {
  for (const match of text.matchAll(AMOUNT)) {
    const { count = '', unit = '' } = match.groups ?? {}
    const value = numberOf(count.toLowerCase())
    const isBracketed = /^\s*\(.*\)\s*$/.test(match[0])
    if (value === undefined) continue
    if (!isBracketed && IS_OTHERWISE.test(text.slice(match.index + match[0].length))) continue
    const isDays = /^d/i.test(unit)
    // “Two days” is work only where it is said to be: in brackets, or what something takes.
    const stands =
      match[0].trim().startsWith('(') || /\b(?:takes?|needs?|requires?)\s*$/i.test(text.slice(0, match.index))
    if (isDays && !stands) continue
    const minutes = Math.round(value * (MINUTES[unit.charAt(0).toLowerCase()] ?? 1))
    if (minutes > 0) return { minutes, at: match.index, length: match[0].length }
  }
  return undefined
}

/** “two weeks before the wedding”, “on the day before”, “after the conclusion”. */
export interface OrderPhrase {
  readonly relation: 'before' | 'after'
  readonly days?: number
  /** Empty where the words name nothing. */
  readonly reference: string
  readonly at: number
  readonly length: number
}

/** The furthest that an order may reach, as in the contract. */
const MAX_DAYS = 730
const DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, f: 14 }
const ORDER = new RegExp(
  `(?:\\b(?:at least|at the latest|no later than|about)\\s+)?(?:(?:(?<count>${NUMBER})\\s+(?<unit>days?|weeks?|months?|fortnights?)|(?:on\\s+)?the\\s+(?<near>day|week))\\s+)?\\b(?<relation>before|after)\\b(?:\\s+(?<reference>.+?))?[.,;!?)\\s]*$`,
  'iu',
)
/** A clause with a subject of its own is no name of an entry. */
const IS_CLAUSE = /^(?:i|we|you|he|she|they|one|anyone|anybody|everyone)\s/i

/** “For two weeks before” says how long, not how long before. */
const IS_DURATION = /\bfor\s*$/i

/** What a phrase says of its place before or after something else; it stands at the end. */
export function readOrderPhrase(text: string): OrderPhrase | undefined {
  const match = ORDER.exec(text)
  const { count, unit, near, relation = '', reference = '' } = match?.groups ?? {}
  if (match === null || IS_CLAUSE.test(reference) || IS_DURATION.test(text.slice(0, match.index)))
    return undefined
  const each = DAYS[(unit ?? near ?? '').charAt(0).toLowerCase()]
  const value = near === undefined ? numberOf((count ?? '').toLowerCase()) : 1
  const days = each === undefined || value === undefined ? undefined : Math.round(each * value)
  if (reference === '' && days === undefined) return undefined
  return {
    relation: relation.toLowerCase() === 'before' ? 'before' : 'after',
    ...(days === undefined ? {} : { days: Math.min(MAX_DAYS, days) }),
    ...{ reference: reference.trim(), at: match.index, length: match[0].length },
  }
}

export interface Money {
  readonly amount: number
  readonly currency: string
  readonly at: number
  readonly length: number
}

const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/€|\beur/i, 'EUR'],
  [/£|\bgbp|\bpounds?/i, 'GBP'],
  [/\bchf|\bfrancs?/i, 'CHF'],
  [/\$|\busd|\bdollars?/i, 'USD'],
]
const MONEY =
  /(?:(?:[$€£]|\b(?:EUR|USD|CHF|GBP)\b)\s?(?<first>\d[\d,.’']*)\s?(?<k>k\b)?)|(?:(?<second>\d[\d,.’']*)\s?(?<k2>k\b)?\s?(?:[$€£]|(?:euros?|eur|dollars?|usd|pounds?|gbp|francs?|chf)\b))/iu

/** A sum with its currency. */
export function readMoney(text: string): Money | undefined {
  const match = MONEY.exec(text)
  if (match === null) return undefined
  const { first, second, k, k2 } = match.groups ?? {}
  const figures = (first ?? second ?? '')
    .replace(/[.,’'](?=\d{3}(?!\d))/g, '')
    .replace(/[.,]$/, '')
    .replace(',', '.')
  const amount = Number(figures) * ((k ?? k2) === undefined ? 1 : 1_000)
  const currency = CURRENCIES.find(([sign]) => sign.test(match[0]))?.[1]
  return Number.isFinite(amount) && currency !== undefined
    ? { amount, currency, at: match.index, length: match[0].length }
    : undefined
}

const CONNECTIVES =
  /^(?:(?:and|then|plus|(?:first|second|third)(?=,|\s+(?:i|we)\b)|(?:first|second|third)ly|finally|lastly|next|also|but|so|afterwards|after that|please)\b,?\s*)+/i
const SUBJECT_AND_WISH =
  /^(?:(?:i|we)\s*(?:also\s+|still\s+|then\s+|just\s+)?(?:(?:have|need|want|must|should|would like|'d like|’d like|will|shall|plan|hope|intend|are going|am going)\b(?:\s+to\b)?|'ll|’ll)\s*(?:also\s+|still\s+)?)/i
const ENDS_IN_AMOUNT =
  /\s*(?:\b(?:takes?|needs?|requires?|(?:should|will|must) (?:take|need)|costs?|is|are|for|of)|[-–—:=(])\s*$/i
const ENDS_READY =
  /\s+(?:has|have|must|needs?|should|ought)(?:\s+to)?\s+be\s+(?:ready|done|finished|complete[d]?|there)\s*$/i
const COPULA =
  /\s+(?:is|are|will be|takes? place|will take place|happens?|falls?|begins?|starts?)(?=\s*$|\s+(?:in|at)\b)/i
const PLANNING =
  /^(?:please\s+)?(?:(?:help\s+(?:me|us)\s+(?:to\s+)?)?(?:plan|organi[sz]e|arrange|host|prepare(?:\s+for)?|train\s+for|get\s+ready\s+for)\s+(?:for\s+)?)(?=(?:my|our|the|an?|\p{Lu}|\d)\b)/iu
const HAVING =
  /^(?:(?:i|we)\s+(?:have|'ve got|have got|are having)|there(?:\s+is|\s+are|'s|’s|\s+will be))\s+/i

/** What is left of a phrase as a title: without connecting words, a wish before it, and what hangs in the air. */
export function titleOf(text: string): string {
  let title = text
    .replace(/\s+/g, ' ')
    .replace(/\(\s*\)/g, '')
    .trim()
  for (let before = ''; before !== title; ) {
    before = title
    title = title
      .replace(/^[\s,;:.!?–—-]+|[\s,;:.!?–—-]+$/g, '')
      .replace(CONNECTIVES, '')
      .replace(SUBJECT_AND_WISH, '')
      .replace(ENDS_READY, '')
      .replace(ENDS_IN_AMOUNT, '')
      .replace(/\s+(?:on|at|by|before|until|from|and|every|each|only|in all|in total|altogether)$/i, '')
      .replace(/^of\s+/i, '')
      .replace(/^([^()]*)\)/, '$1')
      .replace(/\s+([,;:.!?])/g, '$1')
  }
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`.slice(0, 200)
}

/** The title of something that happens on a day: what it is, not that it is planned. */
export function eventTitleOf(text: string): string {
  const plain = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(CONNECTIVES, '')
    .replace(HAVING, '')
    .replace(PLANNING, '')
  const bare = plain.replace(COPULA, '')
  return titleOf(bare.replace(/^(?:an?|the)\s+(?=\p{L})/iu, ''))
}

/** Where an event is: a name, or a place with its article, at the end of its phrase. */
export function placeOf(text: string): string | undefined {
  return /\b(?:in|at)\s+((?:the|our|my)\s+[\p{L}’'-]+(?:\s+[\p{L}’'-]+){0,3}|\p{Lu}[\p{L}’'-]+(?:\s+\p{Lu}[\p{L}’'-]+){0,3})\s*[.!?]?$/u.exec(
    text.trim(),
  )?.[1]
}
