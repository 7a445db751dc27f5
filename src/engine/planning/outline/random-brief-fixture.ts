import { Temporal } from 'temporal-polyfill'
import { createSeededRandom } from '../../../base/random.ts'
import { InteractionPolicy, type PlanBlock, PlanBrief } from '../../../contracts/plan.ts'
import type { WeeklyWindow } from '../../../contracts/schedule.ts'
import { constraintsOfBrief } from '../brief/brief.ts'
import { type PlanToPlace, planWeek } from '../plan-schedule/plan-schedule.ts'
import { DAYS, STARTS, ZONES } from '../plan-schedule/random-plan-fixture.ts'
import type { PlanSituation } from '../planning-tools.ts'
import { outlineOfBrief } from './brief-outline.ts'

/** A plan with fixed events and the brief that it was made of. */
export interface BriefToPlace {
  readonly brief: PlanBrief
  readonly plan: PlanToPlace
}

interface Dice {
  readonly below: (count: number) => number
  readonly chance: (share: number) => boolean
  readonly pick: <Item>(items: readonly [Item, ...Item[]]) => Item
  readonly dateAfter: (days: number) => string
}

/** A brief of its seed: events on fixed days, work that leads to them and follows them, rhythms, limits, a calendar. */
export function randomBrief(seed: number): BriefToPlace {
  const random = createSeededRandom(seed)
  const below = (count: number): number => random.uint32() % count
  const chance = (share: number): boolean => random.float() < share
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0]
  const start = pick(STARTS)
  const timezone = pick(ZONES)
  const dateAfter = (days: number): string => Temporal.PlainDate.from(start).add({ days }).toString()
  const dice = { below, chance, pick, dateAfter }
  const events = Array.from({ length: 1 + below(4) }, (_, at) => randomEvent(at, dice))
  const work = Array.from({ length: 2 + below(7) }, (_, at) => randomWork(at, events.length, dice))
  const rhythms = Array.from({ length: below(3) }, (_, at) => ({
    ...{
      id: `r${at}`,
      title: `Rhythm ${at}`,
      times: 1 + below(3),
      per: pick(['week', 'week', 'day'] as const),
    },
    ...{ minutes: 15 + below(60), until: dateAfter(20 + below(40)) },
    ...(chance(0.4) ? { rest_days: 1 + below(2), alike: 'hard' } : {}),
    ...(chance(0.3) ? { to_minutes: 30 + below(90) } : {}),
  }))
  const limits = randomLimits(dice)
  const brief = PlanBrief.parse({ title: `Brief ${seed}`, events, work, rhythms, limits })
  const evenings = DAYS.map(day => ({ day, start: '16:00', end: '22:00' }))
  const calendar = { timezone, weekly: chance(0.5) ? [] : evenings, exceptions: [] }
  const situation = { ...situationOf(`plan_${seed}`, brief, { start, timezone }), calendar }
  const { constraints } = situation
  const pattern = { pattern_type: 'hybrid_project_cycle', introduced_by: 'system' } as const
  const { nodes } = outlineOfBrief(situation, brief, pattern)
  return { brief, plan: { nodes, constraints, calendar, timezone, busy: [], kept: [], from: start } }
}

/** What a plan of a brief alone knows. */
export function situationOf(
  planId: string,
  brief: PlanBrief,
  { start, timezone }: { readonly start: string; readonly timezone: string },
): PlanSituation {
  return {
    ...{ plan_id: planId, goal: '', clarifications: [], instructions: [], brief, timezone },
    ...{ constraints: constraintsOfBrief(brief), calendar: { timezone, weekly: [], exceptions: [] } },
    ...{ policy: InteractionPolicy.parse({}), strategy: { mode: 'hybrid' }, now: `${start}T00:00:00Z` },
    flags: { allow_new_subtypes: true, require_rfc: true },
  }
}

function randomEvent(at: number, { below, chance, pick, dateAfter }: Dice): object {
  const days = 16 + at * 17 + below(14)
  const time = chance(0.7) ? { start_time: pick(['07:30', '13:00', '19:00', '22:00']) } : {}
  return {
    ...{ id: `e${at}`, title: `Event ${at}`, date: dateAfter(days), ...time },
    ...(chance(0.2) ? { end_date: dateAfter(days + 1 + below(2)) } : {}),
    ...('start_time' in time && chance(0.6) ? { end_time: pick(['01:00', '23:30']) } : {}),
  }
}

function randomWork(at: number, events: number, { below, chance }: Dice): object {
  const toEvent = () => [{ id: `e${below(events)}`, ...(chance(0.5) ? { days: below(12) } : {}) }]
  return {
    ...{ id: `w${at}`, title: `Work ${at}`, minutes: chance(0.2) ? 300 + below(600) : 15 + below(200) },
    ...(at > 0 && chance(0.3) ? { after: [{ id: `w${below(at)}` }] } : {}),
    ...(chance(0.4) ? { before: toEvent() } : chance(0.3) ? { after: toEvent() } : {}),
    ...(chance(0.2) ? { splittable: false } : {}),
  }
}

