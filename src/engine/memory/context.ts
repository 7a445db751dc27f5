import { SoulgateError } from '../../base/errors.ts'
import type { Message } from '../../contracts/message.ts'
import type { ModelMessage, ModelTier, ModelTool } from '../../contracts/model.ts'
import type { ProductDoc } from '../../contracts/product-doc.ts'
import { makeContextBlock, type PageSummary } from './context-block.ts'
import { fitAll, fitTail } from './fit-conversation.ts'
import type { LoadedConversation } from './load-conversation.ts'
import { toProviderOrder } from './provider-order.ts'
import {
  type CountTokens,
  countMessage,
  countModelMessages,
  FRAME_TOKENS,
  shortenMessage,
  shortenText,
} from './shorten.ts'
import { renderSummary } from './summary.ts'

/** What the system prompt may depend on. `refinement`: pages exist; `multi_page`: more than one. */
export interface SessionState {
  readonly kind: 'workspace' | 'new_project' | 'refinement' | 'multi_page'
  readonly product_doc: ProductDoc['status'] | 'none'
  /** Slugs in their order. */
  readonly pages: readonly string[]
  /** True until a model has answered in this session. */
  readonly is_first_turn: boolean
}

export interface ContextRequest {
  readonly session_id: string
  readonly tier: ModelTier
  /** `workspace`: a chat that works with tools; `pages`: a session that makes pages. */
  readonly mode: 'workspace' | 'pages'
  /** The prompts are the agent's own; what it answers becomes the one system message. */
  readonly prompt: (state: SessionState) => string
  readonly tools?: readonly ModelTool[]
  /** What the turn is about; the sections that fit it are shown whole. Default: the last words of the person. */
  readonly task_hint?: string
  readonly pages?: readonly PageSummary[]
  /** Slugs whose summaries come first. */
  readonly target_pages?: readonly string[]
  readonly design_system?: string
  /** `RunContext.conditions`: bind the rest of the run, shown as the person's words. */
  readonly conditions?: readonly string[]
  readonly max_output_tokens?: number
  /** A conversation of its own, of a sub-agent: used instead of the stored one. */
  readonly messages?: readonly Message[]
}

export interface BuiltContext {
  /** One system message, then user first; each tool message right behind the assistant message that called it. */
  readonly messages: readonly ModelMessage[]
  /** Estimated tokens of messages and tools, at most `limit`. */
  readonly tokens: number
  readonly limit: number
  /** The part of `tokens` that is no conversation: prompt, tools, card, sections, pages. */
  readonly overhead_tokens: number
  readonly state: SessionState
  /** Names of the sections of the product doc that are shown. */
  readonly sections: readonly string[]
  /** Messages that are neither shown nor summarised; the model is told how many. */
  readonly left_out: number
  /** Messages that were shortened, with a visible mark. */
  readonly shortened: number
  readonly rows_read: number
}

export interface ContextParts {
  readonly conversation: LoadedConversation
  readonly doc: ProductDoc | undefined
  readonly window: number
  readonly count: CountTokens
}

/** Of the window: the answer must fit beside the question. */
const INPUT_SHARE = 0.8
/** Of what prompt and tools leave. */
const SHARES = { block: 0.35, system: 0.1, summary: 0.2, head: 0.15, asked: 0.15 } as const
const MAX_SUMMARY = 3000
const MIN_CONVERSATION = 512
/** What the order of providers adds (results that are not there, fences) is only known afterwards. */
const MAX_ATTEMPTS = 8

/** Puts the whole input of one model call together, within 80 % of the window. Touches nothing but what it is given. */
export function assembleContext(request: ContextRequest, parts: ContextParts): BuiltContext {
  const { conversation, doc, window, count } = parts
  const limit = limitOf(request, window)
  const state = stateOf(request, parts)
  const prompt = request.prompt(state)
  const tools = request.tools ? count(JSON.stringify(request.tools)) : 0
  const room = limit - FRAME_TOKENS - count(prompt) - tools
  if (room < MIN_CONVERSATION) throw tooSmall(request, { limit, room })
  const system = withSystemMessages(prompt, conversation.system, { room: room * SHARES.system, count })
  const block = makeContextBlock(blockParts(request, conversation, doc), room * SHARES.block, count)
  const overhead = FRAME_TOKENS * 2 + count(system) + tools + count(block.text)
  const fitted = fitWithin(conversation, limit - overhead, {
    system,
    block: block.text,
    most: limit - tools,
    count,
  })
  return {
    messages: fitted.ordered,
    tokens: tools + countModelMessages(fitted.ordered, count),
    limit,
    overhead_tokens: overhead,
    state,
    sections: block.sections,
    left_out: fitted.left_out,
    shortened: fitted.shortened,
    rows_read: conversation.rows_read,
  }
}

function limitOf({ max_output_tokens = 0 }: ContextRequest, window: number): number {
  return Math.floor(Math.min(window * INPUT_SHARE, window - max_output_tokens))
}

