import { numberOfWords } from './numbers.ts'

export type QuantityRole = 'target' | 'start' | 'budget' | 'people' | 'other'

/** A number of the person's own words, with its unit. */
export interface Quantity {
  readonly value: number
  /** As it was said: `km`, `books`, `€`. */
  readonly unit: string
  readonly text: string
  readonly at: number
  readonly role: QuantityRole
}

const NUMBER = String.raw`(?:\d{1,3}(?:[,.\u2019 ]\d{3})+|\d+(?:[.,]\d+)?)`
const WORDS =
  '(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen|nineteen|a hundred|a thousand|a dozen)'
const CURRENCY = String.raw`(?:US\$|\$|€|£|¥|₹|CHF|USD|EUR|GBP)`
const CURRENCY_WORD = '(?:dollars?|euros?|pounds|francs|kronor|kroner|yen|rupees|usd|eur|gbp|chf)'

const MONEY = new RegExp(
  String.raw`(?<sign>${CURRENCY})\s?(?<amount>${NUMBER})\s?(?<scale>k|m|thousand|million)?\b|(?<amount2>${NUMBER})\s?(?<scale2>k|m|thousand|million)?\s?(?<word>${CURRENCY}|${CURRENCY_WORD}\b)`,
  'giu',
)
const STOP =
  'this|that|next|last|per|a|an|the|each|every|and|or|of|in|on|at|by|for|from|with|within|without|before|after|until|to|into|as|so|but|then|while|if|when|is|are|our|my|your|their|his|her|more|over|than'
