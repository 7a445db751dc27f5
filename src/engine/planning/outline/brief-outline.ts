import { Temporal } from 'temporal-polyfill'
import type {
  BriefEvent,
  BriefRhythm,
  BriefWork,
  NodeTiming,
  PatternSpec,
  PlanBrief,
  PlanDependency,
  PlanNode,
  PlanOutline,
} from '../../../contracts/plan.ts'
import { NODE_LEVELS } from '../../../contracts/plan.ts'
import { Weekday, type WeeklyWindow } from '../../../contracts/schedule.ts'
import { ordersOf } from '../brief/brief.ts'
import { PATTERN_RULES } from '../pattern/pattern.ts'
import type { PlanSituation } from '../planning-tools.ts'
import { nodeId } from './build-nodes.ts'

const DAY_MINUTES = 1_440
const ASSUMED_MINUTES = 60
/** Longer work may be spread over several blocks. */
const MAX_WHOLE_MINUTES = 120
const ASSUMED_EVENT_MINUTES = 120
/** Of a rhythm that changes and has no end. */
const ASSUMED_WEEKS = 12
/** A rhythm that changes does so in so many steps at most. */
const MAX_STEPS = 12

type Orders = ReturnType<typeof ordersOf>

interface Drafting {
  readonly planId: string
  readonly brief: PlanBrief
  readonly orders: Orders
  readonly situation: PlanSituation
}

/** What a brief puts into an outline, in three parts: work before the events, the events, work after them. */
interface BriefNodes {
  readonly before: readonly PlanNode[]
  readonly events: readonly PlanNode[]
  readonly after: readonly PlanNode[]
  readonly rhythms: readonly PlanNode[]
}

/** An outline of a brief alone: its work, events and rhythms as they were said, and nothing else. */
export function outlineOfBrief(
  situation: PlanSituation,
  brief: PlanBrief,
  pattern: PatternSpec,
): PlanOutline {
  const planId = situation.plan_id
  const rootId = nodeId(planId, 'goal')
  const parts = nodesOfBrief(situation, brief)
  const root = nodeOf({ id: rootId, node_type: 'goal', title: brief.title })
  const routine: PlanNode['node_type'] = PATTERN_RULES[pattern.pattern_type].mayHaveCycles ? 'cycle' : 'phase'
  const hasEvents = parts.events.length > 0
  const groups = [
    { title: hasEvents ? 'Before' : 'Work', type: 'phase' as const, nodes: parts.before },
    { title: 'Routine', type: routine, nodes: parts.rhythms },
    { title: 'Fixed dates', type: 'phase' as const, nodes: parts.events },
    { title: 'After', type: 'phase' as const, nodes: parts.after },
  ].filter(({ nodes }) => nodes.length > 0)
  const nodes = groups.flatMap(({ title, type, nodes: own }) => {
    const id = nodeId(planId, `brief/${title}`)
    const container = nodeOf({ id, node_type: type, title, parent_id: rootId })
    return [container, ...own.map(node => ({ ...node, parent_id: id }))]
  })
  return {
    root_id: rootId,
    plan_context: {
      strategy_profile: situation.strategy,
      pattern,
      assumptions: assumptionsOf(brief),
      constraints: situation.constraints,
    },
    nodes: [root, ...nodes],
    pattern,
  }
}

/** The nodes of a brief's entries without a place in the tree. Ids follow the entries, whatever their titles. */
export function nodesOfBrief(situation: PlanSituation, brief: PlanBrief): BriefNodes {
  const drafting: Drafting = { planId: situation.plan_id, brief, orders: ordersOf(brief), situation }
  const following = followersOf(brief, drafting.orders)
  const isAfter = ({ id }: BriefWork): boolean => following.has(id)
  const work = (items: readonly BriefWork[]): PlanNode[] =>
    items.map(item => workNode(item, drafting, isAfter(item)))
  return {
    before: work(brief.work.filter(item => !isAfter(item))),
    after: work(brief.work.filter(isAfter)),
    events: brief.events.map(event => eventNode(event, drafting)),
    rhythms: brief.rhythms.flatMap(rhythm => rhythmNodes(rhythm, drafting)),
  }
}

/** Work that comes after an event, or after work that does. */
function followersOf({ events }: PlanBrief, orders: Orders): ReadonlySet<string> {
  const reached = new Set(events.map(({ id }) => id))
  for (const id of reached) for (const { first, next } of orders) if (first === id) reached.add(next)
  return reached
}

