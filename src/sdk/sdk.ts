/** The typed client of a Soulgate server, and gates in front of functions, for Node and browsers. */

export type { RunHandle, RunResult, StartOptions } from '../contracts/run-handle.ts'
export type * from './administration.ts'
export type { AgentLike, AgentsClient } from './agents.ts'
export type * from './chat.ts'
export {
  type AnyClient,
  createResultClient,
  createSoulgateClient,
  type ResultClient,
  type SoulgateClient,
  type SoulgateClientOptions,
} from './client.ts'
export type * from './execution.ts'
export {
  type CallContext,
  type Gated,
  type GatePolicy,
  gated,
  type PositionalPolicy,
} from './gated.ts'
export type * from './gates.ts'
export type * from './guardrails.ts'
export type * from './insights.ts'
export type * from './iterations.ts'
export { CallNotRun, type GatedOutcome, type NotRun, OutcomeUnknown, type Ran } from './outcome.ts'
export type { Page, PageOptions } from './page.ts'
export type * from './pages.ts'
export { type Patience, withPatience } from './patience.ts'
export type * from './people.ts'
export {
  type AskOptions,
  awaitPermission,
  type Permission,
  type Permitted,
  type RunContext,
  runGated,
} from './permission.ts'
export type * from './plans.ts'
export { isRefused, type Refused, type Retry, SoulgateProblem } from './problem.ts'
export type * from './runs.ts'
export {
  createSignedFetch,
  makeRequestKey,
  type RequestKey,
  type SignedFetchOptions,
  type SigningKey,
} from './signed-fetch.ts'
export type { StreamOptions, StreamState } from './stream.ts'
export { declareOnce, type ToolDeclaration } from './tool-declaration.ts'
export type { HttpRequest, HttpResponse, SendRequest } from './transport.ts'
export type * from './work-items.ts'
