import { toIso } from '../../../base/clock.ts'
import type { AdaptationLogEntry } from '../../../contracts/plan.ts'
import type { Flow } from './flow.ts'

/** Adds one structural change to the plan's log. */
export async function logAdaptation(flow: Flow, entry: Omit<AdaptationLogEntry, 'timestamp'>): Promise<void> {
  const { reason, ...rest } = entry
  const timestamp = toIso(await flow.context.now())
  flow.adaptations.push({
    timestamp,
    ...rest,
    ...(reason === undefined || reason === '' ? {} : { reason: reason.slice(0, 4000) }),
  })
}
