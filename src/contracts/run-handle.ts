import type { Event } from './event.ts'
import type { Gate } from './gate.ts'
import type { JsonObject } from './json-value.ts'
import type { RunStatus } from './run.ts'

/** How a run ended. */
export type RunResult<Output> =
  | { readonly status: 'completed'; readonly output: Output }
  | { readonly status: 'failed'; readonly error: { readonly code: string; readonly message: string } }
  | { readonly status: 'cancelled'; readonly because?: string }

/** One run of an agent, in process and over HTTP alike. It stays valid after a restart: `run(agent, id)` makes it anew. */
export interface RunHandle<Output> {
  readonly id: string
  status(): Promise<RunStatus>
  /** Waits until the run has ended, however long people take. */
  result(): Promise<RunResult<Output>>
  /** What happened and what happens, oldest first, until the run has ended. */
  events(): AsyncIterable<Event>
  /** The questions that wait for people. */
  gates(): Promise<readonly Gate[]>
  /** Leaves a message for `context.receive(mailbox)`. Throws `run_ended` when nobody takes it any more. */
  send(mailbox: string, message: JsonObject): Promise<void>
  /** Asks it to stop; false when it had ended already. */
  cancel(because?: string): Promise<boolean>
}

/** Options of starting an agent: the session, and a key that makes a repeat harmless. */
export interface StartOptions {
  readonly sessionId?: string
  /** The same key and input within 24 hours answer the same run. */
  readonly idempotencyKey?: string
}

/** The result that an ended run stands for. The server has checked the output against the schema of its agent. */
export function toRunResult<Output>(run: {
  readonly status: RunStatus
  readonly output?: unknown
  readonly error?: { readonly code: string; readonly message: string } | undefined
  readonly cancelled_because?: string | undefined
}): RunResult<Output> {
  const { status, output = null, error, cancelled_because: because } = run
  if (status === 'completed') return { status, output: output as Output }
  if (status === 'cancelled') return { status, ...(because === undefined ? {} : { because }) }
  const { code = 'unknown', message = 'No reason was kept.' } = error ?? {}
  return { status: 'failed', error: { code, message } }
}

/** True when nothing changes any more. */
export function hasRunEnded(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}
