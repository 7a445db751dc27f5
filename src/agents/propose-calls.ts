import type { Decision } from '../contracts/decision.ts'
import type { Gate, GateConfidence, WhyHeld } from '../contracts/gate.ts'
import type { JsonObject } from '../contracts/json-value.ts'
import type { Reading, TextSpan } from '../contracts/reading.ts'
import type { RegisteredTool } from '../contracts/tool.ts'
import type { ToolCallResult } from '../contracts/tool-call.ts'
import { type ProvenanceTexts, textsOf } from '../engine/gate/gate.ts'
import type { ProposalOutcome, ProposedCall, RunContext } from '../engine/run/run.ts'
import { type GateLife, toGateLife } from './duration.ts'

/** One call of a proposal. */
export interface CallToPropose {
  readonly tool: string
  readonly input: JsonObject
  /** What this call does, in the agent's words. */
  readonly description?: string
  /** The words of `askedFor` that it rests on. */
  readonly restsOn?: readonly TextSpan[]
}

/** A text that the agent took values from, under the name of the tool that answered it. */
export interface ReadText {
  readonly tool: string
  readonly text: string
}

/** What a card says of a proposal beside its calls, and what their values may have been taken from. */
export interface ProposalOptions extends GateLife {
  /** What the run was asked for; whose words that is is known of the run. */
  readonly askedFor?: string
  /** Why the agent makes it. People read it as the agent's own words; it grounds nothing. */
  readonly reason?: string
  readonly details?: string
  /** How sure the agent is, with what that is made of; rules may hold what is below their threshold. */
  readonly confidence?: GateConfidence
  /** Who read the request and what was not taken in. */
  readonly reading?: Reading
  readonly risks?: readonly string[]
  readonly alternatives?: readonly string[]
  /** Why people look at it whatever a rule of theirs would release. */
  readonly doubts?: readonly WhyHeld[]
  /**
   * Texts that the agent made of its input alone, such as a folder named after a title. They count as the words of whoever
   * started the run, as its input does.
   */
  readonly madeOfInput?: readonly string[]
  /**
   * The texts of its input that count as the words of whoever started the run; the rest of the input is then data that
   * grounds nothing. Default: every text of it.
   */
  readonly inputWords?: readonly string[]
  /**
   * What tools answered. Of a tool that only reads, within this system, and whose definition a person vouches for, it is
   * trusted; of every other one it is data that grounds nothing.
   */
  readonly reads?: readonly ReadText[]
  /** False: nobody is asked, and what people would have to decide is `suggested`. Default true. */
  readonly ask?: boolean
  /** The gate whose steer led to this proposal. */
  readonly steeredFrom?: string
}

/** What became of a proposal, with one result for each of its calls in their order. */
export type ProposalResult = { readonly results: readonly ToolCallResult[] } & (
  | { readonly status: 'ran'; readonly approved: boolean; readonly gateId?: string }
  /** A guideline forbids it, an argument does not fit, or nobody was to be asked. */
  | { readonly status: 'denied' | 'suggested'; readonly reason: string }
  | {
      readonly status: 'rejected' | 'steered' | 'expired' | 'cancelled'
      readonly gate: Gate
      readonly decision?: Decision
    }
)

interface Proposer {
  readonly run: RunContext
  /** Words of people that the run heard: its input, where a person wrote it, and answers. */
  readonly texts: ProvenanceTexts
  readonly tool: (name: string) => RegisteredTool | undefined
}

/** Puts calls through the release rule, with all that a card can say of them. */
export async function proposeWithTerms(
  proposer: Proposer,
  calls: readonly CallToPropose[],
  options: Omit<ProposalOptions, 'inputWords'>,
): Promise<ProposalResult> {
  const { askedFor, reason, steeredFrom, within, onExpiry, madeOfInput = [], reads = [], ...terms } = options
  const proposed = calls.map(({ tool, input, description, restsOn }): ProposedCall => {
    const said = description === undefined ? {} : { description }
    return { tool, arguments: input, ...said, ...(restsOn === undefined ? {} : { rests_on: restsOn }) }
  })
  return toResult(
    await proposer.run.propose(proposed, {
      ...terms,
      ...(askedFor === undefined ? {} : { asked_for: askedFor }),
      ...(reason === undefined ? {} : { agent_says: reason }),
      ...(steeredFrom === undefined ? {} : { steered_from: steeredFrom }),
      ...toGateLife({ ...(within === undefined ? {} : { within }), ...(onExpiry && { onExpiry }) }),
      texts: withReads(proposer, madeOfInput, reads),
    }),
  )
}

function withReads(
  { run, texts, tool }: Proposer,
  madeOfInput: readonly string[],
  reads: readonly ReadText[],
): ProvenanceTexts {
  const made = textsOf(run.asked_by, madeOfInput)
  const labelled = (isTrusted: boolean) =>
    reads
      .filter(read => isTrustedReader(tool(read.tool)) === isTrusted)
      .map(({ tool: label, text }) => ({ label, text }))
  return {
    personTexts: [...texts.personTexts, ...made.personTexts],
    savedTexts: [...(texts.savedTexts ?? []), ...(made.savedTexts ?? [])],
    trustedReads: [...texts.trustedReads, ...labelled(true)],
    untrustedReads: [...texts.untrustedReads, ...made.untrustedReads, ...labelled(false)],
  }
}

function isTrustedReader(tool: RegisteredTool | undefined): boolean {
  if (tool === undefined || tool.claimed) return false
  return tool.annotations.read_only && !tool.annotations.open_world
}

function toResult(outcome: ProposalOutcome): ProposalResult {
  const { results } = outcome
  switch (outcome.outcome) {
    case 'ran': {
      const { approved, gate_id: gateId } = outcome
      return { status: 'ran', approved, results, ...(gateId === undefined ? {} : { gateId }) }
    }
    case 'denied':
    case 'suggested':
      return { status: outcome.outcome, reason: outcome.why, results }
    case 'rejected':
    case 'steered': {
      const { gate, decision } = outcome.answer
      const decided = decision === undefined ? {} : { decision }
      return { status: statusOf(outcome.outcome, gate, decision), gate, results, ...decided }
    }
  }
}

function statusOf(
  outcome: 'rejected' | 'steered',
  gate: Gate,
  decision: Decision | undefined,
): 'rejected' | 'steered' | 'expired' | 'cancelled' {
  if (decision !== undefined || outcome === 'steered') return outcome
  return gate.status === 'expired' ? 'expired' : 'cancelled'
}
