import type { JsonObject } from '../../contracts/json-value.ts'
import type { PreValidationResult } from '../../contracts/reasoning.ts'
import type { Llm } from '../../llm/llm.ts'
import type { RunContext } from '../run/run.ts'
import { askSoul, type SoulAnswer } from './ask-soul.ts'
import { reasonFrom, validateGoal } from './goal-reader.ts'
import type { ModelReading } from './model/read-goal.ts'
import { toReasoned } from './model/to-reasoned.ts'
import type { Reasoned } from './reason-about.ts'
import type { Known, Pass, ReasoningEnvironment } from './round.ts'

const PASSED: PreValidationResult = {
  validation_status: 'passed',
  checks_passed: 0,
  checks_failed: 0,
  failures: [],
  final_confidence: 0.75,
  recommendation: 'proceed',
  suggested_questions: [],
}

/** Stage 1: the settings and the conversation of this moment, and the six checks. Calls no tool. */
export async function validate(
  environment: ReasoningEnvironment,
  context: RunContext,
  pass: Pass,
): Promise<SoulAnswer<Known>> {
  const { input, round } = pass
  const readConversation = () => environment.soul.conversationContext(context.session_id, context.run_id)
  // A remote Soul may have to be waited for; the built-in one is read within the step.
  const isRemote = environment.soul.kind === 'remote'
  const heard = isRemote
    ? await askSoul(environment, context, { ...pass, about: 'context', ask: readConversation })
    : undefined
  if (heard !== undefined && 'timed_out' in heard) return heard
  const step = await context.step(
    `prevalidate:${round.number}`,
    async () => {
      const settings = await environment.settings()
      const tools = environment.tools()
      const conversation = heard?.answer ?? (await readConversation())
      const history = [...conversation.prior_goals, ...round.said.slice(0, -1)]
      const validation = settings.flags.pre_validation_enabled
        ? validateGoal({ goal: round.goal, tools, context: input.context, history })
        : PASSED
      const reads = canConsult(environment.llm) ? { reads_with_model: true } : {}
      const corrects = round.corrects === undefined ? {} : { reads_corrections: true }
      return { settings, validation, conversation, ...reads, ...corrects } as unknown as JsonObject
    },
    { input: { goal: round.goal } },
  )
  const known = step as unknown as Known
  context.emit('pre_validation', {
    round: round.number,
    validation_status: known.validation.validation_status,
    failures: known.validation.failures.map(failure => failure.message),
    final_confidence: known.validation.final_confidence,
  })
  return { answer: known }
}

type Reasoning = Pass & { readonly known: Known; readonly reading?: ModelReading | undefined }

/**
 * Stage 2: what the goal means and which calls would do it. A model's reading that held stands; without one the
 * built-in reader reads. Looks through read-only tools, changes nothing.
 */
export async function reason(
  environment: ReasoningEnvironment,
  context: RunContext,
  { input, round, known, reading }: Reasoning,
): Promise<Reasoned> {
  const reasoned = await context.step(
    `reason:${round.number}`,
    async () => {
      const tools = environment.tools()
      if (reading !== undefined && isUsable(reading))
        return toReasoned(reading, { goal: round.goal, known, tools }) as unknown as JsonObject
      const history = [...known.conversation.prior_goals, ...round.said.slice(0, -1)]
      const question = { goal: round.goal, tools, context: input.context, history }
      const answer = await reasonFrom({ ...question, now: environment.now() }, environment.look)
      const asked = reading === undefined ? {} : { model: reading.model, because: reading.because ?? '' }
      return { ...answer, read_by: { by: 'built_in', ...asked } } as unknown as JsonObject
    },
    { input: { goal: round.goal } },
  )
  return reasoned as unknown as Reasoned
}

/** Whether rules found that it speaks of this goal and of tools that were offered. */
export function isUsable<One extends ModelReading>(
  reading: One,
): reading is One & Required<Pick<ModelReading, 'checked'>> {
  return reading.checked !== undefined
}

/** A run of before models read first: what its model said was journaled beside what rules read, and stands. */
export async function recallConsulted(
  context: RunContext,
  { round, reasoned }: Pick<Pass, 'round'> & { readonly reasoned: Reasoned },
): Promise<Reasoned> {
  const recalled = await context.step(
    `reason:${round.number}:model`,
    () => reasoned as unknown as JsonObject,
    { kind: 'model', input: { goal: round.goal } },
  )
  return recalled as unknown as Reasoned
}

/** Whether a language model is there to be consulted; the offline model is the deterministic reasoner itself. */
function canConsult(llm: Llm | undefined): boolean {
  return llm !== undefined && !llm.describe('STANDARD').isOffline
}
