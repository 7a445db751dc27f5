import type { ClarificationQuestion, PreValidationResult, Understanding } from '../../contracts/reasoning.ts'
import { askQuestions, type MissingInput } from './clarify/clarify.ts'
import { NOTHING_UNDERSTOOD, respellGoal, understandGoal } from './goal/goal.ts'
import { type GoalPlan, planFromGoal } from './plan-from-goal.ts'
import { preValidate, refuseUnread } from './prevalidate/prevalidate.ts'
import type { Look } from './propose/propose.ts'
import { type GoalQuestion, type Reasoned, reasonAbout } from './reason-about.ts'

/** What can be asked of a goal, and what is answered: plain data both, so that another thread may do the reading. */
export interface GoalReadings {
  /** The six checks. */
  readonly validate: { readonly question: GoalQuestion; readonly answer: PreValidationResult }
  readonly understand: { readonly question: GoalQuestion; readonly answer: Understood }
  readonly reason: { readonly question: GoalQuestion & AtMoment; readonly answer: Reasoned }
  /** The questions that would make it executable. */
  readonly ask: {
    readonly question: GoalQuestion & {
      readonly validation: PreValidationResult
      readonly missing: readonly MissingInput[]
    }
    readonly answer: readonly ClarificationQuestion[]
  }
  readonly plan: { readonly question: GoalQuestion & AtMoment; readonly answer: GoalPlan }
}

interface AtMoment {
  /** Milliseconds since 1970. */
  readonly now: number
}

export type ReadingName = keyof GoalReadings

/** What a goal means and how well it is understood, in [0,1]. */
export interface Understood {
  readonly understanding: Understanding
  readonly goal_understanding: number
  readonly evidence: readonly string[]
}

/** Reads goals. `look` is asked only for tools that read and stay inside; without it nothing is looked at. */
export type GoalReader = {
  readonly [Name in ReadingName]: (
    question: GoalReadings[Name]['question'],
    look?: Look,
  ) => Promise<GoalReadings[Name]['answer']>
}

/** Reads in this very thread, which does nothing else meanwhile. */
export const readHere: GoalReader = {
  validate: async ({ goal, ...known }) => preValidate(respellGoal(goal, known.tools), known),
  understand: async ({ goal, ...known }) => {
    const { understanding, goal_understanding, evidence } = understandGoal(goal, known)
    return { understanding, goal_understanding, evidence }
  },
  reason: reasonAbout,
  ask: async ({ goal, ...sources }) => askQuestions(goal, sources),
  plan: planFromGoal,
}

const WHY = 'It takes too long to read this goal'

/** What is answered for a goal that could not be read in time: nothing is proposed, and a person can say it shorter. */
export const UNREAD: { readonly [Name in ReadingName]: () => GoalReadings[Name]['answer'] } = {
  validate: () => refuseUnread(`${WHY}, so nothing was done. Say what matters in fewer words.`),
  understand: () => ({ understanding: NOTHING_UNDERSTOOD, goal_understanding: 0, evidence: [WHY] }),
  reason: () => ({
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
    drafted: [],
    is_nearest: false,
    reads: [],
  }),
  ask: () => [],
  plan: () => ({ calls: [], missing: [], summary: `${WHY}. Say what matters in fewer words.` }),
}
