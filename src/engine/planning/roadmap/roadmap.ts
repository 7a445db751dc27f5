import { SoulgateError } from '../../../base/errors.ts'
import type {
  PlanNode,
  PlanOutline,
  Roadmap,
  RoadmapContext,
  RoadmapOption,
} from '../../../contracts/plan.ts'
import { readHorizonOf } from '../outline/outline.ts'
import type { PlanSituation, PlanTool } from '../planning-tools.ts'
import { readWhole } from '../subject/whole-subject.ts'
import { type Alternative, findAlternatives } from './alternatives.ts'
import type { TimeToUse } from './try-way.ts'

export { dependencyResolver } from './resolve-dependencies.ts'

/**
 * Two or three ways through the outline, each walked through day by day, scored and compared; the best is the roadmap.
 * It changes order and pace, never what is to be done.
 */
export const roadmapBuilder: PlanTool<'roadmap_builder'> = {
  name: 'roadmap_builder',
  prerequisites: ['outline', 'nodes_with_dependencies'],
  produces: ['roadmap'],
  asks_model: false,
  run: async ({ situation, outline, nodes, narrow }) => {
    const built = buildRoadmap(situation, { outline, nodes, most: narrow ? 2 : mostOptions(situation) })
    return {
      ok: true,
      confidence: built.confidence,
      explanations: [built.roadmap.rationale],
      data: { roadmap: built.roadmap, options_tried: built.roadmap.options_tried },
    }
  },
}

/** Who wants to be left alone, or few words, compares two ways; the others three. */
function mostOptions({ policy }: PlanSituation): number {
  if (policy.autonomy === 'low') return 3
  return policy.autonomy === 'high' || policy.conversation_style === 'concise' ? 2 : 3
}

function buildRoadmap(
  situation: PlanSituation,
  given: { readonly outline: PlanOutline; readonly nodes: readonly PlanNode[]; readonly most: number },
): { readonly roadmap: Roadmap; readonly confidence: number } {
  const horizon = readHorizonOf(situation, given.outline)
  const time: TimeToUse = {
    start: horizon.start,
    openDays: horizon.openDays,
    minutesPerDay: Math.max(15, horizon.minutesPerWeek / Math.max(1, horizon.openDays.length)),
    ...(horizon.isEndSaid ? { deadline: horizon.end } : {}),
  }
  const ways = findAlternatives(given.nodes, time, horizon.end)
  const scored = ways
    .map(way => ({ way, score: scoreOf(way, ways, situation) }))
    .sort((left, right) => right.score - left.score)
    .slice(0, given.most)
  const [best, second] = scored
  const chosen = best?.way ?? ways[0]
  if (chosen === undefined)
    throw new SoulgateError('invalid_playbook', 'An outline has at least one way through it.')
  const lead = best === undefined || second === undefined ? 0.3 : best.score - second.score
  const others = scored.flatMap(({ way }) => (way === chosen ? [] : [way]))
  const options = scored.map(({ way, score }) => optionOf(way, score, { chosen, others, time }))
  const isInTime = chosen.tried.measures.slack_minutes >= 0
  return {
    confidence: Math.round(Math.min(0.97, (isInTime ? 0.74 : 0.5) + Math.min(0.2, lead)) * 1000) / 1000,
    roadmap: {
      root_id: given.outline.root_id,
      roadmap_context: contextOf(situation, given.outline, `${horizon.start} to ${chosen.tried.finish}`),
      nodes: [...chosen.nodes],
      ...(given.outline.pattern === undefined ? {} : { pattern: given.outline.pattern }),
      options_tried: options,
      rationale: rationaleOf(options),
    },
  }
}

interface Weights {
  readonly early: number
  readonly calm: number
  readonly clear: number
  /** Time left before the day that was named. */
  readonly spare: number
}

const WEIGHTS: Readonly<Record<PlanSituation['strategy']['mode'], Weights>> = {
  push: { early: 0.5, calm: 0.1, clear: 0.1, spare: 0.3 },
  relax: { early: 0.05, calm: 0.55, clear: 0.25, spare: 0.15 },
  hybrid: { early: 0.1, calm: 0.45, clear: 0.25, spare: 0.2 },
  manual: { early: 0.2, calm: 0.3, clear: 0.3, spare: 0.2 },
}
const LATE_FACTOR = 0.3

/** How good a way is among the others, by what the person's strategy weighs; a way that is late is worth little. */
function scoreOf({ tried }: Alternative, ways: readonly Alternative[], { strategy }: PlanSituation): number {
  const { measures } = tried
  const all = ways.map(way => way.tried.measures)
  const least = (pick: (one: typeof measures) => number): number => Math.min(...all.map(pick))
  const weights = WEIGHTS[strategy.mode]
  const early = least(one => one.span_days) / Math.max(1, measures.span_days)
  const calm = (least(one => one.peak_minutes_per_week) + 30) / (measures.peak_minutes_per_week + 30)
  const clear = 1 / (1 + 0.25 * Math.max(0, measures.overlaps - least(one => one.overlaps)))
  const spare = Math.min(1, 0.4 + Math.max(0, measures.slack_minutes) / 1440 / 14)
  const score = weights.early * early + weights.calm * calm + weights.clear * clear + weights.spare * spare
  return Math.round((measures.slack_minutes < 0 ? score * LATE_FACTOR : score) * 1000) / 1000
}

