import type { BriefFact } from '../../../contracts/page.ts'
import { art } from './art/art.ts'
import { field, hero, itemRow, titled } from './blocks/parts.ts'
import { pageDocument } from './blocks/shell.ts'
import { type CatalogItem, groupsOf, slugOf, toCatalogItem, withIds } from './content/catalog-item.ts'
import { motifFor } from './content/motif-words.ts'
import { type Fragment, html, type Markup, unbroken } from './html.ts'
import { type IconName, icon } from './icons.ts'
import { contentOf, type PageContent } from './page-content.ts'
import type { PageContext } from './page-context.ts'

/** A page made of what the brief says of it, and of nothing else. */
export function composedPage(context: PageContext): string {
  return pageDocument(context, {
    main: mainOf(context, contentOf(context.brief, context.spec, context.pages)),
  })
}

function mainOf(context: PageContext, content: PageContent): readonly Fragment[] {
  const isFirst = context.pages[0]?.slug === context.spec.slug
  const form = formOf(context)
  const blocks = [...contentBlocks(context, content, { leadTaken: isFirst }), form]
  const isEmpty = blocks.every(block => block === '')
  return [
    isFirst ? firstHead(context, content) : innerHead(context),
    ...blocks,
    isEmpty && !isFirst ? stillOpen() : '',
    isFirst ? wayOn(context) : '',
    context.brief.features.includes('newsletter') && isFirst ? signUp() : '',
  ]
}

function firstHead(context: PageContext, { facts }: PageContent): Markup {
  const { brief, name, spec } = context
  const headline = facts.find(({ kind }) => kind === 'headline')?.value ?? brief.tagline
  const button = facts.find(({ kind }) => kind === 'button')?.value
  const next = mainAddress(context)
  return hero({
    motif: motifFor(`${name} ${brief.items[0]?.name ?? ''} ${brief.facts.sector ?? ''}`, 'spark'),
    seed: name,
    ...(headline === undefined ? {} : { eyebrow: name }),
    title: headline ?? (context.pages.length > 1 || spec.role === 'home' ? name : spec.title),
    ...leadOf(facts),
    ...(button === undefined ? {} : { actions: html`<a class="button" href="${next}">${button}</a>` }),
  })
}

/** The first saying of a first page stands large, unless it is long. */
function leadOf(facts: readonly BriefFact[]): { readonly lead?: string } {
  const lead = leadFact(facts)
  return lead === undefined ? {} : { lead: lead.value }
}

const MAX_LEAD_LENGTH = 220

function leadFact(facts: readonly BriefFact[]): BriefFact | undefined {
  return facts.find(
    ({ kind, label, value }) => kind === 'text' && label === undefined && value.length <= MAX_LEAD_LENGTH,
  )
}

function mainAddress({ pages, spec }: PageContext): string {
  const wanted = pages.find(page => page.role === 'request') ?? pages.find(page => page.role === 'contact')
  const next = wanted ?? pages.find(page => page.slug !== spec.slug)
  return next === undefined || next.slug === spec.slug ? '#main' : `${next.slug}.html`
}

function innerHead({ spec, name }: PageContext): Markup {
  return html`<div class="page-head page-head-art" data-region="page-head"><div class="card-art">${art(motifFor(spec.title, 'spark'), `${name} ${spec.slug}`)}</div><h1 dir="auto">${spec.title}</h1></div>`
}

/** Everything that a page has to show, by kind: things with prices, sayings, dates, how to reach them. */
export function contentBlocks(
  context: PageContext,
  { facts, items }: PageContent,
  { leadTaken }: { readonly leadTaken: boolean },
): readonly Fragment[] {
  const lead = leadTaken ? leadFact(facts) : undefined
  const texts = facts.filter(fact => fact.kind === 'text' && fact !== lead)
  const whens = facts.filter(({ kind }) => kind === 'date' || kind === 'time')
  return [
    itemBlocks(
      context,
      items.map(item => toCatalogItem(item, motifFor(context.spec.title, 'spark'))),
    ),
    textBlocks(texts),
    whens.length > 0 ? whenBlock(whens) : '',
    contactBlock(facts),
    buttonBlock(context, facts),
  ]
}

function itemBlocks(context: PageContext, items: readonly Omit<CatalogItem, 'id'>[]): Fragment {
  if (items.length === 0) return ''
  const all = withIds(items)
  const isOwn = (group: string): boolean =>
    group === '' || group.toLowerCase() === context.spec.title.toLowerCase()
  const groups = groupsOf(all).filter(group => !isOwn(group))
  const plain = all.filter(({ group }) => isOwn(group))
  const named = groups.map(group => [group, all.filter(item => item.group === group)] as const)
  const heading =
    context.pages[0]?.slug === context.spec.slug
      ? groups.length > 0
        ? 'Also'
        : 'What there is'
      : context.spec.title
  const rows = (list: readonly CatalogItem[]): Markup =>
    html`<ul class="rows">
${list.map(item => itemRow(context, item))}</ul>`
  return [
    plain.length > 0
      ? html`<section class="section" data-region="items" aria-label="${heading}">${context.pages[0]?.slug === context.spec.slug ? html`<h2>${heading}</h2>` : html`<h2 class="visually-hidden">${heading}</h2>`}
${rows(plain)}</section>\n`
      : '',
    named.map(([group, list]) => html`${titled(slugOf(group, 'group'), group, rows(list))}\n`),
  ]
}

