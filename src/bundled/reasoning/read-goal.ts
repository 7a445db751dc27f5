import type { AgentContext } from '../../agents/public.ts'
import type { ModelResponse } from '../../contracts/model.ts'
import {
  type AnswerBasis,
  answerRequest,
  basisOf,
  checkAnswer,
  type Known,
  type ModelReading,
  type Pass,
  withLooks,
} from '../../engine/reasoning/reasoning.ts'
import type { GoalModel, ReasoningHost } from './ports.ts'

/** Longest wait for one answer; a model on this machine may need most of it. */
const WITHIN_MS = 60_000

/**
 * Stage 2 where a language model is configured: it reads the goal first, in one structured call. An answer that does
 * not hold is sent back once with what is wrong with it; without one that holds the built-in reader reads.
 */
export function readGoalWithModel(
  host: ReasoningHost,
  context: AgentContext,
  { round, input, known }: Pass & { readonly known: Known },
): Promise<ModelReading> {
  return context.step(
    `read:${round.number}`,
    async (signal, { look }): Promise<ModelReading> => {
      const { model, mayLook } = host
      if (!model) return { ...NOTHING, because: 'no language model is configured any more' }
      const basis = basisOf({
        ...{ goal: round.goal, context: input.context, known, tools: host.tools(), mayLook },
        ...(round.corrects === undefined ? {} : { corrected: round.corrects.calls }),
      })
      const budgetUsd = known.settings.budgets.chat_run_usd
      const ask = (on: AnswerBasis, spentUsd = 0) =>
        askOnce(model, on, { signal, budgetUsd: budgetUsd - spentUsd })
      const first = await ask(basis)
      const wanted = first.checked?.answer.look_first ?? []
      if (!mayLook || wanted.length === 0) return first
      const looked = await Promise.all(
        wanted.map(async ({ tool, arguments: args }) => {
          const { output, error } = await look(tool, args)
          return { label: tool, text: JSON.stringify(output ?? error ?? null) }
        }),
      )
      const second = await ask(withLooks(basis, looked), first.cost_usd)
      const { tokens, cost_usd } = first
      return { ...second, looked, tokens: tokens + second.tokens, cost_usd: cost_usd + second.cost_usd }
    },
    { kind: 'model', input: { goal: round.goal }, usage },
  )
}

function usage({ tokens, cost_usd: costUsd, model }: ModelReading) {
  return { tokens, costUsd, ...(model === '' ? {} : { model, tier: 'standard' as const }) }
}

const NOTHING = { model: '', tokens: 0, cost_usd: 0, looked: [] }

async function askOnce(
  goalModel: GoalModel,
  basis: AnswerBasis,
  call: { readonly signal: AbortSignal; readonly budgetUsd: number },
): Promise<ModelReading> {
  const check = (object: ModelResponse['object']) => {
    const read = checkAnswer(object, basis)
    return read.ok ? [] : read.problems
  }
  const response = await goalModel.ask(answerRequest(basis), { ...call, check, withinMs: WITHIN_MS })
  if ('because' in response) return { ...NOTHING, model: goalModel.describe().model, ...response }
  const { model, usage: used, cost_usd, object } = response
  const spent = { model, tokens: used.input_tokens + used.output_tokens, cost_usd, looked: [] }
  const read = checkAnswer(object, basis)
  return read.ok ? { ...spent, checked: read.checked } : { ...spent, because: read.problems.join(' ') }
}
