import type { PlanSchedule } from '../../../contracts/plan.ts'
import { scheduleToIcs } from '../scheduler/scheduler.ts'

/**
 * The schedule of a plan as an iCalendar file: one event per block in UTC, with the block's lasting id, so that
 * importing it again moves events; turns of the same length at the same local time become one event that repeats.
 */
export function planToIcs(
  schedule: PlanSchedule,
  { plan_id: planId, title, now }: { readonly plan_id: string; readonly title: string; readonly now: string },
): string {
  const live = schedule.blocks.filter(({ status }) => status !== 'cancelled')
  return scheduleToIcs(
    { blocks: live },
    {
      name: title,
      madeAt: now,
      milestones: schedule.milestones,
      timezone: schedule.timezone,
      idPrefix: planId,
    },
  )
}
