import type { TaskRecurrence } from '../../../contracts/schedule.ts'
import type { PhaseTemplate, StepTemplate } from '../playbooks/playbooks.ts'
import type { Horizon } from './horizon.ts'
import type { PhaseBox } from './phase-boxes.ts'

const MIN_DAYS: Readonly<Record<string, number>> = { monthly: 20, quarterly: 60, yearly: 300 }

/** A recurring step as often as the person has sessions, or in its own rhythm; undefined when it does not come up. */
export type Recurrences = ReadonlyMap<StepTemplate, TaskRecurrence>

/**
 * How often each recurring step of a phase comes up. The person's sessions a week are shared among what is practised,
 * the most important first; what has a rhythm of its own keeps it as far as the days allow.
 */
export function planRecurrences(phase: PhaseTemplate, box: PhaseBox, horizon: Horizon): Recurrences {
  const recurring = phase.steps.filter(({ kind }) => kind === 'session')
  const own = recurring.filter(({ fixed }) => !fixed)
  const planned = new Map<StepTemplate, TaskRecurrence>()
  if (horizon.rhythm !== undefined) {
    const [first] = own
    if (first !== undefined)
      planned.set(first, { ...recurrence('weekly', 1, box.to), ...horizon.rhythm, until: box.to })
  } else planOwn(own, { box, horizon, planned })
  const leading = own.map(step => planned.get(step)).find(found => found !== undefined)
  const isFull = fillsEveryDay(own, planned, horizon)
  for (const step of recurring.filter(({ fixed }) => fixed)) {
    if (isFull) continue
    const found = step.same === true && leading !== undefined ? leading : inItsRhythm(step, box, horizon)
    if (found !== undefined) planned.set(step, found)
  }
  return planned
}

/** Where every day is used up by what is practised, nothing else can come up again beside it. */
function fillsEveryDay(own: readonly StepTemplate[], planned: Recurrences, horizon: Horizon): boolean {
  const { minutesPerDay, sessionMinutes, openDays } = horizon
  if (minutesPerDay === undefined) return false
  const longest = sessionMinutes ?? Math.max(0, ...own.map(({ minutes = 30 }) => minutes))
  const days = own.reduce((sum, step) => sum + (planned.get(step)?.times ?? 0), 0)
  return days >= openDays.length && longest + 5 > minutesPerDay
}

interface Planning {
  readonly box: PhaseBox
  readonly horizon: Horizon
  readonly planned: Map<StepTemplate, TaskRecurrence>
}

/** What is practised shares the sessions of the week; what is done every month or quarter keeps to that. */
function planOwn(own: readonly StepTemplate[], { box, horizon, planned }: Planning): void {
  const weekly = own.filter(isWeekly)
  for (const [at, times] of shareSessions(weekly, horizon).entries()) {
    const step = weekly[at]
    if (step !== undefined && times > 0) planned.set(step, recurrence('weekly', times, box.to))
  }
  for (const step of own.filter(other => !isWeekly(other))) {
    const found = inItsRhythm(step, box, horizon)
    if (found !== undefined) planned.set(step, found)
  }
}

function inItsRhythm(step: StepTemplate, box: PhaseBox, horizon: Horizon): TaskRecurrence | undefined {
  const isTooShort = box.days < (MIN_DAYS[step.frequency ?? 'weekly'] ?? 0)
  return isTooShort ? undefined : fixedRecurrence(step, box, horizon)
}

function isWeekly({ frequency }: StepTemplate): boolean {
  return frequency === undefined || frequency === 'weekly'
}

function fixedRecurrence(step: StepTemplate, box: PhaseBox, horizon: Horizon): TaskRecurrence {
  const { frequency = 'weekly', times = 1 } = step
  if (frequency !== 'daily') return recurrence(frequency, times, box.to)
  const days = Math.min(horizon.openDays.length, horizon.areSessionsSaid ? horizon.sessions : 7)
  return days === 7 ? recurrence('daily', 1, box.to) : recurrence('weekly', days, box.to)
}

function recurrence(frequency: TaskRecurrence['frequency'], times: number, until: string): TaskRecurrence {
  return { frequency, interval: 1, times, until }
}

/** How many sessions of a week each step gets: one each as far as they go, then more for the first. */
function shareSessions(
  steps: readonly StepTemplate[],
  { sessions, areSessionsSaid, openDays }: Horizon,
): readonly number[] {
  const wished = steps.map(({ times = 1 }) => times)
  const all = wished.reduce((sum, times) => sum + times, 0)
  if (!areSessionsSaid && all <= sessions) {
    return steps.length === 1 ? [Math.min(Math.max(wished[0] ?? 1, sessions), openDays.length)] : wished
  }
  const shares = steps.map(() => 0)
  for (let left = sessions, at = 0; left > 0 && steps.length > 0; at = (at + 1) % steps.length) {
    if (shares.every(share => share >= openDays.length)) break
    if ((shares[at] ?? 0) >= openDays.length) continue
    shares[at] = (shares[at] ?? 0) + 1
    left -= 1
  }
  return shares
}
