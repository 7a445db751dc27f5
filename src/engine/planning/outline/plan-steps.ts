import type { TaskRecurrence } from '../../../contracts/schedule.ts'
import type { PhaseTemplate, StepTemplate } from '../playbooks/playbooks.ts'
import type { Horizon } from './horizon.ts'
import type { PhaseBox } from './phase-boxes.ts'

const LEAST_DAYS: Readonly<Record<string, number>> = { monthly: 20, quarterly: 60, yearly: 300 }

/** A recurring step as often as the person has sessions, or in its own rhythm; undefined when it does not come up. */
export type Recurrences = ReadonlyMap<StepTemplate, TaskRecurrence>

/**
 * How often each recurring step of a phase comes up. The person's sessions a week are shared among what is practised,
 * the most important first; what has a rhythm of its own keeps it as far as the days allow.
 */
export function planRecurrences(phase: PhaseTemplate, box: PhaseBox, horizon: Horizon): Recurrences {
  const recurring = phase.steps.filter(({ kind }) => kind === 'session')
  const practised = recurring.filter(step => !step.fixed && isWeekly(step))
  const planned = new Map<StepTemplate, TaskRecurrence>()
  const shares = shareSessions(practised, horizon)
  for (const [at, step] of practised.entries()) {
    const times = shares[at] ?? 0
    if (horizon.rhythm !== undefined) {
      if (at === 0)
        planned.set(step, { ...recurrence('weekly', 1, box.to), ...horizon.rhythm, until: box.to })
    } else if (times > 0) planned.set(step, recurrence('weekly', times, box.to))
  }
  for (const step of recurring) {
    if (!step.fixed && isWeekly(step)) continue
    const frequency = step.frequency ?? 'weekly'
    if (box.days < (LEAST_DAYS[frequency] ?? 0)) continue
    planned.set(step, fixedRecurrence(step, box, horizon))
  }
  return planned
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