interface Comparison {
  readonly chosen: Alternative
  readonly others: readonly Alternative[]
  readonly time: TimeToUse
}

function optionOf(way: Alternative, score: number, { chosen, others, time }: Comparison): RoadmapOption {
  const { measures, finish } = way.tried
  const isChosen = way === chosen
  const ends = `it ends about ${dateText(finish)}${
    time.deadline === undefined ? '' : `, ${besideDeadline(Math.round(measures.slack_minutes / 1440))}`
  }`
  const summary = `${way.about}; ${ends}; at most ${hours(measures.peak_minutes_per_week)} in a week.`
  return {
    option_id: way.id,
    title: way.title,
    summary: summary.charAt(0).toUpperCase() + summary.slice(1),
    score,
    measures: { ...measures },
    chosen: isChosen,
    reason: isChosen ? whyChosen(way, others) : whyNot(way, chosen),
  }
}

const MONTHS = 'January February March April May June July August September October November December'

/** `2027-05-15` → `15 May 2027`. */
function dateText(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${Number(day)} ${MONTHS.split(' ')[Number(month) - 1] ?? month} ${year}`
}

function besideDeadline(daysToSpare: number): string {
  if (daysToSpare === 0) return 'on the day of the deadline'
  const days = Math.abs(daysToSpare)
  return `${days} ${days === 1 ? 'day' : 'days'} ${daysToSpare > 0 ? 'before' : 'after'} the deadline`
}

/** What it is better at than the others, by what was measured. */
function whyChosen({ tried }: Alternative, others: readonly Alternative[]): string {
  const own = tried.measures
  const isBest = (pick: (measures: typeof own) => number): boolean =>
    others.length > 0 && others.every(other => pick(own) < pick(other.tried.measures))
  const better = [
    ...(isBest(({ slack_minutes }) => -slack_minutes) ? ['it leaves the most time before the deadline'] : []),
    ...(isBest(({ span_days }) => span_days) ? ['it is done soonest'] : []),
    ...(isBest(({ peak_minutes_per_week }) => peak_minutes_per_week)
      ? ['its fullest week is the lightest']
      : []),
    ...(isBest(({ overlaps }) => overlaps) ? ['the fewest phases run beside each other'] : []),
  ]
  if (others.length === 0) return 'Taken: nothing in this outline can be ordered otherwise.'
  if (better.length === 0) return 'Taken because it weighs speed, calm and clarity best together.'
  return `Taken because ${better.join(', and ')}.`
}

function whyNot({ tried }: Alternative, chosen: Alternative): string {
  const own = tried.measures
  const best = chosen.tried.measures
  const worse = [
    ...(own.slack_minutes < best.slack_minutes
      ? [`it ends ${Math.round((best.slack_minutes - own.slack_minutes) / 1440)} days later`]
      : []),
    ...(own.slack_minutes === 0 && own.span_days > best.span_days
      ? [`it takes ${own.span_days - best.span_days} days longer`]
      : []),
    ...(own.peak_minutes_per_week > best.peak_minutes_per_week
      ? [`its fullest week has ${hours(own.peak_minutes_per_week - best.peak_minutes_per_week)} more`]
      : []),
    ...(own.overlaps > best.overlaps
      ? [`${own.overlaps - best.overlaps} more phases run beside each other`]
      : []),
  ]
  return worse.length === 0 ? 'It comes out the same, and is less simple.' : `${capital(worse.join(', '))}.`
}

function hours(minutes: number): string {
  return minutes < 90 ? `${minutes} minutes` : `${Math.round((minutes / 60) * 2) / 2} hours`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function rationaleOf(options: readonly RoadmapOption[]): string {
  const chosen = options.find(option => option.chosen)
  const others = options.filter(option => !option.chosen)
  if (chosen === undefined) return ''
  return [
    `“${chosen.title}”: ${chosen.summary}`,
    chosen.reason,
    ...others.map(({ title, reason }) => `Not “${title}”: ${reason}`),
  ].join(' ')
}

function contextOf(situation: PlanSituation, outline: PlanOutline, horizon: string): RoadmapContext {
  const subject = readWhole(situation)
  const { pattern } = outline
  const weekly = outline.nodes.filter(({ recurrence }) => recurrence?.frequency === 'weekly').length
  const budget = subject.quantities.find(({ role }) => role === 'budget')?.text
  const limit = situation.constraints.budget_usd
  const region = /\b(?:in|to|near)\s+(\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?)/u.exec(situation.goal)?.[1]
  const without = subject.exclusions.length === 0 ? '' : ` Without: ${subject.exclusions.join(', ')}.`
  return {
    ...(pattern === undefined ? {} : { pattern_type: pattern.pattern_type, pattern }),
    ...(pattern?.subtype === undefined ? {} : { subtype: pattern.subtype }),
    scope: `${subject.wish}.${without}`.slice(0, 2_000),
    ...(weekly === 0 ? {} : { cadence: `${weekly} kinds of weekly sessions` }),
    ...(region === undefined ||
    /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(
      region,
    )
      ? {}
      : { region }),
    time_horizon: horizon,
    ...(budget === undefined ? (limit === undefined ? {} : { budget: `$${limit}` }) : { budget }),
  }
}
