import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { HarnessGroup, HarnessMeasure, HarnessReport } from '../../contracts/harness.ts'
import { CommandFailure, EXIT } from './exit-codes.ts'
import { escapeHidden } from './terminal-text.ts'

/** What a part of the page is filled with: texts by name, and lists whose part repeats. */
interface Fields {
  readonly [name: string]: string | readonly Fields[]
}

const PLACES = ['../../../ui/dist/harness-report.html', '../../../ui/public/harness-report.html']

/** The report as one page without scripts: figures, classes, subtypes and histograms. */
export function harnessPage(report: HarnessReport): string {
  return fill(readTemplate(), {
    source: report.source,
    scenarios: String(report.scenarios),
    measures: report.measures.map(measureFields),
    classes: report.classes.map(groupFields),
    subtypes: report.subtypes.map(groupFields),
    latencies: bars(report.timing.latency_histogram, index => (index === 9 ? 'more' : `≤ ${2 ** index} ms`)),
    concurrent: `${report.timing.concurrent.requests} at once: p50 ${report.timing.concurrent.p50_ms} ms, p99 ${report.timing.concurrent.p99_ms} ms, ${report.timing.concurrent.errors} errors`,
    sequential: `one at a time: p50 ${report.timing.one_at_a_time.p50_ms} ms, p99 ${report.timing.one_at_a_time.p99_ms} ms; Soul: p95 ${report.timing.soul.p95_ms} ms over ${report.timing.soul.requests} answers`,
    wrong: report.results
      .filter(result => !result.right)
      .map(result => ({
        id: result.id,
        goal: result.goal.slice(0, 300),
        expected: [result.expected, ...result.expected_tools].join(' '),
        got: [result.outcome, result.state ?? '', ...result.tools].join(' '),
        confidence: result.confidence.toFixed(2),
      })),
  })
}

function readTemplate(): string {
  const file = PLACES.map(place => fileURLToPath(new URL(place, import.meta.url))).find(existsSync)
  if (file === undefined)
    throw new CommandFailure(EXIT.failed, 'The template of the page, harness-report.html, is not installed.')
  return readFileSync(file, 'utf8')
}

function measureFields(measure: HarnessMeasure): Fields {
  const { name, cases, value, search_index: found, interval95, bar, met, enforced } = measure
  const limits = [
    bar?.least === undefined ? '' : `≥ ${bar.least}`,
    bar?.most === undefined ? '' : `≤ ${bar.most}`,
  ].filter(Boolean)
  return {
    name,
    cases: String(cases),
    value: value === null ? '–' : value.toFixed(3),
    search: typeof found === 'number' ? found.toFixed(3) : '',
    interval: interval95 ? `${interval95[0].toFixed(3)} – ${interval95[1].toFixed(3)}` : '',
    bar: limits.join(', '),
    verdict: met === null ? '' : met ? 'met' : enforced ? 'missed' : 'outside the band',
  }
}

function groupFields(group: HarnessGroup): Fields {
  const { name, cases, outcomes, right_rate, confidence_mean, confidence_std_dev } = group
  return {
    name,
    cases: String(cases),
    right: right_rate.toFixed(3),
    outcomes: Object.entries(outcomes)
      .map(([outcome, count]) => `${outcome} ${count}`)
      .join(', '),
    confidence: `${confidence_mean.toFixed(2)} ± ${confidence_std_dev.toFixed(2)}`,
    bins: bars(
      group.confidence_histogram,
      index => `${(index / 10).toFixed(1)}–${((index + 1) / 10).toFixed(1)}`,
    ),
  }
}

function bars(counts: readonly number[], labelOf: (index: number) => string): readonly Fields[] {
  const most = Math.max(1, ...counts)
  return counts.map((count, index) => ({
    label: labelOf(index),
    count: String(count),
    percent: ((100 * count) / most).toFixed(1),
  }))
}

/** Fills `{{name}}`, and repeats what stands between `{{#list}}` and `{{/list}}` once for each entry. */
function fill(template: string, fields: Fields): string {
  const repeated = template.replace(
    /\{\{#(\w+)\}\}([\s\S]*?)\{\{\/\1\}\}/g,
    (_, name: string, part: string) => {
      const list = fields[name]
      return Array.isArray(list) ? list.map(entry => fill(part, { ...fields, ...entry })).join('') : ''
    },
  )
  return repeated.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = fields[name]
    return typeof value === 'string' ? escapeMarkup(value) : ''
  })
}

/** Goals are anybody's text: nothing of it is markup. */
function escapeMarkup(text: string): string {
  return escapeHidden(text).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
