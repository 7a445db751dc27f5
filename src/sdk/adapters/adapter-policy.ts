import type { AnyClient, AskOptions } from '../sdk.ts'

/** How the calls of a framework's tools are asked for. */
export interface AdapterPolicy extends Omit<AskOptions, 'idempotencyKey'> {
  readonly soulgate: AnyClient
  /** Session that the calls belong to. Default: one of the key's own. */
  readonly session?: string
  /** Run of the caller's own; conditions of people bind the rest of it. */
  readonly run?: string
  /** What the person asked for; shown on the card, and graded where a tool can be taken back. */
  readonly goal?: string
  /**
   * Names this conversation for good, so that a call whose process died is not asked for or run a second time when the
   * same tool call comes again. Without it every process asks anew.
   */
  readonly conversation?: string
}

/** The key of one tool call of a conversation: frameworks number their calls, some of them from one each time. */
export function keyOf(scope: string, toolCallId: string): string {
  return `${scope}:${toolCallId}`.slice(-200)
}

/** What the asking of every call has in common. */
export function askOf({ signal, waitMs, patienceMs, onGate }: AdapterPolicy): AskOptions {
  return { signal, waitMs, patienceMs, onGate }
}

/** What every call of the policy says of itself. */
export function aboutCall({ session, run, goal }: AdapterPolicy) {
  return {
    ...(session === undefined ? {} : { session_id: session }),
    ...(run === undefined ? {} : { run_id: run }),
    ...(goal === undefined ? {} : { goal }),
  }
}
