import { wilsonInterval } from '../../src/engine/autonomy/autonomy.ts'
import {
  type BriefToPlace,
  findBriefBreaches,
  randomBrief,
} from '../../src/engine/planning/outline/random-brief-fixture.ts'
import {
  applyRelaxation,
  checkPlan,
  draftSchedule,
  type PlanToPlace,
} from '../../src/engine/planning/plan-schedule/plan-schedule.ts'
import { randomPlan } from '../../src/engine/planning/plan-schedule/random-plan-fixture.ts'
import type { Figure } from '../reasoning/figures.ts'

const SEARCH_MS = 1_000

function draft(plan: PlanToPlace) {
  const begun = performance.now()
  return draftSchedule(plan, 'plan', {
    ...{ elapsedMs: () => performance.now() - begun, search_ms: SEARCH_MS, seed: 1 },
  })
}

/** Random plans: schedules that the independent check finds wrong, and ways out that were offered and do not help. */
export function measureRandomPlans(count: number): readonly Figure[] {
  return measure('random plans', count, seed => ({ plan: randomPlan(seed) }))
}

/** The same for plans made of random briefs with fixed events, which are checked against the brief as well. */
export function measureRandomBriefs(count: number): readonly Figure[] {
  return measure('random briefs with events', count, seed => randomBrief(seed))
}

type Made = Pick<BriefToPlace, 'plan'> & Partial<BriefToPlace>

function measure(name: string, count: number, make: (seed: number) => Made): readonly Figure[] {
  if (count === 0) return []
  const tally = { broken: 0, scheduled: 0, conflicts: 0, offered: 0, useless: 0 }
  let first: string | undefined
  let milliseconds = 0
  for (let seed = 1; seed <= count; seed += 1) {
    const { plan, brief } = make(seed)
    const begun = performance.now()
    const { schedule, conflict } = draft(plan)
    milliseconds += performance.now() - begun
    if (conflict === undefined && schedule !== undefined) {
      tally.scheduled += 1
      const { blocks } = schedule
      const violations = checkPlan({ ...plan, blocks }).violations.map(({ message }) => message)
      const breaches = brief === undefined ? [] : findBriefBreaches({ brief, plan }, blocks)
      const [wrong] = [...violations, ...breaches]
      if (wrong === undefined) continue
      tally.broken += 1
      first ??= `seed ${seed}: ${wrong}`
      continue
    }
    tally.conflicts += 1
    for (const constraint of conflict?.constraints ?? []) {
      if (!constraint.can_relax) continue
      tally.offered += 1
      const relaxed = applyRelaxation(plan.constraints, constraint, undefined)
      const isHelping =
        !('problem' in relaxed) &&
        (relaxed.nodes !== undefined || helps({ ...plan, constraints: relaxed.constraints }))
      if (isHelping) continue
      tally.useless += 1
      first ??= `seed ${seed}: ${constraint.message}`
    }
  }
  const figure = (what: string, wrong: number, of: number): Figure => ({
    ...{
      name: `${name}: ${what}`,
      cases: of,
      value: of === 0 ? 0 : wrong / of,
      interval95: wilsonInterval(of === 0 ? 0 : wrong / of, of),
    },
    ...{ ms_per_case: milliseconds / count, floor: null, bar: 0, lower_is_better: true },
    ...(first === undefined ? {} : { note: first }),
  })
  return [
    {
      ...figure('schedules that break', tally.broken, tally.scheduled),
      note: first ?? `${tally.scheduled} placed, ${tally.conflicts} with a conflict`,
    },
    figure('ways out that do not help', tally.useless, tally.offered),
  ]
}

function helps(plan: PlanToPlace): boolean {
  return draft(plan).conflict === undefined
}
