import { type Clock, toIso } from '../../base/clock.ts'
import { isSoulgateError } from '../../base/errors.ts'
import type { ModelResponse, ModelTier } from '../../contracts/model.ts'
import type { Llm } from '../../llm/llm.ts'
import type { Store } from '../../store/store.ts'
import { readSummaryOf, SUMMARY_KIND } from './load-conversation.ts'
import {
  cutConversation,
  groupMessages,
  isWhole,
  type MessageGroup,
  TAIL_MESSAGES,
  takeMessages,
} from './message-groups.ts'
import { type CountTokens, countMessage } from './shorten.ts'
import { type ConversationSummary, readSummary } from './summary.ts'
import { summaryRequest } from './summary-request.ts'

export interface CompactionRequest {
  readonly session_id: string
  /** The tier whose window the conversation must fit; the summary itself is written by FAST. */
  readonly tier: ModelTier
  readonly signal: AbortSignal
  /** `BuiltContext.overhead_tokens` of the last build: what stands in the window beside the conversation. */
  readonly overhead_tokens?: number
  readonly budgetUsd?: number
}

/** `tokens` and `cost_usd` are what the model call took, also when nothing came of it; for the journal of the run. */
export type CompactionOutcome = {
  readonly compacted: boolean
  /** `superseded`: another process was faster. `failed`: no model, or nothing usable from it. */
  readonly because: 'done' | 'not_due' | 'busy' | 'superseded' | 'failed'
  readonly detail: string
  readonly messages_before: number
  readonly messages_after: number
  readonly tokens: number
  readonly cost_usd: number
  readonly model: string
}

export interface CompactionOptions {
  readonly store: Store
  readonly clock: Clock
  readonly llm: Pick<Llm, 'generate' | 'describe'>
  readonly count: CountTokens
  /** More messages than these are summarised, however short they are. */
  readonly maxMessages: () => Promise<number>
}

const WINDOW_SHARE = 0.8
/** Read and summarised at once; what is left comes with the next call. */
const CHUNK_MESSAGES = 200
const CHUNK_BYTES = 2_000_000
/** After a failure the model is asked again when so many messages more were said. */
const MESSAGES_BETWEEN_FAILURES = 4

/** Summarises conversations, one at a time each; remembers where a model failed only in this process. */
export function createCompactor(options: CompactionOptions) {
  const busy = new Set<string>()
  const failedAt = new Map<string, number>()
  return async (request: CompactionRequest): Promise<CompactionOutcome> => {
    const { session_id } = request
    if (busy.has(session_id)) return outcome('busy', 'This conversation is being summarised already.')
    busy.add(session_id)
    try {
      const work = await findWork(options, request)
      if (!work) return outcome('not_due', '')
      const failedSeq = failedAt.get(session_id)
      if (failedSeq !== undefined && work.last_seq < failedSeq + MESSAGES_BETWEEN_FAILURES) {
        return outcome('failed', 'The model failed a moment ago; it is asked again when more was said.')
      }
      const done = await compact(options, request, work)
      if (done.because === 'failed') failedAt.set(session_id, work.last_seq)
      else failedAt.delete(session_id)
      return { ...done, messages_before: work.live }
    } finally {
      busy.delete(session_id)
    }
  }
}

interface Work {
  readonly summary: ConversationSummary | undefined
  readonly head_seq: number
  readonly groups: readonly MessageGroup[]
  readonly last_seq: number
  /** Messages that a model is shown now. */
  readonly live: number
}

