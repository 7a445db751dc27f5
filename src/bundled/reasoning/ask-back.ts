import { type AgentContext, giveUp, type StandardGateResult } from '../../agents/public.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Answer } from '../../contracts/question.ts'
import type {
  ClarificationAnswer,
  ClarificationQuestion,
  ClarificationRequest,
} from '../../contracts/reasoning.ts'
import {
  type Correction,
  correctCalls,
  explainObjections,
  type Graded,
  goalAfter,
  goalAfterCorrection,
  goalWithAnswers,
  type Known,
  type Objection,
  type Pass,
  questionsAbout,
  questionsFor,
  questionsForMissing,
  questionsOnCorrection,
  quoteLeftover,
  type Reasoned,
  type Round,
  rewriteGoal,
} from '../../engine/reasoning/reasoning.ts'
import { askSoul, notifySoul, type SoulAnswer } from './ask-soul.ts'
import { concludeDenied, concludeRejected } from './conclude.ts'
import { MAX_CLARIFICATIONS, type ReasoningHost, type RoundOutcome } from './ports.ts'
import { readingOf } from './read-by.ts'

type Asking = Pass & {
  readonly known: Known
  readonly reasoned?: Reasoned
  readonly graded?: Graded
  readonly because: 'pre_validation' | 'ambiguous'
  /** Where the goal and what was read out of it do not agree: what is asked, instead of what is open. */
  readonly objections?: readonly Objection[]
}

/** Asks the person what is missing; answers begin another round, no answer ends nothing. */
export async function askBack(
  host: ReasoningHost,
  context: AgentContext,
  asking: Asking,
): Promise<RoundOutcome> {
  const { round, known, because } = asking
  const isCorrection = correctionOf(asking) !== undefined
  const refusedState = because === 'pre_validation' ? 'pre_validation_failed' : 'low_confidence'
  const isHopeless =
    !isCorrection &&
    because === 'pre_validation' &&
    known.validation.failures.every(failure => !failure.answerable)
  const isOver = round.clarifications >= MAX_CLARIFICATIONS || !known.settings.flags.clarification_enabled
  const why = explain(asking)
  if (isHopeless || isOver || wasSkipped(asking)) return { conclusion: concludeRejected(refusedState, why) }
  const chosen = await chooseQuestions(host, context, asking)
  if ('timed_out' in chosen) return { conclusion: chosen.timed_out }
  const questions = chosen.answer
  if (questions.length === 0) return { conclusion: concludeRejected(refusedState, why) }
  const answer = await openQuestions(context, asking, questions)
  context.emit('clarification_answered', {
    round: round.clarifications + 1,
    gate_id: answer.gate.gate_id,
    decision: answer.decision?.decision ?? 'none',
  })
  const { final_confidence: confidence } = known.validation
  await notifySoul(host, context, { ...asking, gateId: answer.gate.gate_id, confidence })
  return readAnswer(asking, questions, answer)
}

interface Corrigible extends Pick<Asking, 'round' | 'known'> {
  readonly reasoned?: Reasoned | undefined
}

/** The round of a steer that only puts another value in the place of one. */
export function replaceValue(corrigible: Corrigible): Round | undefined {
  const correction = correctionOf(corrigible)
  if (correction?.outcome !== 'replaced') return undefined
  const { round } = corrigible
  return settled({ ...round, number: round.number + 1, goal: correction.goal })
}

/** What of the proposal a steer changes that says no order of its own. */
function correctionOf({ round, known, reasoned }: Corrigible): Correction | undefined {
  const { corrects } = round
  return corrects === undefined || corrects.is_joined || known.reads_corrections !== true
    ? undefined
    : correctCalls(corrects, reasoned)
}

function settled({ corrects: _settled, ...round }: Round): Round {
  return round
}

/** Who skipped the questions about a goal is not asked about the same goal again in this session (design 7.3). */
function wasSkipped({ round, known }: Asking): boolean {
  const goal = round.goal.trim().toLowerCase()
  return known.conversation.prior_approvals.some(
    item => item.decision === 'skipped' && item.goal.trim().toLowerCase() === goal,
  )
}

