import type { PlanBlock } from '../../../contracts/plan.ts'
import { momentToMs, moveBlock, msToMoment, planWeek } from '../plan-schedule/plan-schedule.ts'
import type { OtherPlan, PlanTool, PlanToolInputs, PortfolioConflict } from '../planning-tools.ts'
import { findGap, type Gaps, gapsOf, isWithinWeek } from './gaps.ts'

/** What one person does at most, all plans together. */
const DAY_MINUTES = 480
const WEEK_MINUTES = 2_400
const MAX_SHIFTS = 20
const MAX_PLACES = 8

type ProbeInput = PlanToolInputs['portfolio_probe']

/** A block with its plan; no plan id for the one that is looked at. */
interface Placed {
  readonly block: PlanBlock
  readonly plan?: OtherPlan
  readonly from: number
  readonly until: number
}

/** PortfolioProbe: what a person's plans take together, where they collide, and free places for what does. */
export const portfolioProbe: PlanTool<'portfolio_probe'> = {
  name: 'portfolio_probe',
  prerequisites: ['schedule'],
  produces: ['portfolio_check'],
  asks_model: false,
  run: async input => {
    const data = probePortfolio(input)
    const explanations = [
      `${data.conflicts.length} conflicts with ${input.others.length} other plans.`,
      ...data.notes,
    ]
    return { ok: true, confidence: 1, explanations, data }
  },
}

/** Conflicts of a schedule with other plans. A shift is offered only to a place that has been looked at and is free. */
export function probePortfolio(input: ProbeInput) {
  const { situation, schedule, others } = input
  const own = schedule.blocks.filter(isLive).map(block => placed(block))
  const foreign = others.flatMap(plan => plan.blocks.filter(isLive).map(block => placed(block, plan)))
  const overlaps = overlapsOf(own, foreign)
  const conflicts = [
    ...overlaps.map(({ conflict }) => conflict),
    ...capacityConflicts(own, foreign, situation.timezone),
    ...availabilityConflicts(own, input),
  ]
  const gaps = gapsOf(planWeek(situation.calendar, situation.constraints), situation.timezone)
  const shifts = shiftsFor(new Set(overlaps.map(({ mine }) => mine)), { own, foreign, gaps, input })
  const minutes = own.reduce((sum, { from, until }) => sum + (until - from) / 60_000, 0)
  return {
    conflicts,
    utilization_minutes: Math.round(minutes),
    suggested_shifts: shifts,
    notes: utilizationNotes(own, foreign, situation.timezone),
  }
}

function isLive({ status }: PlanBlock): boolean {
  return status !== 'cancelled' && status !== 'completed'
}

function placed(block: PlanBlock, plan?: OtherPlan): Placed {
  const span = { from: Date.parse(block.start), until: Date.parse(block.end) }
  return { block, ...span, ...(plan === undefined ? {} : { plan }) }
}

function overlapsOf(
  own: readonly Placed[],
  foreign: readonly Placed[],
): readonly { readonly mine: Placed; readonly conflict: PortfolioConflict }[] {
  const sorted = [...foreign].sort((left, right) => left.from - right.from)
  return own.flatMap(mine =>
    sorted
      .filter(({ from, until }) => from < mine.until && mine.from < until)
      .map(theirs => {
        const minutes = Math.round(
          (Math.min(mine.until, theirs.until) - Math.max(mine.from, theirs.from)) / 60_000,
        )
        const whole = (mine.until - mine.from) / 60_000
        return {
          mine,
          conflict: {
            conflict_type: 'overlap' as const,
            severity: minutes >= whole ? ('critical' as const) : ('major' as const),
            description: `“${mine.block.title}” and “${theirs.block.title}” of “${theirs.plan?.title}” share ${minutes} minutes from ${msToMoment(Math.max(mine.from, theirs.from), 'UTC')}.`,
            plan_node_ids: [mine.block.plan_node_id],
            ...(theirs.plan === undefined ? {} : { plan_id: theirs.plan.plan_id }),
            suggested_resolution: `Move “${mine.block.title}” or “${theirs.block.title}”.`,
          },
        }
      }),
  )
}

function loadBy(blocks: readonly Placed[], keyOf: (ms: number) => string): ReadonlyMap<string, number> {
  const load = new Map<string, number>()
  for (const { from, until } of blocks) {
    const key = keyOf(from)
    load.set(key, (load.get(key) ?? 0) + (until - from) / 60_000)
  }
  return load
}

function dayKey(timezone: string): (ms: number) => string {
  return ms => msToMoment(ms, timezone).slice(0, 10)
}

/** The Monday of the week. */
function weekKey(timezone: string): (ms: number) => string {
  return ms => {
    const day = Date.parse(`${msToMoment(ms, timezone).slice(0, 10)}T00:00:00Z`)
    const weekday = (new Date(day).getUTCDay() + 6) % 7
    return new Date(day - weekday * 86_400_000).toISOString().slice(0, 10)
  }
}

