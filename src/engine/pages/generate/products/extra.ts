import type { PageBrief } from '../../../../contracts/page.ts'
import { art } from '../art/art.ts'
import { facts, faq, field, hero, pageHead, phoneText, titled } from '../blocks/parts.ts'
import { pageDocument, type Shell, type Tab } from '../blocks/shell.ts'
import { motifFor } from '../content/motif-words.ts'
import { readOffer } from '../content/offers.ts'
import { type Fragment, html } from '../html.ts'
import { type IconName, icon } from '../icons.ts'
import { type PageContext, pageAddress } from '../page-context.ts'
import { shopShell } from './ecommerce.ts'
import { readShop } from './shop.ts'

/** Pages that any product may have besides its own: about, contact, questions, gallery, or whatever a brief names. */
export function extraPage(context: PageContext): string {
  const part = PARTS[context.spec.role] ?? infoMain
  return pageDocument(context, shellOf(context, part(context)))
}

export function isExtraRole(role: string, brief: PageBrief): boolean {
  return role in PARTS || (role === 'info' && brief.product_type !== 'unknown')
}

const PARTS: Readonly<Record<string, (context: PageContext) => readonly Fragment[]>> = {
  about: aboutMain,
  contact: contactMain,
  faq: faqMain,
  gallery: galleryMain,
}

function shellOf(context: PageContext, main: readonly Fragment[]): Shell {
  if (context.brief.product_type === 'ecommerce') return shopShell(context, readShop(context), main)
  return { tabs: tabsOf(context), main }
}

const ICONS: Readonly<Record<string, IconName>> = {
  about: 'heart',
  contact: 'mail',
  faq: 'help',
  gallery: 'star',
  info: 'info',
}

/** The first pages of the product, and this one. */
function tabsOf({ pages, spec }: PageContext): readonly Tab[] {
  const first = pages.slice(0, 3).filter(page => page.slug !== spec.slug)
  return [...first, spec].map(page => ({
    role: page.role,
    label: page.title,
    icon: ICONS[page.role] ?? 'home',
  }))
}

function aboutMain(context: PageContext): readonly Fragment[] {
  const { brief, name } = context
  const home = context.pages[0]
  return [
    hero({
      motif: motifFor(`${name} ${brief.text.slice(0, 300)}`, 'heart'),
      seed: `${name} about`,
      eyebrow: 'About',
      title: name,
      lead: brief.tagline ?? 'Made by a few people who care about doing one thing well.',
    }),
    titled(
      'story',
      'What matters to us',
      html`<div class="prose"><p>We began small, with one idea and a long list of things we did not want. Most of that list still holds.</p><p>We choose what we offer slowly, explain it plainly and stand behind it afterwards. If something is not right, tell us and we will put it right.</p></div>`,
    ),
    titled(
      'values',
      'What you can rely on',
      html`<ul class="stack"><li class="panel"><h3>Honest words</h3><p class="muted">What it says is what you get.</p></li><li class="panel"><h3>Good work</h3><p class="muted">Rather fewer things, and better.</p></li><li class="panel"><h3>A person answers</h3><p class="muted">Usually on the same day.</p></li></ul>`,
    ),
    home
      ? html`<a class="button button-block" href="${home.slug}.html" data-region="back">${home.title}</a>`
      : '',
  ]
}

function contactMain(context: PageContext): readonly Fragment[] {
  const { place, hours, phone, email } = context.brief.facts
  return [
    pageHead('Contact', 'We read everything and answer soon.'),
    place || hours || phone || email
      ? html`<section class="panel" data-region="details" aria-label="Contact details">${facts([
          place ? ['pin', 'Where', place] : undefined,
          hours ? ['clock', 'Opening hours', hours] : undefined,
          phone ? ['phone', 'Phone', phoneText(phone)] : undefined,
          email ? ['mail', 'E-mail', email] : undefined,
        ])}</section>`
      : '',
    html`<section class="panel" data-region="message" aria-label="Message"><h2>Write to us</h2>
<form class="form" data-form="message" data-thanks="Thank you. Your message is noted." novalidate>
${field({ name: 'name', label: 'Name', autocomplete: 'name' })}
${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email' })}
${field({ name: 'text', label: 'Message', rows: 5 })}
<button type="submit" class="button button-block">${icon('send')}Send</button>
</form>
<div class="stack" data-form-done="message" data-record="message" hidden><h3>Thank you, <span data-field="name">friend</span></h3><p class="muted">Your message is noted.</p><p><button type="button" class="button button-line" data-reset-form="message">Write another</button></p></div></section>`,
  ]
}

function faqMain(context: PageContext): readonly Fragment[] {
  return [
    pageHead('Questions', 'Short answers first.'),
    faq([
      ['How does it work?', 'Choose what you like, leave your name, and you get a confirmation at once.'],
      ['Can I change my mind?', 'Yes. Tell us in time and it costs nothing.'],
      [
        'How do I reach you?',
        context.brief.facts.email ??
          context.brief.facts.phone ??
          'Leave a message and we will get back to you.',
      ],
      ['What happens with my data?', 'It is used for what you asked for and for nothing else.'],
    ]),
  ]
}

function galleryMain(context: PageContext): readonly Fragment[] {
  const shown = picturesOf(context)
  return [
    pageHead('Gallery', 'A first impression.'),
    html`<section data-region="gallery" aria-label="Gallery"><ul class="gallery">
${shown.map(item => html`<li><figure><div class="card-art">${art(item.motif, `${item.name} gallery`)}</div><figcaption dir="auto">${item.name}</figcaption></figure></li>\n`)}</ul></section>`,
  ]
}

/** What a gallery shows: the things on offer, otherwise what makes it worth having. */
function picturesOf(context: PageContext): readonly { readonly name: string; readonly motif: string }[] {
  if (context.brief.product_type === 'ecommerce') return readShop(context).items.slice(0, 7)
  return readOffer(context.brief).benefits
}

function infoMain(context: PageContext): readonly Fragment[] {
  const { spec } = context
  const home = pageAddress(context, context.pages[0]?.role ?? '')
  return [
    hero({ motif: motifFor(spec.title, 'spark'), seed: spec.slug, title: spec.title, lead: spec.purpose }),
    html`<section class="panel" data-region="text" aria-label="${spec.title}"><h2>In short</h2><p>This page is ready for your own words. Tell us what belongs here and it will be written in.</p></section>`,
    home ? html`<a class="button button-block" href="${home}" data-region="back">Back to the start</a>` : '',
  ]
}
