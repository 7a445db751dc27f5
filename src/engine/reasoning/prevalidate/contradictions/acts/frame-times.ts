import type { ActionFrame } from './action-frame.ts'

const isToday =
  /^(?:now|right now|right away|at once|immediately|tonight|this (?:morning|afternoon|evening))$/

/** Whether the times of a demand and a ban leave room for both: “today, but not on Monday”. */
export function timesAllow(demand: ActionFrame, ban: ActionFrame): boolean {
  if (ban.times.length === 0) return false
  if (demand.times.length === 0) return true
  if (ban.times.some(time => demand.times.includes(time))) return false
  if (ban.times.includes('today') && demand.times.some(time => isToday.test(time))) return false
  const atOnce = demand.times.some(time =>
    /^(?:today|tonight|now|right away|right now|at once|immediately|asap|this (?:morning|afternoon|evening))$/.test(
      time,
    ),
  )
  const later = ban.times.some(time =>
    /^(?:not )?(?:before|until|till|prior to|earlier than)\s+(?!now|today)/.test(time),
  )
  return !(atOnce && later)
}
