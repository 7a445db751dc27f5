/** Insight: what happened, counted. It reads and changes nothing. */

export { readWindowFacts } from './facts.ts'
export { countInsights } from './insights.ts'
export {
  decideRollback,
  type RequesterCount,
  type Rollback,
  type RollbackCounts,
  type RollbackSituation,
} from './rollback.ts'
export { countWindow, type Window, type WindowCounts } from './window.ts'
