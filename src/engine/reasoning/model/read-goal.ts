import { isSoulgateError } from '../../../base/errors.ts'
import type { JsonObject } from '../../../contracts/json-value.ts'
import type { ModelResponse } from '../../../contracts/model.ts'
import { type Llm, modelFailureOf } from '../../../llm/llm.ts'
import type { RunContext } from '../../run/run.ts'
import type { Known, Pass, ReasoningEnvironment } from '../round.ts'
import { answerRequest, basisOf, type Looked, withLooks } from './answer-request.ts'
import { type AnswerBasis, type CheckedAnswer, checkAnswer } from './check-answer.ts'

/** Longest wait for one answer; a model on this machine may need most of it. */
const WITHIN_MS = 60_000

/** What the journal keeps of the model's reading of one round. */
export interface ModelReading {
  /** `provider/model` that answered, or that was asked. */
  readonly model: string
  readonly tokens: number
  readonly cost_usd: number
  /** Absent where no answer could be used. */
  readonly checked?: CheckedAnswer
  /** Why none could be used. */
  readonly because?: string
  readonly looked: readonly Looked[]
}

/**
 * Stage 2 where a language model is configured: it reads the goal first, in one structured call. An answer that does
 * not hold is sent back once with what is wrong with it; without one that holds the built-in reader reads.
 */
export async function readGoalWithModel(
  environment: ReasoningEnvironment,
  context: RunContext,
  { round, input, known }: Pass & { readonly known: Known },
): Promise<ModelReading> {
  const step = await context.step(
    `read:${round.number}`,
    async signal => {
      const { llm, look } = environment
      if (!llm) return { ...NOTHING, because: 'no language model is configured any more' }
      const basis = basisOf({
        goal: round.goal,
        context: input.context,
        known,
        tools: environment.tools(),
        mayLook: look !== undefined,
        ...(round.corrects === undefined ? {} : { corrected: round.corrects.calls }),
      })
      const budgetUsd = known.settings.budgets.chat_run_usd
      const ask = (on: AnswerBasis, spentUsd = 0) =>
        askOnce(llm, on, { signal, budgetUsd: budgetUsd - spentUsd })
      const first = await ask(basis)
      const wanted = first.checked?.answer.look_first ?? []
      if (look === undefined || wanted.length === 0) return toJson(first)
      const looked = await Promise.all(
        wanted.map(async ({ tool, arguments: args }) => {
          const { output, error } = await look(tool, args)
          return { label: tool, text: JSON.stringify(output ?? error ?? null) }
        }),
      )
      const second = await ask(withLooks(basis, looked), first.cost_usd)
      const { tokens, cost_usd } = first
      return toJson({
        ...second,
        looked,
        tokens: tokens + second.tokens,
        cost_usd: cost_usd + second.cost_usd,
      })
    },
    { kind: 'model', input: { goal: round.goal }, measure },
  )
  return step as unknown as ModelReading
}

function measure({ tokens, cost_usd, model }: Pick<ModelReading, 'tokens' | 'cost_usd' | 'model'>) {
  return { tokens, cost_usd, ...(model === '' ? {} : { model, model_tier: 'STANDARD' as const }) }
}

const NOTHING = { model: '', tokens: 0, cost_usd: 0, looked: [] }

function toJson(reading: ModelReading) {
  return JSON.parse(JSON.stringify(reading)) as JsonObject &
    Pick<ModelReading, 'tokens' | 'cost_usd' | 'model'>
}

async function askOnce(
  llm: Llm,
  basis: AnswerBasis,
  call: { readonly signal: AbortSignal; readonly budgetUsd: number },
): Promise<ModelReading> {
  const check = (object: Parameters<typeof checkAnswer>[0]) => {
    const read = checkAnswer(object, basis)
    return read.ok ? [] : read.problems
  }
  let response: ModelResponse
  try {
    response = await llm.generate(answerRequest(basis), { ...call, check, withinMs: WITHIN_MS })
  } catch (error) {
    if (isSoulgateError(error, 'cancelled')) throw error
    const because = modelFailureOf(error) ?? (error instanceof Error ? error.message : String(error))
    return { ...NOTHING, model: llm.describe('STANDARD').model, because, ...spentOnFailure(error) }
  }
  const { model, usage, cost_usd, object } = response
  const spent = { model, tokens: usage.input_tokens + usage.output_tokens, cost_usd, looked: [] }
  const read = checkAnswer(object, basis)
  return read.ok ? { ...spent, checked: read.checked } : { ...spent, because: read.problems.join(' ') }
}

/** Answers that were of no use are paid for all the same. */
function spentOnFailure(error: unknown): Pick<ModelReading, 'tokens' | 'cost_usd'> {
  const spent = isSoulgateError(error) ? error.data.spent : undefined
  if (typeof spent !== 'object' || spent === null || !('tokens' in spent && 'cost_usd' in spent))
    return { tokens: 0, cost_usd: 0 }
  return { tokens: Number(spent.tokens), cost_usd: Number(spent.cost_usd) }
}
