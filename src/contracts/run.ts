import { z } from 'zod'
import { JsonValue } from './json-value.ts'
import { CallOutcome, Outcome } from './outcome.ts'
import { Voice } from './principal.ts'
import { JsonSchema } from './tool.ts'

/** What executes a run: a bundled agent, a process outside (`external`), or an agent of one's own (`agent`). */
export const RunKind = z.enum(['reasoning', 'chat', 'plan', 'iteration', 'external', 'workitem', 'agent'])
export type RunKind = z.infer<typeof RunKind>

/** The name of an agent of one's own: `refunds`, `support-copilot`. */
export const AgentName = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,63}$/,
    'an agent name has 1–64 of the characters a–z 0–9 _ -, and begins with a letter',
  )
export type AgentName = z.infer<typeof AgentName>

/** Agents of the program itself. What bore such a name could pass for one of them in gates, guidelines and grants. */
export const BUILT_IN_AGENTS: readonly string[] = [
  'reasoning',
  'chat',
  'pages',
  'planning',
  'plan',
  'iteration',
  'loop',
  'workitem',
  'external',
]

/** The name that an agent of one's own may take. */
export const OwnAgentName = AgentName.refine(
  name => !BUILT_IN_AGENTS.includes(name),
  'this is the name of a built-in agent; choose another',
)

/** The states of a run; `RUN_MOVES` says which follow which. */
export const RunStatus = z.enum(['queued', 'running', 'waiting_input', 'completed', 'failed', 'cancelled'])
export type RunStatus = z.infer<typeof RunStatus>

/** The whole status machine; everything that is not here is refused by the store. */
export const RUN_MOVES: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  queued: ['running', 'cancelled'],
  running: ['waiting_input', 'completed', 'failed', 'cancelled'],
  waiting_input: ['running', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
}

/** What started or resumed a run. */
export const TriggerSource = z.enum([
  'api',
  'chat',
  'resume',
  'retry',
  'system',
  'mcp',
  'sdk',
  'cli',
  'schedule',
  'webhook',
  'event',
])
export type TriggerSource = z.infer<typeof TriggerSource>

/** Why a run failed. */
export const RunError = z.object({ code: z.string(), message: z.string(), data: JsonValue.optional() })
export type RunError = z.infer<typeof RunError>

/** One durable execution of an agent inside a session. */
export const Run = z.object({
  run_id: z.string(),
  session_id: z.string(),
  parent_run_id: z.string().optional(),
  kind: RunKind,
  /** Which agent, where `kind` is `agent`. */
  agent: AgentName.optional(),
  definition_version: z.string(),
  status: RunStatus,
  waiting_reason: z.string().optional(),
  /** The same in a sentence, where its agent’s limits hold it back or no worker carries it. */
  waiting_detail: z.string().optional(),
  input: JsonValue,
  output: JsonValue.optional(),
  error: RunError.optional(),
  waiting_gate_ids: z.array(z.string()),
  steps: z.int(),
  cost_usd: z.number(),
  trigger_source: TriggerSource,
  requested_by: z.string(),
  on_behalf_of: z.string().optional(),
  /** Whose words the input is; absent in runs of before this was kept. */
  asked_by: Voice.optional(),
  /** What people attached to an approval; binds the rest of the run. */
  conditions: z.array(z.string()),
  idempotency_key: z.string().optional(),
  cancelled_because: z.string().optional(),
  created_at: z.string(),
  started_at: z.string().optional(),
  finished_at: z.string().optional(),
  /** What came of an ended run, computed from its calls when it is read; absent where nothing was to happen. */
  outcome: Outcome.optional(),
  /** Its calls, where it is read by itself. */
  calls: z.array(CallOutcome).optional(),
})
export type Run = z.infer<typeof Run>

/** An agent of one's own as the process that carries it describes it, for every process and for people. */
export const RegisteredAgent = z.object({
  name: OwnAgentName,
  version: z.string(),
  description: z.string().optional(),
  input_schema: JsonSchema.optional(),
  output_schema: JsonSchema.optional(),
  /** What one run may cost with all that it starts, and all runs of a day (UTC) with all that they start. */
  budget_usd: z.number().positive().optional(),
  daily_budget_usd: z.number().positive().optional(),
})
export type RegisteredAgent = z.infer<typeof RegisteredAgent>
