export { createWorkItemAgent } from './agent.ts'
export { createModelPlanner } from './model-planner.ts'
export { offlinePlanner, offlineReviewer } from './offline-planner/offline-planner.ts'
export type { AskModel } from './ports.ts'