function workNode(item: BriefWork, drafting: Drafting, isAfter: boolean): PlanNode {
  const minutes = item.minutes ?? ASSUMED_MINUTES
  const deadline = isAfter ? item.done_by : dueOf(item, drafting)
  const isSplittable = item.splittable ?? minutes > MAX_WHOLE_MINUTES
  return nodeOf({
    id: idOf(item.id, drafting),
    node_type: 'task',
    title: item.title,
    estimated_minutes: minutes,
    dependencies: dependenciesOf(item.id, drafting),
    tags: tagsOf(item),
    metadata: metadataOf(item, item.minutes !== undefined, {
      splittable: isSplittable,
      ...(deadline === undefined ? {} : { deadline }),
      ...(item.not_before === undefined ? {} : { earliest_start: item.not_before }),
    }),
  })
}

/** What comes before an event ends so many days before it begins; without a word of order before the first that was named. */
function dueOf({ id, done_by: said }: BriefWork, { brief, orders }: Drafting): string | undefined {
  const own = orders.filter(({ first }) => first === id)
  const [main] = brief.events
  const named = brief.events.flatMap(event => {
    const order = own.find(({ next }) => next === event.id)
    if (order === undefined && event !== main) return []
    return [momentBefore(event, order?.days ?? 0)]
  })
  return [...(said === undefined ? [] : [`${said}T23:59`]), ...named].sort()[0]
}

function momentBefore(event: BriefEvent, days: number): string {
  const day = Temporal.PlainDate.from(event.date).subtract({ days }).toString()
  return `${day}T${event.start_time ?? '00:00'}`
}

function eventNode(event: BriefEvent, drafting: Drafting): PlanNode {
  const fixed = timesOf(event)
  const minutes = Math.round(
    Temporal.PlainDateTime.from(fixed.start).until(Temporal.PlainDateTime.from(fixed.end)).total('minutes'),
  )
  return nodeOf({
    id: idOf(event.id, drafting),
    node_type: 'task',
    title: event.title,
    estimated_minutes: minutes,
    dependencies: dependenciesOf(event.id, drafting),
    tags: [...tagsOf(event), 'event'],
    ...(event.place === undefined ? {} : { description: `Place: ${event.place}` }),
    metadata: metadataOf(event, true, { fixed, splittable: false }),
  })
}

/** A whole day without a time; two hours where only the beginning was said. */
function timesOf({ date, end_date: last, start_time: start, end_time: end }: BriefEvent): {
  start: string
  end: string
} {
  const next = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString()
  if (start === undefined) return { start: `${date}T00:00`, end: `${next(last ?? date)}T00:00` }
  const begin = Temporal.PlainDateTime.from(`${date}T${start}`)
  if (end === undefined) {
    const until = begin.add({ minutes: ASSUMED_EVENT_MINUTES })
    return { start: `${date}T${start}`, end: until.toString().slice(0, 16) }
  }
  const day = last ?? date
  const closing =
    end === '24:00' ? `${next(day)}T00:00` : `${end <= start && day === date ? next(day) : day}T${end}`
  return { start: `${date}T${start}`, end: closing }
}

/** A rhythm; where its length changes, one node for each step of it. */
function rhythmNodes(rhythm: BriefRhythm, drafting: Drafting): readonly PlanNode[] {
  const { situation, brief } = drafting
  const until = rhythm.until ?? situation.constraints.deadline?.slice(0, 10) ?? brief.events[0]?.date
  const { minutes = ASSUMED_MINUTES, to_minutes: to = minutes } = rhythm
  if (to === minutes) return [rhythmNode(rhythm, drafting, { key: rhythm.id, minutes, until })]
  const first = Temporal.PlainDate.from((situation.constraints.start ?? situation.now).slice(0, 10))
  const last = until === undefined ? first.add({ weeks: ASSUMED_WEEKS }) : Temporal.PlainDate.from(until)
  const monday = first.subtract({ days: first.dayOfWeek - 1 })
  const weeks = Math.max(1, Math.ceil((monday.until(last).total('days') + 1) / 7))
  const steps = Math.min(weeks, MAX_STEPS)
  return Array.from({ length: steps }, (_, step) => {
    const from = monday.add({ weeks: Math.floor((step * weeks) / steps) })
    const end = monday.add({ weeks: Math.floor(((step + 1) * weeks) / steps) }).subtract({ days: 1 })
    const share = steps === 1 ? 1 : step / (steps - 1)
    return rhythmNode(rhythm, drafting, {
      key: step === 0 ? rhythm.id : `${rhythm.id}/${step}`,
      minutes: Math.round((minutes + (to - minutes) * share) / 5) * 5,
      until: (step === steps - 1 ? last : end).toString(),
      ...(step === 0 ? {} : { from: from.toString() }),
    })
  })
}

interface RhythmStep {
  /** Names the node. */
  readonly key: string
  readonly minutes: number
  readonly from?: string
  readonly until: string | undefined
}

