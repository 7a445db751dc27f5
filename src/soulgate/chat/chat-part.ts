import type { ChatRequest, ChatResponse, KeptMessage, OrchestratorResponse } from '../../contracts/chat.ts'
import type { Event } from '../../contracts/event.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { Refusal } from '../../contracts/refusal.ts'
import type { Run } from '../../contracts/run.ts'

/** What is known about the one who chats, beside who it is. */
export interface ChatSender {
  /** False for a credential that lies on a disk: it sends messages and answers questions, it decides nothing. */
  readonly decides: boolean
  readonly idempotencyKey?: string
}

/** A run that took a message, and the seq of its events after which its answer begins. */
export interface ChatStarted {
  readonly refused?: false
  readonly run: Run
  readonly since: number
}

/** One thing to show while a run is at work, in order. */
export type ChatFrame =
  | { readonly kind: 'event'; readonly event: Event }
  /** `isStreamed`: its message was sent as deltas already. */
  | { readonly kind: 'response'; readonly response: OrchestratorResponse; readonly isStreamed: boolean }
  | { readonly kind: 'delta'; readonly text: string }
  /** What was streamed of this answer is void; it begins anew. */
  | { readonly kind: 'reset'; readonly because: string }

/** Conversations: a message starts a run, answers its questions, or meets one that is at work. */
export interface ChatPart {
  send(
    who: Principal,
    request: ChatRequest,
    sender: ChatSender,
  ): Promise<ChatStarted | ({ readonly refused?: false } & KeptMessage) | Refusal>
  /** The answer once the run and its sub-agents wait or have ended, or as it stands after `waitMs`. */
  response(who: Principal, runId: string, waitMs: number): Promise<ChatResponse | Refusal>
  /**
   * Everything from `since` on, live, until the run waits or has ended. Text is live in the process that runs it. Where no
   * worker is alive, the first frame says so.
   */
  follow(
    who: Principal,
    runId: string,
    options: { readonly since: number; readonly signal: AbortSignal },
  ): Promise<AsyncIterable<ChatFrame> | Refusal>
}
