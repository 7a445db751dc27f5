import type { JsonObject } from '../../contracts/json-value.ts'
import type { ClarificationQuestion, PreValidationResult, Understanding } from '../../contracts/reasoning.ts'
import { askQuestions } from './clarify/clarify.ts'
import { fitArguments } from './fit-arguments.ts'
import { NOTHING_UNDERSTOOD, understandGoal } from './goal/goal.ts'
import { withoutCorrected } from './language/language.ts'
import { preValidate, refuseUnread } from './prevalidate/prevalidate.ts'
import { type Look, proposeCalls } from './propose/propose.ts'
import { type GoalQuestion, type Reasoned, reasonAbout } from './reason-about.ts'

/**
 * What is longer is not read, so that no goal holds up the program that reads it: it is asked for in fewer words.
 * Reading takes some twenty microseconds a character.
 */
export const MAX_READ_LENGTH = 4_000

const WHY = `The goal is longer than the ${MAX_READ_LENGTH.toLocaleString('en')} characters that are read without a language model`

interface AtMoment {
  /** Milliseconds since 1970. */
  readonly now: number
}

/** What a goal means and how well it is understood, in [0,1]. */
export interface Understood {
  readonly understanding: Understanding
  readonly goal_understanding: number
  readonly evidence: readonly string[]
}

function isTooLong(goal: string): boolean {
  return goal.length > MAX_READ_LENGTH
}

/** The six checks. */
export function validateGoal({ goal, ...known }: GoalQuestion): PreValidationResult {
  if (isTooLong(goal)) return refuseUnread(`${WHY}. Say what is to be done in fewer words.`)
  return preValidate(withoutCorrected(goal), known)
}

/** What a goal means, without looking for calls. */
export function understandWords({ goal, ...known }: GoalQuestion): Understood {
  if (isTooLong(goal)) return { understanding: NOTHING_UNDERSTOOD, goal_understanding: 0, evidence: [WHY] }
  const { understanding, goal_understanding, evidence } = understandGoal(withoutCorrected(goal), known)
  return { understanding, goal_understanding, evidence }
}

/** What it means and which calls would do it. `look` is asked only for tools that read and stay inside. */
export async function reasonFrom(question: GoalQuestion & AtMoment, look?: Look): Promise<Reasoned> {
  return isTooLong(question.goal) ? UNREAD : reasonAbout(question, look)
}

/** The questions that would make it executable. */
export function questionsFor({
  goal,
  ...sources
}: GoalQuestion & {
  readonly validation: PreValidationResult
}): readonly ClarificationQuestion[] {
  return isTooLong(goal) ? [] : askQuestions(goal, sources)
}

/** What would be called for a goal, by the deterministic proposer alone. Nothing of it has run. */
export interface GoalPlan {
  readonly calls: readonly { readonly tool: string; readonly arguments: JsonObject }[]
  /** Required values that nothing told, in words. */
  readonly missing: readonly string[]
  readonly summary: string
}

/** Plans a goal with the given tools, at a moment in milliseconds since 1970: the calls alone. */
export async function planGoal(
  { goal, tools, context, history, now }: GoalQuestion & AtMoment,
  look?: Look,
): Promise<GoalPlan> {
  if (isTooLong(goal))
    return { calls: [], missing: [], summary: `${WHY}. Say what is to be done in fewer words.` }
  const looking = look === undefined ? {} : { look }
  const proposal = await proposeCalls({
    goal: withoutCorrected(goal),
    tools,
    context,
    history,
    now: new Date(now),
    ...looking,
  })
  const { tool_calls: calls, missing_arguments: missing, reasoning_summary } = fitArguments(proposal, tools)
  return {
    calls: calls.map(({ tool, arguments: args }) => ({ tool, arguments: args })),
    missing: missing.map(({ name, tool, why }) => `${name} for ${tool} (${why})`),
    summary: reasoning_summary,
  }
}

export const UNREAD: Reasoned = {
  understanding: NOTHING_UNDERSTOOD,
  goal_understanding: 0,
  understanding_evidence: [WHY],
  proposal: {
    tool_calls: [],
    fit: 0,
    candidates: [],
    missing_arguments: [],
    steps: [],
    reasoning_summary: `${WHY}.`,
    alternatives: [],
    risks: [],
  },
  reads: [],
}
