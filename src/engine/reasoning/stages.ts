import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Confidence, PreValidationResult, Understanding } from '../../contracts/reasoning.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import {
  bandOf,
  type ConfidenceBand,
  computeConfidence,
  rateContextRichness,
  rateToolAvailability,
  rateToolConfidence,
} from '../confidence/confidence.ts'
import type { RunContext } from '../run/run.ts'
import { hasHistory, hasMaterial, understandGoal } from './goal/goal.ts'
import { preValidate, validationAdjustments } from './prevalidate/prevalidate.ts'
import { type Look, type Proposal, proposeCalls } from './propose/propose.ts'
import type { Known, Pass, ReasoningEnvironment } from './round.ts'

/** What was reasoned in one round; nothing of it has run. `reads` are the tool answers it rests on. */
export interface Reasoned {
  readonly understanding: Understanding
  readonly goal_understanding: number
  readonly understanding_evidence: readonly string[]
  readonly proposal: Proposal
  readonly reads: readonly { readonly label: string; readonly text: string }[]
}

export interface Graded {
  readonly confidence: Confidence
  readonly band: ConfidenceBand
  readonly goal_understanding: number
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
  { input, round }: Pass,
): Promise<Known> {
  const known = await context.step(
    `prevalidate:${round.number}`,
    async () => {
      const settings = await environment.settings()
      const conversation = await environment.soul.conversationContext(context.session_id, context.run_id)
      const history = [...conversation.prior_goals, ...round.personTexts.slice(0, -1)]
      const validation = settings.flags.pre_validation_enabled
        ? preValidate(round.goal, { tools: environment.tools(), context: input.context, history })
        : PASSED
      return { settings, conversation, validation } as unknown as JsonObject
    },
    { input: { goal: round.goal } },
  )
  const typed = known as unknown as Known
  context.emit('pre_validation', {
    round: round.number,
    validation_status: typed.validation.validation_status,
    failures: typed.validation.failures.map(failure => failure.message),
    final_confidence: typed.validation.final_confidence,
  })
  return typed
}

/** Stage 2: what the goal means and which calls would do it. Looks through read-only tools, changes nothing. */
export async function reason(
  environment: ReasoningEnvironment,
  context: RunContext,
  { input, round, known }: Pass & { readonly known: Known },
): Promise<Reasoned> {
  const now = await context.now()
  const reasoned = await context.step(
    `reason:${round.number}`,
    async () => {
      const tools = environment.tools()
      const history = [...known.conversation.prior_goals, ...round.personTexts.slice(0, -1)]
      const reading = understandGoal(round.goal, { tools, context: input.context, history })
      const reads: { label: string; text: string }[] = []
      const { look } = environment
      const proposal = await proposeCalls({
        goal: round.goal,
        tools,
        context: input.context,
        now: new Date(now),
        history,
        ...(look === undefined ? {} : { look: recordReads(look, reads) }),
      })
      return {
        understanding: reading.understanding,
        goal_understanding: reading.goal_understanding,
        understanding_evidence: reading.evidence,
        proposal,
        reads,
      } as unknown as JsonObject
    },
    { input: { goal: round.goal } },
  )
  return reasoned as unknown as Reasoned
}

/** Remembers what each look answered: the values of a proposal may stem from it. */
function recordReads(look: Look, reads: { label: string; text: string }[]): Look {
  return async (tool, args) => {
    const result = await look(tool, args)
    reads.push({ label: tool, text: JSON.stringify(result.output ?? result.error ?? null) })
    return result
  }
}

type Grading = Pass & { readonly known: Known; readonly reasoned: Reasoned }

/** Stage 3: the graded confidence with its evidence, and its band. */
export async function gradeProposal(
  environment: ReasoningEnvironment,
  context: RunContext,
  grading: Grading,
): Promise<Graded> {
  const { round, known } = grading
  const graded = await context.step(
    `confidence:${round.number}`,
    () => grade(grading, environment.tools()) as unknown as JsonValue,
  )
  const { confidence } = graded as unknown as Pick<Graded, 'confidence'>
  const goalUnderstanding =
    confidence.factors.find(factor => factor.factor === 'goal_understanding')?.value ?? 0
  return {
    confidence,
    band: bandOf(confidence.score, known.settings.thresholds),
    goal_understanding: goalUnderstanding,
  }
}

function grade(
  { input, round, known, reasoned }: Grading,
  tools: readonly RegisteredTool[],
): { readonly confidence: Confidence } {
  const { proposal } = reasoned
  const { settings, conversation } = known
  const surroundings = { context: input.context, history: conversation.prior_goals }
  const adjustments = validationAdjustments(known.validation)
  if (!settings.flags.graded_confidence_enabled) {
    return {
      confidence: { score: known.validation.final_confidence, factors: [], adjustments: [...adjustments] },
    }
  }
  const outcome = computeConfidence(
    {
      goal_understanding: {
        value: reasoned.goal_understanding,
        evidence: [...reasoned.understanding_evidence],
      },
      tool_availability: rateToolAvailability(availability(reasoned)),
      context_richness: rateContextRichness({
        self_contained: !known.validation.failures.some(failure => failure.check === 'context_availability'),
        prior_goals: conversation.prior_goals.length,
        history_available: hasHistory(surroundings),
        session_state: Object.keys(input.context).length > 0 || reasoned.reads.length > 0,
        preferences_known: Object.keys(conversation.user_preferences).length > 0,
        same_tool_recently: proposal.tool_calls.some(call => conversation.recent_tools.includes(call.tool)),
        material_given: hasMaterial(surroundings) || reasoned.reads.length > 0,
      }),
      tool_confidence: rateToolConfidence(traitsOf(reasoned, tools)),
      adjustments,
    },
    settings.weights,
  )
  if (outcome.ok) return { confidence: outcome.confidence }
  const text = `Round ${round.number} could not be graded: ${outcome.message}`
  return { confidence: { score: 0, factors: [], adjustments: [{ source: outcome.code, delta: 0, text }] } }
}

function availability({ proposal }: Reasoned) {
  const needed = Math.max(1, proposal.steps.length)
  const isCovered = proposal.tool_calls.length > 0 || hasNothingToDo(proposal)
  return {
    steps_needed: needed,
    steps_covered: isCovered ? needed : 0,
    fit: proposal.fit,
    arguments_known: proposal.missing_arguments.length === 0 ? 1 : 0.3,
    missing_named_tools: 0,
    unhealthy_tools: 0,
  }
}

/** The tools fit and everything is known, but there is nothing there to act on. */
export function hasNothingToDo(proposal: Proposal): boolean {
  return (
    proposal.tool_calls.length === 0 &&
    proposal.missing_arguments.length === 0 &&
    proposal.steps.length > 0 &&
    proposal.fit >= 0.5
  )
}

/** The proposed tools, or those that were only looked with; unconfirmed claims count as such. */
function traitsOf({ proposal, reads }: Reasoned, tools: readonly RegisteredTool[]) {
  const named =
    proposal.tool_calls.length > 0
      ? proposal.tool_calls.map(call => call.tool)
      : reads.map(read => read.label)
  return [...new Set(named)].flatMap(name => {
    const tool = tools.find(item => item.name === name)
    if (!tool) return []
    const { annotations, reversibility, claimed } = tool
    return [{ name, annotations, reversibility, claimed, handles_errors: true }]
  })
}
