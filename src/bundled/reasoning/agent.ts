import {
  type AgentContext,
  type CallToPropose,
  defineAgent,
  type ProposalOptions,
  type ProposalResult,
} from '../../agents/public.ts'
import type { WhyHeld } from '../../contracts/gate.ts'
import { ReasoningInput } from '../../contracts/reasoning.ts'
import {
  AMBIGUOUS_BELOW,
  type Corrected,
  explainObjections,
  type Graded,
  hasNothingToDo,
  joinCorrection,
  type Known,
  NO_TOOL_DOES_IT,
  PARTLY_AMBIGUOUS_BELOW,
  type Pass,
  type Proposal,
  quoteLeftover,
  type Reasoned,
  type Round,
  replaceInGoal,
  splitClauses,
} from '../../engine/reasoning/reasoning.ts'
import { askBack, replaceValue } from './ask-back.ts'
import { askSoul, notifySoul } from './ask-soul.ts'
import {
  type Conclusion,
  concludeDenied,
  concludeRejected,
  concludeResults,
  concludeSuggestion,
} from './conclude.ts'
import type { ReasoningHost, RoundOutcome } from './ports.ts'
import { readingOf } from './read-by.ts'
import { readGoalWithModel } from './read-goal.ts'
import { grade, gradeUnread, isUsable, reason, recallConsulted, validate } from './stages.ts'

const MAX_ROUNDS = 12

/** The reasoning agent: pre-validate → reason → confidence → gate → execute → respond, over and again until it ends. */
export function createReasoningAgent(host: ReasoningHost) {
  return defineAgent({
    name: 'goals',
    version: '1',
    input: ReasoningInput,
    run: async (context, input): Promise<Conclusion> => {
      let round: Round = {
        number: 1,
        goal: input.goal,
        original_goal: input.goal,
        said: [input.goal],
        clarifications: 0,
      }
      while (true) {
        const outcome = await runRound(host, context, { input, round })
        if ('conclusion' in outcome) return outcome.conclusion
        if (outcome.next.number > MAX_ROUNDS)
          return concludeRejected('low_confidence', `Stopped after ${MAX_ROUNDS} rounds without an end.`)
        round = outcome.next
      }
    },
  })
}

async function runRound(host: ReasoningHost, context: AgentContext, pass: Pass): Promise<RoundOutcome> {
  const validated = await validate(host, context, pass)
  if ('timed_out' in validated) return { conclusion: validated.timed_out }
  const known = validated.answer
  const joined = pass.round.corrects?.is_joined === true ? pass.round.corrects : undefined
  // A correction that no model could read with its goal is read by itself, by the built-in reader.
  const reading =
    known.reads_with_model && (joined || pass.round.corrects === undefined)
      ? await readGoalWithModel(host, context, { ...pass, known })
      : undefined
  const isRead = reading !== undefined && isUsable(reading)
  if (joined && !isRead) return { next: readAlone({ ...pass.round, number: pass.round.number + 1 }, joined) }
  // What rules say of the words alone warns where a model read them, and stops where none did.
  if (!isRead && known.validation.validation_status === 'pre_validation_failed') {
    await gradeUnread(host, context, { ...pass, known })
    return askBack(host, context, { ...pass, known, because: 'pre_validation' })
  }
  const thought = await reason(host, context, { ...pass, known, reading })
  const reasoned = known.asks_model ? await recallConsulted(context, { ...pass, reasoned: thought }) : thought
  const graded = await grade(host, context, { ...pass, known, reasoned })
  const weighed = { ...pass, known, reasoned, graded }
  return (await whatKeepsItBack(host, context, weighed)) ?? proposeRound(host, context, weighed)
}

type Weighed = Pass & { readonly known: Known; readonly reasoned: Reasoned; readonly graded: Graded }

