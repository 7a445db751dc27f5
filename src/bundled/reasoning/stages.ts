import type { AgentContext } from '../../agents/public.ts'
import type { PreValidationResult } from '../../contracts/reasoning.ts'
import {
  bandUnder,
  type Graded,
  gradeProposal,
  gradeStopped,
  type Known,
  type ModelReading,
  type Pass,
  type Reasoned,
  reasonFrom,
  toReasoned,
  validateGoal,
} from '../../engine/reasoning/reasoning.ts'
import { askSoul, type SoulAnswer } from './ask-soul.ts'
import type { GoalModel, ReasoningHost } from './ports.ts'

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
  host: ReasoningHost,
  context: AgentContext,
  pass: Pass,
): Promise<SoulAnswer<Known>> {
  const { input, round } = pass
  const readConversation = () => host.soul.conversationContext(context.sessionId, context.runId)
  // A remote Soul may have to be waited for; the built-in one is read within the step.
  const isRemote = host.soul.kind === 'remote'
  const heard = isRemote
    ? await askSoul(host, context, { ...pass, about: 'context', ask: readConversation })
    : undefined
  if (heard !== undefined && 'timed_out' in heard) return heard
  const known = await context.step(
    `prevalidate:${round.number}`,
    async (): Promise<Known> => {
      const settings = await host.settings()
      const tools = host.tools()
      const conversation = heard?.answer ?? (await readConversation())
      const history = [...conversation.prior_goals, ...round.said.slice(0, -1)]
      const validation = settings.flags.pre_validation_enabled
        ? validateGoal({ goal: round.goal, tools, context: input.context, history })
        : PASSED
      const reads = canConsult(host.model) ? ({ reads_with_model: true } as const) : {}
      const corrects = round.corrects === undefined ? {} : ({ reads_corrections: true } as const)
      return { settings, validation, conversation, ...reads, ...corrects }
    },
    { input: { goal: round.goal } },
  )
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
  host: ReasoningHost,
  context: AgentContext,
  { input, round, known, reading }: Reasoning,
): Promise<Reasoned> {
  return context.step(
    `reason:${round.number}`,
    async (_signal, { look }): Promise<Reasoned> => {
      const tools = host.tools()
      if (reading !== undefined && isUsable(reading))
        return toReasoned(reading, { goal: round.goal, known, tools })
      const history = [...known.conversation.prior_goals, ...round.said.slice(0, -1)]
      const question = { goal: round.goal, tools, context: input.context, history }
      const answer = await reasonFrom({ ...question, now: host.now() }, host.mayLook ? look : undefined)
      const asked = reading === undefined ? {} : { model: reading.model, because: reading.because ?? '' }
      return { ...answer, read_by: { by: 'built_in', ...asked } }
    },
    { input: { goal: round.goal } },
  )
}

/** Whether rules found that it speaks of this goal and of tools that were offered. */
export function isUsable<One extends ModelReading>(
  reading: One,
): reading is One & Required<Pick<ModelReading, 'checked'>> {
  return reading.checked !== undefined
}

/** A run of before models read first: what its model said was journaled beside what rules read, and stands. */
export function recallConsulted(
  context: AgentContext,
  { round, reasoned }: Pick<Pass, 'round'> & { readonly reasoned: Reasoned },
): Promise<Reasoned> {
  return context.step(`reason:${round.number}:model`, () => reasoned, {
    kind: 'model',
    input: { goal: round.goal },
  })
}

/** Whether a language model is there to be consulted; the offline model is the deterministic reasoner itself. */
function canConsult(model: GoalModel | undefined): boolean {
  return model !== undefined && !model.describe().isOffline
}

/** Stage 3: how sure it is that the proposed calls are what is wanted and will do it. */
export async function grade(
  host: ReasoningHost,
  context: AgentContext,
  grading: Pass & { readonly known: Known; readonly reasoned: Reasoned },
): Promise<Graded> {
  const { round, known, reasoned } = grading
  const graded = await context.step(`confidence:${round.number}`, () => gradeProposal(grading, host.tools()))
  const { goal_understanding } = reasoned
  return { ...graded, band: bandUnder(known, graded.confidence), goal_understanding }
}

/** Stage 3 of a goal that pre-validation stopped; it is told and asked for nothing. */
export async function gradeUnread(
  host: ReasoningHost,
  context: AgentContext,
  stopped: Pass & { readonly known: Known },
): Promise<void> {
  await context.step(`confidence:${stopped.round.number}`, () => gradeStopped(stopped, host.tools()))
}
