import { art } from '../art/art.ts'
import { empty, hero, pageHead, titled } from '../blocks/parts.ts'
import { pageDocument, type Tab } from '../blocks/shell.ts'
import { readTrip, type Stop, type Trip } from '../content/trip.ts'
import { type Fragment, html, type Markup } from '../html.ts'
import { icon } from '../icons.ts'
import { type PageContext, pageAddress } from '../page-context.ts'

const TABS: readonly Tab[] = [
  { role: 'overview', label: 'Trip', icon: 'map' },
  { role: 'dayplan', label: 'Days', icon: 'calendar' },
  { role: 'saved', label: 'Saved', icon: 'heart' },
]

/** The pages of a trip: overview, day plans, one stop closely, saved places. */
export function travelPage(context: PageContext): string {
  const trip = readTrip(context.brief)
  const part = PARTS[context.spec.role] ?? overviewMain
  return pageDocument(context, { tabs: TABS, main: part(context, trip) })
}

type Part = (context: PageContext, trip: Trip) => readonly Fragment[]

const PARTS: Readonly<Record<string, Part>> = {
  overview: overviewMain,
  dayplan: dayPlanMain,
  detail: detailMain,
  saved: savedMain,
}

const daysOf = (trip: Trip): readonly number[] => Array.from({ length: trip.days }, (_, index) => index + 1)
const stopsOn = (trip: Trip, day: number): readonly Stop[] => trip.stops.filter(stop => stop.day === day)

function overviewMain(context: PageContext, trip: Trip): readonly Fragment[] {
  const plan = pageAddress(context, 'dayplan') ?? ''
  return [
    hero({
      motif: trip.motif,
      seed: context.name,
      eyebrow: `${trip.days} days`,
      title: context.brief.tagline ?? context.name,
      actions: html`<a class="button" href="${plan}#day-1">Start with day 1</a>`,
    }),
    html`<section class="section" data-region="summary" aria-label="In short"><dl class="kpis"><div class="kpi"><dt>Days</dt><dd>${trip.days}</dd></div><div class="kpi"><dt>Saved places</dt><dd data-saved-count>0</dd></div></dl></section>`,
    titled(
      'days',
      'Day by day',
      html`<ul class="rows">
${daysOf(trip).map(day => dayRow(context, trip, day))}</ul>`,
    ),
  ]
}

function dayRow(context: PageContext, trip: Trip, day: number): Markup {
  const stops = stopsOn(trip, day)
  const plan = pageAddress(context, 'dayplan') ?? ''
  return html`<li class="card"><div class="card-art">${art(stops[0]?.motif ?? trip.motif, `${context.name}${day}`)}</div><div class="card-body"><h3 class="card-title"><a class="card-link" href="${plan}#day-${day}">Day ${day}</a></h3><p class="card-text" dir="auto">${stops.map(stop => stop.name).join(' · ')}</p></div></li>
`
}

function dayPlanMain(context: PageContext, trip: Trip): readonly Fragment[] {
  return [
    html`<div class="section" data-region="day" data-pick="day">
${daysOf(trip).map(day => dayArticle(context, trip, day))}</div>`,
  ]
}

function dayArticle(context: PageContext, trip: Trip, day: number): Markup {
  const detail = pageAddress(context, 'detail') ?? ''
  const stops = stopsOn(trip, day)
  return html`<article class="section" id="day-${day}" data-pick-id="day-${day}" data-title="Day ${day} · ${context.name}"${day === 1 ? '' : html` hidden`}>
<div class="page-head"><p class="eyebrow" dir="auto">${trip.destination || 'The plan'}</p><h1>Day ${day}</h1></div>
<nav class="chips" aria-label="Days, from day ${day}">${daysOf(trip).map(other => html`<a class="chip" href="#day-${other}"${other === day ? html` aria-current="true"` : ''}>Day ${other}</a>\n`)}</nav>
<div class="card-art">${art(stops[0]?.motif ?? trip.motif, `${context.name}${day}`)}</div>
<ol class="timeline">
${stops.map(stop => html`<li><span class="when">${stop.time}</span><div class="what"><a href="${detail}#${stop.id}" dir="auto">${stop.name}</a></div></li>\n`)}</ol>
<div class="chapter-nav">${day > 1 ? html`<a class="button button-quiet" href="#day-${day - 1}">${icon('left')}Day ${day - 1}</a>` : ''}${day < trip.days ? html`<a class="button" href="#day-${day + 1}">Day ${day + 1}${icon('right')}</a>` : html`<a class="button" href="${pageAddress(context, 'overview') ?? '#main'}">The whole trip</a>`}</div>
</article>
`
}

function detailMain(context: PageContext, trip: Trip): readonly Fragment[] {
  const plan = pageAddress(context, 'dayplan') ?? ''
  return [
    html`<div class="section" data-region="stop" data-pick="stop">
${trip.stops.map(
  (
    stop,
    index,
  ) => html`<article class="section product" id="${stop.id}" data-pick-id="${stop.id}" data-title="${stop.name} · ${context.name}"${index === 0 ? '' : html` hidden`}>
<div class="hero-art">${art(stop.motif, stop.id)}</div>
<div class="hero-text"><p><a class="more" href="${plan}#day-${stop.day}">${icon('left')}Day ${stop.day}</a></p><h1 dir="auto">${stop.name}</h1>${stop.description ? html`<p class="lead" dir="auto">${stop.description}</p>` : ''}</div>
<div class="field"><label for="note-${stop.id}">Your note</label><textarea id="note-${stop.id}" rows="3" maxlength="500" data-note="${stop.id}"></textarea></div>
<div class="sticky-action">${saveButton(stop, true)}</div>
</article>
`,
)}</div>`,
  ]
}

function saveButton(stop: Stop, isWide: boolean): Markup {
  return isWide
    ? html`<button type="button" class="button" data-save-place="${stop.id}" data-name="${stop.name}" data-on="Saved" data-off="Save this place" aria-pressed="false">${icon('heart')}<span data-label>Save this place</span></button>`
    : html`<button type="button" class="icon-button" data-save-place="${stop.id}" data-name="${stop.name}" aria-pressed="true" aria-label="Saved: ${stop.name}">${icon('heart')}</button>`
}

function savedMain(context: PageContext, trip: Trip): readonly Fragment[] {
  const detail = pageAddress(context, 'detail') ?? ''
  const plan = pageAddress(context, 'dayplan') ?? '#main'
  return [
    pageHead('Saved places', 'What you do not want to miss.'),
    html`<section class="section" data-region="saved" aria-label="Saved places">
<ul class="rows">
${trip.stops.map(stop => html`<li class="card" data-saved-item="${stop.id}" hidden><div class="card-art">${art(stop.motif, stop.id)}</div><div class="card-body"><h2 class="card-title"><a class="card-link" href="${detail}#${stop.id}" dir="auto">${stop.name}</a></h2><p class="card-text">Day ${stop.day} · ${stop.time}</p><div class="card-foot">${saveButton(stop, false)}</div></div></li>\n`)}</ul>
<div class="empty" data-saved-empty>${empty('heart', 'Nothing saved yet', 'Open a stop and save it.', html`<a class="button" href="${plan}">See the days</a>`)}</div>
</section>`,
  ]
}
