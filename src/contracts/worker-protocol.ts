import { z } from 'zod'
import { GateDefinition } from './gate-definition.ts'
import { JsonObject, JsonValue } from './json-value.ts'
import { PersonRole } from './principal.ts'
import { RegisteredAgent } from './run.ts'
import { Tool } from './tool.ts'

/**
 * What a worker beside the user's secrets and the server say to each other, over HTTP. The server executes the run: it
 * gives every place, time and id, asks people, consumes grants and writes the journal. The worker executes the agent's
 * function, the work of its steps and the tools, for the runs that are leased to it. docs/reference/worker-protocol.md
 * says what each message means.
 */
export const WORKER_PROTOCOL_VERSION = 1

const MAX_MESSAGES = 500
const MAX_OPERATIONS = 1_000
const Sequence = z.int().min(0)
const Id = z.string().min(1).max(200)
const Name = z.string().min(1).max(200)
const Milliseconds = z.number().min(0).max(1e15)

/** A failure as it travels: never a stack, never a cause. */
export const WorkerError = z.object({
  code: z.string().max(100).optional(),
  /** As `Error.name`. */
  name: z.string().max(100).optional(),
  message: z.string().max(8_000),
})
export type WorkerError = z.infer<typeof WorkerError>

/** What a piece of work or an operation answered. */
export const WorkerAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: JsonValue }),
  z.object({ ok: z.literal(false), error: WorkerError }),
])
export type WorkerAnswer = z.infer<typeof WorkerAnswer>

/** A tool as a worker declares it: a claim, until a person has confirmed it. */
export const WorkerTool = Tool.extend({ has_undo: z.boolean().optional() })
export type WorkerTool = z.infer<typeof WorkerTool>

const Runs = z.int().min(1).max(1_000)
const Span = z.number().positive().max(1e15)

/** What all runs of an agent may use together, and how long each may take; the server enforces it. */
export const WorkerAgentLimits = z.strictObject({
  /** Runs that execute at once. */
  concurrency: Runs.optional(),
  /** Runs under way at once whose input has the same value in this field. */
  per_key: z.strictObject({ field: Name, concurrency: Runs }).optional(),
  /** Runs that begin in any stretch of `period_ms`. */
  rate: z.strictObject({ limit: Runs, period_ms: Span }).optional(),
  deadline_ms: Span.optional(),
})
export type WorkerAgentLimits = z.infer<typeof WorkerAgentLimits>

/** An agent as a worker describes it; `tools` names all that it may call, where it says so. */
export const WorkerAgent = RegisteredAgent.extend({
  tools: z.array(Name).max(200).optional(),
  limits: WorkerAgentLimits.optional(),
  /** `retry` and `timeout` of its steps that name none, as `step` takes them. */
  steps: JsonObject.optional(),
})
export type WorkerAgent = z.infer<typeof WorkerAgent>

/** Opens a session: what the worker carries. */
export const OpenWorkerSessionRequest = z.strictObject({
  protocol: z.literal(WORKER_PROTOCOL_VERSION),
  /** What people read of it: a host, a deployment. */
  label: z.string().max(200).optional(),
  agents: z.array(WorkerAgent).max(200),
  tools: z.array(WorkerTool).max(500).default([]),
})
export type OpenWorkerSessionRequest = z.infer<typeof OpenWorkerSessionRequest>

/**
 * What became of one definition: `carried`; `waiting` for a person, because it changed since it was first brought;
 * `refused` for good, `detail` says why.
 */
export const CarriedDefinition = z.object({
  kind: z.enum(['agent', 'tool']),
  name: z.string(),
  version: z.string().optional(),
  definition_hash: z.string(),
  status: z.enum(['carried', 'waiting', 'refused']),
  detail: z.string().optional(),
})
export type CarriedDefinition = z.infer<typeof CarriedDefinition>

/** An open session of a remote worker, and how long it may be silent. */
export const WorkerSession = z.object({
  session_id: z.string(),
  protocol: z.int(),
  /** A worker that is silent for longer has lost its session and everything that was leased to it. */
  silent_after_ms: z.int(),
  /** The longest that an exchange is held open. */
  max_wait_ms: z.int(),
  definitions: z.array(CarriedDefinition),
})
export type WorkerSession = z.infer<typeof WorkerSession>

/** The right to speak for one run: its id, and the fencing token of this lease. */
const Lease = z.object({ run_id: Id, lease_token: z.int().min(1) })