/** What is open, with the words that were not taken in. */
function explain(asking: Asking): string {
  const { round, graded } = asking
  if (correctionOf(asking) !== undefined)
    return `“${round.goal.slice(0, 200)}” does not say surely what of the proposal changes.`
  const leftover = graded?.verification === undefined ? '' : quoteLeftover(graded.verification)
  return [explainOpen(asking), leftover].filter(Boolean).join(' ')
}

function explainOpen({ known, because, reasoned, objections }: Asking): string {
  if (objections !== undefined) return explainObjections(objections)
  const failures = known.validation.failures.map(failure => failure.message)
  if (because === 'pre_validation') return failures.join(' ')
  const missing = missingArguments(reasoned)
  if (missing.length === 0) return explainNearest(reasoned)
  const named = [...new Set(missing.map(({ tool, name }) => `${name} of ${tool}`))]
  return `It is not known yet: ${named.join(', ')}.`
}

/** What a tool lacks is worth asking for only where that tool is likely to be meant: not the words for “make it nicer”. */
function missingArguments(reasoned: Reasoned | undefined): Reasoned['proposal']['missing_arguments'] {
  const isUnlikely = reasoned?.findings === undefined && (reasoned?.proposal.fit ?? 0) < LIKELY
  return reasoned === undefined || isUnlikely ? [] : reasoned.proposal.missing_arguments
}

const LIKELY = 0.75

/** A clear goal that no tool is meant for, and a vague one that some tool is near to, look the same from the tools. */
function explainNearest(reasoned: Reasoned | undefined): string {
  const nearest = [...new Set(reasoned?.proposal.tool_calls.map(call => call.tool))]
  return nearest.length === 0
    ? 'The goal leaves open what exactly should be done.'
    : `The goal leaves open what exactly should be done, or no tool is meant for it; the nearest is ${nearest.join(', ')}.`
}

/** The questions that Soul lets through, as the person will see them. */
async function chooseQuestions(
  host: ReasoningHost,
  context: AgentContext,
  asking: Asking,
): Promise<SoulAnswer<readonly ClarificationQuestion[]>> {
  const { round, input } = asking
  const found = await context.step(`questions:${round.number}`, () => ({
    questions: draftQuestions(host, asking),
  }))
  const questions = found.questions.length === 0 ? [OPEN_QUESTION] : found.questions
  const heard = await askSoul(host, context, {
    input,
    round,
    about: 'clarification',
    ask: () => host.soul.validateClarification(requestOf(asking, questions)),
  })
  if ('timed_out' in heard) return heard
  const { valid, approved_questions: approved } = heard.answer
  return { answer: valid ? questions.filter((_question, index) => approved.includes(index)) : [] }
}

function draftQuestions(host: ReasoningHost, asking: Asking): readonly ClarificationQuestion[] {
  const { round, input, known, reasoned, objections } = asking
  const correction = correctionOf(asking)
  if (correction?.outcome === 'open') return questionsOnCorrection({ instruction: round.goal }, correction)
  if (objections !== undefined) return questionsAbout(objections)
  if (isModelsReading(asking)) return questionsForMissing(missingArguments(reasoned), host.tools())
  if (lacksArguments(asking))
    return questionsForMissing(missingArguments(reasoned), host.tools()).map((question, index) => ({
      ...question,
      id: `${ARGUMENT}${index + 1}`,
    }))
  return questionsFor({
    goal: round.goal,
    tools: host.tools(),
    context: input.context,
    history: known.conversation.prior_goals,
    validation: known.validation,
  })
}

/** What is asked where a goal is too open to say what of it is open. */
const OPEN_QUESTION: ClarificationQuestion = {
  id: 'q1',
  question: 'What exactly is meant, and what should be done with it?',
  type: 'text',
  allow_other: false,
  required: true,
  pattern: 'target_identification',
  examples: [],
}

function requestOf(
  { round, input, known, ...asking }: Asking,
  questions: readonly ClarificationQuestion[],
): ClarificationRequest {
  return {
    original_goal: round.original_goal,
    ambiguity_reason: explain({ round, input, known, ...asking }),
    questions: [...questions],
    round: round.clarifications + 1,
    time_limit: input.time_limit_seconds ?? known.settings.approval_time_limit_seconds,
  }
}