/** “24 books”, “12 short stories”, “20 fruit trees”: a number and the words that say of what. */
const COUNTED = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(?<number>${NUMBER}k?|${WORDS})[ -]?(?<words>(?!(?:${STOP})\b)\p{L}[\p{L}-]*(?:\s(?!(?:${STOP})\b)\p{L}[\p{L}-]*){0,2})`,
  'giu',
)

const FROM_TO = new RegExp(
  String.raw`(?<subject>\p{L}+)?\s*\bfrom\s+(?<from>${NUMBER})(?:\s*\p{L}+)?\s+to\s+(?<to>${NUMBER})(?:\s*(?<unit>\p{L}+))?`,
  'giu',
)

const TIME_UNITS =
  /^(?:by|for|from|with|within|before|until|is|are|when|if|while|so|but|then|minutes?|mins?|hours?|hrs?|h|days?|weeks?|months?|years?|quarters?|times|evenings?|mornings?|afternoons?|nights?|sessions?|weekends?|am|pm|st|nd|rd|th|of|or|and|to|in|a|an|at|on|by|per|the|more|people's|january|february|march|april|may|june|july|august|september|october|november|december)$/i
const STRUCTURE = /^(?:phases?|stages?|steps?|parts?|milestones?|options?)$/i
const PERSONS =
  'people|persons?|guests?|kids?|children|friends?|attendees?|participants?|employees?|engineers?|developers?|nurses?|teachers?|students?|volunteers?|members?|colleagues?|users?|customers?|runners?|adults?|families|clients?|seats?|joiners?|hires?|interns?|pupils?|visitors?|speakers?|staff|testers?'
const PEOPLE = new RegExp(`^(?:${PERSONS})$`, 'i')
const MEASURES: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6 }

/** Distances that have a name: kilometres that everybody means by them. */
const NAMED: readonly (readonly [RegExp, number])[] = [
  [/\bhalf[ -]marathon\b/i, 21.1],
  [/\b(?<!half[ -])(?<!ultra[ -]?)marathon\b/i, 42.2],
]

/** The numbers of a goal with what they are for. Times and dates are none of them. */
export function readQuantities(text: string): readonly Quantity[] {
  const found: Quantity[] = []
  let rest = text
  for (const match of text.matchAll(MONEY)) {
    const groups = match.groups ?? {}
    const scale = (groups.scale ?? groups.scale2 ?? '').toLowerCase()
    const value = toNumber(groups.amount ?? groups.amount2 ?? '') * (MEASURES[scale] ?? 1)
    const unit = groups.sign ?? groups.word ?? ''
    const at = match.index
    rest = rest.slice(0, at) + ' '.repeat(match[0].length) + rest.slice(at + match[0].length)
    found.push({ value, unit, text: match[0].trim(), at, role: roleOfMoney(text, at) })
  }
  for (const match of rest.matchAll(FROM_TO)) {
    const { from = '', to = '', unit = '', subject = '' } = match.groups ?? {}
    const at = match.index + match[0].lastIndexOf(to)
    const what = unit !== '' && !TIME_UNITS.test(unit) ? unit : subject
    const said = `${to} ${what}`.trim()
    found.push({
      value: toNumber(from),
      unit: what,
      text: `${from} ${what}`.trim(),
      at: match.index,
      role: 'start',
    })
    found.push({ value: toNumber(to), unit: what, text: said, at, role: 'target' })
    rest =
      rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(match.index + match[0].length)
  }
  for (const match of rest.matchAll(COUNTED)) {
    const { number = '', words = '' } = match.groups ?? {}
    const [first = ''] = words.split(' ')
    if (TIME_UNITS.test(first) || STRUCTURE.test(first)) continue
    const counted = isMeasure(first) ? first : words
    const scale = /k$/i.test(number) ? 1e3 : 1
    const value = numberOfWords(number) ?? toNumber(number.replace(/k$/i, '')) * scale
    const at = match.index
    const unit = counted.split(' ').at(-1) ?? counted
    const said = match[0].slice(0, match[0].length - words.length + counted.length).trim()
    found.push({ value, unit, text: said, at, role: roleOfCount(rest, at, unit) })
  }
  for (const [pattern, value] of NAMED) {
    const match = pattern.exec(text)
    if (match !== null)
      found.push({ value, unit: 'km', text: `${value} km`, at: match.index, role: 'target' })
  }
  return found.filter(({ value }) => Number.isFinite(value)).sort((left, right) => left.at - right.at)
}

function isMeasure(word: string): boolean {
  return /^(?:k?m|kms?|kilomet(?:er|re)s?|miles?|met(?:er|re)s?|kg|kilos?|pounds|lbs?|words|pages|%|percent|litres?|liters?|push-ups|pull-ups)$/i.test(
    word,
  )
}

/** Groups of three digits are thousands, whichever sign parts them. */
function toNumber(text: string): number {
  return Number(
    /^\d{1,3}(?:[,.\u2019 ]\d{3})+$/.test(text) ? text.replace(/\D/g, '') : text.replace(',', '.'),
  )
}

const LIMITS =
  /(?:budget(?: of| is|:)?|under|below|less than|at most|max(?:imum)?(?: of)?|up to|within|no more than|not more than|spend(?:ing)?(?: at most)?|costs?|for|with)(?: about| around| roughly)?\s*$/i

function roleOfMoney(text: string, at: number): QuantityRole {
  const before = text.slice(0, at).toLowerCase()
  if (/\b(?:save|raise|earn|pay off|repay|collect|invest|accumulate|make)\b[^.;]{0,30}$/.test(before))
    return 'target'
  if (/\bfrom\s*$/.test(before)) return 'start'
  if (/\b(?:debts?|loan|revenue|income|turnover|fund|savings)\b[^.;]{0,20}$/.test(before)) return 'target'
  if (LIMITS.test(before) || /^[^.;]{0,25}\bbudget\b/i.test(text.slice(at))) return 'budget'
  return 'target'
}

function roleOfCount(text: string, at: number, unit: string): QuantityRole {
  const before = text.slice(0, at)
  if (/\bfrom\s*$/i.test(before) || /\b(?:currently|now|today)(?: at)?\s*$/i.test(before)) return 'start'
  if (PEOPLE.test(unit)) return 'people'
  return 'target'
}
