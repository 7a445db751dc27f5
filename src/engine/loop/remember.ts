import { isSoulgateError } from '../../base/errors.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import type { Message } from '../../contracts/message.ts'
import type { Voice } from '../../contracts/principal.ts'
import type { StoreTransaction } from '../../store/store.ts'
import type { NewMessage } from '../memory/memory.ts'
import type { RunContext } from '../run/run.ts'
import type { ChatInput } from './chat-input.ts'
import type { LoopEnvironment, LoopLimits, Talk, TurnResult } from './loop-ports.ts'
import { deleteKept, Kept, listSteers } from './queued-messages.ts'

/**
 * The fourth phase: the results join the conversation behind their calls, then what people said meanwhile; when the
 * window fills up, the middle of the conversation is summarised.
 */
export async function remember(
  environment: LoopEnvironment,
  context: RunContext,
  turn: { readonly talk: Talk; readonly limits: LoopLimits; readonly results: readonly TurnResult[] },
): Promise<Talk> {
  const { talk, results } = turn
  const messages = [
    ...results.map(result => toToolMessage(context, result)),
    ...results.flatMap(({ words }) => (words === undefined ? [] : [toWordsMessage(context, words)])),
  ]
  if (talk.ownMessages) {
    const ownMessages = toOwnMessages(context, talk.ownMessages, messages)
    return { ...talk, ownMessages, step: talk.step + 1 }
  }
  const noted = await context.step(
    `remember:${talk.step}`,
    async (signal): Promise<JsonObject> => {
      const { tokens, cost_usd } = await compact(environment, context, { ...turn, signal })
      return { ...(await listen(environment, context)), tokens, cost_usd }
    },
    {
      measure: value => ({ tokens: Number(value.tokens), cost_usd: Number(value.cost_usd) }),
      write: (tx, value) => take(environment, context, { tx, before: messages, heard: heardOf(value) }),
    },
  )
  const heard = heardOf(noted)
  return {
    ...talk,
    tokens: talk.tokens + Number(noted.tokens),
    spentUsd: talk.spentUsd + Number(noted.cost_usd),
    ...withHeard(talk, heard),
    step: talk.step + 1,
  }
}

/**
 * Before the run ends: what people said while the model wrote its last words. Undefined when there is nothing, and
 * the run may end.
 */
export async function drainInbox(
  environment: LoopEnvironment,
  context: RunContext,
  talk: Talk,
): Promise<Talk | undefined> {
  if (talk.ownMessages) return undefined
  const noted = await context.step(`hear:${talk.step}`, () => listen(environment, context), {
    write: (tx, value) => take(environment, context, { tx, before: [], heard: heardOf(value) }),
  })
  const heard = heardOf(noted)
  if (heard.length === 0) return undefined
  return { ...talk, ...withHeard(talk, heard), step: talk.step + 1 }
}

/** Puts messages into the conversation of the run's session; one that was erased meanwhile remembers nothing more. */
export async function say(
  { memory }: LoopEnvironment,
  tx: StoreTransaction,
  { context, messages }: { readonly context: RunContext; readonly messages: readonly NewMessage[] },
): Promise<void> {
  try {
    await memory.conversation.appendIn(tx, context.session_id, messages)
  } catch (error) {
    if (!isSoulgateError(error, 'unknown_session')) throw error
  }
}

/** Messages behind others in the conversation of a sub-agent, which lives in its journal alone. */
export function toOwnMessages(
  context: RunContext,
  standing: readonly Message[],
  added: readonly NewMessage[],
): readonly Message[] {
  const placed = added.map((message, index) => ({
    ...message,
    session_id: context.session_id,
    seq: standing.length + index + 1,
    created_at: '',
  }))
  return [...standing, ...placed]
}

function compact(
  { memory }: LoopEnvironment,
  context: RunContext,
  {
    talk,
    limits,
    signal,
  }: { readonly talk: Talk; readonly limits: LoopLimits; readonly signal: AbortSignal },
) {
  return memory.maybeCompact({
    session_id: context.session_id,
    tier: limits.tier,
    signal,
    budgetUsd: Math.max(talk.budgetUsd - talk.spentUsd, 0),
    ...(talk.overheadTokens === undefined ? {} : { overhead_tokens: talk.overheadTokens }),
  })
}

async function listen({ store }: LoopEnvironment, context: RunContext): Promise<JsonObject> {
  return JsonObject.parse(JSON.parse(JSON.stringify({ heard: await listSteers(store, context) })))
}

function heardOf(value: JsonObject): readonly Kept[] {
  return Kept.array().parse(value.heard)
}

function withHeard(talk: Talk, heard: readonly Kept[]): Pick<Talk, 'personTexts' | 'savedTexts'> {
  const by = (voice: Voice) =>
    heard.filter(kept => kept.input.from.kind === voice).map(kept => kept.input.message)
  return {
    personTexts: [...talk.personTexts, ...by('person')],
    savedTexts: [...talk.savedTexts, ...by('saved')],
  }
}

interface Taking {
  readonly tx: StoreTransaction
  readonly before: readonly NewMessage[]
  readonly heard: readonly Kept[]
}

/** What was heard stands in the conversation and is kept no more, in one transaction. */
async function take(
  environment: LoopEnvironment,
  context: RunContext,
  { tx, before, heard }: Taking,
): Promise<void> {
  const messages = [...before, ...heard.map(kept => toHeardMessage(context, kept))]
  if (messages.length > 0) await say(environment, tx, { context, messages })
  for (const kept of heard) await deleteKept(tx, kept.kept_id)
}

function toToolMessage(context: RunContext, result: TurnResult): NewMessage {
  return {
    message_id: context.id('msg'),
    run_id: context.run_id,
    role: 'tool',
    content: result.content,
    tool_call_id: result.tool_call_id,
    tool_name: result.name,
    ...(result.outcome === 'ok' ? {} : { is_error: true }),
  }
}

/** What a person said at a gate: fenced, so that it is told apart from the person's own new messages. */
function toWordsMessage(context: RunContext, words: string): NewMessage {
  return {
    message_id: context.id('msg'),
    run_id: context.run_id,
    role: 'user',
    content: words,
    hidden: true,
  }
}

function toHeardMessage(context: RunContext, { kept_id, input }: Kept): NewMessage {
  return {
    message_id: kept_id,
    run_id: context.run_id,
    role: 'user',
    content: input.message,
    ...(input.images.length > 0 ? { images: input.images } : {}),
    ...saidBy(input),
  }
}

/** Who wrote a message, where it is not a person's own. */
export function saidBy({ from }: ChatInput): Pick<Message, 'said_by'> {
  return from.kind === 'person' ? {} : { said_by: from.kind }
}
