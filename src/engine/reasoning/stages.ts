import type { JsonObject } from '../../contracts/json-value.ts'
import type { PreValidationResult, Understanding } from '../../contracts/reasoning.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import type { RunContext } from '../run/run.ts'
import { askSoul, type SoulAnswer } from './ask-soul.ts'
import { type DraftedArgument, draftMissing } from './draft-arguments.ts'
import { fitArguments } from './fit-arguments.ts'
import { respellGoal, understandGoal } from './goal/goal.ts'
import { canConsult } from './model/can-consult.ts'
import { preValidate } from './prevalidate/prevalidate.ts'
import { type Look, type Proposal, proposeCalls, type ToolSupport } from './propose/propose.ts'
import type { Known, Pass, ReasoningEnvironment } from './round.ts'
import { weighUnderstanding } from './weigh-understanding.ts'

/** What was reasoned in one round; nothing of it has run. `reads` are the tool answers it rests on. */
export interface Reasoned {
  readonly understanding: Understanding
  readonly goal_understanding: number
  readonly understanding_evidence: readonly string[]
  readonly proposal: Proposal
  /** Arguments that stand in the proposal although nobody named them; a person must look first. */
  readonly drafted: readonly DraftedArgument[]
  /** The tool is only the nearest by its words; a person must look first. */
  readonly is_nearest: boolean
  readonly reads: readonly { readonly label: string; readonly text: string }[]
  /** Why a person must look first, as a language model made it so. */
  readonly look_because?: string
}

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
      const history = [...conversation.prior_goals, ...round.personTexts.slice(0, -1)]
      const validation = settings.flags.pre_validation_enabled
        ? preValidate(respellGoal(round.goal, tools), { tools, context: input.context, history })
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
      const tools = environment.tools()
      const history = [...known.conversation.prior_goals, ...round.personTexts.slice(0, -1)]
      const goal = respellGoal(round.goal, tools)
      const reading = understandGoal(goal, { tools, context: input.context, history })
      const reads: { label: string; text: string }[] = []
      const { look } = environment
      const request = {
        goal,
        tools,
        context: input.context,
        now: new Date(environment.now()),
        history,
        ...(look === undefined ? {} : { look: recordReads(look, reads) }),
      }
      const planned = fitArguments(await proposeCalls(request), tools)
      const understood = weighUnderstanding(reading, { proposal: planned, tools })
      const { proposal, drafted } = understood.is_open
        ? { proposal: planned, drafted: [] }
        : draftMissing(planned, { goal: round.goal, tools, now: request.now })
      return {
        understanding: reading.understanding,
        goal_understanding: understood.value,
        understanding_evidence: understood.evidence,
        proposal,
        drafted,
        is_nearest: proposal.tool_calls.length > 0 && proposal.fit < surenessNeeded(proposal, tools),
        reads,
      } as unknown as JsonObject
    },
    { input: { goal: round.goal } },
  )
  return reasoned as unknown as Reasoned
}

/** Below this a tool is only the nearest of the set: as likely as not it is another one that is meant. */
const NEAREST_BELOW = 0.5
/** A tool that changes something must be meant beyond doubt before it may run without a person having looked. */
const CHANGES_FROM = 0.9
/** Beyond this it is meant although the words name its act or its thing only by the way. */
const CHANGES_UNNAMED_FROM = 0.98

function surenessNeeded(
  { tool_calls: calls, change_support: support }: Proposal,
  tools: readonly RegisteredTool[],
): number {
  const onlyReads = calls.every(
    call => tools.find(tool => tool.name === call.tool)?.annotations.read_only === true,
  )
  if (onlyReads) return NEAREST_BELOW
  return support === undefined || isPlainlyMeant(support) ? CHANGES_FROM : CHANGES_UNNAMED_FROM
}

/** The words name the tool's act, and its thing or an act that only few words mean; or the very element of the page. */
function isPlainlyMeant({ element, noun, plain, verb, act }: ToolSupport): boolean {
  if (element > 0) return true
  const saysAct = verb > 0 || act > 0 || plain >= PLAIN_ACT
  return saysAct && (noun > 0 || verb >= PLAIN_ACT || plain >= PLAIN_ACT)
}

const PLAIN_ACT = 0.7

/** Remembers what each look answered: the values of a proposal may stem from it. */
function recordReads(look: Look, reads: { label: string; text: string }[]): Look {
  return async (tool, args) => {
    const result = await look(tool, args)
    reads.push({ label: tool, text: JSON.stringify(result.output ?? result.error ?? null) })
    return result
  }
}
