import { art } from '../art/art.ts'
import { choice, emptyPage, facts, field, hero, pageHead, phoneText } from '../blocks/parts.ts'
import { pageDocument, region, type Tab } from '../blocks/shell.ts'
import { motifFor } from '../content/motif-words.ts'
import { type CatalogItem, withIds } from '../content/sector.ts'
import { serviceSectors } from '../content/service-sectors.ts'
import { type Fragment, html, type Markup } from '../html.ts'
import { icon } from '../icons.ts'
import { type PageContext, pageAddress } from '../page-context.ts'

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
  readonly eyebrow: string
  readonly lead: string
}

type Part = (context: PageContext, services: Services) => readonly Fragment[]

const PARTS: Readonly<Record<string, Part>> = {
  services: servicesMain,
  details: detailsMain,
  schedule: scheduleMain,
  confirmation: confirmationMain,
}

const USUAL_MINUTES = 45
const MINUTES = /(\d{2,3})\s?(?:min\b|minutes|m\b)/i

function readServices({ brief }: PageContext): Services {
  const sector = serviceSectors[brief.facts.sector ?? ''] ?? serviceSectors.general
  if (!sector) throw new Error('The general services are missing.')
  const { motif, eyebrow, lead } = sector
  const usual = sector.items.split('\n').map(line => {
    const [name = '', price = '0', minutes = '', sign = '', description = ''] = line
      .split('|')
      .map(part => part.trim())
    return { name, price: Number(price), minutes: Number(minutes), motif: sign, description, group: '' }
  })
  const own = brief.items.map(item => {
    const minutes = Number(
      MINUTES.exec(item.name)?.[1] ?? MINUTES.exec(item.description ?? '')?.[1] ?? USUAL_MINUTES,
    )
    const name = item.name.replace(MINUTES, '').replace(/[\s,(–-]+$/, '')
    const same = usual.find(one => one.name.toLowerCase() === name.toLowerCase())
    return {
      name: name === '' ? item.name : name,
      minutes,
      motif: motifFor(name, motif),
      description: item.description ?? same?.description ?? '',
      group: '',
      ...(item.price === undefined ? {} : { price: item.price }),
    }
  })
  return { items: withIds(own.length > 0 ? own : usual), motif, eyebrow, lead: brief.facts.lead ?? lead }
}

function costOf(context: PageContext, item: CatalogItem): string {
  if (item.price === undefined) return ''
  return item.price === 0 ? 'Free' : context.money(item.price)
}

function servicesMain(context: PageContext, services: Services): readonly Fragment[] {
  const schedule = pageAddress(context, 'schedule') ?? '#items'
  return [
    hero({
      motif: services.motif,
      seed: context.name,
      eyebrow: services.eyebrow,
      title: context.brief.tagline ?? context.name,
      lead: services.lead,
      actions: html`<a class="button" href="${schedule}">${icon('calendar')}Book a time</a>`,
    }),
    html`<section class="section" id="items" data-region="items">
<div class="section-head"><h2>Services</h2></div>
<ul class="rows">
${services.items.map(item => serviceCard(context, item))}</ul>
</section>`,
    region(
      'visit',
      { class: 'panel', label: 'Visit and contact' },
      html`<h2>Good to know</h2>
${facts([
  context.brief.facts.hours
    ? ['clock', 'Opening hours', context.brief.facts.hours]
    : ['clock', 'On time', 'Please arrive five minutes early.'],
  context.brief.facts.place ? ['pin', 'Where', context.brief.facts.place] : undefined,
  context.brief.facts.phone ? ['phone', 'Phone', phoneText(context.brief.facts.phone)] : undefined,
  context.brief.facts.email ? ['mail', 'E-mail', context.brief.facts.email] : undefined,
  ['calendar', 'Changes', 'Move or cancel free of charge up to a day before.'],
  ['info', 'Payment', 'You pay after your visit, by card or cash.'],
])}`,
    ),
  ]
}

function serviceCard(context: PageContext, item: CatalogItem): Markup {
  const details = pageAddress(context, 'details')
  const schedule = pageAddress(context, 'schedule') ?? ''
  return html`<li class="card" data-item="${item.id}">
<div class="card-art">${art(item.motif, item.id)}</div>
<div class="card-body">
<h3 class="card-title"><a class="card-link" href="${details ?? schedule}#${item.id}" dir="auto">${item.name}</a></h3>
<p class="card-text">${item.minutes ?? USUAL_MINUTES} min${item.description ? html` · <span dir="auto">${item.description}</span>` : ''}</p>
<div class="card-foot"><span class="price">${costOf(context, item)}</span><a class="button button-quiet" href="${schedule}#${item.id}" aria-label="Book ${item.name}">Book</a></div>
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
${item.description ? html`<p class="lead" dir="auto">${item.description}.</p>` : ''}
</div>
<dl class="kpis"><div class="kpi"><dt>Time</dt><dd>${item.minutes ?? USUAL_MINUTES} min</dd></div><div class="kpi"><dt>Price</dt><dd>${costOf(context, item) || 'On request'}</dd></div></dl>
<div class="panel"><h2>How it goes</h2><ol class="steps"><li><h3>Arrive</h3><p class="muted">We talk through what you want.</p></li><li><h3>Lean back</h3><p class="muted">The time is yours alone.</p></li><li><h3>Leave happy</h3><p class="muted">With advice for the days after.</p></li></ol></div>
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
${services.items.map(item => html`<option value="${item.id}" data-name="${item.name}" data-price="${costOf(context, item)}">${item.name} · ${item.minutes ?? USUAL_MINUTES} min${item.price === undefined ? '' : html` · ${costOf(context, item)}`}</option>\n`)}</select></div>
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
