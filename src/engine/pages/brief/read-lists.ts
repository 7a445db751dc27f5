import type { BriefItem } from '../../../contracts/page.ts'
import { cut } from './clean-text.ts'
import { readPlainPrices, readPrices } from './money.ts'
import { capital } from './read-pages.ts'
import { splitList } from './sentences.ts'

/** What introduces a list within its first entry: “we sell …”, “… with”. */
const INTRODUCED =
  /^.*?\b(?:with(?!\s(?:jam|milk|cream|cheese|butter))|like|sell(?:s|ing)?|offer(?:s|ing)?|serv(?:e|es|ing)|including|includes?|such as|namely|have|has|are|is|for sale|there (?:is|are)|treatments?|services?)\s*:?\s+(?=\p{L})/iu
const LEADING = /^(?:and|or|also|then|an?|the|our|some|is|are|for)\s+/
const MINUTES =
  /(?<![\d.,:])(\d{1,3})\s?(min(?:ute)?s?\.?|minuten|mins|h(?:ours?|rs?)?|std\.?|stunden?)(?![\p{L}])/iu

/** A list of things with their prices and times; undefined where the words are none. */
export function readItemList(
  text: string,
  { isLabelled, hasCurrency }: { readonly isLabelled: boolean; readonly hasCurrency: boolean },
): readonly BriefItem[] | undefined {
  const entries = splitList(text)
  const plainToo = hasCurrency || entries.filter(entry => /\d+[.,]\d{2}\b/.test(entry)).length >= 2
  const items = entries
    .map((entry, index) => toItem(isLabelled ? entry : withoutIntroduction(entry, index === 0), plainToo))
    .filter(item => item !== undefined)
  const priced = items.filter(item => item.price !== undefined)
  if (items.length < entries.length && priced.length < 2) return undefined
  if (priced.length >= 2 && (isLabelled || priced.length >= entries.length * 0.6))
    return isLabelled ? items : priced
  if (!isLabelled) return undefined
  return items.length >= 2 && items.every(item => item.name.split(/\s+/).length <= MAX_NAME_WORDS)
    ? items
    : undefined
}

/** “We sell rye bread”, “Shop for my bakery: rye bread”: the thing begins behind what introduces it. */
function withoutIntroduction(entry: string, isFirst: boolean): string {
  if (!isFirst && !/^(?:we|i|our)\b/i.test(entry)) return entry
  return entry.replace(/^.*[:：]\s+/, '').replace(INTRODUCED, '')
}

const MAX_NAME_WORDS = 8

/** One entry: name, price, time and what stands in brackets or behind a dash. */
export function toItem(entry: string, hasPlainPrices: boolean): BriefItem | undefined {
  const price =
    readPrices(entry)[0] ?? (hasPlainPrices ? readPlainPrices(withoutMinutes(entry)).at(-1) : undefined)
  const time = MINUTES.exec(entry)
  let rest = price ? `${entry.slice(0, price.start)} ${entry.slice(price.end)}` : entry
  const minutes = time && (price || /\d\s?m/i.test(time[0])) ? toMinutes(time) : undefined
  if (minutes !== undefined && time) rest = rest.replace(time[0], ' ')
  const [head = '', ...more] = rest
    .split(/(?:\s+[–—-]\s+|:\s+)(?![^()]*\))/)
    .map(part => part.trim())
    .filter(part => part !== '')
  const [brackets = '', inBrackets = ''] = /\(([^()]*)\)/.exec(head) ?? []
  const name = tidy(head.replace(brackets, ' '))
  if (name.length < 2 || !/\p{L}/u.test(name)) return undefined
  const description = [...more.map(tidy), inBrackets.trim()].filter(part => part !== '').join(' · ')
  return {
    name: cut(capital(name), 120),
    ...(price ? { price: price.amount, price_text: price.text } : {}),
    ...(minutes === undefined ? {} : { minutes }),
    ...(description === '' ? {} : { description: cut(description, 400) }),
    quote: cut(entry, 500),
  }
}

function withoutMinutes(entry: string): string {
  return entry.replace(new RegExp(MINUTES, 'giu'), found => ' '.repeat(found.length))
}

function toMinutes(time: RegExpExecArray): number {
  const amount = Number(time[1])
  return /^(?:h|std|stunde)/i.test(time[2] ?? '') ? amount * 60 : amount
}

function tidy(text: string): string {
  let clean = text
    .replace(/[*_`<>]/g, '')
    .replace(/^["“„«]|["”“»]$/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  while (LEADING.test(clean)) clean = clean.replace(LEADING, '')
  return clean
    .replace(/[\s,;:=|–—-]+$/, '')
    .replace(/\s+(?:for|at|costs?|pays?|is|are|@|zu|à|kostet|kosten|coûte)$/i, '')
    .trim()
}
