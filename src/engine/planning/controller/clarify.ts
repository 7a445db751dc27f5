import { quoteText } from '../../../contracts/act-line.ts'
import type { JsonObject } from '../../../contracts/json-value.ts'
import { ConversationStyle, type PatternSpec } from '../../../contracts/plan.ts'
import type { Answer, Question } from '../../../contracts/question.ts'
import type { GateAnswer } from '../../run/run.ts'
import { PATTERN_RULES } from '../pattern/pattern.ts'
import { abort, recordApproval, takeCorrection, takeWords } from './approve.ts'
import { CAP_WORDS, raiseCap } from './caps.ts'
import { readDay, readTimes, STYLE_QUESTION } from './collect-context.ts'
import { patternDigest } from './digests.ts'
import { type DraftedStage, type Flow, freshAttempt, type Pending, STAGE_OF } from './flow.ts'
import { askPeople } from './gates.ts'
import { limitOptions } from './limit-options.ts'
import { logAdaptation } from './log.ts'
import { adoptSubtype } from './outline.ts'
import { drawCard, subjectOf } from './plan-card.ts'
import { rememberStyle, rememberSubtype } from './remembered.ts'
import type { PlanOutcome } from './transitions.ts'

/** NEEDS_CLARIFICATION: asks what is pending, and goes on where the answer leads. */
export async function clarify(flow: Flow): Promise<PlanOutcome> {
  const { pending } = flow
  flow.pending = undefined
  if (pending === undefined) return 'answered'
  flow.asking = pending.kind
  const outcome = await ask(flow, pending)
  flow.asking = undefined
  // Who withdraws a question has not answered it.
  if (outcome === 'no_response') flow.pending = pending
  return outcome
}

function ask(flow: Flow, pending: Pending): Promise<PlanOutcome> {
  switch (pending.kind) {
    case 'questions':
      return askQuestions(flow, pending)
    case 'rfc':
      return askAboutSubtype(flow, pending.pattern)
    case 'pattern':
      return askAboutPattern(flow, pending.pattern)
    case 'unclear':
      return askAboutDraft(flow, pending)
    case 'limit':
      return askAboutLimit(flow, pending)
    case 'withdrawn':
      return askAgain(flow, pending)
  }
}

async function askQuestions(
  flow: Flow,
  { questions, problems }: Extract<Pending, { kind: 'questions' }>,
): Promise<PlanOutcome> {
  const { uncertain } = flow
  const all = questions.length > 0 ? questions : [openQuestion(uncertain?.problems ?? problems)]
  const answer = await askPeople(flow, 'questions', {
    type: 'clarification',
    summary: `${all.length === 1 ? 'A question' : `${all.length} questions`} about ${quoteText(flow.goal, 120)}`,
    details: problems.join('\n'),
    subject: { questions: [...all] },
    why:
      uncertain === undefined
        ? 'Without it the plan would be a guess.'
        : `The ${uncertain.stage} would be a guess.`,
    callToAction: 'Answer, or skip the questions to go on as it is.',
    isCorrectable: true,
  })
  const { gate, decision } = answer
  if (gate.status === 'rejected') return abort(flow, answer)
  if (gate.status === 'steered') return settleByBrief(flow, answer)
  if (gate.status !== 'answered' && gate.status !== 'skipped') return 'no_response'
  flow.rounds += 1
  flow.unclearTimes = []
  const said = gate.status === 'answered' ? (decision?.answers ?? []) : []
  await takeAnswers(flow, all, said)
  if (uncertain !== undefined) {
    const isOpen = said.every(({ value }) => String(value).trim() === '')
    if (isOpen) flow.accepted.add(uncertain.stage)
    else freshAttempt(flow, uncertain.stage)
    flow.uncertain = undefined
  } else if (gate.status === 'skipped') flow.isContextSettled = true
  return 'answered'
}

/** A brief that was filled in by hand says what was asked. */
async function settleByBrief(flow: Flow, answer: GateAnswer): Promise<PlanOutcome> {
  await takeCorrection(flow, answer)
  flow.rounds += 1
  flow.unclearTimes = []
  flow.isContextSettled = true
  flow.uncertain = undefined
  for (const each of ['outline', 'roadmap', 'schedule'] as const) freshAttempt(flow, each)
  return 'answered'
}

function openQuestion(problems: readonly string[]): Question {
  const about = problems.length === 0 ? 'The draft is very uncertain.' : problems.join(' ')
  return {
    id: 'more',
    question: `${about} What would make it clearer?`.slice(0, 2000),
    type: 'text',
    allow_other: false,
    required: false,
  }
}

