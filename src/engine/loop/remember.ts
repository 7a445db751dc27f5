import type { JsonObject } from '../../contracts/json-value.ts'
import type { Message } from '../../contracts/message.ts'
import type { NewMessage } from '../memory/memory.ts'
import type { RunContext } from '../run/run.ts'
import { type Kept, listSteers } from './kept-messages.ts'
import type { LoopEnvironment, LoopLimits, Talk, TurnResult } from './loop-ports.ts'

/** What came of one turn besides its results. */
interface Remembered {
  readonly heard: readonly { readonly id: string; readonly text: string; readonly is_person: boolean }[]
  readonly tokens: number
  readonly cost_usd: number
}

/**
 * The fourth phase: the results join the conversation behind their calls, then what people said meanwhile; when the
 * window fills up, the middle of the conversation is summarised.
 */
export async function remember(
  environment: LoopEnvironment,
  context: RunContext,
  turn: { readonly talk: Talk; readonly limits: LoopLimits; readonly results: readonly TurnResult[] },
): Promise<Talk> {
  const { talk, limits, results } = turn
  const messages = [
    ...results.map(result => toToolMessage(context, result)),
    ...results.flatMap(({ words }) => (words === undefined ? [] : [toWordsMessage(context, words)])),
  ]
  const noted = await context.step(
    `remember:${talk.step}`,
    async (signal): Promise<JsonObject> => {
      const heard = await listSteers(environment.store, context, talk.heard)
      if (talk.ownMessages) return toRemembered(heard, { tokens: 0, cost_usd: 0 })
      await environment.memory.conversation.append(context.session_id, [
        ...messages,
        ...heard.map(kept => toHeardMessage(context, kept)),
      ])
      const compacted = await environment.memory.maybeCompact({
        session_id: context.session_id,
        tier: limits.tier,
        signal,
        budgetUsd: Math.max(talk.budgetUsd - talk.spentUsd, 0),
        ...(talk.overheadTokens === undefined ? {} : { overhead_tokens: talk.overheadTokens }),
      })
      return toRemembered(heard, compacted)
    },
    { measure: value => ({ tokens: Number(value.tokens), cost_usd: Number(value.cost_usd) }) },
  )
  const { heard, tokens, cost_usd } = noted as unknown as Remembered
  const spent = { tokens: talk.tokens + tokens, spentUsd: talk.spentUsd + cost_usd }
  const own = talk.ownMessages ? { ownMessages: toOwnMessages(context, talk.ownMessages, messages) } : {}
  return { ...talk, ...spent, ...own, ...takeUp(talk, heard), step: talk.step + 1 }
}

/**
 * Before the run ends: what people said while the model wrote its last words. Undefined when there is nothing, and
 * the run may end.
 */
export async function hearLast(
  environment: LoopEnvironment,
  context: RunContext,
  talk: Talk,
): Promise<Talk | undefined> {
  if (talk.ownMessages) return undefined
  const noted = await context.step('hear', async (): Promise<JsonObject> => {
    const heard = await listSteers(environment.store, context, talk.heard)
    if (heard.length > 0) {
      const messages = heard.map(kept => toHeardMessage(context, kept))
      await environment.memory.conversation.append(context.session_id, messages)
    }
    return toRemembered(heard, { tokens: 0, cost_usd: 0 })
  })
  const { heard } = noted as unknown as Remembered
  return heard.length === 0 ? undefined : { ...talk, ...takeUp(talk, heard), step: talk.step + 1 }
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

function takeUp(talk: Talk, heard: Remembered['heard']): Pick<Talk, 'heard' | 'personTexts'> {
  const said = heard.filter(item => item.is_person).map(item => item.text)
  return {
    heard: [...talk.heard, ...heard.map(item => item.id)],
    personTexts: [...talk.personTexts, ...said],
  }
}

function toRemembered(
  heard: readonly Kept[],
  { tokens, cost_usd }: { readonly tokens: number; readonly cost_usd: number },
): JsonObject {
  const told = heard.map(({ kept_id: id, input }) => ({
    id,
    text: input.message,
    is_person: input.from.kind === 'person',
  }))
  return { heard: told, tokens, cost_usd }
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
  }
}
