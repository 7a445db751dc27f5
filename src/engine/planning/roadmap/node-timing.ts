import { NodeTiming, type PlanNode } from '../../../contracts/plan.ts'

/** What a node asks of the calendar; nothing where what stands there is no timing. */
export function timingOf({ metadata }: PlanNode): NodeTiming {
  const parsed = NodeTiming.safeParse(metadata.timing)
  return parsed.success ? parsed.data : {}
}
