import { findSector, readCatalog } from '../content/catalog.ts'
import type { CatalogItem, Sector } from '../content/sector.ts'
import { shopSectors } from '../content/shop-sectors.ts'
import { html, jsonText, type Markup } from '../html.ts'
import { icon } from '../icons.ts'
import { type PageContext, pageAddress } from '../page-context.ts'

/** What a shop sells and how it speaks. */
export interface Shop {
  readonly items: readonly CatalogItem[]
  readonly words: Sector['words']
  readonly motif: string
  readonly lead: string
  readonly options?: Sector['options']
  /** Nothing is sold by the piece: the cart is a list, the checkout a plan. */
  readonly isList: boolean
  readonly hasFavourites: boolean
  readonly isFavouriteList?: boolean
  /** What is said when something was added. */
  readonly added: string
  /** People fetch it themselves, or have it brought for this much. */
  readonly delivery: number
}

const PICKED_UP: ReadonlySet<string> = new Set([
  'coffee',
  'bakery',
  'restaurant',
  'pizza',
  'sweets',
  'grocery',
  'flowers',
])

export function readShop({ brief, pages }: PageContext): Shop {
  const sector = findSector(shopSectors, brief, 'general')
  const items = readCatalog(brief, sector)
  const isList = items.every(item => item.price === undefined)
  return {
    items,
    words: sector.words,
    motif: sector.motif,
    lead: brief.facts.lead ?? sector.lead,
    ...(sector.options && !isList ? { options: sector.options } : {}),
    isList,
    hasFavourites: pages.some(page => page.role === 'favourites') || wantsFavourites(brief.features),
    added: isList ? 'is on your list' : 'is in your cart',
    delivery: isList ? 0 : isPickedUp(brief.facts.sector) ? 3.5 : 4.9,
  }
}

export function isPickedUp(sector: string | undefined): boolean {
  return PICKED_UP.has(sector ?? '')
}

function wantsFavourites(features: readonly string[]): boolean {
  return features.some(feature => /favou?rite|wish ?list|heart|save for later/i.test(feature))
}

export function itemAddress(context: PageContext, item: CatalogItem): string {
  const product = pageAddress(context, 'product')
  return product === undefined ? `#${item.id}` : `${product}#${item.id}`
}

export function cartButton(context: PageContext, label: string): Markup | '' {
  const cart = pageAddress(context, 'cart')
  if (cart === undefined) return ''
  return html`<a class="icon-button" href="${cart}" aria-label="${label}">${icon('bag')}<span class="count" data-cart-count hidden>0</span></a>`
}

/** Prices as the behaviours read them. */
export function catalogData(context: PageContext, shop: Shop): Markup {
  const items = Object.fromEntries(
    shop.items.map(item => [item.id, { name: item.name, price: item.price ?? null }]),
  )
  const data = {
    currency: context.currency,
    locale: context.locale,
    delivery: shop.delivery,
    pickup: isPickedUp(context.brief.facts.sector),
    options: Object.fromEntries(shop.options?.choices ?? []),
    items,
  }
  return html`<script type="application/json" id="catalog">${jsonText(data)}</script>`
}
