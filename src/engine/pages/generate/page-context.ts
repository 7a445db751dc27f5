import type { PageBrief, PageSpec } from '../../../contracts/page.ts'
import { type CatalogItem, slugOf } from './content/catalog-item.ts'

/** What every block of a page may ask: whose page it is, which others there are, how money is written. */
export interface PageContext {
  readonly spec: PageSpec
  readonly pages: readonly PageSpec[]
  readonly brief: PageBrief
  /** What the product is called; never empty. */
  readonly name: string
  /** Keeps the state of one app apart from another's. */
  readonly appId: string
  readonly money: (amount: number) => string
  /** ISO 4217; empty where nobody told one, and amounts stand without a sign. */
  readonly currency: string
  readonly locale: string
}

/** The language of the pages' own words: the built-in ones are English; words of a brief stand in theirs. */
const LOCALE = 'en'

const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
}
/** What a product is headed by as long as nobody named it: its kind, which claims nothing. */
const KINDS: Readonly<Record<string, string>> = {
  ecommerce: 'Shop',
  travel: 'Trip',
  manual: 'Manual',
  kanban: 'Board',
  landing: 'Home',
  card: 'Card',
  invitation: 'Invitation',
  booking: 'Booking',
  dashboard: 'Dashboard',
}

export function makePageContext(spec: PageSpec, brief: PageBrief, pages: readonly PageSpec[]): PageContext {
  const name = nameOf(brief)
  const currency = brief.currency === undefined ? '' : toCurrency(brief.currency)
  const format = new Intl.NumberFormat(
    LOCALE,
    currency === ''
      ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
      : { style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
  )
  const appId = slugOf(name, brief.product_type)
  const all = pages.some(page => page.slug === spec.slug) ? pages : [...pages, spec]
  return {
    spec,
    pages: all,
    brief,
    name,
    appId,
    money: amount => format.format(amount),
    currency,
    locale: LOCALE,
  }
}

function nameOf({ name, facts, product_type: product }: PageBrief): string {
  if (name !== undefined) return name
  if (product === 'travel' && facts.destination) return facts.destination
  if (product === 'card' && facts.person) return facts.person
  return KINDS[product] ?? 'Home'
}

/** The address of the page that plays a role, as its siblings write it; undefined when there is none. */
export function pageAddress(context: PageContext, role: string): string | undefined {
  const found = context.pages.find(page => page.role === role)
  return found && `${found.slug}.html`
}

/** The price as the person wrote it; a bare number in the currency of the brief, if it has one; empty without a price. */
export function priceText(context: PageContext, item: CatalogItem): string {
  if (item.price === undefined) return ''
  return item.priceText !== undefined && (context.currency === '' || /[^\d.,\s]/.test(item.priceText))
    ? item.priceText
    : context.money(item.price)
}

function toCurrency(currency: string | undefined): string {
  const code = CURRENCIES[currency ?? ''] ?? currency ?? 'USD'
  return /^[A-Z]{3}$/.test(code) ? code : 'USD'
}
