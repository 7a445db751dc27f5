import type { JsonObject } from '../../contracts/json-value.ts'
import type { Reading } from '../../contracts/reading.ts'
import type { Understanding } from '../../contracts/reasoning.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import { fitArguments } from './fit-arguments.ts'
import { understandGoal } from './goal/goal.ts'
import { findCorrections, withoutCorrected } from './language/language.ts'
import type { ModelFindings } from './model/findings.ts'
import { type Look, type Proposal, proposeCalls } from './propose/propose.ts'
import { weighUnderstanding } from './weigh-understanding.ts'

/** What was reasoned in one round; nothing of it has run. `reads` are the tool answers it rests on. */
export interface Reasoned {
  readonly understanding: Understanding
  readonly goal_understanding: number
  readonly understanding_evidence: readonly string[]
  readonly proposal: Proposal
  /** The tool is only the nearest by its words; a person must look first. */
  readonly is_nearest: boolean
  /** How many of calls that were read like these are what was meant, in [0,1]; absent where a model read. */
  readonly right?: number
  readonly reads: readonly { readonly label: string; readonly text: string }[]
  /** Who read the goal; absent in journals of before. */
  readonly read_by?: Omit<Reading, 'leftover'>
  /** What a language model that read the goal says beside its calls. */
  readonly findings?: ModelFindings
}

/** A goal and everything around it that its reading depends on. */
export interface GoalQuestion {
  readonly goal: string
  /** The same array as long as the registry is the same: what was learnt of it is kept by its identity. */
  readonly tools: readonly RegisteredTool[]
  readonly context: JsonObject
  /** What was said before in this session, oldest first. */
  readonly history: readonly string[]
}

/**
 * What a goal means and which calls would do it, at a moment in milliseconds since 1970. Deterministic but for what is
 * looked at; nothing of it runs.
 */
export async function reasonAbout(
  { goal: said, tools, context, history, now }: GoalQuestion & { readonly now: number },
  look?: Look,
): Promise<Reasoned> {
  const goal = withoutCorrected(said)
  const reading = understandGoal(goal, { tools, context, history })
  const reads: { label: string; text: string }[] = []
  const moment = new Date(now)
  const looking = look === undefined ? {} : { look: recordReads(look, reads) }
  const request = { goal, tools, context, now: moment, history, ...looking }
  const planned = fitArguments(await proposeCalls(request), tools)
  const corrected = findCorrections(said).map(({ instead }) => `“${instead}” was corrected and is left out.`)
  const proposal = { ...planned, risks: [...corrected, ...planned.risks] }
  const understood = weighUnderstanding(reading, proposal, tools)
  return {
    understanding: reading.understanding,
    goal_understanding: understood.value,
    understanding_evidence: understood.evidence,
    proposal,
    is_nearest: proposal.tool_calls.length > 0 && proposal.fit < surenessNeeded(proposal, tools),
    reads,
    ...(understood.right === undefined ? {} : { right: understood.right }),
  }
}

/** Below this a tool is only the nearest of the set: as likely as not it is another one that is meant. */
const NEAREST_BELOW = 0.5
/** A tool that changes something must be meant beyond doubt before it may run without a person having looked. */
const CHANGES_FROM = 0.9

/** Below this what is said has little to do with what the tool speaks of: only the act is shared, which many tools do. */
const MIN_ACCOUNTED = 0.25

function surenessNeeded({ tool_calls: calls, support }: Proposal, tools: readonly RegisteredTool[]): number {
  const onlyReads = calls.every(
    call => tools.find(tool => tool.name === call.tool)?.annotations.read_only === true,
  )
  if (onlyReads) return NEAREST_BELOW
  const isOnSubject = support === undefined || support.element > 0 || support.accounted >= MIN_ACCOUNTED
  return isOnSubject ? CHANGES_FROM : Number.POSITIVE_INFINITY
}

/** Remembers what each look answered: the values of a proposal may stem from it. */
function recordReads(look: Look, reads: { label: string; text: string }[]): Look {
  return async (tool, args) => {
    const result = await look(tool, args)
    reads.push({ label: tool, text: JSON.stringify(result.output ?? result.error ?? null) })
    return result
  }
}
