import { art } from '../art/art.ts'
import { choice, empty, emptyPage, field, pageHead } from '../blocks/parts.ts'
import { region } from '../blocks/shell.ts'
import type { CatalogItem } from '../content/catalog-item.ts'
import { type Fragment, html, type Markup } from '../html.ts'
import { icon } from '../icons.ts'
import { type PageContext, pageAddress, priceText } from '../page-context.ts'
import { itemAddress, type Shop } from './shop.ts'

/** Cart, checkout and confirmation of a shop; without prices a list, a plan and its confirmation. */
export function cartMain(context: PageContext, shop: Shop): readonly Fragment[] {
  const browse = pageAddress(context, 'catalog') ?? '#main'
  const checkout = pageAddress(context, 'checkout') ?? '#main'
  return [
    pageHead(shop.isList ? 'My list' : 'Your cart'),
    html`<section class="section" data-region="cart" aria-label="${shop.isList ? 'My list' : 'Your cart'}">
<div class="empty" data-cart-empty>${empty(
      'bag',
      shop.isList ? 'Your list is empty' : 'Your cart is empty',
      'What you add waits here.',
      html`<a class="button" href="${browse}">${shop.browse}</a>`,
    )}</div>
<div class="section" data-cart-full hidden>
<ul class="lines" data-cart-lines></ul>
${shop.isList ? '' : html`<div class="panel">${totals()}</div>`}
<a class="button button-block" href="${checkout}">${shop.isList ? 'Send the list' : 'Go to checkout'}</a>
<a class="button button-quiet button-block" href="${browse}">Add something else</a>
</div>
</section>`,
    html`${shop.items.map(item => lineTemplate(context, shop, item))}`,
  ]
}

function lineTemplate(context: PageContext, shop: Shop, item: CatalogItem): Markup {
  const amount = shop.isList
    ? ''
    : html`<div class="stepper"><button type="button" data-line-step="-1" aria-label="One ${item.name} less">${icon('minus')}</button><output data-line-quantity aria-label="Quantity">1</output><button type="button" data-line-step="1" aria-label="One ${item.name} more">${icon('plus')}</button></div>`
  return html`<template data-line="${item.id}"><li class="line-item"><div class="card-art">${art(item.motif, item.id)}</div><div><h2 class="card-title"><a class="line-link" href="${itemAddress(context, item)}">${item.name}</a></h2><p class="muted" data-line-option hidden></p></div><p class="price" data-line-total>${priceText(context, item)}</p><div class="line-foot">${amount}<button type="button" class="icon-button" data-line-step="0" aria-label="Remove ${item.name}">${icon('trash')}</button></div></li></template>
`
}

function totals(): Markup {
  return html`<dl class="totals"><div class="total"><dt>Total</dt><dd data-total>–</dd></div></dl>`
}

export function checkoutMain(context: PageContext, shop: Shop): readonly Fragment[] {
  const browse = pageAddress(context, 'catalog') ?? '#main'
  const next = pageAddress(context, 'confirmation') ?? '#main'
  return [
    pageHead(shop.isList ? 'Send the list' : 'Checkout'),
    html`<section class="section" data-region="checkout" aria-label="${shop.isList ? 'Request' : 'Checkout'}">
<div class="empty" data-cart-empty>${empty('bag', shop.isList ? 'Your list is empty' : 'Your cart is empty', 'Add something first.', html`<a class="button" href="${browse}">${shop.browse}</a>`)}</div>
<form class="form" data-form="order" data-next="${next}" data-cart-full novalidate hidden>
${shop.isList ? '' : html`<div class="panel">${deliveryChoice(context)}</div>`}
<div class="panel form">
<h2>Your details</h2>
${field({ name: 'name', label: 'Name', autocomplete: 'name' })}
${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email' })}
${shop.isList ? '' : html`<div data-only-for="delivery">${field({ name: 'address', label: 'Address', autocomplete: 'address-line1' })}</div>`}
${field({ name: 'note', label: 'Note', optional: true, rows: 3 })}
</div>
${shop.isList ? '' : html`<div class="panel">${totals()}<p class="hint">Nothing is charged here.</p></div>`}
<button type="submit" class="button button-block">${shop.isList ? 'Send' : 'Place order'}</button>
</form>
</section>`,
  ]
}

function deliveryChoice({ brief }: PageContext): Markup {
  const isBrought = brief.features.includes('delivery')
  return choice({
    name: 'delivery',
    legend: 'How would you like it?',
    choices: [
      { value: 'pickup', label: 'Pick up' },
      { value: 'delivery', label: 'Delivery' },
    ],
    chosen: isBrought ? 'delivery' : 'pickup',
  })
}

export function confirmationMain(context: PageContext, shop: Shop): readonly Fragment[] {
  const browse = pageAddress(context, 'catalog') ?? '#main'
  return [
    region(
      'confirmation',
      { label: 'Confirmation' },
      html`<div class="section" data-record="order">
<div class="confirmation" data-with-record hidden>
<span class="done-mark">${icon('check')}</span>
<h1>${shop.isList ? 'Thank you, your list is in' : 'Thank you, your order is in'}</h1>
<p class="lead">Under the name <strong data-field="name">your name</strong>.</p>
<p class="badge">No. <span data-field="reference">–</span></p>
</div>
<div class="panel" data-with-record hidden>
<h2>${shop.isList ? 'Your list' : 'What you ordered'}</h2>
<ul class="stack" data-field="items"><li>–</li></ul>
<dl class="totals">
<div data-row><dt>How</dt><dd data-field="delivery">–</dd></div>
<div data-row><dt>Plan</dt><dd data-field="plan">–</dd></div>
<div data-row><dt>Note</dt><dd data-field="note">–</dd></div>
<div class="total" data-row><dt>Total</dt><dd data-field="total">–</dd></div>
</dl>
</div>
<div class="empty" data-without-record>${emptyPage('parcel', 'No order yet', 'When you place one, you will find it here.', '')}</div>
<a class="button button-block" href="${browse}">${shop.browse}</a>
</div>`,
    ),
  ]
}
