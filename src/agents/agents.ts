export { createDerivation, giveUp } from '../engine/run/run.ts'
export {
  type AgentContext,
  type AgentDefinition,
  type AgentMemory,
  type AgentTool,
  type AskResult,
  type CallOptions,
  type ChildResult,
  type Continued,
  callOf,
  type GateQuestion,
  type GateResult,
  type PlannedCall,
  type QuestionToPeople,
  type Remembered,
  type StepContext,
  type TypedGateOptions,
} from './agent-context.ts'
export type { AgentLimits } from './agent-limits.ts'
export { type AgentScheduleOptions, schedulesOf } from './agent-schedules.ts'
export {
  type AgentTrigger,
  type EventOptions,
  onEvent,
  triggersOf,
  type WebhookOptions,
  webhook,
} from './agent-triggers.ts'
export type { Budget, ReadBudgets } from './budget.ts'
export type { CallResult } from './call-result.ts'
export { parse } from './create-context.ts'
export {
  type CodeAgentOptions,
  defineAgent,
  describeAgent,
  type ModelAgentInput,
  type ModelAgentOptions,
  type ModelAgentOutput,
} from './define-agent.ts'
export { collect, collectGateTypes, defineConfig, type SoulgateConfig } from './define-config.ts'
export {
  defineGateType,
  type GateChoice,
  type GateTypeDefinition,
  type GateTypeOptions,
  readGateFields,
} from './define-gate-type.ts'
export {
  defineTool,
  type Effect,
  type ToolContext,
  type ToolDefinition,
  type ToolOptions,
  toolFailed,
} from './define-tool.ts'
export { type Duration, type GateLife, toMilliseconds } from './duration.ts'
export {
  isOfSource,
  type McpCommand,
  type McpOptions,
  type McpSource,
  mcp,
} from './mcp-source.ts'
export type { AgentEnvironment, SessionMemory } from './model-agent.ts'
export type { ModelChoice } from './model-choice.ts'
export type { CallToPropose, ProposalOptions, ProposalResult, ReadText } from './propose-calls.ts'
export {
  createRemoteContext,
  limitsOfWorkerAgent,
  performOperation,
  toWorkerAgent,
} from './remote-operation.ts'
export { type InputOf, type OutputOf, toJson, validate } from './schema.ts'
export type { StandardGateRequest, StandardGateResult } from './standard-gate.ts'
export {
  nonRetryable,
  type RetryPolicy,
  type StepOptions,
  type StepPolicy,
  type StepUsage,
} from './step-retry.ts'
export { runCodeAgent, toEngineAgent } from './to-engine.ts'
