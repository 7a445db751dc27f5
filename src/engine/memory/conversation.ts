import { isDeepStrictEqual } from 'node:util'
import { type Clock, toIso } from '../../base/clock.ts'
import { SoulgateError } from '../../base/errors.ts'
import type { Message } from '../../contracts/message.ts'
import type { Store, StoreTransaction } from '../../store/store.ts'

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
   * that. Append the results of parallel calls together, in the order of the calls. Throws `unknown_session`.
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

const MAX_LIST_LENGTH = 500
/** Bytes of one list: pictures make messages of several megabytes. */
const MAX_LIST_BYTES = 8_000_000

export function createConversation({
  store,
  clock,
}: {
  readonly store: Store
  readonly clock: Clock
}): Conversation {
  const appendIn = (tx: StoreTransaction, sessionId: string, messages: readonly NewMessage[]) =>
    append(tx, sessionId, { messages, at: toIso(clock.now()) })
  return {
    append: (sessionId, messages) => store.transact(tx => appendIn(tx, sessionId, messages)),
    appendIn,
    list: (sessionId, { limit, ...range }) =>
      store.listMessages(sessionId, {
        ...range,
        limit: Math.min(limit, MAX_LIST_LENGTH),
        maxBytes: MAX_LIST_BYTES,
      }),
    get: (sessionId, messageId) => store.getMessage(sessionId, messageId),
    lastSeq: sessionId => store.getLastMessageSeq(sessionId),
  }
}

async function append(
  tx: StoreTransaction,
  sessionId: string,
  { messages, at }: { readonly messages: readonly NewMessage[]; readonly at: string },
): Promise<readonly Message[]> {
  if (!(await tx.lockSession(sessionId))) throw unknownSession(sessionId)
  const standing = await readStanding(tx, sessionId, messages)
  const lastSeq = await tx.getLastMessageSeq(sessionId)
  let nextSeq = lastSeq
  const placed = new Map<string, Message>()
  const written: Message[] = []
  for (const message of messages) {
    if (placed.has(message.message_id)) throw sentTwice(message.message_id)
    const before = standing.get(message.message_id)
    const after = placeAt(message, { session_id: sessionId, seq: before?.seq ?? nextSeq + 1, at })
    if (!before) nextSeq += 1
    const isChanged = before !== undefined && !isSame(before, after)
    if (isChanged && isFollowed(before.seq, lastSeq, standing)) throw conflict(after)
    const stays = before !== undefined && !isChanged
    placed.set(message.message_id, stays ? before : after)
    if (!stays) written.push(after)
  }
  if (written.length > 0) await tx.putMessages(written)
  return [...placed.values()]
}

async function readStanding(
  tx: StoreTransaction,
  sessionId: string,
  messages: readonly NewMessage[],
): Promise<ReadonlyMap<string, Message>> {
  const found = await Promise.all(messages.map(message => tx.getMessage(sessionId, message.message_id)))
  return new Map(found.flatMap(message => (message ? [[message.message_id, message]] : [])))
}

function placeAt(
  message: NewMessage,
  { session_id, seq, at }: { readonly session_id: string; readonly seq: number; readonly at: string },
): Message {
  return { ...message, session_id, seq, created_at: message.created_at ?? at }
}

/** The same words, whenever they were said; compared as the JSON that is kept. */
function isSame(first: Message, second: Message): boolean {
  const kept = { ...second, created_at: first.created_at }
  return isDeepStrictEqual(first, JSON.parse(JSON.stringify(kept)))
}

/** Whether a message stands behind this one that is not being written again with it. */
function isFollowed(seq: number, lastSeq: number, standing: ReadonlyMap<string, Message>): boolean {
  const again = [...standing.values()].filter(message => message.seq > seq)
  return lastSeq - seq > again.length
}

function unknownSession(sessionId: string): SoulgateError {
  return new SoulgateError(
    'unknown_session',
    `There is no session ${sessionId}, so nothing can be said in it. Start a run in it first.`,
    { data: { session_id: sessionId } },
  )
}

function sentTwice(messageId: string): SoulgateError {
  return new SoulgateError(
    'message_conflict',
    `Message ${messageId} stands twice in one append. Give each message an id of its own.`,
    { data: { message_id: messageId } },
  )
}

function conflict({ message_id, session_id, seq }: Message): SoulgateError {
  return new SoulgateError(
    'message_conflict',
    `Message ${message_id} of session ${session_id} says something else already, and messages follow it. Read the conversation again before going on.`,
    { data: { message_id, session_id, seq } },
  )
}
