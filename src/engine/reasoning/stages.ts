import type { JsonObject } from '../../contracts/json-value.ts'
import type { PreValidationResult } from '../../contracts/reasoning.ts'
import type { RunContext } from '../run/run.ts'
import { askSoul, type SoulAnswer } from './ask-soul.ts'
import { canConsult } from './model/can-consult.ts'
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
        ? await environment.reader.validate({ goal: round.goal, tools, context: input.context, history })
        : PASSED
      const asks = canConsult(environment.llm) ? { asks_model: true } : {}
      return { settings, validation, conversation, ...asks } as unknown as JsonObject
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

/** Stage 2: what the goal means and which calls would do it. Looks through read-only tools, changes nothing. */
export async function reason(
  environment: ReasoningEnvironment,
  context: RunContext,
  { input, round, known }: Pass & { readonly known: Known },
): Promise<Reasoned> {
  const reasoned = await context.step(
    `reason:${round.number}`,
    async () => {
      const history = [...known.conversation.prior_goals, ...round.said.slice(0, -1)]
      const question = { goal: round.goal, tools: environment.tools(), context: input.context, history }
      const answer = await environment.reader.reason(
        { ...question, now: environment.now() },
        environment.look,
      )
      return answer as unknown as JsonObject
    },
    { input: { goal: round.goal } },
  )
  return reasoned as unknown as Reasoned
}