function stateOf(request: ContextRequest, { conversation, doc }: ContextParts): SessionState {
  const pages = (request.pages ?? []).map(page => page.slug)
  const shown = [...conversation.head, ...conversation.tail].flat()
  const hasAnswered = shown.some(message => message.role === 'assistant')
  const kind = pages.length === 0 ? 'new_project' : pages.length === 1 ? 'refinement' : 'multi_page'
  return {
    kind: request.mode === 'workspace' ? 'workspace' : kind,
    product_doc: doc?.status ?? 'none',
    pages,
    is_first_turn: !hasAnswered && !conversation.summary,
  }
}

function blockParts(
  request: ContextRequest,
  conversation: LoadedConversation,
  doc: ProductDoc | undefined,
): Parameters<typeof makeContextBlock>[0] {
  const said = [...conversation.head.flat(), ...asList(conversation.asked), ...conversation.tail.flat()]
  const last = said.findLast(message => message.role === 'user' && message.hidden !== true)
  return {
    doc,
    task_hint: (request.task_hint ?? last?.content ?? '').slice(0, 4000),
    pages: request.pages ?? [],
    target_pages: request.target_pages ?? [],
    design_system: request.design_system,
    conditions: request.conditions ?? [],
  }
}

function withSystemMessages(
  prompt: string,
  messages: readonly Message[],
  { room, count }: { readonly room: number; readonly count: CountTokens },
): string {
  if (messages.length === 0) return prompt
  const text = messages.map(message => message.content).join('\n\n')
  return `${prompt}\n\n${shortenText(text, Math.floor(room), count)}`
}

/** Fits the conversation again with less room until all of it together is below `most`. */
function fitWithin(
  conversation: LoadedConversation,
  room: number,
  whole: {
    readonly system: string
    readonly block: string
    readonly most: number
    readonly count: CountTokens
  },
): FittedConversation & { readonly ordered: readonly ModelMessage[] } {
  const { system, block, most, count } = whole
  let left = room
  for (let attempt = 1; ; attempt += 1) {
    const fitted = fitConversation(conversation, attempt < MAX_ATTEMPTS ? left : 0, count)
    const ordered: readonly ModelMessage[] = [
      { role: 'system', content: system },
      ...toProviderOrder([...asUser(block), ...fitted.messages]),
    ]
    const over = countModelMessages(ordered, count) - most
    if (over <= 0 || attempt >= MAX_ATTEMPTS) return { ...fitted, ordered }
    left -= over + attempt * attempt
  }
}

interface FittedConversation {
  readonly messages: readonly Message[]
  readonly left_out: number
  readonly shortened: number
}

/** The beginning, the summary, the last words of the person and the end, each within its share; the end gets the rest. */
function fitConversation(
  { head, tail, summary, asked, skipped }: LoadedConversation,
  room: number,
  count: CountTokens,
): FittedConversation {
  const headFit = fitAll(head, Math.floor(room * SHARES.head), count)
  const summaryRoom = Math.min(MAX_SUMMARY, Math.floor(room * SHARES.summary))
  const summaryText = summary ? renderSummary(summary, summaryRoom, count) : ''
  const askedFit = asList(asked).map(message =>
    shortenMessage(message, Math.floor(room * SHARES.asked), count),
  )
  const before = headFit.tokens + tokensOf([...asUser(summaryText), ...askedFit], count)
  const noteRoom = FRAME_TOKENS + count(leftOutNote(1_000_000))
  const tailFit = fitTail(tail, room - before - noteRoom, count)
  const leftOut = skipped + headFit.left_out + tailFit.left_out
  const note = leftOut > 0 ? leftOutNote(leftOut) : ''
  const messages = [
    ...headFit.messages,
    ...asUser([summaryText, note].filter(text => text !== '').join('\n')),
    ...askedFit,
    ...tailFit.messages,
  ]
  return {
    messages,
    left_out: leftOut,
    shortened: headFit.shortened + tailFit.shortened + askedFit.filter(message => message !== asked).length,
  }
}

function leftOutNote(messages: number): string {
  return `[${messages} earlier messages are left out here to save room. They are kept; ask if you need what they said.]`
}

function tokensOf(messages: readonly Message[], count: CountTokens): number {
  return messages.reduce((sum, message) => sum + countMessage(message, count), 0)
}

/** Text of ours, as a message among those of the conversation. */
function asUser(content: string): readonly Message[] {
  if (content === '') return []
  return [{ message_id: '', session_id: '', seq: 1, role: 'user', content, created_at: '' }]
}

function asList<Item>(item: Item | undefined): readonly Item[] {
  return item === undefined ? [] : [item]
}

function tooSmall(
  { session_id, tier }: ContextRequest,
  { limit, room }: { readonly limit: number; readonly room: number },
): SoulgateError {
  return new SoulgateError(
    'context_too_small',
    `The prompt and the tools of session ${session_id} leave ${Math.max(0, room)} of ${limit} tokens of the ${tier} model for the conversation. Choose a model with a larger window for this tier, or offer fewer tools.`,
    { data: { session_id, tier, limit, room } },
  )
}