/** Why nothing is put before the release rule: the goal is open, no tool fits, or the confidence is too low. */
async function whatKeepsItBack(
  host: ReasoningHost,
  context: AgentContext,
  weighed: Weighed,
): Promise<RoundOutcome | undefined> {
  const { known, reasoned, graded } = weighed
  const { proposal } = reasoned
  const corrected = replaceValue(weighed)
  if (corrected) return { next: corrected }
  // Words of a steer that are read alone replace the goal, so they must be clearer than a goal has to be.
  const openBelow = weighed.round.corrects === undefined ? AMBIGUOUS_BELOW : PARTLY_AMBIGUOUS_BELOW
  const isOpen = graded.goal_understanding < openBelow || proposal.missing_arguments.length > 0
  if (isOpen && known.settings.flags.clarification_enabled)
    return askBack(host, context, { ...weighed, because: 'ambiguous' })
  const objections = graded.verification?.objections ?? []
  if (objections.length > 0) {
    // What a model says orders nothing is told, not asked about; two things that exclude each other are.
    const isNoOrder =
      proposal.tool_calls.length === 0 && objections.every(one => one.kind !== 'contradiction')
    if (known.settings.flags.clarification_enabled && !isNoOrder)
      return askBack(host, context, { ...weighed, because: 'ambiguous', objections })
    return { conclusion: concludeSuggestion('low_confidence', reasoned, explainObjections(objections)) }
  }
  const isEmpty = proposal.tool_calls.length === 0 && !hasNothingToDo(proposal)
  if (isEmpty && !isOpen)
    return { conclusion: concludeRejected('execution_impossible', explainImpossible(weighed)) }
  if (!isOpen && graded.band !== 'low') return undefined
  const why = isOpen
    ? 'The goal leaves open what exactly should be done, and questions are switched off.'
    : `The confidence of ${graded.confidence.score.toFixed(2)} is too low to act on.`
  return { conclusion: concludeSuggestion('low_confidence', reasoned, why) }
}

/** Why nothing can be done, and what it would take where no tool is for it. */
function explainImpossible({ round, reasoned }: Weighed): string {
  const { reasoning_summary: why } = reasoned.proposal
  const acts = splitClauses(round.goal).flatMap(({ verb, negated }) => (verb && !negated ? [verb.base] : []))
  if (why !== NO_TOOL_DOES_IT || acts.length === 0) return why
  return `${why} It would need a tool that can ${[...new Set(acts)].slice(0, 3).join(' and ')}.`
}

async function proposeRound(
  host: ReasoningHost,
  context: AgentContext,
  weighed: Weighed,
): Promise<RoundOutcome> {
  const { proposal } = weighed.reasoned
  const { band } = weighed.graded
  if (proposal.tool_calls.length === 0) {
    const nothing = { approved: false, band, results: [], message: proposal.reasoning_summary }
    return { conclusion: concludeResults(nothing) }
  }
  const heard = await askSoul(host, context, {
    ...weighed,
    about: 'approval',
    ask: () => host.soul.validateApprovalRequest(approvalToValidate(weighed)),
  })
  if ('timed_out' in heard) return { conclusion: heard.timed_out }
  if (!heard.answer.valid) {
    const why = `Soul refused the approval request: ${heard.answer.feedback || 'it gave no reason'}.`
    return { conclusion: concludeDenied(why) }
  }
  const proposed = await context.propose(callsOf(weighed), termsOf(weighed))
  const gateId = gateIdOf(proposed)
  if (gateId !== undefined) {
    const confidence = weighed.graded.confidence.score
    await notifySoul(host, context, { ...weighed, gateId, confidence })
  }
  return concludeProposal(weighed, proposed)
}

function gateIdOf(proposed: ProposalResult): string | undefined {
  if ('gate' in proposed) return proposed.gate.gate_id
  return proposed.status === 'ran' ? proposed.gateId : undefined
}

function approvalToValidate({ round, graded, reasoned }: Weighed) {
  return {
    goal: round.goal,
    confidence: graded.confidence.score,
    tools_proposed: [...new Set(reasoned.proposal.tool_calls.map(call => call.tool))],
    reasoning_summary: reasoned.proposal.reasoning_summary,
  }
}

function callsOf({ reasoned, graded }: Weighed): readonly CallToPropose[] {
  const spans = graded.verification?.rests_on
  return reasoned.proposal.tool_calls.map(({ tool, arguments: input, description }, index) => ({
    ...{ tool, input, description },
    ...(spans?.[index] === undefined ? {} : { restsOn: spans[index] }),
  }))
}

