import type { AgentDefinition, ToolDefinition } from '../../agents/agents.ts'

/** Where a remote worker connects, with which token, and which agents and tools it carries. */
export interface WorkerOptions {
  /** Where the server is reached: `https://…`; plain `http` on this machine only, unless `allowPlainHttp`. */
  readonly url: string
  /** The token of a worker: `soulgate token create NAME --role worker --agents refunds`. */
  readonly token: string
  /** Agents that code decides; those that the token does not name are refused. */
  readonly agents: readonly AgentDefinition[]
  readonly tools?: readonly ToolDefinition[]
  /** What people read of this process: a host, a deployment. */
  readonly label?: string
  /** Send the token over plain http to another machine, too: only where nobody else can read that network. */
  readonly allowPlainHttp?: boolean
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Told of what happens to the connection. */
  readonly report?: (event: WorkerEvent) => void
}

/** What happens to the connection of a remote worker. */
export type WorkerEvent =
  /** `definitions` says what is carried, what waits for a person, and what was refused. */
  | { readonly type: 'connected'; readonly definitions: readonly Definition[] }
  /** It tries again by itself. */
  | { readonly type: 'disconnected'; readonly because: string }
  /** It does not try again: the token is unknown, revoked or no worker's, or the server speaks another protocol. */
  | { readonly type: 'stopped'; readonly because: string }

interface Definition {
  readonly kind: 'agent' | 'tool'
  readonly name: string
  readonly status: 'carried' | 'waiting' | 'refused'
  readonly detail?: string | undefined
}

/** A running remote worker, returned by `connectWorker`. */
export interface ConnectedWorker {
  /** Resolves at the first connection; rejects where none will ever come. */
  readonly ready: Promise<readonly Definition[]>
  /** Resolves when it has stopped for good. */
  readonly stopped: Promise<void>
  /** Waits for the tools that run here, then leaves. */
  close(): Promise<void>
}