/** One call of the agent's context; they are numbered from 1 in the order in which the agent calls them. */
export const WorkerOperation = z.discriminatedUnion('kind', [
  z.strictObject({
    ...{ operation: Sequence, kind: z.literal('step'), name: Name },
    /** `retry` and `timeout`, as the context takes them. */
    options: JsonObject.optional(),
  }),
  z.strictObject({
    operation: Sequence,
    kind: z.literal('calls'),
    calls: z.array(z.strictObject({ tool: Name, input: JsonObject })).max(50),
    reason: z.string().max(20_000).optional(),
    within_ms: Milliseconds.optional(),
  }),
  z.strictObject({
    ...{ operation: Sequence, kind: z.literal('ask'), name: Name },
    questions: z.record(
      z.string().min(1).max(100),
      z.strictObject({
        question: z.string().min(1).max(2_000),
        options: z.record(z.string().min(1).max(100), z.string().min(1).max(500)).optional(),
        optional: z.boolean().optional(),
      }),
    ),
  }),
  z.strictObject({
    ...{ operation: Sequence, kind: z.literal('gate'), name: Name },
    question: z.strictObject({
      title: z.string().min(1).max(2_000),
      details: z.string().max(20_000).optional(),
      card: JsonObject.optional(),
      choices: z.record(
        z.string().min(1).max(100),
        z.strictObject({
          label: z.string().min(1).max(200),
          outcome: z.enum(['approve', 'reject', 'steer', 'skip']),
          instruction: z.string().max(20_000).optional(),
        }),
      ),
      within: z.strictObject({ milliseconds: Milliseconds }).optional(),
      /** A gate type of the worker's own: the card has to fit its schema. It is a claim. */
      definition: GateDefinition.omit({ claimed: true }).optional(),
      terms: z
        .strictObject({
          within_ms: Milliseconds.optional(),
          approvals: z.int().min(1).max(20).optional(),
          roles: z.array(PersonRole).min(1).optional(),
          separate_approver: z.boolean().optional(),
        })
        .optional(),
    }),
  }),
  z.strictObject({ operation: Sequence, kind: z.literal('child'), agent: Name, input: JsonValue }),
  z.strictObject({ operation: Sequence, kind: z.literal('sleep'), duration_ms: Milliseconds }),
  z.strictObject({ operation: Sequence, kind: z.literal('until'), moment: z.iso.datetime() }),
  z.strictObject({ operation: Sequence, kind: z.literal('receive'), mailbox: Name }),
  z.strictObject({ operation: Sequence, kind: z.literal('emit'), progress: JsonObject }),
  z.strictObject({
    ...{ operation: Sequence, kind: z.literal('remember') },
    ...{ name: Name, text: z.string().max(200_000) },
  }),
  z.strictObject({ operation: Sequence, kind: z.literal('recall'), name: Name }),
  z.strictObject({ operation: Sequence, kind: z.literal('now') }),
  z.strictObject({ operation: Sequence, kind: z.literal('patched'), change: Name }),
  z.strictObject({ operation: Sequence, kind: z.literal('continue'), instruction: z.string().max(200_000) }),
])
export type WorkerOperation = z.infer<typeof WorkerOperation>

/** What one execution of a tool answered. `effect` says whether the world changed; `unknown` is put before a person. */
export const WorkerToolOutcome = z.strictObject({
  success: z.boolean(),
  output: JsonValue,
  error: z.string().max(20_000).optional(),
  effect: z.enum(['none', 'done', 'unknown']).optional(),
  /** What the tool's `undo` is given later. */
  undo: JsonValue.optional(),
})
export type WorkerToolOutcome = z.infer<typeof WorkerToolOutcome>

/** What a worker says. `seq` counts the messages of a session from 1; one that was sent before is ignored. */
export const WorkerMessage = z.discriminatedUnion('type', [
  z.strictObject({
    ...{ seq: Sequence, type: z.literal('operations') },
    ...Lease.shape,
    /** The activation that this answers: everything that follows from it was called. Absent: called later. */
    activation: Sequence.optional(),
    operations: z.array(WorkerOperation).max(MAX_OPERATIONS),
    /** The function has ended. */
    end: WorkerAnswer.optional(),
  }),
  z.strictObject({
    ...{ seq: Sequence, type: z.literal('worked') },
    ...Lease.shape,
    ...{ operation: Sequence, attempt: Sequence, answer: WorkerAnswer },
  }),
  z.strictObject({
    ...{ seq: Sequence, type: z.literal('tool_result') },
    ...{ task_id: Id, outcome: WorkerToolOutcome },
  }),
  z.strictObject({ seq: Sequence, type: z.literal('undone'), task_id: Id, answer: WorkerAnswer }),
  z.strictObject({
    ...{ seq: Sequence, type: z.literal('late_result') },
    ...{ tool: Name, run_id: Id, idempotency_key: Id, outcome: WorkerToolOutcome },
  }),
])
export type WorkerMessage = z.infer<typeof WorkerMessage>

