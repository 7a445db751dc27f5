import type { Gate, WhyHeld } from '../contracts/gate.ts'
import type { Grant } from '../contracts/grant.ts'
import type { JsonObject } from '../contracts/json-value.ts'
import type { McpServerState } from '../contracts/mcp-server.ts'
import type { OutsideLedgerCall } from '../contracts/outside-call.ts'
import type { RegisteredTool, Tool, ToolResult } from '../contracts/tool.ts'
import { readPage } from './page.ts'
import type { Refused } from './problem.ts'
import type { RequestOptions, Transport } from './transport.ts'

type Signal = Pick<RequestOptions, 'signal'>

/**
 * A call that is about to be made: the tool, its arguments, what it belongs to, and a reason (data; it grounds
 * nothing).
 */
export interface ProposeCall {
  readonly tool: string
  readonly arguments: JsonObject
  readonly session_id?: string
  readonly run_id?: string
  readonly goal?: string
  readonly reason?: string
  /** The absolute folder from which its relative paths are seen; permissions for paths below a folder need it. */
  readonly folder?: string
}

/** The verdict on a proposed call: `grant` when released, `gate` when held. */
export interface CallOutcome {
  readonly refused?: false
  readonly outcome: 'released' | 'held' | 'denied'
  readonly call_id: string
  readonly grant?: Grant
  readonly gate?: Gate
  readonly why_held: readonly WhyHeld[]
  readonly confidence?: number
}

/** Ids of the calls that were taken back, and a sentence for a person. */
export interface Undone {
  readonly refused?: false
  readonly undone: readonly string[]
  readonly message: string
}

/** Calls of executors outside: ask first, then consume the grant, then report the result. */
export interface CallsClient {
  propose(call: ProposeCall, idempotencyKey?: string): Promise<CallOutcome | Refused>
  /** What became of a call whose grant was consumed; 404 before that. */
  get(callId: string, options?: Signal): Promise<OutsideLedgerCall>
  /** Reverts a reversible call; refused with the difference when its target changed since. */
  undo(callId: string): Promise<Undone | Refused>
  /** Reverts the reversible calls of a run, last one first. */
  undoRun(runId: string): Promise<Undone | Refused>
}

/** A grant that is used up: run the tool now, once, with this idempotency key. */
export interface Consumed {
  readonly refused?: false
  readonly grant: Grant
  /** To be handed to the tool, so that a repeat is recognised. */
  readonly idempotency_key: string
}

/** Consumes grants, reports results, revokes. */
export interface GrantsClient {
  /** Succeeds once: 409 afterwards, 412 on another digest, 403 under another key. Run the tool only after this. */
  consume(grantId: string, digest: string): Promise<Consumed | Refused>
  /** The first report stands: the same again is harmless, another one is refused (409 `result_recorded`). */
  result(grantId: string, result: ToolResult): Promise<Refused | undefined>
  revoke(grantId: string, because?: string): Promise<{ refused?: false; readonly grant: Grant } | Refused>
}

/** What a reviewer vouches for: exactly the definition of this hash, with what they correct. */
export interface ConfirmTool {
  readonly definition_hash: string
  readonly reversibility?: Tool['reversibility']
  readonly annotations?: Tool['annotations']
}

/** Lists, declares, confirms and withdraws tools. */
export interface ToolsClient {
  list(options?: Signal): Promise<readonly RegisteredTool[]>
  get(name: string, options?: Signal): Promise<RegisteredTool>
  declare(tool: Tool): Promise<RegisteredTool | Refused>
  /** A reviewer vouches for the annotations of exactly this definition. */
  confirm(name: string, body: ConfirmTool): Promise<RegisteredTool | Refused>
  /** Takes a declaration back: an agent its own, a reviewer any. Calls of it are held from then on. */
  withdraw(name: string): Promise<Refused | undefined>
  /** The MCP servers of the configuration, as the process that answers sees them. For people. */
  servers(options?: Signal): Promise<readonly McpServerState[]>
}

/** Calls of outside executors over HTTP, as part of a client. */
export function createCallsClient(transport: Transport): CallsClient {
  return {
    propose: (call, idempotencyKey) =>
      transport.command('POST', '/api/calls', { body: call, idempotencyKey }),
    get: (callId, options) => transport.read(`/api/calls/${encodeURIComponent(callId)}`, options),
    undo: callId => transport.command('POST', `/api/calls/${encodeURIComponent(callId)}/undo`, { body: {} }),
    undoRun: runId => transport.command('POST', `/api/runs/${encodeURIComponent(runId)}/undo`, { body: {} }),
  }
}

/** Grants over HTTP, as part of a client. */
export function createGrantsClient(transport: Transport): GrantsClient {
  const at = (grantId: string, rest: string) => `/api/grants/${encodeURIComponent(grantId)}${rest}`
  return {
    consume: (grantId, digest) => transport.command('POST', at(grantId, '/consume'), { body: { digest } }),
    async result(grantId, result) {
      const answer = await transport.command<object>('POST', at(grantId, '/result'), { body: result })
      return 'refused' in answer ? answer : undefined
    },
    revoke: (grantId, because) =>
      transport.command('POST', at(grantId, '/revoke'), { body: because === undefined ? {} : { because } }),
  }
}

/** Tools over HTTP, as part of a client. */
export function createToolsClient(transport: Transport): ToolsClient {
  const at = (name: string, rest = '') => `/api/tools/${encodeURIComponent(name)}${rest}`
  return {
    list: async (options = {}) =>
      (await readPage<RegisteredTool>(transport, '/api/tools', { key: 'tools', ...options })).items,
    get: async (name, options) => bareTool(await transport.read<ToolAnswer>(at(name), options)),
    declare: async tool => toolOf(await transport.command<ToolAnswer>('POST', '/api/tools', { body: tool })),
    confirm: async (name, body) =>
      toolOf(await transport.command<ToolAnswer>('POST', at(name, '/confirm'), { body })),
    async withdraw(name) {
      const answer = await transport.command<object>('DELETE', at(name))
      return 'refused' in answer ? answer : undefined
    },
    servers: async options =>
      (await transport.read<{ readonly servers: readonly McpServerState[] }>('/api/mcp-servers', options))
        .servers,
  }
}

type ToolAnswer =
  | (RegisteredTool & { readonly refused?: false })
  | { readonly refused?: false; readonly tool: RegisteredTool }

function toolOf(answer: ToolAnswer | Refused): RegisteredTool | Refused {
  return answer.refused ? answer : bareTool(answer)
}

function bareTool(answer: ToolAnswer): RegisteredTool {
  return 'tool' in answer ? answer.tool : answer
}