async function takeAnswers(
  flow: Flow,
  questions: readonly Question[],
  answers: readonly Answer[],
): Promise<void> {
  for (const [index, question] of questions.entries()) {
    const given = answers.find(item => item.question_id === question.id || item.question_index === index)
    const chosen = given === undefined ? [] : [given.value].flat()
    if (question.id === STYLE_QUESTION) {
      const style = ConversationStyle.safeParse(chosen[0])
      if (style.success) {
        flow.policy = { ...flow.policy, conversation_style: style.data }
        await rememberStyle(flow, style.data)
      }
      flow.isPolicyKnown = true
      continue
    }
    const labels = chosen.map(id => question.options?.find(option => option.id === id)?.label ?? id)
    const text = [...labels, given?.other ?? ''].filter(part => part.trim() !== '').join(', ')
    flow.clarifications.push({ question: question.question, answer: text })
    if (text === '') continue
    if (question.id === 'end') await readDay(flow, text)
    else await readTimes(flow, text)
  }
}

function nameOf({ subtype = '' }: PatternSpec): string {
  return subtype.replace(/^proposed:/, '').replaceAll('_', ' ')
}

/** A new subtype is decided by people; what they turn down is not proposed again. */
async function askAboutSubtype(flow: Flow, pattern: PatternSpec): Promise<PlanOutcome> {
  const card = drawCard('pattern', { pattern })
  const answer = await askPeople(flow, 'pattern rfc', {
    type: 'pattern_rfc',
    summary: `A new kind of plan: ${quoteText(nameOf(pattern), 120)}, a kind of ${PATTERN_RULES[pattern.pattern_type].title.toLowerCase()}`,
    details: pattern.rfc ?? 'No known subtype fits.',
    subject: subjectOf(flow.plan_id, 'pattern', { digest: patternDigest(pattern), card, goal: flow.goal }),
    why: 'A new subtype needs the word of a person.',
    callToAction: 'Approve the new subtype, reject it to plan without it, or say what fits better.',
  })
  const { gate, decision } = answer
  if (gate.status === 'approved' && decision?.decision === 'approve') {
    const adopted = adoptSubtype(pattern)
    flow.wished = adopted
    flow.knownSubtypes.push(`${adopted.pattern_type}/${adopted.subtype ?? ''}`)
    await rememberSubtype(flow, adopted, answer)
    recordApproval(flow, { stage: 'pattern', digest: patternDigest(adopted), answer })
    return 'pattern_settled'
  }
  if (gate.status !== 'rejected' && gate.status !== 'steered') return 'no_response'
  flow.rejectedPatterns.push(pattern)
  flow.wished = undefined
  return settleByWords(flow, answer)
}

async function askAboutPattern(flow: Flow, pattern: PatternSpec): Promise<PlanOutcome> {
  const digest = patternDigest(pattern)
  const card = drawCard('pattern', { pattern })
  const answer = await askPeople(flow, 'approve pattern', {
    type: 'plan_approval',
    summary: `Approve the kind of plan for ${quoteText(flow.goal, 120)}`,
    details: card.lines.join('\n'),
    subject: subjectOf(flow.plan_id, 'pattern', { digest, card, goal: flow.goal }),
    why: 'The person’s policy (strict every step) asks at this stage.',
    callToAction: 'Approve this kind, say which fits better, or reject it.',
  })
  const { gate, decision } = answer
  if (gate.status === 'approved' && decision?.decision === 'approve') {
    flow.wished = pattern
    recordApproval(flow, { stage: 'pattern', digest, answer })
    return 'pattern_settled'
  }
  if (gate.status === 'rejected' && decision?.option_id === 'abort') return abort(flow, answer)
  if (gate.status !== 'rejected' && gate.status !== 'steered') return 'no_response'
  flow.rejectedPatterns.push(pattern)
  flow.wished = undefined
  return settleByWords(flow, answer)
}

async function settleByWords(flow: Flow, answer: GateAnswer): Promise<PlanOutcome> {
  const words =
    answer.decision?.steer_instructions ?? answer.decision?.reason ?? answer.decision?.feedback ?? ''
  await takeWords(flow, words)
  flow.steeredFrom = answer.gate.gate_id
  freshAttempt(flow, 'outline')
  await logAdaptation(flow, {
    node_ids: [],
    action: 'pattern changed',
    reason: words,
    origin: 'user_feedback',
  })
  return 'pattern_settled'
}

const ACCEPTED = {
  outline: 'accepted_outline',
  roadmap: 'accepted_roadmap',
  schedule: 'accepted_schedule',
} as const satisfies Readonly<Record<DraftedStage, PlanOutcome>>

/** A draft that did not pass, or is too uncertain: more words from the person, or as it is where it is whole. */
async function askAboutDraft(
  flow: Flow,
  { stage, problems }: Extract<Pending, { kind: 'unclear' }>,
): Promise<PlanOutcome> {
  const answer = await askPeople(flow, `unclear ${stage}`, {
    type: 'clarification',
    summary: `The ${stage} of ${quoteText(flow.goal, 120)} is not good enough yet`,
    details: problems.join('\n'),
    subject: { questions: [openQuestion(problems)] },
    why: 'The validator or the confidence of the stage did not let it pass.',
    callToAction: 'Say what is missing, or skip to take it as it is where it breaks no rule.',
  })
  const { gate, decision } = answer
  if (gate.status === 'rejected') return abort(flow, answer)
  const words = gate.status === 'answered' ? textOf(decision?.answers ?? []) : ''
  if (words !== '') {
    await takeWords(flow, words)
    for (const each of ['outline', 'roadmap', 'schedule'] as const) freshAttempt(flow, each)
    return 'changes_requested'
  }
  if (gate.status !== 'answered' && gate.status !== 'skipped') return 'no_response'
  flow.accepted.add(stage)
  return ACCEPTED[stage]
}

