import { art } from '../art/art.ts'
import { favouriteButton, hero } from '../blocks/parts.ts'
import { pageDocument, type Shell } from '../blocks/shell.ts'
import { type CatalogItem, groupsOf } from '../content/catalog-item.ts'
import { type Fragment, html, type Markup } from '../html.ts'
import { icon } from '../icons.ts'
import { type PageContext, pageAddress, priceText } from '../page-context.ts'
import { cartMain, checkoutMain, confirmationMain } from './checkout.ts'
import { cartButton, catalogData, itemAddress, readShop, type Shop } from './shop.ts'

/** The pages of a shop: catalog, product, cart, checkout, confirmation, and favourites where they are wanted. */
export function ecommercePage(context: PageContext): string {
  const shop = readShop(context)
  const main = PARTS[context.spec.role] ?? catalogMain
  return pageDocument(context, shopShell(context, shop, main(context, shop)))
}

function shopShell(context: PageContext, shop: Shop, main: readonly Fragment[]): Shell {
  const list = shop.isList ? 'My list' : 'Cart'
  return {
    tabs: [
      { role: 'catalog', label: shop.browse, icon: 'menu' },
      { role: 'favourites', label: 'Favourites', icon: 'heart' },
      { role: 'cart', label: list, icon: 'bag' },
      { role: 'confirmation', label: shop.isList ? 'My request' : 'My order', icon: 'check' },
    ],
    actions: cartButton(context, list),
    main,
    data: catalogData(context, shop),
  }
}

type Part = (context: PageContext, shop: Shop) => readonly Fragment[]

const PARTS: Readonly<Record<string, Part>> = {
  catalog: catalogMain,
  product: productMain,
  cart: cartMain,
  checkout: checkoutMain,
  confirmation: confirmationMain,
  favourites: favouritesMain,
}

function catalogMain(context: PageContext, shop: Shop): readonly Fragment[] {
  const groups = groupsOf(shop.items)
  const chips =
    groups.length > 1 &&
    html`<div class="chips" role="group" aria-label="Show only">
<button type="button" class="chip" data-filter="" aria-pressed="true">All</button>
${groups.map(group => html`<button type="button" class="chip" data-filter="${group}" aria-pressed="false">${group}</button>\n`)}</div>`
  return [
    hero({
      motif: shop.motif,
      seed: context.name,
      ...(context.brief.tagline === undefined ? {} : { eyebrow: context.name }),
      title: context.brief.tagline ?? context.name,
      actions: html`<a class="button" href="#items">${shop.browse}</a>`,
    }),
    html`<section class="section" id="items" data-region="items">
<div class="section-head"><h2>${shop.browse}</h2></div>
${chips}
<ul class="cards">
${shop.items.map(item => itemCard(context, shop, item))}</ul>
<p class="muted" data-search-empty hidden>Nothing here yet.</p>
</section>`,
  ]
}

function itemCard(context: PageContext, shop: Shop, item: CatalogItem): Markup {
  const address = itemAddress(context, item)
  const price = priceText(context, item)
  const label = shop.isList ? `Add ${item.name} to my list` : `Add ${item.name} to cart`
  const mark = shop.isFavouriteList
    ? html` data-favourite-item="${item.id}" hidden`
    : html` data-group="${item.group}"`
  return html`<li class="card" data-item="${item.id}"${mark}>
<div class="card-art">${art(item.motif, item.id)}</div>
${shop.hasFavourites ? favouriteButton(item.id, item.name) : ''}
<div class="card-body">
<h3 class="card-title"><a class="card-link" href="${address}" dir="auto">${item.name}</a></h3>
${item.description ? html`<p class="card-text" dir="auto">${item.description}</p>` : ''}
<div class="card-foot">${price ? html`<span class="price">${price}</span>` : html`<span class="muted">${item.group}</span>`}${shop.hasCart ? html`<button type="button" class="icon-button filled" data-add="${item.id}" data-added="${shop.added}" aria-label="${label}">${icon('plus')}</button>` : ''}</div>
</div>
</li>
`
}

function productMain(context: PageContext, shop: Shop): readonly Fragment[] {
  return [
    html`<div class="section" data-region="product" data-pick="product">
${shop.items.map((item, index) => productArticle(context, shop, { item, isFirst: index === 0 }))}</div>`,
  ]
}

function productArticle(
  context: PageContext,
  shop: Shop,
  { item, isFirst }: { readonly item: CatalogItem; readonly isFirst: boolean },
): Markup {
  const browse = pageAddress(context, 'catalog') ?? '#main'
  const label = shop.isList ? 'Add to my list' : 'Add'
  return html`<article class="section product" id="${item.id}" data-pick-id="${item.id}" data-title="${item.name} · ${context.name}" data-buy${isFirst ? '' : html` hidden`}>
<div class="hero-art">${art(item.motif, item.id)}</div>
<div class="hero-text">
<p><a class="more" href="${browse}">${icon('left')}${shop.browse}</a></p>
<h1 dir="auto">${item.name}</h1>
${item.group ? html`<p class="badge">${item.group}</p>` : ''}
${item.description ? html`<p class="lead" dir="auto">${item.description}</p>` : ''}
</div>
<div class="sticky-action">
${shop.isList ? '' : stepper(item.name)}
<button type="button" class="button" data-add="${item.id}" data-added="${shop.added}">${label}${item.price === undefined ? '' : html` · ${priceText(context, item)}`}</button>
${shop.hasFavourites ? favouriteButton(item.id, item.name) : ''}
</div>
</article>
`
}

function stepper(name: string): Markup {
  return html`<div class="stepper"><button type="button" data-quantity-step="-1" aria-label="Fewer ${name}">${icon('minus')}</button><output data-quantity aria-label="Quantity">1</output><button type="button" data-quantity-step="1" aria-label="More ${name}">${icon('plus')}</button></div>`
}

function favouritesMain(context: PageContext, shop: Shop): readonly Fragment[] {
  const browse = pageAddress(context, 'catalog') ?? '#main'
  return [
    html`<div class="page-head" data-region="page-head"><h1>Favourites</h1><p class="muted">Everything you marked with a heart.</p></div>`,
    html`<section class="section" data-region="favourites" aria-label="Your favourites">
<h2 class="visually-hidden">Your favourites</h2>
<ul class="cards">
${shop.items.map(item => itemCard(context, { ...shop, hasFavourites: true, isFavouriteList: true }, item))}</ul>
<div class="empty" data-favourites-empty>${art('heart', 'favourites')}<h2>No favourites yet</h2><p class="muted">Tap the heart on anything you like.</p><a class="button" href="${browse}">Look around</a></div>
</section>`,
  ]
}
