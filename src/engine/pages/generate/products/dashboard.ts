import { pageHead } from '../blocks/parts.ts'
import { pageDocument, type Tab } from '../blocks/shell.ts'
import { type Figures, sampleFigures } from '../content/figures.ts'
import { type Fragment, html, jsonText, type Markup } from '../html.ts'

import { type PageContext, pageAddress } from '../page-context.ts'

const TABS: readonly Tab[] = [
  { role: 'overview', label: 'Overview', icon: 'chart' },
  { role: 'details', label: 'Details', icon: 'menu' },
  { role: 'filters', label: 'Filters', icon: 'filter' },
]

/** The pages of a dashboard: overview, details, activity, filters; figures computed from the page's own rows. */
export function dashboardPage(context: PageContext): string {
  const figures = sampleFigures(context.brief, context.appId)
  const part = PARTS[context.spec.role] ?? overviewMain
  const data = {
    name: figures.name,
    locale: context.locale,
    currency: figures.isMoney && context.currency !== '' ? context.currency : null,
    sources: figures.sources,
  }
  return pageDocument(context, {
    tabs: TABS,
    main: part(context, figures),
    data: html`<script type="application/json" id="figures">${jsonText(data)}</script>`,
  })
}

type Part = (context: PageContext, figures: Figures) => readonly Fragment[]

const PARTS: Readonly<Record<string, Part>> = {
  overview: overviewMain,
  details: detailsMain,
  filters: filtersMain,
}

const PERIODS = [
  [7, '7 days'],
  [28, '4 weeks'],
  [84, '12 weeks'],
] as const

function periodChips(): Markup {
  return html`<div class="chips" role="group" aria-label="Period">
${PERIODS.map(([days, label]) => html`<button type="button" class="chip" data-period="${days}" aria-pressed="${days === 28 ? 'true' : 'false'}">${label}</button>\n`)}</div>`
}

function write(context: PageContext, figures: Figures, amount: number): string {
  if (!figures.isMoney || context.currency === '')
    return new Intl.NumberFormat(context.locale, { maximumFractionDigits: 0 }).format(amount)
  const options = { style: 'currency', currency: context.currency, maximumFractionDigits: 0 } as const
  return new Intl.NumberFormat(context.locale, options).format(amount)
}

function lastDays(figures: Figures, days: number): readonly number[] {
  const length = figures.sources[0]?.values.length ?? 0
  return Array.from({ length: days }, (_, index) => {
    const day = length - days + index
    return figures.sources.reduce((sum, source) => sum + (source.values[day] ?? 0), 0)
  })
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

function overviewMain(context: PageContext, figures: Figures): readonly Fragment[] {
  const days = lastDays(figures, 28)
  const total = sumOf(days)
  const before = sumOf(lastDays(figures, 56).slice(0, 28))
  const change = ((total - before) / Math.max(1, before)) * 100
  return [
    pageHead(context.name, html`<span data-period-text>Last 28 days</span> · example figures`),
    periodChips(),
    html`<section class="section" data-region="key-figures" aria-label="Key figures"><dl class="kpis">
${kpi('total', figures.name, write(context, figures, total))}${kpi('change', 'Change', `${change >= 0 ? '+' : '−'}${Math.abs(change).toFixed(1)} %`)}${kpi('average', 'Daily average', write(context, figures, total / days.length))}${kpi('best', 'Best day', write(context, figures, Math.max(...days)))}</dl></section>`,
    html`<section class="panel" data-region="chart" aria-label="Chart"><h2>${figures.name}</h2>
<svg class="chart" viewBox="0 0 340 180" role="img" aria-label="${figures.name}, last 28 days" data-chart>${bars(days)}</svg></section>`,
    sourceBars(context, figures),
  ]
}

function kpi(id: string, label: string, value: string): Markup {
  return html`<div class="kpi"><dt>${label}</dt><dd data-kpi="${id}">${value}</dd></div>`
}

function bars(days: readonly number[]): Markup {
  const pairs = days.flatMap((value, index) => (index % 2 === 0 ? [value + (days[index + 1] ?? 0)] : []))
  const highest = Math.max(1, ...pairs)
  const step = 340 / pairs.length
  return html`${pairs.map((value, index) => {
    const height = (value / highest) * 164
    return html`<rect class="bar${value === highest ? ' best' : ''}" x="${(index * step + step * 0.16).toFixed(1)}" y="${(176 - height).toFixed(1)}" width="${(step * 0.68).toFixed(1)}" height="${height.toFixed(1)}" rx="4"/>`
  })}`
}

function sourceBars(context: PageContext, figures: Figures): Markup {
  const filters = pageAddress(context, 'filters')
  return html`<section class="panel" data-region="sources" aria-label="By source"><div class="section-head"><h2>By source</h2>${filters ? html`<a href="${filters}">Filters</a>` : ''}</div>
<ul class="bars">
${figures.sources.map(({ name, values }) => html`<li data-source-row="${name}"><p class="label-row"><span dir="auto">${name}</span><strong data-source-total>${write(context, figures, sumOf(values.slice(-28)))}</strong></p><div class="progress"><span data-source-bar></span></div></li>\n`)}</ul></section>`
}

function detailsMain(context: PageContext, figures: Figures): readonly Fragment[] {
  const weeks = 6
  const rows = figures.sources.flatMap(({ name, values }) =>
    Array.from({ length: weeks }, (_, week) => ({
      name,
      week: week + 7,
      amount: sumOf(values.slice((week + 6) * 7, (week + 7) * 7)),
    })),
  )
  return [
    pageHead('Details', 'The last six weeks. Tap a column to sort.'),
    html`<section class="section" data-region="table" aria-label="Figures by week">
<div class="field"><label for="table-search">Search</label><input id="table-search" type="search" data-search autocomplete="off"></div>
<p class="muted" data-search-count aria-live="polite"></p>
<div class="panel"><table><caption class="visually-hidden">${figures.name} by source and week</caption>
<thead><tr><th scope="col"><button type="button" data-sort="0">Source</button></th><th scope="col"><button type="button" data-sort="1">Week</button></th><th scope="col"><button type="button" data-sort="2">${figures.name}</button></th></tr></thead>
<tbody>
${rows.map(row => html`<tr data-search-item="week ${row.week}"><td dir="auto">${row.name}</td><td data-value="${row.week}">${row.week}</td><td data-value="${row.amount}">${write(context, figures, row.amount)}</td></tr>\n`)}</tbody></table></div>
<p class="muted" data-search-empty hidden>No row fits.</p>
</section>`,
  ]
}

function filtersMain(context: PageContext, figures: Figures): readonly Fragment[] {
  const overview = pageAddress(context, 'overview') ?? '#main'
  return [
    pageHead('Filters', 'They hold on every page.'),
    html`<section class="panel" data-region="period" aria-label="Period"><h2>Period</h2>${periodChips()}</section>`,
    html`<section class="panel" data-region="source-filter" aria-label="Sources"><h2>Sources</h2>
${figures.sources.map(({ name }) => html`<label class="check"><input type="checkbox" data-source="${name}" checked><span dir="auto">${name}</span></label>\n`)}</section>`,
    html`<a class="button button-block" href="${overview}" data-region="apply">Show the overview</a>`,
  ]
}
