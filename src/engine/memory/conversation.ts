import type { Message } from '../../contracts/message.ts'
import type { StoreTransaction } from '../../store/store.ts'

/** A message before it has its place. `message_id` comes from `RunContext.id('msg')`, so that a replay repeats it. */
export type NewMessage = Omit<Message, 'session_id' | 'seq' | 'created_at'> & { readonly created_at?: string }

export interface MessageRange {
  /** Exclusive bounds of `seq`. */
  readonly after?: number
  readonly before?: number
  /** At most 500. */
  readonly limit: number
  readonly newestFirst?: boolean
}

/** What was said in a session, kept for good with every tool call; nothing here is ever shortened. */
export interface Conversation {
  /**
   * Appends in the given order, in one transaction. A message whose `message_id` stands already keeps its place: the
   * same words change nothing, other words replace it while nothing follows it, and throw `message_conflict` after
   * that. Append the results of parallel calls together, in the order of the calls. Throws `not_found` for an unknown
   * session.
   */
  append(sessionId: string, messages: readonly NewMessage[]): Promise<readonly Message[]>
  /** The same inside a transaction; locks the session, so take it after run, gate and grant. */
  appendIn(
    tx: StoreTransaction,
    sessionId: string,
    messages: readonly NewMessage[],
  ): Promise<readonly Message[]>
  /** In order of `seq`, or newest first. Shorter than `limit` where the messages are very large. */
  list(sessionId: string, range: MessageRange): Promise<readonly Message[]>
  get(sessionId: string, messageId: string): Promise<Message | undefined>
  /** 0 when nothing was said. */
  lastSeq(sessionId: string): Promise<number>
}
