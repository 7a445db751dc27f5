import type { Clock, Timers } from '../../base/clock.ts'
import type { Principal } from '../../contracts/principal.ts'
import type {
  CarriedDefinition,
  ServerMessage,
  WorkerAgent,
  WorkerAnswer,
  WorkerMessage,
  WorkerTool,
  WorkerToolOutcome,
} from '../../contracts/worker-protocol.ts'
import type { AttachedAgent } from '../../engine/run/run.ts'

type WithoutSeq<Message> = Message extends unknown ? Omit<Message, 'seq'> : never
export type OutgoingMessage = WithoutSeq<ServerMessage>

/** Why a message of a worker changes nothing. */
export interface RefusedMessage {
  readonly code: string
  readonly detail: string
}

export type About<Type extends WorkerMessage['type']> = Extract<WorkerMessage, { type: Type }>

/** One execution of a run whose function goes on a worker: the engine's side of it. */
export interface RemoteRun extends AttachedAgent {
  readonly leaseToken: number
  operations(message: About<'operations'>): RefusedMessage | undefined
  worked(message: About<'worked'>): RefusedMessage | undefined
  /** The worker is gone: the run is taken up anew. */
  lose(): void
}

/** One execution, or taking back, of a tool on a worker. */
export interface ToolTask {
  settle(outcome: WorkerToolOutcome): void
  undone(answer: WorkerAnswer): void
  /** The worker is gone, and nobody knows what it did. */
  lose(): void
}

/** The connection of one worker, kept in memory: what is to be said to it, what it said, and what is leased to it. */
export interface WorkerLink {
  readonly id: string
  readonly who: Principal
  readonly label: string | undefined
  readonly connectedAtMs: number
  lastSeenMs: number
  definitions: readonly CarriedDefinition[]
  /** Agents that it carries, by `name@version`. */
  readonly agents: Map<string, WorkerAgent>
  /** Hashes of the tools that it carries, by name. */
  readonly tools: Map<string, string>
  /** Everything that it brought, by kind, name and hash; what waits for a person is carried once confirmed. */
  readonly offered: Map<string, WorkerAgent | WorkerTool>
  readonly runs: Map<string, RemoteRun>
  readonly tasks: Map<string, ToolTask>
  send(message: OutgoingMessage): void
  /** Forgets what has arrived. */
  acknowledge(received: number): void
  /** The last message of the worker that was handled. */
  received: number
  pending(): readonly ServerMessage[]
  /** Resolves when there is something to say, after `waitMs`, when another wait takes over, or when the link is closed. */
  wait(waitMs: number): Promise<void>
  close(): void
  isClosed(): boolean
}

const MAX_MESSAGES_PER_ANSWER = 200

export function createWorkerLink(
  facts: Pick<WorkerLink, 'id' | 'who' | 'label'>,
  { clock, timers }: { readonly clock: Clock; readonly timers: Timers },
): WorkerLink {
  let outbox: ServerMessage[] = []
  let seq = 0
  let wake = (): void => {}
  let closed = false
  const now = clock.now()
  return {
    ...facts,
    connectedAtMs: now,
    lastSeenMs: now,
    definitions: [],
    agents: new Map(),
    tools: new Map(),
    offered: new Map(),
    runs: new Map(),
    tasks: new Map(),
    received: 0,
    send: message => {
      if (closed) return
      seq += 1
      outbox.push({ ...message, seq } as ServerMessage)
      wake()
    },
    acknowledge: received => {
      outbox = outbox.filter(message => message.seq > received)
    },
    pending: () => outbox.slice(0, MAX_MESSAGES_PER_ANSWER),
    wait: waitMs => {
      wake()
      if (closed || outbox.length > 0 || waitMs <= 0) return Promise.resolve()
      return new Promise(resolve => {
        const cancel = timers.after(waitMs, () => wake())
        wake = () => {
          wake = () => {}
          cancel()
          resolve()
        }
      })
    },
    close: () => {
      closed = true
      outbox = []
      wake()
    },
    isClosed: () => closed,
  }
}
