/** Reading a goal: what it means, which calls would do it, how sure that is, and what to ask. It runs nothing. */

export {
  explainObjections,
  goalAfter,
  goalWithAnswers,
  questionsAbout,
  questionsForMissing,
  quoteLeftover,
} from './ask-verified.ts'
export { rewriteGoal } from './clarify/clarify.ts'
export {
  type Correction,
  correctCalls,
  goalAfterCorrection,
  joinCorrection,
  questionsOnCorrection,
  replaceInGoal,
} from './correct-calls.ts'
export { NOTHING_UNDERSTOOD } from './goal/goal.ts'
export { type GoalPlan, planGoal, questionsFor, reasonFrom, validateGoal } from './goal-reader.ts'
export {
  AMBIGUOUS_BELOW,
  bandUnder,
  type Graded,
  gradeProposal,
  gradeStopped,
  hasNothingToDo,
  PARTLY_AMBIGUOUS_BELOW,
} from './grade.ts'
export { gradeOutsideCall } from './grade-call.ts'
export {
  isActionVerb,
  isFunctionWord,
  likenessOfStems,
  readWords,
  splitClauses,
  stemWord,
  tellingOf,
} from './language/language.ts'
export { answerRequest, basisOf, withLooks } from './model/answer-request.ts'
export { type AnswerBasis, checkAnswer } from './model/check-answer.ts'
export { type ModelReading, toReasoned } from './model/to-reasoned.ts'
export { type PastRun, previewSettings } from './preview.ts'
export { type Look, NO_TOOL_DOES_IT, type Proposal } from './propose/propose.ts'
export type { Reasoned } from './reason-about.ts'
export type { Corrected, Known, Pass, Round } from './round.ts'
export type { Objection } from './verify/verify.ts'
