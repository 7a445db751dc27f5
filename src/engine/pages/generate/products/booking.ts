import { art } from '../art/art.ts'
import { choice, emptyPage, field, hero, pageHead } from '../blocks/parts.ts'
import { pageDocument, region, type Tab } from '../blocks/shell.ts'
import { type CatalogItem, catalogOf } from '../content/catalog-item.ts'
import { motifFor } from '../content/motif-words.ts'
import { type Fragment, html, type Markup } from '../html.ts'
import { icon } from '../icons.ts'
import { type PageContext, pageAddress, priceText } from '../page-context.ts'

/** The pages of a booking: services, details, schedule, confirmation. */
export function bookingPage(context: PageContext): string {
  const part = PARTS[context.spec.role] ?? servicesMain
  return pageDocument(context, { tabs: TABS, main: part(context, readServices(context)) })
}

const TABS: readonly Tab[] = [
  { role: 'services', label: 'Services', icon: 'menu' },
  { role: 'schedule', label: 'Book', icon: 'calendar' },
  { role: 'confirmation', label: 'My booking', icon: 'check' },
]

interface Services {
  readonly items: readonly CatalogItem[]
  readonly motif: string
}

type Part = (context: PageContext, services: Services) => readonly Fragment[]

const PARTS: Readonly<Record<string, Part>> = {
  services: servicesMain,
  details: detailsMain,
  schedule: scheduleMain,
  confirmation: confirmationMain,
}

function readServices({ brief, name }: PageContext): Services {
  const items = catalogOf(brief)
  const about = `${name} ${brief.facts.sector ?? ''} ${items[0]?.name ?? ''}`
  return { items, motif: motifFor(about, 'calendar') }
}

/** “60 min · CHF 120”, as far as it is told. */
function factsOf(context: PageContext, item: CatalogItem): readonly string[] {
  return [minutesText(item), priceText(context, item)].filter(part => part !== '')
}

function minutesText({ minutes }: CatalogItem): string {
  return minutes === undefined ? '' : `${minutes} min`
}

function servicesMain(context: PageContext, services: Services): readonly Fragment[] {
  const schedule = pageAddress(context, 'schedule') ?? '#items'
  return [
    hero({
      motif: services.motif,
      seed: context.name,
      ...(context.brief.tagline === undefined ? {} : { eyebrow: context.name }),
      title: context.brief.tagline ?? context.name,
      actions: html`<a class="button" href="${schedule}">${icon('calendar')}Book a time</a>`,
    }),
    html`<section class="section" id="items" data-region="items">
<div class="section-head"><h2>Services</h2></div>
<ul class="rows">
${services.items.map(item => serviceCard(context, item))}</ul>
</section>`,
  ]
}

function serviceCard(context: PageContext, item: CatalogItem): Markup {
  const details = pageAddress(context, 'details')
  const schedule = pageAddress(context, 'schedule') ?? ''
  return html`<li class="card" data-item="${item.id}">
<div class="card-art">${art(item.motif, item.id)}</div>
<div class="card-body">
<h3 class="card-title"><a class="card-link" href="${details ?? schedule}#${item.id}" dir="auto">${item.name}</a></h3>
<p class="card-text" dir="auto">${[minutesText(item), item.description].filter(part => part !== '').join(' · ')}</p>
<div class="card-foot"><span class="price">${priceText(context, item)}</span><a class="button button-quiet" href="${schedule}#${item.id}" aria-label="Book ${item.name}">Book</a></div>
</div>
</li>
`
}