/** Messages of a worker, and the last one of the server that it has. */
export const ExchangeRequest = z.strictObject({
  /** The last message of the server that arrived; 0 before the first. */
  received: Sequence,
  messages: z.array(WorkerMessage).max(MAX_MESSAGES),
  /** How long the answer may be held back while there is nothing to say. */
  wait_ms: z.int().min(0).max(60_000).default(0),
})
export type ExchangeRequest = z.infer<typeof ExchangeRequest>

/** What the server says. `seq` counts from 1; messages are repeated until they are acknowledged. */
export const ServerMessage = z.discriminatedUnion('type', [
  /** Takes a run: the function begins from its first line, with activation 1. */
  z.object({
    ...{ seq: Sequence, type: z.literal('run') },
    ...Lease.shape,
    ...{ agent: z.string(), version: z.string(), session_id: z.string(), input: JsonValue },
    ...{ conditions: z.array(z.string()), activation: Sequence },
  }),
  /** An operation has its answer. */
  z.object({
    ...{ seq: Sequence, type: z.literal('result') },
    ...Lease.shape,
    ...{ operation: Sequence, activation: Sequence, answer: WorkerAnswer },
    conditions: z.array(z.string()),
  }),
  /** The work of a step is to be done: nothing of it is recorded yet. */
  z.object({
    ...{ seq: Sequence, type: z.literal('work') },
    ...Lease.shape,
    ...{ operation: Sequence, attempt: Sequence },
  }),
  /** The execution is over here: the run waits, has ended, or goes on elsewhere. What still goes on of it is aborted. */
  z.object({ seq: Sequence, type: z.literal('release'), ...Lease.shape }),
  /** A tool is to run: its grant was consumed for exactly these arguments. */
  z.object({
    ...{ seq: Sequence, type: z.literal('tool') },
    ...{ task_id: z.string(), tool: z.string(), definition_hash: z.string(), arguments: JsonObject },
    ...{ idempotency_key: z.string(), run_id: z.string().optional(), session_id: z.string().optional() },
  }),
  z.object({ seq: Sequence, type: z.literal('abort'), task_id: z.string() }),
  z.object({
    ...{ seq: Sequence, type: z.literal('undo') },
    ...{ task_id: z.string(), tool: z.string(), definition_hash: z.string(), record: JsonValue },
    /** The same for every attempt to take one call back. A server of before sends none. */
    idempotency_key: z.string().optional(),
  }),
])
export type ServerMessage = z.infer<typeof ServerMessage>

/** Messages of the server, and the last one of the worker that it has. */
export const ExchangeAnswer = z.object({
  /** The last message of the worker that arrived. */
  received: Sequence,
  messages: z.array(ServerMessage),
  /** Messages that changed nothing, with why: `lease_lost`, `unknown_task`, `out_of_order`. */
  refused: z.array(z.object({ seq: Sequence, code: z.string(), detail: z.string() })),
})
export type ExchangeAnswer = z.infer<typeof ExchangeAnswer>

/** A definition that a worker brought: the ones that count, and the ones that wait for a person. */
export const WorkerDefinition = z.object({
  kind: z.enum(['agent', 'tool']),
  name: z.string(),
  /** `worker:<token name>`: who brought it first; nobody else may carry it. */
  owner: z.string(),
  accepted: z.array(
    z.object({
      ...{ definition_hash: z.string(), version: z.string().optional(), at: z.string() },
      /** Absent for the first one. */
      confirmed_by: z.string().optional(),
    }),
  ),
  waiting: z.array(
    z.object({
      ...{ definition_hash: z.string(), version: z.string().optional(), at: z.string() },
      definition: JsonObject,
    }),
  ),
})
export type WorkerDefinition = z.infer<typeof WorkerDefinition>

/** A worker that is connected to this server. */
export const ConnectedWorker = z.object({
  session_id: z.string(),
  worker: z.string(),
  label: z.string().optional(),
  connected_at: z.string(),
  last_seen_at: z.string(),
  /** Runs that are leased to it. */
  runs: z.int(),
  definitions: z.array(CarriedDefinition),
})
export type ConnectedWorker = z.infer<typeof ConnectedWorker>

/** A person accepts exactly this definition of an agent or tool of a remote worker. */
export const ConfirmWorkerDefinitionRequest = z.strictObject({
  kind: z.enum(['agent', 'tool']),
  name: Name,
  definition_hash: z.string().min(1).max(200),
})
export type ConfirmWorkerDefinitionRequest = z.infer<typeof ConfirmWorkerDefinitionRequest>