function rhythmNode(
  rhythm: BriefRhythm,
  drafting: Drafting,
  { key, minutes: each, from, until }: RhythmStep,
): PlanNode {
  const isDaily = rhythm.per === 'day'
  const { to_minutes: to, rest_days: rest, alike } = rhythm
  const minutes = Math.max(5, each) * (isDaily ? rhythm.times : 1)
  const windows = windowsOf(rhythm, minutes)
  return nodeOf({
    id: idOf(key, drafting),
    node_type: 'task',
    title: to === undefined ? rhythm.title : `${rhythm.title}, ${minutes} min`.slice(0, 200),
    estimated_minutes: minutes,
    recurrence: {
      ...{ frequency: rhythm.per === 'month' ? 'monthly' : 'weekly', interval: 1 },
      times: isDaily ? daysOpen(rhythm, drafting.brief) : rhythm.times,
      ...(until === undefined ? {} : { until }),
    },
    tags: [...tagsOf(rhythm), 'session'],
    metadata: metadataOf(rhythm, rhythm.minutes !== undefined, {
      ...(windows === undefined ? {} : { windows }),
      ...(from === undefined ? {} : { earliest_start: from }),
      ...(rest === undefined ? {} : { apart: { group: alike ?? rhythm.id, days: rest } }),
    }),
  })
}

/** The days of a rhythm, and where it has an hour of its own exactly that. */
function windowsOf({ days, start_time: start }: BriefRhythm, minutes: number): WeeklyWindow[] | undefined {
  if (start === undefined) return days?.map(day => ({ day, start: '00:00', end: '24:00' }))
  const end = Temporal.PlainTime.from(start).add({ minutes }).toString().slice(0, 5)
  return (days ?? Weekday.options).map(day => ({ day, start, end: end <= start ? '24:00' : end }))
}

/** “A day” means every day on which there is work at all. */
function daysOpen({ days }: BriefRhythm, { limits }: PlanBrief): number {
  const { not_on_weekdays: off = [], only_on_weekdays: only } = limits
  const named = days ?? only
  const open = named === undefined ? 7 - new Set(off).size : named.filter(day => !off.includes(day)).length
  return Math.max(1, open)
}

function dependenciesOf(id: string, drafting: Drafting): PlanDependency[] {
  return drafting.orders
    .filter(({ next }) => next === id)
    .map(({ first, days }) => ({
      node_id: idOf(first, drafting),
      type: 'FS',
      lag_lead_minutes: days * DAY_MINUTES,
    }))
}

function idOf(entry: string, { planId }: Drafting): string {
  return nodeId(planId, `brief/entry/${entry}`)
}

interface Said {
  readonly quote?: string | undefined
  readonly suggested?: true | undefined
}

function tagsOf({ suggested }: Said): string[] {
  return suggested === true ? ['suggested'] : []
}

function metadataOf({ quote }: Said, isSaid: boolean, timing: NodeTiming): PlanNode['metadata'] {
  const metadata = {
    estimate: isSaid ? 'said' : 'assumed',
    ...(quote === undefined ? {} : { quote }),
    ...(Object.keys(timing).length === 0 ? {} : { timing }),
  }
  return JSON.parse(JSON.stringify(metadata))
}

function nodeOf(draft: Partial<PlanNode> & Pick<PlanNode, 'id' | 'node_type' | 'title'>): PlanNode {
  return {
    ...{ level: NODE_LEVELS[draft.node_type], dependencies: [], status: 'pending', progress: 0 },
    ...{ origin: 'system', tags: [], metadata: {} },
    ...draft,
  }
}

function assumptionsOf(brief: PlanBrief): string[] {
  const [main] = brief.events
  const list = (items: readonly { readonly title: string }[]): string =>
    items.map(({ title }) => `“${title}”`).join(', ')
  const open = brief.work.filter(({ minutes }) => minutes === undefined)
  const endless = brief.events.filter(
    ({ start_time: start, end_time: end }) => start !== undefined && end === undefined,
  )
  const unsaid = brief.rhythms.filter(({ minutes }) => minutes === undefined)
  return [
    ...(open.length === 0 ? [] : [`No hours were said for ${list(open)}: one hour each is assumed.`]),
    ...(unsaid.length === 0 ? [] : [`No length was said for ${list(unsaid)}: one hour is assumed.`]),
    ...(endless.length === 0 ? [] : [`No end was said for ${list(endless)}: two hours are assumed.`]),
    ...(main === undefined || brief.work.length === 0
      ? []
      : [`What has no place of its own is done before “${main.title}”.`]),
  ].map(text => text.slice(0, 1_000))
}
