import type { PageBrief, PageSpec } from '../../../contracts/page.ts'
import { type CatalogItem, slugOf } from './content/sector.ts'

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
/** What a product is called as long as nobody named it, by its kind of business or by what it is. */
const NAMES: Readonly<Record<string, string>> = {
  coffee: 'Corner Coffee',
  bakery: 'Daily Loaf',
  restaurant: 'The Long Table',
  pizza: 'Slow Dough',
  sweets: 'Sugar & Scoop',
  flowers: 'Stem & Petal',
  plants: 'Green Corner',
  books: 'The Reading Room',
  fashion: 'Plain Goods',
  jewellery: 'Fine & Quiet',
  beauty: 'Softly',
  toys: 'Little Makers',
  pets: 'Happy Tails',
  streaming: 'Nightstream',
  hair: 'Studio Cut',
  massage: 'Quiet Hour',
  yoga: 'Open Mat',
  wedding: 'Our Wedding',
  birthday: 'Birthday Party',
  ecommerce: 'Corner Shop',
  travel: 'Our Trip',
  manual: 'Handbook',
  kanban: 'Project Board',
  landing: 'Brightside',
  card: 'Your Name',
  invitation: 'You Are Invited',
  booking: 'The Studio',
  dashboard: 'Overview',
}

export function makePageContext(spec: PageSpec, brief: PageBrief, pages: readonly PageSpec[]): PageContext {
  const name = nameOf(brief)
  const currency = toCurrency(brief.currency)
  const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency })
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
  if (product === 'invitation' && facts.hosts) return facts.hosts
  const bySector = ['ecommerce', 'booking', 'invitation'].includes(product)
    ? NAMES[facts.sector ?? '']
    : undefined
  return bySector ?? NAMES[product] ?? 'Our App'
}

/** The address of the page that plays a role, as its siblings write it; undefined when there is none. */
export function pageAddress(context: PageContext, role: string): string | undefined {
  const found = context.pages.find(page => page.role === role)
  return found && `${found.slug}.html`
}

export function priceText(context: PageContext, item: CatalogItem): string {
  return item.price === undefined ? '' : context.money(item.price)
}

function toCurrency(currency: string | undefined): string {
  const code = CURRENCIES[currency ?? ''] ?? currency ?? 'USD'
  return /^[A-Z]{3}$/.test(code) ? code : 'USD'
}