/** What is to be summarised, or undefined when it is not time. Reads at most one chunk. */
async function findWork(
  { store, llm, count, maxMessages }: CompactionOptions,
  { session_id, tier, overhead_tokens = 0 }: CompactionRequest,
): Promise<Work | undefined> {
  const summary = await readSummaryOf(store, session_id)
  const after = summary?.through_seq ?? 0
  const lastSeq = await store.getLastMessageSeq(session_id)
  const live = lastSeq - after + (summary?.head_seq ?? 0)
  const rows = await store.listMessages(session_id, { after, limit: CHUNK_MESSAGES, maxBytes: CHUNK_BYTES })
  const isAll = rows.at(-1)?.seq === lastSeq
  if (isAll && live <= (await maxMessages())) {
    const tokens = rows.reduce((sum, message) => sum + countMessage(message, count), overhead_tokens)
    if (tokens <= llm.describe(tier).contextWindow * WINDOW_SHARE) return undefined
  }
  const cut = cutConversation(rows)
  const head = summary ? [] : cut.head
  const groups = summary
    ? groupMessages(rows.filter(message => message.role !== 'system'))
    : [...cut.middle, ...cut.tail]
  const end = isAll ? groups.length - takeMessages(groups.toReversed(), TAIL_MESSAGES) : endOfWhole(groups)
  const middle = groups.slice(0, Math.max(0, end))
  const through = middle.at(-1)?.at(-1)?.seq
  if (through === undefined) return undefined
  return {
    summary,
    head_seq: summary?.head_seq ?? head.at(-1)?.at(-1)?.seq ?? 0,
    groups: middle,
    last_seq: lastSeq,
    live,
  }
}

/** Where the rest was not read, a call at the end may have results that were not read either. */
function endOfWhole(groups: readonly MessageGroup[]): number {
  const last = groups.at(-1)
  return last && groups.length > 1 && !isWhole(last) ? groups.length - 1 : groups.length
}

async function compact(
  { store, clock, llm, count }: CompactionOptions,
  { session_id, signal, budgetUsd }: CompactionRequest,
  work: Work,
): Promise<CompactionOutcome> {
  let response: ModelResponse
  try {
    const request = summaryRequest(work, {
      window: llm.describe('FAST').contextWindow,
      count,
    })
    response = await llm.generate(request, { signal, ...(budgetUsd === undefined ? {} : { budgetUsd }) })
  } catch (error) {
    if (signal.aborted || isSoulgateError(error, 'cancelled')) throw error
    return outcome('failed', error instanceof Error ? error.message : String(error))
  }
  const paid = {
    tokens: response.usage.input_tokens + response.usage.output_tokens,
    cost_usd: response.cost_usd,
    model: response.model,
  }
  const content = response.finish === 'error' ? undefined : readSummary(response.text, response.object)
  if (!content) return { ...outcome('failed', 'The model wrote no summary.'), ...paid }
  const through = work.groups.at(-1)?.at(-1)?.seq ?? 0
  const body = {
    session_id,
    head_seq: work.head_seq,
    through_seq: through,
    ...content,
    model: response.model,
    created_at: toIso(clock.now()),
  }
  const isFirst = await write(store, { session_id, body, version: work.summary?.version ?? 0 })
  if (!isFirst) return { ...outcome('superseded', 'Another process was faster.'), ...paid }
  const after = work.last_seq - through + work.head_seq
  return { ...outcome('done', ''), compacted: true, messages_after: after, ...paid }
}

async function write(
  store: Store,
  {
    session_id,
    body,
    version,
  }: {
    readonly session_id: string
    readonly body: Omit<ConversationSummary, 'version'>
    readonly version: number
  },
): Promise<boolean> {
  const at = body.created_at
  const json = JSON.parse(JSON.stringify(body))
  const document = { kind: SUMMARY_KIND, id: session_id, body: json, at, expectedVersion: version }
  try {
    await store.transact(tx => tx.putDocument(document))
    return true
  } catch (error) {
    if (isSoulgateError(error, 'version_conflict')) return false
    throw error
  }
}

function outcome(because: CompactionOutcome['because'], detail: string): CompactionOutcome {
  const nothing = { messages_before: 0, messages_after: 0, tokens: 0, cost_usd: 0, model: '' }
  return { compacted: false, because, detail, ...nothing }
}
