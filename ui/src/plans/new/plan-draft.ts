import type { InteractionPolicy } from 'soulgate/contracts/plan'
import type { StartPlanRequest } from 'soulgate/contracts/requests/plans'
import type { Weekday } from 'soulgate/contracts/schedule'

export const WEEKDAYS: readonly (readonly [Weekday, string])[] = [
  ['monday', 'Mon'],
  ['tuesday', 'Tue'],
  ['wednesday', 'Wed'],
  ['thursday', 'Thu'],
  ['friday', 'Fri'],
  ['saturday', 'Sat'],
  ['sunday', 'Sun'],
]

/** A plan as it is asked for. What is left empty is taken from the goal's own words. */
export interface PlanDraft {
  readonly goal: string
  /** A date, or empty. */
  readonly deadline: string
  readonly hoursPerWeek: string
  readonly days: readonly Weekday[]
  /** Times of day, or empty. */
  readonly from: string
  readonly to: string
  readonly timezone: string
  readonly away: readonly { readonly start: string; readonly end: string; readonly reason: string }[]
  readonly budgetUsd: string
  /** Sliders that were moved away from the person's own. */
  readonly policy: Partial<InteractionPolicy>
}

export function emptyDraft(timezone: string): PlanDraft {
  return {
    ...{ goal: '', deadline: '', hoursPerWeek: '', from: '', to: '', timezone, budgetUsd: '' },
    ...{ days: WEEKDAYS.map(([day]) => day), away: [], policy: {} },
  }
}

/** What keeps a draft from being sent, by field, in words. */
export function problemsOf(
  draft: PlanDraft,
  today: string,
): Readonly<Partial<Record<keyof PlanDraft, string>>> {
  const hours = Number(draft.hoursPerWeek)
  const isHalf = (draft.from === '') !== (draft.to === '')
  const isWrongAway = draft.away.some(({ start, end }) => start === '' || end === '' || end < start)
  return {
    ...(draft.goal.trim() === '' ? { goal: 'Say what you want to reach.' } : {}),
    ...(draft.deadline !== '' && draft.deadline < today
      ? { deadline: 'This day is over. Choose one that is still to come.' }
      : {}),
    ...(draft.hoursPerWeek !== '' && !(hours > 0 && hours <= 168)
      ? { hoursPerWeek: 'Between 0 and 168 hours.' }
      : {}),
    ...(draft.days.length === 0 ? { days: 'Leave at least one day.' } : {}),
    ...(isHalf || (draft.from !== '' && draft.from === draft.to)
      ? { from: 'Give a time to begin and a later one to end.' }
      : {}),
    ...(isWrongAway ? { away: 'Give the first and the last day of each time away.' } : {}),
    ...(draft.budgetUsd !== '' && !(Number(draft.budgetUsd) >= 0) ? { budgetUsd: 'A sum of money.' } : {}),
  }
}

/** The body of the request; nothing is in it that was not entered. */
export function requestOf(draft: PlanDraft): StartPlanRequest {
  const constraints = constraintsOf(draft)
  const hasTimes = draft.from !== '' && draft.to !== ''
  return {
    goal: draft.goal.trim(),
    ...(Object.keys(constraints).length > 0 ? { constraints } : {}),
    ...(Object.keys(draft.policy).length > 0 ? { interaction_policy: draft.policy } : {}),
    calendar: {
      timezone: draft.timezone,
      weekly: hasTimes ? draft.days.map(day => ({ day, start: draft.from, end: draft.to })) : [],
      exceptions: [],
    },
  }
}

function constraintsOf(draft: PlanDraft): NonNullable<StartPlanRequest['constraints']> {
  const without = WEEKDAYS.flatMap(([day]) => (draft.days.includes(day) ? [] : [day]))
  return {
    ...(draft.deadline === '' ? {} : { deadline: draft.deadline }),
    ...(draft.hoursPerWeek === '' ? {} : { minutes_per_week: Math.round(Number(draft.hoursPerWeek) * 60) }),
    ...(without.length === 0 ? {} : { not_on_weekdays: without }),
    ...(draft.away.length === 0
      ? {}
      : {
          blackouts: draft.away.map(({ start, end, reason }) => ({
            ...{ start, end },
            ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
          })),
        }),
    ...(draft.budgetUsd === '' ? {} : { budget_usd: Number(draft.budgetUsd) }),
  }
}
