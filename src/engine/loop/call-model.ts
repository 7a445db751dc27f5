import { isSoulgateError, SoulgateError } from '../../base/errors.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { ModelResponse, type ModelTier, type ModelToolCall } from '../../contracts/model.ts'
import { modelFailureOf } from '../../llm/llm.ts'
import type { StoreTransaction } from '../../store/store.ts'
import type { RunContext } from '../run/run.ts'
import type { LoopEnvironment, LoopLimits, Talk } from './loop-ports.ts'
import { toolsForModel } from './loop-tools.ts'
import { systemPrompt } from './prompts.ts'
import { say, toOwnMessages } from './remember.ts'

/** What the model said in one turn. */
export interface Said {
  readonly text: string
  readonly calls: readonly ModelToolCall[]
}

type ModelTurn =
  | { readonly said: Said; readonly talk: Talk }
  | { readonly failed: 'budget' | 'error'; readonly because: string; readonly talk: Talk }

/** The second phase: one call of the model, journaled with what it cost, its words already in the conversation. */
export async function callModel(
  environment: LoopEnvironment,
  context: RunContext,
  { talk, limits }: { readonly talk: Talk; readonly limits: LoopLimits },
): Promise<ModelTurn> {
  const { step } = talk
  const messageId = context.id('msg')
  const isOwn = talk.ownMessages !== undefined
  const keepAnswer = async (tx: StoreTransaction, value: JsonObject): Promise<void> => {
    const response = ModelResponse.parse(value.response)
    const messages = [toAssistantMessage(context, { messageId, response })]
    if (!isOwn) await say(environment, tx, { context, messages })
  }
  context.emit('soul_step_start', { step })
  try {
    const answered = await context.step(
      `model:${step}`,
      signal => ask(environment, context, { talk, limits, signal }),
      { kind: 'model', input: { step }, measure: measure(limits.tier), write: keepAnswer },
    )
    const response = ModelResponse.parse(answered.response)
    const { text, tool_calls: calls, model, cost_usd } = response
    const tokens = tokensOf(response)
    context.emit('soul_step_end', {
      ...{ step, text, tokens, cost_usd, model, is_offline: response.is_offline },
      calls: calls.map(call => call.name),
    })
    const message = toAssistantMessage(context, { messageId, response })
    return {
      said: { text, calls },
      talk: {
        ...talk,
        tokens: talk.tokens + tokens,
        spentUsd: talk.spentUsd + cost_usd,
        model,
        isOffline: response.is_offline,
        overheadTokens: Number(answered.overhead_tokens),
        ...(talk.ownMessages ? { ownMessages: toOwnMessages(context, talk.ownMessages, [message]) } : {}),
      },
    }
  } catch (error) {
    return { ...readFailure(error), talk }
  }
}

const measure = (model_tier: ModelTier) => (value: JsonObject) => {
  const response = ModelResponse.parse(value.response)
  const { cost_usd, model } = response
  return { tokens: tokensOf(response), cost_usd, model, model_tier }
}

function tokensOf({ usage }: ModelResponse): number {
  return usage.input_tokens + usage.output_tokens
}

interface Asking {
  readonly talk: Talk
  readonly limits: LoopLimits
  readonly signal: AbortSignal
}

async function ask(
  environment: LoopEnvironment,
  context: RunContext,
  { talk, limits, signal }: Asking,
): Promise<JsonObject> {
  const { llm, memory } = environment
  const budgetUsd = await moneyLeft(environment, talk, limits)
  const tools = toolsForModel(environment, talk, limits)
  const site = await environment.pages?.(context.session_id)
  const built = await memory.buildMessages({
    session_id: context.session_id,
    tier: limits.tier,
    mode: site ? 'pages' : 'workspace',
    prompt: state => systemPrompt(state, { input: talk.input, tools }),
    tools,
    conditions: context.conditions,
    target_pages: talk.input.target_pages,
    ...(site ?? {}),
    ...(talk.ownMessages ? { messages: talk.ownMessages } : {}),
  })
  const { step } = talk
  const answer = await llm.generate(
    { tier: limits.tier, messages: [...built.messages], tools: [...tools], purpose: 'chat' },
    {
      signal,
      budgetUsd,
      onDelta: delta => environment.publish?.({ run_id: context.run_id, step, delta }),
    },
  )
  const response = markCut({ ...answer, tool_calls: withDistinctIds(answer.tool_calls, step) })
  if (response.text.trim() === '' && response.tool_calls.length === 0) throw saidNothing(response)
  return JSON.parse(JSON.stringify({ response, overhead_tokens: built.overhead_tokens }))
}

/** An answer that ended at a limit says so; a call that ended there has no arguments, and is answered as such. */
function markCut(response: ModelResponse): ModelResponse {
  const isCut = response.finish === 'length' && response.text.trim() !== ''
  return isCut ? { ...response, text: `${response.text}\n\n${CUT}` } : response
}

const CUT = '[Cut off here: the model reached the longest answer it may give.]'

/** What this call may cost: what is left of the run's budget and, unless people waived it, of the day's. */
async function moneyLeft(environment: LoopEnvironment, talk: Talk, limits: LoopLimits): Promise<number> {
  const ofRun = talk.budgetUsd - talk.spentUsd
  if (environment.llm.describe(limits.tier).isOffline) return Math.max(ofRun, 0)
  const { budgets } = await environment.settings()
  const ofDay = talk.isDayWaived ? ofRun : budgets.day_usd - (await environment.spentToday())
  const left = Math.min(ofRun, ofDay)
  if (left > 0) return left
  const which = ofDay < ofRun ? `the day ($${budgets.day_usd})` : `this run ($${talk.budgetUsd.toFixed(2)})`
  throw new SoulgateError('budget_exceeded', `The budget of ${which} is used up.`, { retry: 'after_human' })
}

/** Results are told apart by these ids, so that none may stand twice, whatever the model wrote. */
function withDistinctIds(calls: readonly ModelToolCall[], step: number): ModelToolCall[] {
  const taken = new Set<string>()
  return calls.map((call, index) => {
    const id = taken.has(call.id) ? `${call.id}_${step}_${index}` : call.id
    taken.add(id)
    return { ...call, id }
  })
}

function toAssistantMessage(
  context: RunContext,
  {
    messageId,
    response,
  }: {
    readonly messageId: string
    readonly response: Pick<ModelResponse, 'text' | 'reasoning' | 'tool_calls' | 'model'>
  },
) {
  const { text, reasoning, tool_calls, model } = response
  return {
    message_id: messageId,
    run_id: context.run_id,
    role: 'assistant' as const,
    content: text,
    model,
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(tool_calls.length > 0 ? { tool_calls: [...tool_calls] } : {}),
  }
}

function saidNothing({ finish, model }: ModelResponse): SoulgateError {
  return new SoulgateError('empty_answer', `${model} answered with nothing (${finish}).`)
}

/** Failures of a model are its result, like any other; whatever else is thrown ends the execution. */
function readFailure(error: unknown): { readonly failed: 'budget' | 'error'; readonly because: string } {
  if (isSoulgateError(error, 'budget_exceeded')) return { failed: 'budget', because: error.message }
  if (modelFailureOf(error) === undefined || !isSoulgateError(error)) throw error
  return { failed: 'error', because: error.message }
}
