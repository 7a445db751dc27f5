import type { CheckpointMetrics, IterationChartPoint, IterationReport } from '../../contracts/iteration.ts'
import { bullets, inLine, join, under } from './markdown.ts'
import type { IterationHead } from './records.ts'

/** What stands after the iterations so far, and what each of them added. */
export function measure(
  { max_iterations, checkpoints }: Pick<IterationHead, 'max_iterations' | 'checkpoints'>,
  reports: readonly IterationReport[],
): { readonly metrics: CheckpointMetrics; readonly chart: readonly IterationChartPoint[] } {
  const chart: IterationChartPoint[] = []
  const seen = new Set<string>()
  const total = { data_points: 0, insights: 0, assumptions: 0, open_questions: 0 }
  for (const report of reports) {
    const before = seen.size
    for (const { name } of report.frameworks) seen.add(name)
    total.data_points += report.data_points.length
    total.insights += report.key_insights.length
    total.assumptions += report.assumptions.length
    total.open_questions += report.open_questions.length
    const { iteration } = report
    chart.push({ iteration, frameworks: seen.size, new_frameworks: seen.size - before, ...total })
  }
  const done = reports.length
  const metrics = {
    iterations_completed: done,
    max_iterations,
    unique_frameworks: seen.size,
    total_data_points: total.data_points,
    total_insights: total.insights,
    average_data_points_per_iteration: done === 0 ? 0 : Math.round((100 * total.data_points) / done) / 100,
    checkpoints_passed: checkpoints.filter(({ answer }) => answer !== 'pause').length,
  }
  return { metrics, chart }
}

const MAX_INSIGHTS = 5
const MAX_INSIGHT_LENGTH = 320

/** An insight as it stands on a card. */
export function clipInsight(text: string): string {
  return text.length > MAX_INSIGHT_LENGTH ? `${text.slice(0, MAX_INSIGHT_LENGTH).trimEnd()} …` : text
}

/** What a person reads at a checkpoint: how far it is, what was found, how it changed, what comes next. */
export function summarize(
  head: Pick<IterationHead, 'max_iterations' | 'checkpoints' | 'checkpoint_interval' | 'guidance'>,
  reports: readonly IterationReport[],
  failure?: string,
): string {
  const { metrics } = measure(head, reports)
  const since = head.checkpoints.at(-1)?.iteration ?? 0
  const fresh = reports.filter(({ iteration }) => iteration > since)
  const { iterations_completed: done, max_iterations: total } = metrics
  const percent = Math.round((100 * done) / total)
  return join(
    `**Iteration ${done} of ${total}** (${percent} %): ${metrics.unique_frameworks} frameworks, ${metrics.total_data_points} data points with a source, ${metrics.total_insights} insights.`,
    failure === undefined ? '' : `**What went wrong:** ${inLine(failure)}`,
    under('**What was found**', bullets(topInsights(fresh.length > 0 ? fresh : reports))),
    under('**How it evolved**', bullets(fresh.map(evolution))),
    under('**Open by now**', bullets(lastQuestions(fresh))),
    done < total
      ? `**What comes next:** if you go on, iterations ${done + 1}–${total}${nextStop(head, done)}. Stopping here gives a final plan from what exists.`
      : '',
  )
}

function topInsights(reports: readonly IterationReport[]): readonly string[] {
  const depth = Math.max(0, ...reports.map(report => report.key_insights.length))
  const ranked = Array.from({ length: depth }, (_, nth) =>
    reports.flatMap(report => report.key_insights.slice(nth, nth + 1)),
  )
  return ranked.flat().slice(0, MAX_INSIGHTS).map(clipInsight)
}

function evolution({ iteration, title, frameworks, data_points, assumptions }: IterationReport): string {
  const names = frameworks.map(({ name }) => name).join(', ')
  const added = [`${data_points.length} data points`, `${assumptions.length} assumptions`].join(', ')
  return `Iteration ${iteration} · ${title}${names === '' ? '' : `: ${names}`} (${added})`
}

function lastQuestions(reports: readonly IterationReport[]): readonly string[] {
  return reports.flatMap(report => report.open_questions.slice(0, 1)).slice(0, 3)
}

function nextStop(
  { checkpoint_interval, max_iterations }: Pick<IterationHead, 'checkpoint_interval' | 'max_iterations'>,
  done: number,
): string {
  const next = (Math.floor(done / checkpoint_interval) + 1) * checkpoint_interval
  return next < max_iterations ? `, with the next checkpoint after ${next}` : ', then the final plan'
}
