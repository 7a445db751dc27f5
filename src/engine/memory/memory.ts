import type { Clock } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import type { Llm } from '../../llm/llm.ts'
import type { Store, StoreTransaction } from '../../store/store.ts'
import type { ChatHistory } from './chat-history.ts'
import type { CompactionOutcome, CompactionRequest, ConversationSummary } from './compact-conversation.ts'
import type { BuiltContext, ContextRequest } from './context.ts'
import type { Conversation } from './conversation.ts'
import type { ProductDocs } from './product-docs.ts'

export type { ChatHistory } from './chat-history.ts'
export type {
  CompactionOutcome,
  CompactionRequest,
  ConversationSummary,
  SummaryDimension,
} from './compact-conversation.ts'
export type { BuiltContext, ContextRequest, PageSummary, SessionState } from './context.ts'
export type { Conversation, MessageRange, NewMessage } from './conversation.ts'
export { delimitData, delimitPersonWords, type PersonWords } from './delimit.ts'
export type {
  DocAuthor,
  DocChange,
  DocChangeAnswer,
  KeptSection,
  ProductDocs,
  SectionChange,
} from './product-docs.ts'

export interface MemoryOptions {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly llm: Llm
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
   * Summarises the middle of the conversation with the FAST tier when it has more than 20 messages or fills 80 % of the
   * tier's window. Never rejects for a model that fails: nothing is changed then, and `buildMessages` still fits.
   */
  maybeCompact(request: CompactionRequest): Promise<CompactionOutcome>
  summary(sessionId: string): Promise<ConversationSummary | undefined>
  /** What people said and which tools ran in this session before a run; for Soul's conversation context. */
  chatHistory(sessionId: string, beforeRunId?: string): Promise<ChatHistory>
  /** Deletes everything remembered of a session, in the transaction that erases the session; answers how many rows. */
  erase(tx: StoreTransaction, sessionId: string): Promise<number>
}
