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
    reads,
    ...(understood.right === undefined ? {} : { right: understood.right }),
  }
}

/** Remembers what each look answered: the values of a proposal may stem from it. */
function recordReads(look: Look, reads: { label: string; text: string }[]): Look {
  return async (tool, args) => {
    const result = await look(tool, args)
    reads.push({ label: tool, text: JSON.stringify(result.output ?? result.error ?? null) })
    return result
  }
}
