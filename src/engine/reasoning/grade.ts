import type { JsonObject } from '../../contracts/json-value.ts'
import type { Confidence, Understanding } from '../../contracts/reasoning.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import {
  bandOf,
  type ConfidenceBand,
  computeConfidence,
  rateContextRichness,
  rateToolAvailability,
  rateToolConfidence,
} from '../confidence/confidence.ts'
import { quoteLeftover } from './ask-verified.ts'
import { hasHistory, hasMaterial } from './goal/goal.ts'
import { understandWords } from './goal-reader.ts'
import { withoutCorrected } from './language/language.ts'
import type { ModelFindings } from './model/findings.ts'
import { validationAdjustments } from './prevalidate/prevalidate.ts'
import type { Proposal } from './propose/propose.ts'
import type { Reasoned } from './reason-about.ts'
import type { Known, Pass, Round } from './round.ts'
import { elementsOfContext } from './ui-elements/ui-elements.ts'
import { type Objection, readKnownThings, type Verification, verifyReading } from './verify/verify.ts'

/** The graded confidence of one round with its evidence, and its band. */
export interface Graded {
  readonly confidence: Confidence
  readonly band: ConfidenceBand
  readonly goal_understanding: number
  /** What does not agree between the goal and the calls; absent in journals of before. */
  readonly verification?: Verification
  /** What a goal was taken to mean that was stopped before it was reasoned about. */
  readonly understanding?: Understanding
}

/** Below this the goal is too vague to say which tool would serve it (design 4.A). */
export const AMBIGUOUS_BELOW = 0.3
/** Below this a goal has several interpretations (document A, section 4, factor 1). */
export const PARTLY_AMBIGUOUS_BELOW = 0.5

type Grading = Pass & { readonly known: Known; readonly reasoned: Reasoned }

/** How sure it is that the proposed calls are what is wanted and will do it. */
export function gradeProposal(
  grading: Grading,
  tools: readonly RegisteredTool[],
): Pick<Graded, 'confidence'> & Required<Pick<Graded, 'verification'>> {
  const { input, round, reasoned } = grading
  const { tool_calls: calls } = reasoned.proposal
  const read = { calls, tools, spoken: namesOf(input.context), known: readKnownThings(input.context) }
  const found = leaveReplaced(verifyReading(withoutCorrected(round.goal), read), round.corrects)
  const verification = withFindings(found, reasoned.findings)
  return { confidence: grade({ ...grading, verification }, tools), verification }
}

/** The band of a score under the settings of the round. */
export function bandUnder({ settings }: Known, { score }: Confidence): ConfidenceBand {
  return bandOf(score, settings.thresholds)
}

/** Where a model reads a correction with its goal, it alone says what is left out: rules cannot tell what was replaced. */
function leaveReplaced(found: Verification, corrects: Round['corrects']): Verification {
  if (corrects?.is_joined !== true) return found
  const isSaidLast = ({ span }: Objection) => span.start > corrects.goal.length
  return {
    ...found,
    leftover: [],
    objections: found.objections.filter(
      one => one.kind === 'widened' || (one.kind === 'unnamed' && isSaidLast(one)),
    ),
  }
}

/** What rules found and what the model itself says; the same words are told once. */
function withFindings(found: Verification, findings: ModelFindings | undefined): Verification {
  if (findings === undefined) return found
  const told = findings.leftover.filter(
    ({ start, end }) =>
      ![...found.leftover, ...found.conditions].some(span => start < span.end && end > span.start),
  )
  return {
    ...found,
    leftover: [...found.leftover, ...told].toSorted((left, right) => left.start - right.start),
    objections: [...found.objections, ...findings.objections],
  }
}

/** What people call the elements of the page at hand, by their ids. */
function namesOf(context: JsonObject): (value: string) => string | undefined {
  const elements = elementsOfContext(context) ?? []
  const names = new Map(elements.map(({ id, name, text }) => [id, [name, text ?? ''].join(' ')]))
  return value => names.get(value)
}

/** The confidence of a goal that pre-validation stopped: nothing is proposed, so no tool counts for it. */
export function gradeStopped(
  stopped: Pass & { readonly known: Known },
  tools: readonly RegisteredTool[],
): Pick<Graded, 'confidence'> & Required<Pick<Graded, 'understanding'>> {
  const { input, round, known } = stopped
  const surroundings = { context: input.context, history: known.conversation.prior_goals }
  const { goal_understanding, evidence, understanding } = understandWords({
    ...{ goal: round.goal, tools },
    ...surroundings,
  })
  const reasoned = { goal_understanding, understanding_evidence: evidence, reads: [] }
  return { confidence: grade({ ...stopped, reasoned }, []), understanding }
}

type Gradable = Pass & {
  readonly known: Known
  readonly verification?: Verification
  readonly reasoned: Pick<Reasoned, 'goal_understanding' | 'understanding_evidence' | 'reads'> &
    Partial<Pick<Reasoned, 'proposal' | 'findings' | 'right'>>
}

function grade(gradable: Gradable, tools: readonly RegisteredTool[]): Confidence {
  const { round, known, reasoned } = gradable
  // What the checks say of the words alone is a doubt about a model's reading, and weighs nothing.
  const adjustments = reasoned.findings === undefined ? [...validationAdjustments(known.validation)] : []
  if (!known.settings.flags.graded_confidence_enabled)
    return { score: known.validation.final_confidence, factors: [], adjustments }
  const outcome = computeConfidence(
    {
      goal_understanding: {
        value: reasoned.goal_understanding,
        evidence: [...reasoned.understanding_evidence],
      },
      tool_availability: rateToolAvailability(availability(reasoned)),
      context_richness: rateContextRichness(contextSignals(gradable)),
      tool_confidence:
        reasoned.proposal === undefined
          ? { value: 0, evidence: ['nothing is proposed, because the goal was stopped'] }
          : rateToolConfidence(traitsOf(reasoned, tools)),
      adjustments,
    },
    known.settings.weights,
  )
  if (outcome.ok) return capUnsure(meetJudge(outcome.confidence, reasoned.right), gradable)
  const text = `Round ${round.number} could not be graded: ${outcome.message}`
  return { score: 0, factors: [], adjustments: [{ source: outcome.code, delta: 0, text }] }
}