function detailsMain(context: PageContext, services: Services): readonly Fragment[] {
  const browse = pageAddress(context, 'services') ?? '#main'
  const schedule = pageAddress(context, 'schedule') ?? '#main'
  return [
    html`<div class="section" data-region="service" data-pick="service">
${services.items.map(
  (
    item,
    index,
  ) => html`<article class="section product" id="${item.id}" data-pick-id="${item.id}" data-title="${item.name} · ${context.name}"${index === 0 ? '' : html` hidden`}>
<div class="hero-art">${art(item.motif, item.id)}</div>
<div class="hero-text">
<p><a class="more" href="${browse}">${icon('left')}Services</a></p>
<h1 dir="auto">${item.name}</h1>
${item.description ? html`<p class="lead" dir="auto">${item.description}</p>` : ''}
</div>
${factsOf(context, item).length > 0 ? html`<p class="price">${factsOf(context, item).join(' · ')}</p>` : ''}
<div class="sticky-action"><a class="button" href="${schedule}#${item.id}">${icon('calendar')}Choose a time</a></div>
</article>
`,
)}</div>`,
  ]
}

const SLOTS = ['09:00', '10:00', '11:15', '12:30', '14:00', '15:15', '16:30', '17:45'] as const

function scheduleMain(context: PageContext, services: Services): readonly Fragment[] {
  const next = pageAddress(context, 'confirmation') ?? '#main'
  return [
    pageHead(
      'Choose a time',
      html`<span data-booking-summary aria-live="polite">A service, a day and an hour.</span>`,
    ),
    html`<section class="section" data-region="schedule" aria-label="Booking">
<form class="form" data-form="booking" data-next="${next}" novalidate>
<div class="panel form">
<div class="field"><label for="booking-service">Service</label><select id="booking-service" name="service">
${services.items.map(item => html`<option value="${item.id}" data-name="${item.name}" data-price="${priceText(context, item)}">${[item.name, ...factsOf(context, item)].join(' · ')}</option>\n`)}</select></div>
<fieldset><legend>Day</legend><div class="day-pills">
${[1, 2, 3, 4, 5, 6, 7, 8].map(day => html`<label class="tile"><input type="radio" name="day" value="${day}" data-day="${day}"${day === 1 ? html` checked` : ''}><span><span data-weekday>Day</span><span data-date>${day}</span></span></label>\n`)}</div></fieldset>
${choice({ name: 'time', legend: 'Time', choices: SLOTS.map(slot => ({ value: slot, label: slot, data: html` data-slot` })) })}
</div>
<div class="panel form">
<h2>Your details</h2>
${field({ name: 'name', label: 'Name', autocomplete: 'name' })}
${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email' })}
${field({ name: 'note', label: 'Anything we should know', optional: true, rows: 3 })}
</div>
<button type="submit" class="button button-block">Book this time</button>
</form>
</section>`,
  ]
}

function confirmationMain(context: PageContext): readonly Fragment[] {
  const schedule = pageAddress(context, 'schedule') ?? '#main'
  return [
    region(
      'confirmation',
      { label: 'Your booking' },
      html`<div class="section" data-record="booking">
<div class="confirmation" data-with-record hidden><span class="done-mark">${icon('check')}</span><h1>You are booked in</h1><p class="lead">See you soon, <strong data-field="name">guest</strong>.</p><p class="badge">No. <span data-field="reference">–</span></p></div>
<div class="panel" data-with-record hidden><h2>Your appointment</h2><dl class="totals"><div data-row><dt>Service</dt><dd data-field="service_name">–</dd></div><div data-row><dt>Day</dt><dd data-field="day_name">–</dd></div><div data-row><dt>Time</dt><dd data-field="time">–</dd></div><div data-row><dt>Note</dt><dd data-field="note">–</dd></div><div class="total" data-row><dt>Price</dt><dd data-field="price">–</dd></div></dl></div>
<div class="empty" data-without-record>${emptyPage('calendar', 'No booking yet', 'Choose a service and a time.', html`<a class="button" href="${schedule}">Book a time</a>`)}</div>
<button type="button" class="button button-line button-block" data-reset-form="booking" data-with-record hidden>Cancel this booking</button>
<a class="button button-quiet button-block" href="${pageAddress(context, 'services') ?? '#main'}">All services</a>
</div>`,
    ),
  ]
}
