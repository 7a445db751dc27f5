import { SoulgateError } from '../../base/errors.ts'
import { delimitPersonWords } from '../memory/memory.ts'
import type { GateAnswer, RunContext } from '../run/run.ts'
import type { LoopEnvironment, LoopLimits, Talk } from './loop-ports.ts'
import { say, toOwnMessages } from './remember.ts'

/** Turns a run may still take after people asked it to leave the rest out. */
const WRAP_UP_STEPS = 5
const WRAP_UP_SHARE = 0.25

/** Throws when nothing succeeded for too long; asks people when the model was called often enough. */
export async function keepWithinLimits(
  environment: LoopEnvironment,
  context: RunContext,
  { talk, limits }: { readonly talk: Talk; readonly limits: LoopLimits },
): Promise<Talk> {
  if (talk.errorsInARow >= limits.maxConsecutiveErrors) {
    throw new SoulgateError(
      'too_many_errors',
      `${talk.errorsInARow} turns in a row failed, so the run stopped. The last one: ${talk.lastError}`,
    )
  }
  if (talk.step <= talk.maxSteps) return talk
  const answer = await askForMore(context, talk, {
    constraint: 'scope',
    summary: `The agent has called the model ${talk.maxSteps} times and is not done`,
    required: `More than ${talk.maxSteps} turns.`,
    limit: talk.maxSteps,
  })
  const wanted = newLimitOf(answer)
  if (answer.gate.status === 'approved') {
    const enough = wanted !== undefined && wanted > talk.maxSteps ? Math.floor(wanted) : talk.maxSteps * 2
    return { ...talk, maxSteps: enough }
  }
  return reduceScope(environment, context, { ...talk, maxSteps: talk.maxSteps + WRAP_UP_STEPS }, answer)
}

/** The money is used up: people raise the limit, have the rest left out, or end the run. */
export async function askForMoney(
  environment: LoopEnvironment,
  context: RunContext,
  { talk, because }: { readonly talk: Talk; readonly because: string },
): Promise<Talk> {
  const answer = await askForMore(context, talk, {
    constraint: 'budget',
    summary: 'The agent has used up its budget and is not done',
    required: because,
    limit: talk.budgetUsd,
  })
  const step = talk.step + 1
  if (answer.gate.status === 'approved') {
    const wanted = newLimitOf(answer)
    const enough = wanted !== undefined && wanted > talk.budgetUsd ? wanted : talk.spentUsd + talk.budgetUsd
    return { ...talk, step, budgetUsd: enough, isDayWaived: true }
  }
  const wrapUp = talk.spentUsd + Math.max(talk.budgetUsd, 0.01) * WRAP_UP_SHARE
  const reduced = { ...talk, step, budgetUsd: wrapUp, isDayWaived: true }
  return reduceScope(environment, context, reduced, answer)
}

interface Exhausted {
  readonly constraint: 'scope' | 'budget'
  readonly summary: string
  readonly required: string
  readonly limit: number
}

function askForMore(context: RunContext, talk: Talk, about: Exhausted): Promise<GateAnswer> {
  const { constraint, summary, required, limit } = about
  const info = {
    task: talk.input.message.slice(0, 500),
    constraint,
    required_change: required,
    limit,
    turns: talk.step - 1,
    spent_usd: talk.spentUsd,
  }
  return context.gate(`limit:${constraint}:${talk.step}`, {
    terms: { type: 'constraint_exception' },
    summary,
    details: required,
    subject: { document: info },
    constraint_info: info,
    cost_so_far_usd: talk.spentUsd,
    why_held: [{ source: 'policy', text: required }],
  })
}

/** Reduced: the person's words reach the model. Anything else ends the run. */
async function reduceScope(
  environment: LoopEnvironment,
  context: RunContext,
  talk: Talk,
  { gate, decision }: GateAnswer,
): Promise<Talk> {
  if (gate.status !== 'steered') {
    const who = decision?.decided_by_name ?? decision?.decided_by ?? 'the gate was withdrawn'
    throw new SoulgateError('aborted', `The run was aborted at its limit (${who}). What was done stays done.`)
  }
  const words = decision?.steer_instructions ?? ''
  const message = {
    message_id: context.id('msg'),
    run_id: context.run_id,
    role: 'user' as const,
    content: delimitPersonWords('steer', words),
    hidden: true,
  }
  if (talk.ownMessages) {
    const ownMessages = toOwnMessages(context, talk.ownMessages, [message])
    return { ...talk, ownMessages, personTexts: [...talk.personTexts, words] }
  }
  await context.step(`reduce:${talk.step}`, () => null, {
    write: tx => say(environment, tx, { context, messages: [message] }),
  })
  return { ...talk, personTexts: [...talk.personTexts, words] }
}

function newLimitOf({ decision }: GateAnswer): number | undefined {
  const limit = Number(decision?.option_input?.new_limit ?? Number.NaN)
  return Number.isFinite(limit) && limit > 0 ? limit : undefined
}
