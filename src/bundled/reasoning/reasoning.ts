export { createReasoningAgent } from './agent.ts'
export type { GoalModel, ReasoningHost } from './ports.ts'
export { assembleResponse } from './respond.ts'