/** Of the input the goal alone is the words of whoever started the run: what is attached to it is data. */
function termsOf({ input, round, known, reasoned, graded }: Weighed): ProposalOptions {
  const { proposal, reads } = reasoned
  return {
    askedFor: round.goal,
    details: proposal.reasoning_summary,
    confidence: graded.confidence,
    ...readingOf(reasoned, graded),
    risks: [...proposal.risks, ...countCalls(proposal)],
    doubts: doubtsOf(reasoned, graded),
    alternatives: proposal.alternatives,
    inputWords: round.said.slice(0, 1),
    reads: reads.map(({ label: tool, text }) => ({ tool, text })),
    within: { seconds: input.time_limit_seconds ?? known.settings.approval_time_limit_seconds },
    onExpiry: 'wait',
    ask: input.approval_required,
    ...(round.steered_from === undefined ? {} : { steeredFrom: round.steered_from }),
  }
}

/** Several calls of one tool are counted and named: one order may come to more than was thought of. */
function countCalls({ tool_calls: calls }: Proposal): readonly string[] {
  return [...new Set(calls.map(call => call.tool))].flatMap(tool => {
    const named = calls.filter(call => call.tool === tool).map(call => call.description)
    const shown = named.slice(0, MAX_NAMED).join('; ')
    const more = named.length > MAX_NAMED ? `; and ${named.length - MAX_NAMED} more` : ''
    return named.length < 2 ? [] : [`It calls ${tool} ${named.length} times: ${shown}${more}.`]
  })
}

const MAX_NAMED = 5

/** Why a person looks at it whatever a rule says: the goal sets a condition, or a part of it was not taken in. */
function doubtsOf({ findings, read_by }: Reasoned, { verification }: Graded): readonly WhyHeld[] {
  if (verification === undefined) return []
  const leftover = quoteLeftover(verification)
  return [
    ...verification.conditions.map(
      ({ text }): WhyHeld => ({ source: 'condition', text: `It is ordered under a condition: “${text}”.` }),
    ),
    ...(leftover === '' ? [] : [{ source: 'confidence' as const, text: leftover }]),
    ...(read_by?.because ? [{ source: 'confidence' as const, text: FELL_BACK }] : []),
    ...(findings?.doubts ?? []).map((text): WhyHeld => ({ source: 'confidence', text })),
  ]
}

const FELL_BACK = 'The language model gave no reading that holds, so the built-in rules read the goal.'

function concludeProposal(weighed: Weighed, proposed: ProposalResult): RoundOutcome {
  const { reasoned, graded } = weighed
  const results = [...proposed.results]
  switch (proposed.status) {
    case 'ran': {
      const { approved } = proposed
      return { conclusion: concludeResults({ approved, band: graded.band, results, message: '' }) }
    }
    case 'denied': {
      const conclusion = concludeRejected('execution_impossible', proposed.reason)
      return { conclusion: { ...conclusion, tool_results: results } }
    }
    case 'suggested':
      return { conclusion: concludeSuggestion(undefined, reasoned, proposed.reason) }
    case 'steered':
      return { next: steer(weighed, proposed) }
    case 'rejected':
    case 'expired':
    case 'cancelled': {
      const { decision } = proposed
      const why = decision?.reason ?? decision?.feedback ?? 'A person said no.'
      return { conclusion: { ...concludeDenied(why), tool_results: results } }
    }
  }
}

/**
 * A steer is the person's correction: a language model reads it together with the goal; without one it changes the part
 * of the goal that it names, or is read by itself first and then together with the calls that were proposed.
 */
function steer(
  { round, known, reasoned }: Weighed,
  answer: {
    readonly gate: { readonly gate_id: string }
    readonly decision?: { readonly steer_instructions?: string | undefined }
  },
): Round {
  const instruction = answer.decision?.steer_instructions ?? ''
  const calls = reasoned.proposal.tool_calls.map(({ tool, arguments: args }) => ({ tool, arguments: args }))
  const corrects = { goal: round.goal, calls, instruction }
  const isJoined = known.reads_with_model === true
  const next = {
    ...round,
    number: round.number + 1,
    said: [...round.said, instruction],
    steered_from: answer.gate.gate_id,
  }
  return isJoined
    ? { ...next, goal: joinCorrection(corrects), corrects: { ...corrects, is_joined: true } }
    : readAlone(next, corrects)
}

/** The round in which a correction is read by itself. */
function readAlone(
  { corrects: _joined, ...round }: Round,
  { is_joined: _with, ...corrects }: Corrected,
): Round {
  const goal = replaceInGoal(corrects)
  return goal === undefined ? { ...round, goal: corrects.instruction.trim(), corrects } : { ...round, goal }
}