/** Days and weeks that this plan brings over what one person does. */
function capacityConflicts(
  own: readonly Placed[],
  foreign: readonly Placed[],
  timezone: string,
): readonly PortfolioConflict[] {
  const found = (
    keyOf: (ms: number) => string,
    { most, what }: { readonly most: number; readonly what: string },
  ): readonly PortfolioConflict[] => {
    const mine = loadBy(own, keyOf)
    const all = loadBy([...own, ...foreign], keyOf)
    return [...mine.keys()].flatMap(key => {
      const minutes = Math.round(all.get(key) ?? 0)
      if (minutes <= most || minutes === Math.round(mine.get(key) ?? 0)) return []
      const ids = own.filter(({ from }) => keyOf(from) === key).map(({ block }) => block.plan_node_id)
      return [
        {
          conflict_type: 'capacity_exceeded' as const,
          severity: minutes > most * 1.25 ? ('major' as const) : ('minor' as const),
          description: `The ${what} ${key} has ${minutes} minutes of work in all plans; ${most} are meant to be the most.`,
          plan_node_ids: [...new Set(ids)],
          suggested_resolution: `Move some of that ${what}’s work to another ${what}.`,
        },
      ]
    })
  }
  return [
    ...found(dayKey(timezone), { most: DAY_MINUTES, what: 'day' }),
    ...found(weekKey(timezone), { most: WEEK_MINUTES, what: 'week' }),
  ]
}

function availabilityConflicts(
  own: readonly Placed[],
  { situation }: ProbeInput,
): readonly PortfolioConflict[] {
  const { timezone, calendar, constraints } = situation
  const week = planWeek(calendar, constraints)
  const away = (constraints.blackouts ?? []).map(({ start, end, reason }) => ({
    ...{ from: momentToMs(start, timezone, 'start') ?? 0, until: momentToMs(end, timezone, 'end') ?? 0 },
    why: reason ?? 'away',
  }))
  return own.flatMap(({ block, from, until }): readonly PortfolioConflict[] => {
    const taken = away.find(span => span.from < until && from < span.until)
    const isOpen = isWithinWeek({ from, until }, week, calendar)
    if (taken === undefined && isOpen) return []
    const why = taken === undefined ? 'outside of the calendar' : `in time that is taken (${taken.why})`
    return [
      {
        ...{ conflict_type: 'availability_violation' as const, severity: 'critical' as const },
        description: `“${block.title}” at ${block.start} lies ${why}.`,
        plan_node_ids: [block.plan_node_id],
        suggested_resolution: `Move “${block.title}”.`,
      },
    ]
  })
}

/** The next free place of the same length, near where the block is; taken places are taken for the next as well. */
function shiftsFor(
  colliding: ReadonlySet<Placed>,
  {
    own,
    foreign,
    gaps,
    input,
  }: { own: readonly Placed[]; foreign: readonly Placed[]; gaps: Gaps; input: ProbeInput },
) {
  const { timezone, constraints } = input.situation
  const blackouts = (constraints.blackouts ?? []).map(({ start, end }) => ({
    from: momentToMs(start, timezone, 'start') ?? 0,
    until: momentToMs(end, timezone, 'end') ?? 0,
  }))
  const deadline =
    constraints.deadline === undefined ? undefined : momentToMs(constraints.deadline, timezone, 'end')
  const taken = [...foreign, ...own.filter(one => !colliding.has(one)), ...blackouts].map(
    ({ from, until }) => ({ from, until }),
  )
  return [...colliding].slice(0, MAX_SHIFTS).flatMap(({ block, from, until }) => {
    const length = until - from
    for (let at = from, tries = 0; tries < MAX_PLACES; tries += 1) {
      const to = findGap(gaps, taken, { from: at, minutes: length / 60_000, until: deadline })
      if (to === undefined) return []
      if (breaksNothing(input, block, to)) {
        taken.push({ from: to, until: to + length })
        const because =
          'Nothing else is planned then, the calendar is open, and nothing that it is bound to breaks.'
        return [{ block_id: block.block_id, to: msToMoment(to, timezone), because }]
      }
      at = to + length
    }
    return []
  })
}

/** Whether the plan holds with the block there, as its checker sees it. */
function breaksNothing(
  { situation, schedule, roadmap, others }: ProbeInput,
  block: PlanBlock,
  to: number,
): boolean {
  if (roadmap === undefined) return true
  const { constraints, calendar, timezone, now } = situation
  const busy = others.flatMap(({ plan_id, blocks }) =>
    blocks.filter(isLive).map(({ start, end }) => ({ start, end, plan_id })),
  )
  const plan = { nodes: roadmap.nodes, constraints, calendar, timezone, busy, blocks: schedule.blocks }
  const moved = moveBlock(
    { ...plan, from: constraints.start ?? now },
    { block_id: block.block_id, start: msToMoment(to, timezone) },
  )
  return !('problem' in moved) && moved.violations.length === 0
}

function utilizationNotes(
  own: readonly Placed[],
  foreign: readonly Placed[],
  timezone: string,
): readonly string[] {
  const keyOf = weekKey(timezone)
  const mine = loadBy(own, keyOf)
  const all = loadBy([...own, ...foreign], keyOf)
  let peak: { readonly week: string; readonly minutes: number } | undefined
  for (const week of mine.keys()) {
    const minutes = Math.round(all.get(week) ?? 0)
    if (peak === undefined || minutes > peak.minutes) peak = { week, minutes }
  }
  if (peak === undefined) return []
  const share = Math.round((100 * peak.minutes) / WEEK_MINUTES)
  return [
    `The fullest week begins on ${peak.week}: ${peak.minutes} minutes in all plans, ${share} % of 40 hours.`,
  ]
}
