export { createWorkItemAgent } from './agent.ts'
export { offlinePlanner, offlineReviewer } from './offline-planner/offline-planner.ts'
