import { art } from '../art/art.ts'
import type { CatalogItem } from '../content/catalog-item.ts'
import { type Fragment, html, type Markup } from '../html.ts'
import { icon } from '../icons.ts'
import { type PageContext, priceText } from '../page-context.ts'
import { region } from './shell.ts'

export interface HeroText {
  readonly motif: string
  readonly seed: string
  readonly eyebrow?: string
  readonly title: string
  readonly lead?: string
  readonly actions?: Fragment
}

/** The first thing of a first page: a picture, a line, a headline, what to do. */
export function hero(text: HeroText): Markup {
  return region(
    'hero',
    { class: 'hero' },
    html`<div class="hero-art">${art(text.motif, text.seed)}</div>
<div class="hero-text">
${text.eyebrow ? html`<p class="eyebrow">${text.eyebrow}</p>` : ''}
<h1 dir="auto">${text.title}</h1>
${text.lead ? html`<p class="lead" dir="auto">${text.lead}</p>` : ''}
${text.actions ? html`<div class="actions">${text.actions}</div>` : ''}
</div>`,
  )
}

/** The head of an inner page. */
export function pageHead(title: string, lead?: Fragment): Markup {
  return html`<div class="page-head" data-region="page-head">
<h1>${title}</h1>
${lead ? html`<p class="muted">${lead}</p>` : ''}
</div>`
}

/** A region with a headline of its own. */
export function titled(name: string, title: string, inside: Fragment, more?: Fragment): Markup {
  return region(
    name,
    {},
    html`<div class="section-head"><h2>${title}</h2>${more}</div>
${inside}`,
  )
}

export function field(options: {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'tel' | 'number'
  readonly autocomplete?: string
  readonly placeholder?: string
  readonly optional?: boolean
  readonly rows?: number
  readonly prefix?: string
}): Markup {
  const id = `${options.prefix ?? 'field'}-${options.name}`
  const required = options.optional ? '' : html` required`
  const told = html` aria-describedby="${id}-error"`
  const autocomplete = options.autocomplete ? html` autocomplete="${options.autocomplete}"` : ''
  const placeholder = options.placeholder ? html` placeholder="${options.placeholder}"` : ''
  const input = options.rows
    ? html`<textarea id="${id}" name="${options.name}" rows="${options.rows}" maxlength="500"${placeholder}${required}${told}></textarea>`
    : html`<input id="${id}" name="${options.name}" type="${options.type ?? 'text'}" maxlength="120"${autocomplete}${placeholder}${required}${told}>`
  return html`<div class="field"><label for="${id}">${options.label}${options.optional ? html` <span class="hint">(optional)</span>` : ''}</label>${input}<p class="error" id="${id}-error" data-error-for="${options.name}"></p></div>`
}

/** Tiles of which one is chosen. */
export function choice(options: {
  readonly name: string
  readonly legend: string
  readonly choices: readonly { readonly value: string; readonly label: Fragment; readonly data?: Fragment }[]
  readonly chosen?: string
  readonly data?: Fragment
}): Markup {
  const chosen = options.chosen ?? options.choices[0]?.value
  return html`<fieldset${options.data}><legend>${options.legend}</legend><div class="tiles">
${options.choices.map(one => html`<label class="tile"><input type="radio" name="${options.name}" value="${one.value}"${one.value === chosen ? html` checked` : ''}${one.data}><span>${one.label}</span></label>\n`)}</div></fieldset>`
}

/** What stands where a list has nothing yet. */
export function empty(motif: string, title: string, text: string, action: Fragment): Markup {
  return html`${art(motif, title)}<h2>${title}</h2><p class="muted">${text}</p>${action}`
}

/** The same for a page that has no other headline. */
export function emptyPage(motif: string, title: string, text: string, action: Fragment): Markup {
  return html`${art(motif, title)}<h1>${title}</h1><p class="muted">${text}</p>${action}`
}

/** One thing with its price and time. */
export function itemRow(context: PageContext, item: CatalogItem): Markup {
  const price = priceText(context, item)
  const about = [item.minutes === undefined ? '' : `${item.minutes} min`, item.description].filter(
    part => part !== '',
  )
  return html`<li class="card" data-item="${item.id}"><div class="card-art">${art(item.motif, item.id)}</div><div class="card-body"><h3 class="card-title" dir="auto">${item.name}</h3>${about.length > 0 ? html`<p class="card-text" dir="auto">${about.join(' · ')}</p>` : ''}${price ? html`<div class="card-foot"><span class="price">${price}</span></div>` : ''}</div></li>
`
}

export function favouriteButton(id: string, name: string): Markup {
  return html`<button type="button" class="icon-button favourite" data-favourite="${id}" data-name="${name}" aria-pressed="false" aria-label="Favourite: ${name}">${icon('heart')}</button>`
}
