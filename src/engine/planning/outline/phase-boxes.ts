import type { PhaseTemplate } from '../playbooks/playbooks.ts'
import { addDays, daysBetween, type Horizon } from './horizon.ts'

/** The days that a phase has, both included. */
export interface PhaseBox {
  readonly from: string
  readonly to: string
  readonly days: number
}

/** Days in which a round is set up before it starts. */
const SET_UP_DAYS = 3

/**
 * The whole time divided among the phases by their shares. Phases that run beside the one before share its beginning.
 * Where nothing has a share, what is set up comes first and the rounds take all that is left.
 */
export function boxPhases(phases: readonly PhaseTemplate[], { start, end }: Horizon): readonly PhaseBox[] {
  const total = Math.max(1, daysBetween(start, end) + 1)
  if (phases.some(({ cycle }) => cycle) && phases.every(({ share }) => share === undefined))
    return phases.map(({ cycle }) => {
      const setUp = Math.min(SET_UP_DAYS, total - 1)
      return cycle ? boxOf(start, setUp, total) : boxOf(start, 0, Math.max(1, setUp))
    })
  const shares = phases.map(({ share }) => share ?? 100 / phases.length)
  const sum = shares.reduce((all, share) => all + share, 0)
  let reached = 0
  let lastFrom = 0
  return phases.map(({ alongside }, at) => {
    const from = alongside ? lastFrom : snapped(start, reached, total)
    reached += ((shares[at] ?? 0) / sum) * total
    const to = at === phases.length - 1 ? total : snapped(start, reached, total)
    lastFrom = from
    return boxOf(start, from, Math.max(from + 1, to))
  })
}

function boxOf(start: string, from: number, to: number): PhaseBox {
  return { from: addDays(start, from), to: addDays(start, to - 1), days: to - from }
}

/** Whole weeks begin on a Monday where there is time enough for that to matter little. */
function snapped(start: string, days: number, total: number): number {
  const whole = Math.round(days)
  if (total < 35 || whole === 0) return whole
  const weekday = (new Date(Date.parse(addDays(start, whole))).getUTCDay() + 6) % 7
  return weekday <= 3 ? whole - weekday : whole + 7 - weekday
}