function textOf(answers: readonly Answer[]): string {
  return answers
    .flatMap(({ value, other }) => [...[value].flat(), other ?? ''])
    .filter(part => part.trim() !== '')
    .join('; ')
}

const EXPANDED = {
  outline: 'expanded_outline',
  roadmap: 'expanded_roadmap',
  schedule: 'expanded_schedule',
} as const satisfies Readonly<Record<DraftedStage, PlanOutcome>>

/** A limit: a person raises it, has the plan made smaller, or ends it. What exists is kept in any case. */
async function askAboutLimit(
  flow: Flow,
  { reached }: Extract<Pending, { kind: 'limit' }>,
): Promise<PlanOutcome> {
  const { cap, limit, used } = reached
  const { what, constraint } = CAP_WORDS[cap]
  const info: JsonObject = {
    task: flow.goal.slice(0, 500),
    constraint,
    required_change: `More than ${limit} ${what}.`,
    limit,
    used,
    cap,
  }
  const answer = await askPeople(flow, `limit ${cap}`, {
    type: 'constraint_exception',
    summary: `The plan has reached its limit of ${limit} ${what}`,
    details: describeProgress(flow),
    subject: { document: { plan_id: flow.plan_id, ...info } },
    why: `The limit of ${limit} ${what} is reached (${used}).`,
    options: limitOptions(limit),
    constraint: info,
    callToAction: 'Raise the limit, have the plan made smaller, or abort it.',
  })
  const { gate, decision } = answer
  if (gate.status === 'rejected') return abort(flow, answer)
  if (gate.status === 'approved' && decision?.decision === 'approve') {
    const wanted = Number(decision.option_input?.new_limit ?? Number.NaN)
    raiseCap(flow, reached, Number.isFinite(wanted) ? wanted : undefined)
    const stage = flow.cameFrom && STAGE_OF[flow.cameFrom]
    return stage === undefined ? 'expanded_context' : EXPANDED[stage]
  }
  if (gate.status !== 'steered') return 'no_response'
  // Who says what to leave out lets the work go on once more to do so.
  raiseCap(flow, reached, undefined)
  await takeWords(flow, decision?.steer_instructions ?? '')
  for (const each of ['outline', 'roadmap', 'schedule'] as const) freshAttempt(flow, each)
  return 'changes_requested'
}

function describeProgress({ artifacts, used }: Flow): string {
  const { outline, roadmap, draft } = artifacts
  const made = [
    ...(outline === undefined
      ? []
      : [`an outline of ${outline.nodes.filter(({ level }) => level >= 4).length} tasks`]),
    ...(roadmap === undefined ? [] : ['a roadmap']),
    ...(draft?.schedule === undefined ? [] : [`a schedule of ${draft.schedule.blocks.length} blocks`]),
  ]
  const standing =
    made.length === 0 ? 'Nothing is drafted yet.' : `So far there is ${made.join(', ')}; it is kept.`
  return `${standing} ${used.turns} turns, ${Math.round(used.working_ms / 1000)} s of work.`
}

const ASKED_AGAIN: Readonly<Record<string, PlanOutcome>> = {
  outline: 'asked_outline',
  roadmap: 'asked_roadmap',
  final: 'asked_final',
}

/** An approval that was asked for was withdrawn: nobody said yes or no, so a person says how it goes on. */
async function askAgain(flow: Flow, { what }: Extract<Pending, { kind: 'withdrawn' }>): Promise<PlanOutcome> {
  const answer = await askPeople(flow, `withdrawn ${what}`, {
    type: 'clarification',
    summary: `The question about the ${what} was withdrawn`,
    details: 'Nothing was decided by that.',
    subject: {
      questions: [
        {
          id: 'again',
          question: `Shall the ${what} be put before you again?`,
          type: 'radio',
          options: [
            { id: 'again', label: 'Ask again' },
            { id: 'abort', label: 'Abort the plan' },
          ],
          allow_other: false,
          required: true,
        },
      ],
    },
    why: 'A plan goes on by decisions of people only.',
    callToAction: 'Say whether to ask again.',
  })
  const { gate, decision } = answer
  const isAborted = decision?.answers?.some(({ value }) => [value].flat().includes('abort'))
  if (gate.status === 'rejected' || isAborted === true) return abort(flow, answer)
  if (gate.status !== 'answered' && gate.status !== 'skipped') return 'no_response'
  return ASKED_AGAIN[what] ?? 'no_response'
}
