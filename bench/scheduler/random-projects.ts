import { wilsonInterval } from '../../src/engine/autonomy/autonomy.ts'
import { hasAnySchedule, tinyProject } from '../../src/engine/planning/scheduler/brute-force-fixture.ts'
import { randomProject } from '../../src/engine/planning/scheduler/random-project-fixture.ts'
import {
  findScheduleBreaches,
  scheduleCalendarProject,
} from '../../src/engine/planning/scheduler/scheduler.ts'
import type { Figure } from '../reasoning/figures.ts'

const budget = () => ({ now: () => performance.now(), milliseconds: 1000, seed: 1 })

/** Random projects on calendars: schedules that break something, and contradictions against trying everything. */
export function measureRandomProjects(count: number): readonly Figure[] {
  return count === 0 ? [] : [...measureChecked(count), ...measureTiny(Math.ceil(count / 3))]
}

function measureChecked(count: number): readonly Figure[] {
  const outcomes = new Map<string, number>()
  let broken = 0
  let first: string | undefined
  let milliseconds = 0
  for (let seed = 1; seed <= count; seed += 1) {
    const project = randomProject(seed)
    const begun = performance.now()
    const result = scheduleCalendarProject(project, budget())
    milliseconds += performance.now() - begun
    outcomes.set(result.status, (outcomes.get(result.status) ?? 0) + 1)
    if (result.status !== 'scheduled') continue
    const [breach] = findScheduleBreaches(project, result.schedule)
    if (breach === undefined) continue
    broken += 1
    first ??= `seed ${seed}: ${breach.message}`
  }
  const shown = [...outcomes].map(([status, times]) => `${status} ${times}`).join(', ')
  return [
    {
      ...{ name: 'random calendar projects: schedules that break', cases: count, value: broken / count },
      ...{ interval95: wilsonInterval(broken / count, count), ms_per_case: milliseconds / count },
      ...{ floor: null, bar: 0, lower_is_better: true, note: first ?? shown },
    },
  ]
}

function measureTiny(count: number): readonly Figure[] {
  let milliseconds = 0
  const tally = { possible: 0, impossible: 0, alarms: 0, proven: 0, scheduled: 0 }
  for (let seed = 1; seed <= count; seed += 1) {
    const project = tinyProject(seed)
    const isPossible = hasAnySchedule(project)
    const begun = performance.now()
    const { status } = scheduleCalendarProject(project, budget())
    milliseconds += performance.now() - begun
    tally[isPossible ? 'possible' : 'impossible'] += 1
    if (isPossible && status === 'infeasible') tally.alarms += 1
    if (isPossible && status === 'scheduled') tally.scheduled += 1
    if (!isPossible && status === 'infeasible') tally.proven += 1
  }
  const figure = (name: string, hits: number, of: number): Figure => {
    const value = of === 0 ? 0 : hits / of
    const interval95 = wilsonInterval(value, of)
    return {
      ...{ name, cases: of, value, interval95, ms_per_case: milliseconds / count },
      floor: null,
      bar: 0.95,
    }
  }
  return [
    {
      ...figure('tiny calendar projects: false alarms', tally.alarms, tally.possible),
      bar: 0,
      lower_is_better: true,
    },
    figure('tiny calendar projects: contradictory ones proven', tally.proven, tally.impossible),
    figure('tiny calendar projects: possible ones scheduled', tally.scheduled, tally.possible),
  ]
}
