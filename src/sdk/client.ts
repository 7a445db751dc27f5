import type { EventPage } from '../contracts/event.ts'
import { clearTextRefusal } from '../contracts/server-address.ts'
import {
  type AuditClient,
  type AuthClient,
  createAuditClient,
  createAuthClient,
  createSessionsClient,
  createSettingsClient,
  createStopClient,
  type SessionsClient,
  type SettingsClient,
  type StopClient,
} from './administration.ts'
import { type AgentsClient, createAgentsClient } from './agents.ts'
import { type AutonomyClient, createAutonomyClient } from './autonomy.ts'
import { type ChatClient, createChatClient } from './chat.ts'
import {
  type CallsClient,
  createCallsClient,
  createGrantsClient,
  createToolsClient,
  type GrantsClient,
  type ToolsClient,
} from './execution.ts'
import { createGatesClient, type GatesClient } from './gates.ts'
import {
  type ConfidenceClient,
  createConfidenceClient,
  createGuardrailsClient,
  type GuardrailsClient,
} from './guardrails.ts'
import { createHealthClient, type HealthClient } from './health.ts'
import { createInsightsClient, type InsightsClient } from './insights.ts'
import { createIterationsClient, type IterationsClient } from './iterations.ts'
import { createModelsClient, type ModelsClient } from './models.ts'
import { createPagesClient, type PagesClient } from './pages.ts'
import { createPeopleClient, createTokensClient, type PeopleClient, type TokensClient } from './people.ts'
import { createPermissionsClient, type PermissionsClient } from './permissions.ts'
import { createPlansClient, type PlansClient } from './plans.ts'
import { createPolicyClient, type PolicyClient } from './policy.ts'
import type { Refused } from './problem.ts'
import {
  type ApprovalsClient,
  createApprovalsClient,
  createReasoningClient,
  createRunsClient,
  type ReasoningClient,
  type RunsClient,
} from './runs.ts'
import { createSchedulesClient, type SchedulesClient } from './schedules.ts'
import { followStream, type StreamOptions } from './stream.ts'
import { createTransport, type SendRequest, type Transport } from './transport.ts'
import { createTriggersClient, type TriggersClient } from './triggers.ts'
import { createWebhooksClient, type WebhooksClient } from './webhooks.ts'
import { createWorkItemsClient, type WorkItemsClient } from './work-items.ts'
import { createWorkersClient, type WorkersClient } from './workers.ts'

/** How the client reaches a server and with which credential. */
export interface SoulgateClientOptions {
  /** Where the server answers, without a trailing slash; `''` in a browser that loaded its page from there. */
  readonly baseUrl: string
  /** A bearer token. A browser has none: its `fetch` signs (`createSignedFetch`). */
  readonly token?: string
  readonly fetch?: SendRequest
  /** Send the token over plain http to another machine, too: only where nobody else can read that network. */
  readonly allowPlainHttp?: boolean
}

/**
 * The typed client of one Soulgate server, for browsers and Node alike. Whatever is not done throws `SoulgateProblem`:
 * what the server refuses (a gate decided meanwhile, missing rights, a stale view) and what went wrong.
 */
export type SoulgateClient = Throwing<ResultClient> & AgentsClient

/** Either kind of client. */
export type AnyClient = SoulgateClient | ResultClient

/** A client whose commands throw what they are refused with. */
type Throwing<Client> = {
  readonly [Name in keyof Client]: Client[Name] extends (...given: infer Given) => Promise<infer Answer>
    ? (...given: Given) => Promise<Exclude<Answer, Refused>>
    : Client[Name] extends object
      ? Throwing<Client[Name]>
      : Client[Name]
}

/**
 * The same client for programs that handle each refusal where it happens: commands give the refusals a caller must
 * expect as `Refused` values, which the types make it look for, and throw `SoulgateProblem` for everything else: no
 * answer (`status` 0), 401, 413, 429 and 5xx. Reads throw `SoulgateProblem`.
 */