function textBlocks(texts: readonly BriefFact[]): Fragment {
  const plain = texts.filter(({ label }) => label === undefined)
  const labelled = texts.filter(({ label }) => label !== undefined)
  return [
    plain.length > 0
      ? html`<section class="section prose" data-region="text" aria-label="Text">${plain.map(({ value }) => html`<p class="saying" dir="auto">${value}</p>\n`)}</section>`
      : '',
    labelled.map(
      ({ label = '', value }) =>
        html`<section class="panel" data-region="${slugOf(label, 'note')}" aria-label="${label}"><h2 dir="auto">${label}</h2><p dir="auto">${value}</p></section>\n`,
    ),
  ]
}

function whenBlock(facts: readonly BriefFact[]): Markup {
  return html`<section class="panel panel-tint" data-region="when" aria-label="When"><h2>When</h2>${facts.map(({ value }) => html`<p class="lead" dir="auto">${value}</p>`)}</section>`
}

const SHOWN: Readonly<Record<string, readonly [icon: IconName, label: string]>> = {
  hours: ['clock', 'Opening hours'],
  place: ['pin', 'Address'],
  phone: ['phone', 'Phone'],
  email: ['mail', 'E-mail'],
  link: ['globe', 'Link'],
}

function contactBlock(facts: readonly BriefFact[]): Fragment {
  const shown = facts.filter(({ kind }) => kind in SHOWN)
  if (shown.length === 0) return ''
  return html`<section class="panel" data-region="details" aria-label="Details"><h2 class="visually-hidden">Details</h2><dl class="facts">
${shown.map(fact => {
  const [sign, label] = SHOWN[fact.kind] ?? (['info', ''] as const)
  return html`<div><dt>${icon(sign)}${fact.label ?? label}</dt><dd dir="auto">${linked(fact)}</dd></div>\n`
})}</dl></section>`
}

function linked({ kind, value }: BriefFact): Fragment {
  if (kind === 'phone')
    return html`<a class="plain-link" href="tel:${value.replace(/[^+\d]/g, '')}">${unbroken(value)}</a>`
  if (kind === 'email') return html`<a class="plain-link" href="mailto:${value}">${value}</a>`
  return value
}

/** A button of another page than the first leads where the first page's would. */
function buttonBlock(context: PageContext, facts: readonly BriefFact[]): Fragment {
  if (context.pages[0]?.slug === context.spec.slug) return ''
  return facts
    .filter(({ kind }) => kind === 'button')
    .map(
      ({ value }) =>
        html`<a class="button button-block" href="${mainAddress(context)}" data-region="action">${value}</a>\n`,
    )
}

const FORMS: Readonly<Record<string, readonly [title: string, note: string, send: string]>> = {
  contact: ['Write to us', 'Message', 'Send'],
  request: ['Send a request', 'What would you like?', 'Send the request'],
}

/** A page that is for reaching people has a form; it keeps what was sent on the device until it is connected. */
function formOf({ spec, brief }: PageContext): Fragment {
  const form = FORMS[spec.role]
  if (form === undefined || /\bforms?\b/i.test(brief.exclusions.join(' '))) return ''
  const [title, note, send] = form
  return html`<section class="panel" data-region="message" aria-label="${title}"><h2>${title}</h2>
<form class="form" data-form="message" data-thanks="Thank you. Your message is noted." novalidate>
${field({ name: 'name', label: 'Name', autocomplete: 'name' })}
${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email' })}
${field({ name: 'text', label: note, rows: 4 })}
<button type="submit" class="button button-block">${icon('send')}${send}</button>
</form>
<div class="stack" data-form-done="message" data-record="message" hidden><h3>Thank you, <span data-field="name">friend</span></h3><p class="muted">Your message is noted.</p><p><button type="button" class="button button-line" data-reset-form="message">Write another</button></p></div></section>`
}

function signUp(): Markup {
  return html`<section class="panel panel-tint" id="sign-up" data-region="sign-up" aria-label="Newsletter"><h2>Newsletter</h2>
<form class="form" data-form="lead" data-thanks="Thank you. You are on the list." novalidate>
${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', prefix: 'lead' })}
<button type="submit" class="button button-block">${icon('send')}Sign up</button>
</form>
<div data-form-done="lead" data-record="lead" hidden><h3>Thank you, you are on the list</h3><p>It goes to <strong data-field="email">you</strong>.</p></div></section>`
}

function stillOpen(): Markup {
  return html`<section class="note" data-region="open" aria-label="Still open">${icon('info')}<p>Still open: what belongs on this page.</p></section>`
}

/** From the first page to all others. */
function wayOn({ pages, spec, name }: PageContext): Fragment {
  const others = pages.filter(page => page.slug !== spec.slug)
  if (others.length === 0) return ''
  return html`<section class="section" data-region="pages" aria-label="All pages"><h2 class="visually-hidden">All pages</h2><ul class="cards">
${others.map(page => html`<li class="card"><div class="card-art">${art(motifFor(page.title, 'spark'), `${name} ${page.slug}`)}</div><div class="card-body"><h3 class="card-title"><a class="card-link" href="${page.slug}.html" dir="auto">${page.title}</a></h3></div></li>\n`)}</ul></section>`
}