function openQuestions(
  context: AgentContext,
  asking: Asking,
  questions: readonly ClarificationQuestion[],
): Promise<StandardGateResult> {
  const request = requestOf(asking, questions)
  context.emit('clarification_asked', {
    round: request.round,
    questions: questions.map(item => item.question),
  })
  return context.standardGate('clarification', {
    name: `clarification:${asking.round.number}`,
    within: { seconds: request.time_limit },
    onExpiry: 'wait',
    summary: `Before anything is proposed: ${request.ambiguity_reason}`.slice(0, 500),
    details: asking.round.goal,
    ...(asking.reasoned === undefined ? {} : readingOf(asking.reasoned, asking.graded)),
    subject: { questions: questions.map(question => ({ ...question })) },
    why: request.ambiguity_reason,
    context: { because: asking.because, clarification: request as unknown as JsonObject },
    ...(asking.round.steered_from === undefined ? {} : { steeredFrom: asking.round.steered_from }),
  })
}

function readAnswer(
  asking: Asking,
  questions: readonly ClarificationQuestion[],
  { decision }: StandardGateResult,
): RoundOutcome {
  const { round } = asking
  if (decision?.decision === 'answer') {
    const answers = (decision.answers ?? []).flatMap(answer => readOne(answer, questions))
    const goal = goalAnswered(asking, questions, answers)
    if (goal === undefined) return { conclusion: concludeDenied('You asked to leave everything as it is.') }
    return {
      next: nextRound(
        settled(round),
        goal,
        answers.map(item => item.answer),
      ),
    }
  }
  if (decision?.decision === 'skip') {
    const message =
      'You skipped the questions, so this stays a suggestion. Say more in a new goal when you want it done.'
    return { conclusion: { ...concludeRejected('low_confidence', message), skipped: true } }
  }
  return giveUp(decision?.reason ?? 'the questions were rejected')
}

function goalAnswered(
  asking: Asking,
  questions: readonly ClarificationQuestion[],
  answers: readonly ClarificationAnswer[],
): string | undefined {
  const { round, objections, reasoned } = asking
  // Soul may have left questions out: their numbers say what each was about.
  const about = answers.map(answer => ({
    ...answer,
    question_index: Number(/\d+$/.exec(questions[answer.question_index]?.id ?? '')?.[0]) - 1,
  }))
  const correction = correctionOf(asking)
  if (round.corrects !== undefined && correction?.outcome === 'open')
    return goalAfterCorrection(round.corrects, correction, about)
  if (objections !== undefined) return goalAfter(round.goal, objections, about)
  const areArguments = questions.every(({ id }) => id.startsWith(ARGUMENT))
  return isModelsReading(asking) || areArguments
    ? goalWithAnswers(round.goal, missingArguments(reasoned), about)
    : rewriteGoal(round.goal, questions, answers)
}

function isModelsReading({ reasoned, because }: Asking): boolean {
  return because === 'ambiguous' && reasoned?.findings !== undefined
}

/** How the ids of questions about arguments begin; in journals of before such questions of the built-in reader had others. */
const ARGUMENT = 'argument_'

/** The tool is plain and only what it needs was not told: that alone is asked. */
function lacksArguments({ because, reasoned, graded }: Asking): boolean {
  const { missing_arguments: missing = [], support } = reasoned?.proposal ?? {}
  const isPlain = support === undefined || support.share >= PLAINLY_MEANT
  return because === 'ambiguous' && missing.length > 0 && isPlain && graded !== undefined
}

const PLAINLY_MEANT = 0.6

function readOne(answer: Answer, questions: readonly ClarificationQuestion[]) {
  const index = answer.question_index ?? questions.findIndex(question => question.id === answer.question_id)
  const values = [...(typeof answer.value === 'string' ? [answer.value] : answer.value), answer.other ?? '']
  const options = questions[index]?.options ?? []
  const text = values
    .map(value => options.find(option => option.id === value)?.label ?? value)
    .filter(Boolean)
    .join(', ')
  return index < 0 || text.trim() === '' ? [] : [{ question_index: index, answer: text }]
}

function nextRound(round: Round, goal: string, said: readonly string[]): Round {
  return {
    ...round,
    number: round.number + 1,
    goal,
    said: [...round.said, ...said],
    clarifications: round.clarifications + 1,
  }
}
