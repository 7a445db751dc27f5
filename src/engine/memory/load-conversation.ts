import type { Message } from '../../contracts/message.ts'
import type { StoreReader } from '../../store/store.ts'
import { cutConversation, groupMessages, type MessageGroup } from './message-groups.ts'
import { ConversationSummary } from './summary.ts'

/** A conversation as far as a model may be shown it; the rest stays in the store. */
export interface LoadedConversation {
  readonly summary: ConversationSummary | undefined
  readonly head: readonly MessageGroup[]
  /** The last words of the person, where they stand in neither head nor tail. */
  readonly asked: Message | undefined
  readonly tail: readonly MessageGroup[]
  readonly system: readonly Message[]
  /** Messages between head and tail that are neither read nor summarised. */
  readonly skipped: number
  readonly rows_read: number
}

export const SUMMARY_KIND = 'conversation_summary'

/** Rows read of the end of a conversation, whatever its length. */
const TAIL_ROWS = 200
/** Of the beginning: a call with its results may take a few. */
const HEAD_ROWS = 12
/** Of what the system said, wherever it stands. */
const SYSTEM_ROWS = 50
/** Characters of a token at most; much more than fits is not read, but the last messages in any case. */
const BYTES_PER_TOKEN = 12
const MIN_BYTES = 4_000_000
const LAST_ROWS = 8
const LAST_BYTES = 100_000_000

export async function readSummaryOf(
  store: StoreReader,
  sessionId: string,
): Promise<ConversationSummary | undefined> {
  const document = await store.getDocument(SUMMARY_KIND, sessionId)
  return document && ConversationSummary.parse({ ...Object(document.body), version: document.version })
}

/** Reads the summary, the beginning and the end: a number of rows that does not grow with the conversation. */
export async function loadConversation(
  store: StoreReader,
  sessionId: string,
  limitTokens: number,
): Promise<LoadedConversation> {
  const summary = await readSummaryOf(store, sessionId)
  const maxBytes = Math.max(MIN_BYTES, limitTokens * BYTES_PER_TOKEN)
  const after = summary?.through_seq ?? 0
  const newest = await readNewest(store, sessionId, { after, maxBytes })
  const notes = await store.listMessages(sessionId, {
    limit: SYSTEM_ROWS,
    maxBytes,
    newestFirst: true,
    only: 'system',
  })
  const end = newest.toReversed()
  const firstSeq = end[0]?.seq ?? after + 1
  const isWhole = firstSeq === 1
  const beginning = isWhole ? [] : await readHead(store, sessionId, { summary, before: firstSeq, maxBytes })
  const cut = cutConversation(end)
  const head = isWhole ? cut.head : groupMessages(beginning)
  const tail = isWhole ? [...cut.middle, ...cut.tail] : groupMessages(end.filter(isNoSystem))
  const shownSeq = Math.max(after, beginning.at(-1)?.seq ?? 0)
  const asked = await findAsked(store, sessionId, { head, tail, before: firstSeq })
  return {
    summary,
    head,
    tail,
    system: notes.toReversed(),
    asked: asked.message,
    skipped: isWhole ? 0 : Math.max(0, firstSeq - 1 - shownSeq),
    rows_read: newest.length + notes.length + (isWhole ? 0 : beginning.length) + asked.rows,
  }
}

async function readNewest(
  store: StoreReader,
  sessionId: string,
  { after, maxBytes }: { readonly after: number; readonly maxBytes: number },
): Promise<readonly Message[]> {
  const newestFirst = true
  const found = await store.listMessages(sessionId, { after, limit: TAIL_ROWS, maxBytes, newestFirst })
  const last = found.at(-1)
  if (found.length >= LAST_ROWS || last === undefined || last.seq === after + 1) return found
  return store.listMessages(sessionId, { after, limit: LAST_ROWS, maxBytes: LAST_BYTES, newestFirst })
}

/** A conversation that is given whole, as a sub-agent keeps it. */
export function splitGiven(messages: readonly Message[]): LoadedConversation {
  const { head, middle, tail, system } = cutConversation(messages)
  const rest = [...middle, ...tail]
  return { summary: undefined, head, tail: rest, system, asked: undefined, skipped: 0, rows_read: 0 }
}

/** The first messages: as many as the summary left out of itself, or the first two with what belongs to them. */
async function readHead(
  store: StoreReader,
  sessionId: string,
  range: {
    readonly summary: ConversationSummary | undefined
    readonly before: number
    readonly maxBytes: number
  },
): Promise<readonly Message[]> {
  const { summary, maxBytes } = range
  const before = summary ? Math.min(summary.head_seq + 1, range.before) : range.before
  const rows = await store.listMessages(sessionId, { before, limit: HEAD_ROWS, maxBytes })
  if (summary) return rows.filter(isNoSystem)
  return cutConversation(rows).head.flat()
}

/** What the person said last, when the turn has grown so long that it stands no more among the last messages. */
async function findAsked(
  store: StoreReader,
  sessionId: string,
  shown: {
    readonly head: readonly MessageGroup[]
    readonly tail: readonly MessageGroup[]
    readonly before: number
  },
): Promise<{ readonly message: Message | undefined; readonly rows: number }> {
  if (shown.tail.flat().some(isFromPerson)) return { message: undefined, rows: 0 }
  const [asked] = await store.listMessages(sessionId, {
    before: shown.before,
    limit: 1,
    maxBytes: 1,
    newestFirst: true,
    only: 'people',
  })
  const isShown = asked !== undefined && shown.head.flat().some(message => message.seq === asked.seq)
  return { message: isShown ? undefined : asked, rows: asked ? 1 : 0 }
}

function isFromPerson(message: Message): boolean {
  return message.role === 'user' && message.hidden !== true
}

function isNoSystem(message: Message): boolean {
  return message.role !== 'system'
}
