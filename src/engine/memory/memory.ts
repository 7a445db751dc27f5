import type { Clock } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import { DEFAULT_SETTINGS } from '../../contracts/settings.ts'
import type { Llm } from '../../llm/llm.ts'
import type { Store, StoreTransaction } from '../../store/store.ts'
import { type CompactionOutcome, type CompactionRequest, createCompactor } from './compact-conversation.ts'
import { assembleContext, type BuiltContext, type ContextRequest } from './context.ts'
import { type Conversation, createConversation } from './conversation.ts'
import { loadConversation, readSummaryOf, SUMMARY_KIND, splitGiven } from './load-conversation.ts'
import { createProductDocs, eraseProductDoc, type ProductDocs } from './product-docs.ts'
import { rememberCounts } from './shorten.ts'
import type { ConversationSummary } from './summary.ts'

export { type KeptSection, type SectionChange, toSectionName } from './change-sections.ts'
export { readChatHistory } from './chat-history.ts'
export type { CompactionOutcome, CompactionRequest } from './compact-conversation.ts'
export type { BuiltContext, ContextRequest, SessionState } from './context.ts'
export type { PageSummary } from './context-block.ts'
export type { Conversation, MessageRange, NewMessage } from './conversation.ts'
export { delimitData, delimitPersonWords, type PersonWords } from './delimit.ts'
export type { DocAuthor, DocChange, DocChangeAnswer, ProductDocs } from './product-docs.ts'
export type { ConversationSummary, SummaryDimension } from './summary.ts'

export interface MemoryOptions {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly llm: Pick<Llm, 'generate' | 'describe' | 'countTokens'>
  /** Messages above which a conversation is summarised, read anew each time; absent: 20. */
  readonly maxMessages?: () => Promise<number>
}

/** What agents remember of a session: what was said (short), its summary (medium) and the product doc (long). */
export interface Memory {
  readonly conversation: Conversation
  readonly productDocs: ProductDocs
  /**
   * The whole input of one model call, in an order that every provider takes, and never above `limit` tokens. Reads a
   * bounded number of rows, however long the conversation is. Call it inside the step that calls the model: it reads
   * what stands now. Throws `context_too_small` when the system prompt and the tools alone do not fit.
   */
  buildMessages(request: ContextRequest): Promise<BuiltContext>
  /**
   * Summarises the middle of the conversation with the FAST tier when it has more than `maxMessages` or fills 80 % of the
   * tier's window. Never rejects for a model that fails: nothing is changed then, and `buildMessages` still fits.
   */
  maybeCompact(request: CompactionRequest): Promise<CompactionOutcome>
  summary(sessionId: string): Promise<ConversationSummary | undefined>
  /** Deletes everything remembered of a session, in the transaction that erases the session; answers how many rows. */
  erase(tx: StoreTransaction, sessionId: string): Promise<number>
}

const defaultMaxMessages = async () => DEFAULT_SETTINGS.limits.compact_messages

/** The memory of every session over one store. */
export function createMemory(options: MemoryOptions): Memory {
  const { store, llm } = options
  const count = rememberCounts(llm.countTokens)
  const productDocs = createProductDocs({ ...options, countTokens: count })
  const build = async (request: ContextRequest): Promise<BuiltContext> => {
    const window = llm.describe(request.tier).contextWindow
    const conversation = request.messages
      ? splitGiven(request.messages)
      : await loadConversation(store, request.session_id, window)
    const doc = await productDocs.get(request.session_id)
    return assembleContext(request, { conversation, doc, window, count })
  }
  return {
    conversation: createConversation(options),
    productDocs,
    buildMessages: build,
    maybeCompact: createCompactor({ maxMessages: defaultMaxMessages, ...options, count }),
    summary: sessionId => readSummaryOf(store, sessionId),
    erase: async (tx, sessionId) => {
      const summaries = (await tx.deleteDocument(SUMMARY_KIND, sessionId)) ? 1 : 0
      const docs = await eraseProductDoc(tx, sessionId)
      return summaries + docs + (await tx.deleteConversation(sessionId))
    },
  }
}
