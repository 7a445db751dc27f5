import { art } from '../art/art.ts'
import { faq, field, hero, titled } from '../blocks/parts.ts'
import { pageDocument, type Tab } from '../blocks/shell.ts'
import { readOffer } from '../content/offers.ts'
import { html, type Markup } from '../html.ts'
import { icon } from '../icons.ts'
import type { PageContext } from '../page-context.ts'

const TABS: readonly Tab[] = [
  { role: 'landing', label: 'Home', icon: 'home' },
  { role: 'about', label: 'About', icon: 'heart' },
  { role: 'contact', label: 'Contact', icon: 'mail' },
]

/** One page that presents a thing and takes a sign-up. */
export function landingPage(context: PageContext): string {
  const offer = readOffer(context.brief)
  const wantsPrices = context.brief.features.includes('pricing')
  return pageDocument(context, {
    tabs: TABS,
    actions: html`<a class="button button-quiet" href="#sign-up">Join</a>`,
    main: [
      hero({
        motif: offer.motif,
        seed: context.name,
        eyebrow: context.name,
        title: offer.headline,
        lead: offer.lead,
        actions: html`<a class="button" href="#sign-up">Get started</a><a class="button button-line" href="#benefits">See how</a>`,
      }),
      html`<section class="section" id="benefits" data-region="benefits"><div class="section-head"><h2>Why it is worth it</h2></div>
<div class="features">
${offer.benefits.map(benefit => html`<div class="feature"><div class="card-art">${art(benefit.motif, benefit.name)}</div><h3 dir="auto">${benefit.name}</h3><p dir="auto">${benefit.text}</p></div>\n`)}</div></section>`,
      titled(
        'steps',
        'How it works',
        html`<ol class="steps"><li><h3>Leave your e-mail</h3><p class="muted">One field, no account.</p></li><li><h3>Get your invitation</h3><p class="muted">With everything you need to begin.</p></li><li><h3>Try it in peace</h3><p class="muted">Stay if it helps, leave with one tap.</p></li></ol>`,
      ),
      wantsPrices ? prices(context) : '',
      signUp(),
      faq([
        ['What does it cost?', 'Starting is free. You are told before anything would cost money.'],
        ['What happens with my e-mail address?', 'It is used for the invitation and for nothing else.'],
        ['Can I leave again?', 'At any time, with one tap, and everything is deleted.'],
      ]),
    ],
  })
}

function signUp(): Markup {
  return html`<section class="panel panel-tint" id="sign-up" data-region="sign-up" aria-label="Sign up">
<h2>Be among the first</h2>
<form class="form" data-form="lead" data-thanks="Thank you. You are on the list." novalidate>
${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', prefix: 'lead' })}
<button type="submit" class="button button-block">${icon('send')}Keep me posted</button>
</form>
<div data-form-done="lead" data-record="lead" hidden><h3>Thank you, you are on the list</h3><p>We will write to <strong data-field="email">you</strong>.</p><p><button type="button" class="button button-line" data-reset-form="lead">Use another address</button></p></div>
</section>`
}

function prices(context: PageContext): Markup {
  const plans = [
    ['Starter', 0, 'For trying it out'],
    ['Plus', 6, 'For every day'],
    ['Team', 14, 'For up to ten people'],
  ] as const
  return titled(
    'prices',
    'Prices',
    html`<ul class="stack">
${plans.map(([name, price, text]) => html`<li class="panel"><h3>${name}</h3><p class="price">${price === 0 ? 'Free' : html`${context.money(price)} <span class="muted">a month</span>`}</p><p class="muted">${text}. Sample price.</p><a class="button button-quiet" href="#sign-up" aria-label="Choose ${name}">Choose</a></li>\n`)}</ul>`,
  )
}
