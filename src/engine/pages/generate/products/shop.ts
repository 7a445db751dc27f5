import { type CatalogItem, catalogOf } from '../content/catalog-item.ts'
import { motifFor } from '../content/motif-words.ts'
import { html, jsonText, type Markup } from '../html.ts'
import { icon } from '../icons.ts'
import { type PageContext, pageAddress } from '../page-context.ts'

/** What a shop sells: the items of the brief and nothing else. */
export interface Shop {
  readonly items: readonly CatalogItem[]
  /** What its catalog is called. */
  readonly browse: string
  readonly motif: string
  /** Nothing is sold by the piece: the cart is a list, the checkout a request. */
  readonly isList: boolean
  readonly hasCart: boolean
  readonly hasFavourites: boolean
  readonly isFavouriteList?: boolean
  /** What is said when something was added. */
  readonly added: string
}

export function readShop({ brief, pages, name }: PageContext): Shop {
  const items = catalogOf(brief)
  const isList = items.every(item => item.price === undefined)
  return {
    items,
    browse: pages.find(page => page.role === 'catalog')?.title ?? 'Shop',
    motif: motifFor(`${name} ${items[0]?.name ?? ''} ${brief.facts.sector ?? ''}`, 'spark'),
    isList,
    hasCart: pages.some(page => page.role === 'cart'),
    hasFavourites: pages.some(page => page.role === 'favourites') || wantsFavourites(brief.features),
    added: isList ? 'is on your list' : 'is in your cart',
  }
}

function wantsFavourites(features: readonly string[]): boolean {
  return features.some(feature => /favou?rite|wish ?list|heart|save for later/i.test(feature))
}

export function itemAddress(context: PageContext, item: CatalogItem): string {
  const product = pageAddress(context, 'product')
  return product === undefined ? '#items' : `${product}#${item.id}`
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
    delivery: 0,
    pickup: !context.brief.features.includes('delivery'),
    free: '–',
    options: {},
    items,
  }
  return html`<script type="application/json" id="catalog">${jsonText(data)}</script>`
}
