import type { EventPage } from '../contracts/event.ts'
import type { JsonObject, JsonValue } from '../contracts/json-value.ts'
import type { ReasoningRequest, ReasoningResponse } from '../contracts/reasoning.ts'
import type { RevealedRun } from '../contracts/requests/runs.ts'
import type { RegisteredAgent, Run, RunKind, RunStatus } from '../contracts/run.ts'
import type { Step } from '../contracts/step.ts'
import { type Page, type PageOptions, readPage } from './page.ts'
import type { Refused } from './problem.ts'
import type { RequestOptions, Transport } from './transport.ts'

type Signal = Pick<RequestOptions, 'signal'>

/** A goal in words, with its session, context and time limit. */
export type Goal = Omit<ReasoningRequest, 'approval_required'> & { readonly approval_required?: boolean }

/** The answer to one question of a clarification; `question_index` counts from 0. */
export interface GoalAnswer {
  readonly question_index: number
  readonly answer: string
}

/** From a goal to proposed calls and, when policy or people release them, to their results. */
export interface ReasoningClient {
  /** Always answers, `success: false` included; refused only for a body that is no request or missing rights. */
  execute(goal: Goal, options?: Signal): Promise<(ReasoningResponse & { refused?: false }) | Refused>
  /** Answers the questions of a clarification and gives the reasoning again. */
  clarify(
    requestId: string,
    answers: readonly GoalAnswer[],
  ): Promise<(ReasoningResponse & { refused?: false }) | Refused>
}

/** The approval routes of the reasoning protocol, for its callers; the gate routes can do everything these can. */
export interface ApprovalsClient {
  get(requestId: string, options?: Signal): Promise<ReasoningResponse>
  respond(
    requestId: string,
    answer: {
      readonly approved: boolean
      readonly feedback?: string
      readonly conditions?: readonly string[]
    },
  ): Promise<ApprovalOutcome | Refused>
}

/** What became of an approval, in the words of document A. */
export interface ApprovalOutcome {
  readonly refused?: false
  readonly success: boolean
  readonly decision_id: string
  readonly approval_state: ReasoningResponse['approval_state']
  readonly run_id: string
  readonly result?: ReasoningResponse
}

/** A run to be started: its kind, the agent's name where `kind` is `agent`, its session and input. */
export interface StartRun {
  readonly kind: RunKind
  /** Which, where `kind` is `agent`. */
  readonly agent?: string
  readonly session_id?: string
  readonly input: JsonValue
}

/** Which runs are listed; absent fields do not restrict. */
export interface RunFilter extends PageOptions {
  readonly status?: RunStatus | undefined
  readonly kind?: RunKind | undefined
  readonly session_id?: string | undefined
}

/** Durable runs and their journals. */
export interface RunsClient {
  start(run: StartRun, idempotencyKey?: string): Promise<Run | Refused>
  get(runId: string, options?: Signal): Promise<Run>
  list(filter?: RunFilter, options?: Signal): Promise<Page<Run>>
  steps(runId: string, options?: Signal): Promise<readonly Step[]>
  /** The run and its journal with what looks like a secret in them, which others answer masked; who asked is in the audit trail. */
  reveal(runId: string): Promise<RevealedRun | Refused>
  resume(runId: string, payload: JsonObject): Promise<Run | Refused>
  /** Also the name that one's own calls carry as `run_id`: its grants are void, and calls under it are refused. */
  cancel(runId: string, because?: string): Promise<Run | Refused>
  /** Ends a run of kind `external`, or a name that one's own calls carry. */
  end(
    runId: string,
    end?: { readonly status?: 'completed' | 'failed'; readonly output?: JsonValue },
  ): Promise<Run | Refused>
  /** Leaves a message for `context.receive(mailbox)` of an agent of one's own. */
  send(runId: string, mailbox: string, message: JsonObject): Promise<{ readonly refused?: false } | Refused>
  /** Agents of one's own that can be started. */
  agents(options?: Signal): Promise<readonly RegisteredAgent[]>
  events(
    runId: string,
    options?: Signal & { readonly since?: number; readonly limit?: number },
  ): Promise<EventPage>
}

/** Reasoning over HTTP, as part of a client. */
export function createReasoningClient(transport: Transport): ReasoningClient {
  return {
    execute: (goal, options) => transport.command('POST', '/reasoning/execute', { body: goal, ...options }),
    clarify: (requestId, answers) =>
      transport.command('POST', `/clarification/respond/${encodeURIComponent(requestId)}`, {
        body: { request_id: requestId, answers },
      }),
  }
}

/** Approvals of reasoning over HTTP, as part of a client. */
export function createApprovalsClient(transport: Transport): ApprovalsClient {
  return {
    get: (requestId, options) => transport.read(`/approval/${encodeURIComponent(requestId)}`, options),
    respond: (requestId, answer) =>
      transport.command('POST', `/approval/respond/${encodeURIComponent(requestId)}`, {
        body: { request_id: requestId, ...answer },
      }),
  }
}

/** Runs over HTTP, as part of a client. */
export function createRunsClient(transport: Transport): RunsClient {
  const at = (runId: string, rest = '') => `/api/runs/${encodeURIComponent(runId)}${rest}`
  return {
    start: async (run, idempotencyKey) =>
      runOf(await transport.command<RunAnswer>('POST', '/api/runs', { body: run, idempotencyKey })),
    get: async (runId, options) => bareRun(await transport.read<RunAnswer>(at(runId), options)),
    list: (filter = {}, options = {}) =>
      readPage(transport, '/api/runs', { key: 'runs', query: { ...filter }, ...options }),
    steps: async (runId, options = {}) =>
      (await readPage<Step>(transport, at(runId, '/steps'), { key: 'steps', ...options })).items,
    reveal: runId => transport.command('POST', at(runId, '/reveal'), { body: {} }),
    resume: async (runId, payload) => {
      const body = { resume_payload: payload }
      return runOf(await transport.command<RunAnswer>('POST', at(runId, '/resume'), { body }))
    },
    cancel: async (runId, because) => {
      const body = because === undefined ? {} : { because }
      return runOf(await transport.command<RunAnswer>('POST', at(runId, '/cancel'), { body }))
    },
    end: async (runId, end = {}) =>
      runOf(await transport.command<RunAnswer>('POST', at(runId, '/end'), { body: end })),
    send: (runId, mailbox, message) =>
      transport.command('POST', at(runId, '/messages'), { body: { mailbox, message } }),
    agents: async options =>
      (await transport.read<{ readonly agents: readonly RegisteredAgent[] }>('/api/agents', options)).agents,
    events: (runId, { since = 0, limit = 500, ...options } = {}) =>
      transport.read(at(runId, '/events'), { query: { since_seq: since, limit }, ...options }),
  }
}

type RunAnswer = (Run & { readonly refused?: false }) | { readonly refused?: false; readonly run: Run }

function runOf(answer: RunAnswer | Refused): Run | Refused {
  return answer.refused ? answer : bareRun(answer)
}

function bareRun(answer: RunAnswer): Run {
  return 'run' in answer ? answer.run : answer
}