/** The factors say how much is known, the judge how often what was read like this is right: the score is the middle. */
function meetJudge(confidence: Confidence, right: number | undefined): Confidence {
  if (right === undefined) return confidence
  const delta = Math.round(((right - confidence.score) / 2) * 1e6) / 1e6
  const text = `Of calls that were read like these, ${Math.round(100 * right)} in 100 are what was meant.`
  const score = Math.round((confidence.score + delta) * 1e6) / 1e6
  return {
    ...confidence,
    score,
    adjustments: [...confidence.adjustments, { source: 'reading', delta, text }],
  }
}

/** The adjustments that lower a score only as far as a person has to look. */
export const CAP_SOURCES: ReadonlySet<string> = new Set([
  'language_model',
  'guessed_arguments',
  // In journals of before.
  'nearest_tool',
  'drafted_arguments',
  'partial_reading',
])

/** The highest score of what somebody must look at first, however sure the rest is. */
export function mostUnsure({ high }: Settings['thresholds']): number {
  return high - 0.01
}

/** A reading that left words out, or an argument that is guessed, must be looked at, however sure the rest is. */
function capUnsure(confidence: Confidence, { known, reasoned, verification }: Gradable): Confidence {
  const doubts = (reasoned.findings?.doubts ?? []).join(' ')
  const guessed = reasoned.proposal?.guessed_arguments ?? []
  const most = mostUnsure(known.settings.thresholds)
  const partial = verification === undefined ? '' : quoteLeftover(verification)
  const names = guessed.map(({ tool, name }) => `${name} of ${tool}`).join(', ')
  const leftOver = guessed.length === 0 ? '' : `${names} is what was left over of the words.`
  const found = [
    { source: 'language_model', text: doubts },
    { source: 'partial_reading', text: partial },
    { source: 'guessed_arguments', text: leftOver },
  ].find(({ text }) => text !== '')
  if (found === undefined || confidence.score <= most) return confidence
  const delta = Math.round((most - confidence.score) * 1e6) / 1e6
  return { ...confidence, score: most, adjustments: [...confidence.adjustments, { ...found, delta }] }
}

function contextSignals({ input, known, reasoned }: Gradable) {
  const { conversation, validation } = known
  const surroundings = { context: input.context, history: conversation.prior_goals }
  const calls = reasoned.proposal?.tool_calls ?? []
  return {
    self_contained: !validation.failures.some(failure => failure.check === 'context_availability'),
    prior_goals: conversation.prior_goals.length,
    history_available: hasHistory(surroundings),
    session_state: Object.keys(input.context).length > 0 || reasoned.reads.length > 0,
    preferences_known: Object.keys(conversation.user_preferences).length > 0,
    same_tool_recently: calls.some(call => conversation.recent_tools.includes(call.tool)),
    material_given: hasMaterial(surroundings) || reasoned.reads.length > 0,
    everything_told: isToldByGoal(reasoned),
  }
}

/** From this fit on a tool is plainly the one that is meant. */
const PLAIN_FIT = 0.88

/** A plain tool for each step, and no argument missing, guessed or looked up. */
function isToldByGoal({ goal_understanding, proposal, reads }: Gradable['reasoned']): boolean {
  if (proposal === undefined || reads.length > 0 || goal_understanding < AMBIGUOUS_BELOW) return false
  const isSure = proposal.missing_arguments.length + (proposal.guessed_arguments ?? []).length === 0
  return isSure && proposal.tool_calls.length > 0 && proposal.fit >= PLAIN_FIT
}

/** Which tools would serve a goal that nobody understands is not known, so none counts as available. */
function availability({ goal_understanding, proposal }: Gradable['reasoned']) {
  const needed = Math.max(1, proposal?.steps.length ?? 1)
  const isKnown = proposal !== undefined && goal_understanding >= AMBIGUOUS_BELOW
  const isCovered = isKnown && (proposal.tool_calls.length > 0 || hasNothingToDo(proposal))
  return {
    steps_needed: needed,
    steps_covered: isCovered ? needed : 0,
    fit: fitOf(proposal, goal_understanding),
    arguments_known: argumentsKnown(proposal),
    missing_named_tools: 0,
    unhealthy_tools: 0,
  }
}

/** Chosen tools fit no better than the whole reading is understood; planned files and a model's calls fit as they say. */
function fitOf(proposal: Proposal | undefined, understood: number): number {
  if (proposal?.support === undefined) return proposal?.fit ?? 0
  return Math.min(proposal.fit, understood)
}

function argumentsKnown(proposal: Proposal | undefined): number {
  return proposal === undefined || proposal.missing_arguments.length > 0 ? 0.3 : 1
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
function traitsOf(
  { goal_understanding, proposal, reads }: Gradable['reasoned'],
  tools: readonly RegisteredTool[],
) {
  const calls = proposal?.tool_calls ?? []
  const named = calls.length > 0 ? calls.map(call => call.tool) : reads.map(read => read.label)
  if (goal_understanding < AMBIGUOUS_BELOW) return []
  return [...new Set(named)].flatMap(name => {
    const tool = tools.find(item => item.name === name)
    if (!tool) return []
    const { annotations, reversibility, claimed } = tool
    return [{ name, annotations, reversibility, claimed, handles_errors: true }]
  })
}
