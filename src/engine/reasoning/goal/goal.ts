import type { ConfidenceFactor, Understanding } from '../../../contracts/reasoning.ts'
import type { Tool } from '../../../contracts/tool.ts'
import { type GoalSignals, rateGoalUnderstanding } from '../../confidence/confidence.ts'
import { type ReadGoal, rateWording, readGoal } from './clarity.ts'
import type { Surroundings } from './material.ts'
import { findPointers, type Pointer } from './pointers.ts'
import { type Referents, resolveReferents } from './referents.ts'
import { describeUnderstanding } from './understanding.ts'
import { contentWords, findVagueness, QUESTION, type VagueReason } from './vagueness.ts'

export { contextTexts, hasHistory, hasMaterial, type Surroundings } from './material.ts'
export { findPointers, hideQuoted, type Pointer, type PointerKind } from './pointers.ts'
export { type Mention, type Referents, resolveReferents } from './referents.ts'
export { NOTHING_UNDERSTOOD } from './understanding.ts'
export type { VagueReason } from './vagueness.ts'

/** The part of a tool that a goal is read against. */
export type ToolShape = Pick<Tool, 'name' | 'description' | 'input_schema'> &
  Partial<Pick<Tool, 'annotations'>>

/** What a goal means and how well it is understood; the value is in [0,1] and equals its factor's value. */
export interface GoalReading {
  readonly understanding: Understanding
  readonly goal_understanding: number
  readonly signals: GoalSignals
  readonly evidence: ConfidenceFactor['evidence']
  readonly pointers: readonly Pointer[]
  readonly referents: Referents
  readonly vagueness: readonly VagueReason[]
}

/** What is known besides the words: context and history, the registered tools, and contradictions found before. */
export interface GoalKnowledge extends Surroundings {
  readonly tools?: readonly ToolShape[]
  readonly contradictions?: number
}

/**
 * Reads a goal: what is meant, and how determinate it is. Deterministic; no model, no learned vocabulary.
 * Below 0.3 the goal is too vague to act on. Clarity = a logistic of the wording, lowered for each mention
 * that fits several listed things and capped by whatever makes the goal vague.
 */
export function understandGoal(goal: string, knowledge: GoalKnowledge = {}): GoalReading {
  const read = readGoal(goal)
  const pointers = findPointers(goal, knowledge)
  const referents = resolveReferents(goal, knowledge)
  const vagueness = read.words.length === 0 ? [EMPTY_GOAL] : findVagueness(read, pointers)
  const signals: GoalSignals = {
    clarity: clarityOf(read, { referents, vagueness }),
    action_verb: read.verbs.length > 0 || goal.trimEnd().endsWith('?') || QUESTION.test(goal),
    target: hasTarget(read, vagueness),
    context_provided: /\b(?:in|on|at|inside|within|under|from)\s+(?:the|a|an|my|our|this|[A-Z"'“`])/.test(
      goal,
    ),
    outcome_stated: OUTCOME.test(goal),
    free_of_contradiction: (knowledge.contradictions ?? 0) === 0,
    unresolved_references: Math.min(3, pointers.filter(pointer => !pointer.resolved).length),
  }
  const rating = rateGoalUnderstanding(signals)
  const evidence = [
    ...rating.evidence,
    ...vagueness.map(reason => reason.text),
    ...referents.ambiguous.map(
      ({ text, candidates }) => `“${text}” may be ${candidates.slice(0, 4).join(', ')}`,
    ),
  ]
  const found = { pointers, referents, vagueness, tools: knowledge.tools ?? [] }
  const understanding = describeUnderstanding(goal, found)
  return {
    understanding,
    goal_understanding: rating.value,
    signals,
    evidence,
    pointers,
    referents,
    vagueness,
  }
}

/** How many words of a goal say something of their own, values and names apart. */
export function countTellingWords(goal: string): number {
  return contentWords(readGoal(goal)).length
}

const EMPTY_GOAL: VagueReason = { reason: 'no_action', text: 'the goal is empty', ceiling: 0 }
const OUTCOME =
  /\b(?:so that|in order to|should (?:return|be|show|give|contain|have|end)|must (?:return|be|show|contain|end)|return(?:s|ing)?|until|(?:as|in) (?:a |an )?(?:json|csv|pdf|table|list|markdown|html|xml|yaml)|expect(?:ed|ing)?|(?:sort|order)ed by|at (?:least|most)|no more than|exactly)\b/i

/** The logistic of the wording, less what listed things leave open, under the lowest ceiling. */
function clarityOf(
  read: ReadGoal,
  { referents, vagueness }: { readonly referents: Referents; readonly vagueness: readonly VagueReason[] },
): number {
  const wording = rateWording(read)
  const logit = referents.listed === 0 ? wording : 0.35 * wording + groundingOf(read, referents)
  const level = 0.4 + 0.6 / (1 + Math.exp(-0.8 * (logit + 0.6)))
  return vagueness.reduce((lowest, reason) => Math.min(lowest, reason.ceiling), 1) * level
}

/** Where things are listed, what counts is which of them are meant: more named ones raise it, open choices lower it. */
function groundingOf({ words }: ReadGoal, { ambiguous, resolved }: Referents): number {
  const open = ambiguous.reduce((sum, { candidates }) => sum + Math.min(2, Math.log2(candidates.length)), 0)
  return (
    0.3 * Math.min(12, resolved.length) - 0.3 * Math.min(10, open) + 0.4 * Math.log2(1 + words.length) - 2
  )
}

function hasTarget(read: ReadGoal, vagueness: readonly VagueReason[]): boolean {
  if (vagueness.some(({ reason }) => reason === 'no_target')) return false
  return read.spots.length + read.names.length > 0 || read.words.length >= 3
}