function randomLimits({ below, chance, pick, dateAfter }: Dice): object {
  const away = 3 + below(30)
  return {
    ...(chance(0.4) ? { not_on_weekdays: [pick(DAYS)] } : {}),
    ...(chance(0.3) ? { times_of_day: [{ start: '17:00', end: '21:30' }] } : {}),
    ...(chance(0.3) ? { minutes_per_week: 300 + below(1_500) } : {}),
    ...(chance(0.4) ? { blackouts: [{ start: dateAfter(away), end: dateAfter(away + below(8)) }] } : {}),
  }
}

interface Span {
  readonly title: string
  readonly from: Temporal.ZonedDateTime
  readonly until: Temporal.ZonedDateTime
}

/**
 * What blocks break of a brief, read from the brief itself and from nothing that made them: events stand whole at
 * their times, nothing overlaps, work has its minutes in the open hours and keeps its order and its days of lead.
 */
export function findBriefBreaches(
  { brief, plan }: BriefToPlace,
  blocks: readonly PlanBlock[],
): readonly string[] {
  const spans = blocks.map(({ title, start, end }) => ({
    title,
    from: Temporal.Instant.from(start).toZonedDateTimeISO(plan.timezone),
    until: Temporal.Instant.from(end).toZonedDateTimeISO(plan.timezone),
  }))
  const byTitle = Map.groupBy(spans, ({ title }) => title)
  const eventTitles = new Set(brief.events.map(({ title }) => title))
  return [
    ...brief.events.flatMap(event => eventBreaches(event, byTitle.get(event.title) ?? [], plan.timezone)),
    ...overlaps(spans),
    ...spans
      .filter(({ title }) => !eventTitles.has(title))
      .filter(span => !isOpen(span, plan, brief))
      .map(({ title, from }) => `${title} lies outside of the open hours at ${from.toString()}`),
    ...brief.work.flatMap(item => workBreaches(item, brief, byTitle)),
  ]
}

function eventBreaches(
  event: PlanBrief['events'][number],
  found: readonly Span[],
  timezone: string,
): string[] {
  const { date, end_date: last = date, start_time: start, end_time: end } = event
  const at = (day: string, time: string): Temporal.ZonedDateTime =>
    Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timezone)
  const from = at(date, start ?? '00:00')
  const closing = end !== undefined && start !== undefined && end <= start && last === date
  const until =
    start === undefined
      ? at(last, '00:00').add({ days: 1 })
      : end === undefined
        ? at(date, start).add({ hours: 2 })
        : at(last, end).add({ days: closing ? 1 : 0 })
  const [only] = found
  const stands = found.length === 1 && only?.from.equals(from) === true && only.until.equals(until)
  return stands ? [] : [`${event.title} does not stand whole from ${from.toString()} to ${until.toString()}`]
}

function overlaps(spans: readonly Span[]): readonly string[] {
  const inOrder = spans.toSorted((left, right) => Temporal.ZonedDateTime.compare(left.from, right.from))
  return inOrder.flatMap((span, at) => {
    const before = inOrder[at - 1]
    const isFree = before === undefined || Temporal.ZonedDateTime.compare(before.until, span.from) <= 0
    return isFree ? [] : [`${before.title} overlaps ${span.title} at ${span.from.toString()}`]
  })
}

function isOpen(
  { from, until }: Span,
  { calendar, constraints }: PlanToPlace,
  { limits }: PlanBrief,
): boolean {
  const day = from.toPlainDate().toString()
  const weekday = DAYS[from.dayOfWeek - 1]
  const isAway = (limits.blackouts ?? []).some(({ start, end }) => day >= start && day <= end)
  const holds = ({ day: own, start, end }: WeeklyWindow): boolean =>
    own === weekday &&
    from.toPlainTime().toString() >= start &&
    (until.toPlainTime().toString() <= `${end}:00` || end === '24:00') &&
    until.toPlainDate().equals(from.toPlainDate())
  return !isAway && planWeek(calendar, constraints).some(holds)
}

function workBreaches(
  { title, minutes = 60, splittable, before, after }: PlanBrief['work'][number],
  brief: PlanBrief,
  byTitle: ReadonlyMap<string, readonly Span[]>,
): readonly string[] {
  const own = byTitle.get(title) ?? []
  const placed = own.reduce((sum, { from, until }) => sum + from.until(until).total('minutes'), 0)
  const titleOf = (id: string): string =>
    [...brief.events, ...brief.work].find(entry => entry.id === id)?.title ?? id
  const isBefore = (first: readonly Span[], next: readonly Span[], days: number): boolean =>
    first.every(one => next.every(other => one.until.until(other.from).total('minutes') >= days * 1_440))
  const others = (id: string): readonly Span[] => byTitle.get(titleOf(id)) ?? []
  return [
    ...(placed === minutes ? [] : [`${title} has ${placed} of ${minutes} min`]),
    ...(splittable === false && own.length !== 1 ? [`${title} is split into ${own.length}`] : []),
    ...before
      .filter(({ id, days = 0 }) => !isBefore(own, others(id), days))
      .map(({ id, days = 0 }) => `${title} is not ${days} days before ${titleOf(id)}`),
    ...after
      .filter(({ id, days = 0 }) => !isBefore(others(id), own, days))
      .map(({ id, days = 0 }) => `${title} is not ${days} days after ${titleOf(id)}`),
  ]
}
