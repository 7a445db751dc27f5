import type { Clock } from '../../../base/clock.ts'
import type { Settings } from '../../../contracts/settings.ts'
import type { Llm } from '../../../llm/llm.ts'
import type { Store } from '../../../store/store.ts'
import type { PlanTime, PlanTools } from '../planning-tools.ts'

/** Everything the planning agent needs from outside. */
export interface PlanningParts {
  readonly store: Store
  readonly clock: Clock
  /** Milliseconds that only grow, to measure work and to end searches. */
  readonly elapsedMs: () => number
  readonly llm: Pick<Llm, 'generate' | 'describe' | 'estimateCostUsd'>
  readonly settings: () => Promise<Settings>
  /** What all runs of today have cost so far. */
  readonly spentTodayUsd: () => Promise<number>
  readonly tools: PlanTools
  readonly time: PlanTime
}
