import type { BriefItem } from '../../../contracts/page.ts'
import { cut } from './clean-text.ts'

const SYMBOL = '[$€£¥₹]|USD|EUR|GBP|CHF|dollars?|euros?|pounds?'
const NUMBER = String.raw`\d{1,6}(?:[.,]\d{1,2})?`
const PRICED = new RegExp(
  String.raw`([\p{L}][^\n,;:$€£¥₹|•]{1,60}?)\s*(?:[-–—:=(|]|\bfor\b|\bat\b|\bcosts?\b)?\s*(?:(${SYMBOL})\s?(${NUMBER})|(${NUMBER})\s?(${SYMBOL}))`,
  'giu',
)
const PLAIN_PRICE =
  /([\p{L}][\p{L}\p{M}'’& -]{1,80}?)\s+\(?(\d{1,4}[.,]\d{2})(?=(?:\s+(?:each|apiece))?\)?\s*(?:[,;\n.]|$|and\b|&))/gu
const LISTED =
  /\b(?:items|products|menu|services|treatments|classes|tasks|to-?dos?|columns|chapters|sections|topics|features|stops|activities|places|links|selling|sells?|we sell|we offer|offering)\s*(?::|are|include|includes|-|–)?\s*([^\n.]{4,600})/i
const BULLET = /^\s*(?:[-*•–]|\d+[.)])\s+(.{2,120})$/gm
const LEADING =
  /^(?:and|or|also|then|a|an|the|with|sell(?:s|ing)?|we|our|items?|products?|menu|services?|offer(?:s|ing)?|includ(?:es|ing)|like|such as|e\.g\.|plus|some|is|are|for)\s+/i
/** “Build a shop called Amber & Oak with flat white 4.20”: the item begins behind what introduces it. */
const INTRODUCED =
  /^.*\b(?:app|shop|store|site|website|page|menu|called|named|we|our|make|build|create)\b.*\b(?:with|sell(?:s|ing)?|offer(?:s|ing)?|serv(?:es?|ing)|includ(?:es|ing)|like|such as|of)\s+/i

export interface ReadItems {
  readonly items: readonly BriefItem[]
  readonly currency?: string
}

/** The things a brief names, with their prices where it gives them: priced ones, bullets, or a list after a colon. */
export function readItems(text: string): ReadItems {
  const priced = [...text.matchAll(PRICED)].map(([, name = '', before, first, second, behind]) => ({
    name: cleanName(name),
    price: toNumber(first ?? second ?? '0'),
    symbol: before ?? behind,
  }))
  if (priced.length > 0) {
    const currency = toCurrency(priced[0]?.symbol)
    return {
      items: unique(priced.map(({ name, price }) => ({ name, price }))),
      ...(currency ? { currency } : {}),
    }
  }
  const plain = [...text.matchAll(PLAIN_PRICE)].map(([, name = '', price = '0']) => ({
    name: cleanName(name),
    price: toNumber(price),
  }))
  if (plain.length >= 2) return { items: unique(plain) }
  const bullets = [...text.matchAll(BULLET)].map(([, name = '']) => toItem(name))
  if (bullets.length >= 2) return { items: unique(bullets) }
  return { items: unique(listed(text)) }
}

function listed(text: string): readonly BriefItem[] {
  const list = LISTED.exec(text)?.[1]
  const parts =
    list
      ?.split(/\s*[,;]\s*|\s+(?:and|&)\s+/i)
      .map(part => part.trim())
      .filter(part => part !== '') ?? []
  const names = parts.filter(part => part.split(/\s+/).length <= 5)
  return names.length >= 3 && names.length >= parts.length * 0.7 ? names.map(toItem) : []
}

function toItem(text: string): BriefItem {
  const [name = '', ...rest] = text.split(/\s+[–—-]\s+|:\s+/)
  const description = rest.join(' – ')
  return { name: cleanName(name), ...(description ? { description: cut(description, 300) } : {}) }
}

function cleanName(name: string): string {
  let clean = name
    .replace(/[*_`"“”<>]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(INTRODUCED, '')
  while (LEADING.test(clean)) clean = clean.replace(LEADING, '')
  const short = cut(clean.replace(/\s*(?:[-–—:(|]|for|at)$/i, ''), 60)
  return short.charAt(0).toUpperCase() + short.slice(1)
}

function unique(items: readonly BriefItem[]): readonly BriefItem[] {
  const names = new Set<string>()
  return items
    .filter(({ name }) => name.length >= 2 && !names.has(name.toLowerCase()) && names.add(name.toLowerCase()))
    .slice(0, 40)
}

function toNumber(text: string): number {
  return Number(text.replace(',', '.'))
}

function toCurrency(symbol: string | undefined): string | undefined {
  if (symbol === undefined) return undefined
  const low = symbol.toLowerCase()
  if (low.startsWith('dollar') || low === 'usd') return '$'
  if (low.startsWith('euro') || low === 'eur') return '€'
  if (low.startsWith('pound') || low === 'gbp') return '£'
  return symbol
}