export interface ResultClient {
  readonly reasoning: ReasoningClient
  readonly approvals: ApprovalsClient
  readonly gates: GatesClient
  readonly runs: RunsClient
  readonly schedules: SchedulesClient
  readonly triggers: TriggersClient
  readonly workers: WorkersClient
  readonly chat: ChatClient
  readonly pages: PagesClient
  readonly calls: CallsClient
  readonly grants: GrantsClient
  readonly tools: ToolsClient
  readonly guardrails: GuardrailsClient
  readonly confidence: ConfidenceClient
  readonly workItems: WorkItemsClient
  readonly plans: PlansClient
  readonly iterations: IterationsClient
  readonly settings: SettingsClient
  readonly sessions: SessionsClient
  readonly audit: AuditClient
  readonly auth: AuthClient
  readonly people: PeopleClient
  readonly tokens: TokensClient
  readonly models: ModelsClient
  readonly webhooks: WebhooksClient
  readonly stop: StopClient
  readonly health: HealthClient
  readonly insights: InsightsClient
  readonly autonomy: AutonomyClient
  readonly policy: PolicyClient
  readonly permissions: PermissionsClient
  /**
   * Follows `/api/events`, `/api/runs/{id}/events` or `/api/sessions/{id}/events` until `signal` aborts or the stream
   * ends. Takes a broken connection up again after the last event seen; falls back to polling.
   */
  stream(path: string, options: StreamOptions): Promise<void>
  /**
   * After which seq of `/api/events`, or of the events of one session, only what comes from now on stands; for those
   * who read the state themselves.
   */
  latestSeq(options?: { readonly session_id?: string; readonly signal?: AbortSignal }): Promise<number>
}

/** Makes a client; sends nothing until one of its functions is called. Throws where a token would travel readable. */
export function createSoulgateClient(options: SoulgateClientOptions): SoulgateClient {
  // Its transport answers no `Refused`: it throws what would be one.
  const client = createClient(options, 'thrown') as Throwing<ResultClient>
  return { ...client, ...createAgentsClient(transportOf(options, 'thrown')) }
}

/** Makes a client that answers expected refusals as values; sends nothing until one of its functions is called. */
export function createResultClient(options: SoulgateClientOptions): ResultClient {
  return createClient(options, 'answered')
}

function createClient(options: SoulgateClientOptions, refusals: 'thrown' | 'answered'): ResultClient {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const transport = transportOf(options, refusals)
  return {
    reasoning: createReasoningClient(transport),
    approvals: createApprovalsClient(transport),
    gates: createGatesClient(transport),
    runs: createRunsClient(transport),
    schedules: createSchedulesClient(transport),
    triggers: createTriggersClient(transport),
    autonomy: createAutonomyClient(transport),
    policy: createPolicyClient(transport),
    permissions: createPermissionsClient(transport),
    workers: createWorkersClient(transport),
    chat: createChatClient(transport),
    pages: createPagesClient(transport, baseUrl),
    calls: createCallsClient(transport),
    grants: createGrantsClient(transport),
    tools: createToolsClient(transport),
    guardrails: createGuardrailsClient(transport),
    confidence: createConfidenceClient(transport),
    workItems: createWorkItemsClient(transport),
    plans: createPlansClient(transport),
    iterations: createIterationsClient(transport),
    settings: createSettingsClient(transport),
    sessions: createSessionsClient(transport),
    audit: createAuditClient(transport, baseUrl),
    auth: createAuthClient(transport),
    people: createPeopleClient(transport),
    tokens: createTokensClient(transport),
    models: createModelsClient(transport),
    webhooks: createWebhooksClient(transport),
    stop: createStopClient(transport),
    health: createHealthClient(transport),
    insights: createInsightsClient(transport),
    stream: (path, streamOptions) => followStream(transport, path, streamOptions),
    latestSeq: async ({ session_id, signal } = {}) => {
      const query = { since_seq: 'latest', limit: 1 }
      const of = session_id === undefined ? '/api' : `/api/sessions/${encodeURIComponent(session_id)}`
      return (await transport.read<EventPage>(`${of}/events`, { query, signal })).last_seq
    },
  }
}

/** Throws a `TypeError` where the token would travel readable. */
function transportOf(
  { baseUrl, token, fetch, allowPlainHttp = false }: SoulgateClientOptions,
  refusals: 'thrown' | 'answered',
): Transport {
  const unsafe = clearTextRefusal(baseUrl, 'give `allowPlainHttp: true`')
  if (token !== undefined && !allowPlainHttp && unsafe !== undefined) throw new TypeError(unsafe)
  return createTransport({
    ...{ baseUrl: baseUrl.replace(/\/+$/, ''), token, refusals },
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
  })
}
