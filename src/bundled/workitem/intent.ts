import { quoteText } from '../../contracts/act-line.ts'
import { type Answer, ask, decider, type Flow, look, update, wordsOf } from './flow.ts'
import { askAboutLimit, exceededByPlan } from './limits.ts'
import { REDUCE } from './offline-planner/outline.ts'
import type { Standing } from './ports.ts'
import { restore, rollBack } from './rollback.ts'
import { draft, redraft, write } from './writing.ts'

/** What became of a question to people about the plan; `problem`: the folder cannot be read. */
export type IntentEnd =
  | { readonly end: 'approved' | 'rejected' | 'aborted' }
  | { readonly end: 'problem'; readonly problem: string }

interface Again {
  /** The steer that led to the question. */
  readonly steered_from?: string
  /** Why the steer could not be followed. */
  readonly problem?: string
  readonly instruction?: string
}

/**
 * Asks people for their approval of exactly the documents that stand in the folder, until they approve, reject or
 * abort. A steer changes the documents and is followed by a new question; where it cannot be followed the same
 * documents are asked about again, with the steer and the reason. An approval counts only for what was seen.
 */
export async function settleIntent(flow: Flow): Promise<IntentEnd> {
  let again: Again = {}
  for (;;) {
    const standing = await look(flow)
    if ('problem' in standing) return { end: 'problem', problem: standing.problem }
    const { intent } = flow.record
    if (intent.status === 'approved' && intent.documents_digest === standing.digest)
      return { end: 'approved' }
    const limits = await settleLimits(flow)
    if (limits === 'aborted') return { end: 'aborted' }
    if (limits === 'changed') continue
    const answer = await askIntent(flow, standing, again)
    if (answer === undefined) return letBuild(flow, standing)
    again = {}
    const gate_id = answer.gate.gate_id
    if (answer.gate.status === 'steered') again = await followSteer(flow, standing, answer)
    else if (answer.gate.status === 'rejected') {
      const rejected = { ...flow.record.intent, status: 'rejected' as const, gate_id }
      const text = `The intent was rejected (${decider(answer)}): ${wordsOf(answer)}`
      await update(flow, { intent: rejected }, { text, gate_id })
      await rollBack(flow)
      return { end: 'rejected' }
    } else if (answer.gate.status === 'approved') again = await takeApproval(flow, standing, answer)
  }
}

/** Where no guideline asks for it, the intent stands as planned, and the item says so. */
async function letBuild(flow: Flow, { digest }: Standing): Promise<IntentEnd> {
  const intent = { status: 'approved' as const, documents_digest: digest, decided_by: 'policy' }
  await update(flow, { intent })
  return { end: 'approved' }
}

async function askIntent(flow: Flow, standing: Standing, again: Again): Promise<Answer | undefined> {
  const intent = { status: 'pending' as const, documents_digest: standing.digest }
  await update(flow, { intent, awaits: [] })
  const { title, planner } = flow.record
  const steer = again.instruction === undefined ? '' : `\nThe steer was: ${again.instruction}`
  return ask(flow, {
    type: 'intent_approval',
    event: 'planning_complete',
    summary: `Approve the intent of ${quoteText(title, 120)} before it is built?`,
    why:
      again.problem === undefined
        ? 'Nothing of a work item is built before people have approved its intent.'
        : `The steer could not be followed: ${again.problem} The documents are those from before.`,
    note: `Planned by the ${planner}.${steer}`,
    subject: { documents_digest: standing.digest, documents: standing.artifacts.map(toBound) },
    paths: standing.artifacts.map(artifact => artifact.path),
    artifacts: standing.artifacts,
    files: { texts: standing.documents, cut: standing.cut },
    ...(again.steered_from === undefined ? {} : { steered_from: again.steered_from }),
    in_doubt: again.problem !== undefined,
  })
}

function toBound({ path, sha256 = '', size_bytes }: Standing['artifacts'][number]) {
  return { path, sha256, size_bytes }
}

/** The approval counts when the documents still are what was seen; otherwise people are asked again. */
async function takeApproval(flow: Flow, seen: Standing, answer: Answer): Promise<Again> {
  const { gate_id } = answer.gate
  const standing = await look(flow)
  if ('problem' in standing || standing.digest !== seen.digest) {
    const text = 'The documents changed while they were looked at; the approval was for others.'
    await update(flow, {}, { text, gate_id })
    return {}
  }
  const intent = {
    status: 'approved' as const,
    gate_id,
    documents_digest: seen.digest,
    decided_by: answer.decision?.decided_by ?? 'unknown',
  }
  await update(flow, { intent }, { text: `The intent was approved (${decider(answer)}).`, gate_id })
  return {}
}

async function followSteer(flow: Flow, standing: Standing, answer: Answer): Promise<Again> {
  const { gate_id: gateId } = answer.gate
  const instruction = wordsOf(answer)
  const affected = answer.decision?.affected_artifacts ?? []
  const at = answer.decision?.decided_at ?? new Date(0).toISOString()
  const entry = { at, gate_id: gateId, by: decider(answer), text: instruction, affected_artifacts: affected }
  await update(
    flow,
    { instructions: [...flow.record.instructions, entry] },
    { text: `Steered (${entry.by}): ${instruction}`, gate_id: gateId },
  )
  const problem = await replan(flow, { instruction, affected, standing })
  return { steered_from: gateId, instruction, ...(problem === undefined ? {} : { problem }) }
}

/** Named documents are handed to the planner to change; otherwise it plans again with the instruction. */
async function replan(
  flow: Flow,
  steer: { readonly instruction: string; readonly affected: readonly string[]; readonly standing: Standing },
): Promise<string | undefined> {
  const { instruction, affected, standing } = steer
  const inputs = flow.inputs
  const { folder } = flow.record
  flow.inputs = [...inputs, instruction]
  const names = affected.map(path => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path))
  const made =
    names.length === 0
      ? await draft(flow)
      : await redraft(flow, { documents: standing.documents, affected: names, instruction })
  const written = 'problem' in made ? made : await write(flow, made.planned.documents, 'before_update')
  if (!('problem' in written)) return undefined
  flow.inputs = inputs
  await update(flow, {}, { text: `The steer could not be followed: ${written.problem}` })
  return written.problem
}

/** A plan beyond its limits comes before people as such, before they are asked for its intent. */
async function settleLimits(flow: Flow): Promise<'kept' | 'changed' | 'aborted'> {
  const exceeded = exceededByPlan(flow.record)
  if (exceeded === undefined) return 'kept'
  const answer = await askAboutLimit(flow, { exceeded, task: flow.record.title, reduce: REDUCE })
  if (answer.answer !== 'reduce') return answer.answer === 'aborted' ? 'aborted' : 'changed'
  const inputs = flow.inputs
  flow.inputs = [...inputs, ...(answer.instruction === REDUCE ? [] : [answer.instruction]), REDUCE]
  const made = await draft(flow)
  const written = 'problem' in made ? made : await write(flow, made.planned.documents, 'before_update')
  if ('problem' in written) {
    flow.inputs = inputs
    await update(flow, {}, { text: `The scope could not be reduced: ${written.problem}` })
  }
  return 'changed'
}

/** Plans again because of what a review or an operation asks for; the approval then is for something else. */
export async function planAgain(flow: Flow, instruction: string | undefined): Promise<string | undefined> {
  const { inputs, record } = flow
  if (instruction !== undefined) flow.inputs = [...inputs, instruction]
  await update(flow, { intent: { ...record.intent, status: 'none' } })
  const made = await draft(flow)
  const written = 'problem' in made ? made : await write(flow, made.planned.documents, 'before_update')
  if (!('problem' in written)) return undefined
  flow.inputs = inputs
  await update(flow, { intent: record.intent }, { text: `Planning again failed: ${written.problem}` })
  return written.problem
}

/** Puts the folder back as it was before this round, where planning went wrong before anybody was asked. */
export async function takeBack(flow: Flow): Promise<void> {
  if (flow.baseline === '') return
  const problem = await restore(flow, flow.baseline, 'before_rollback')
  if (problem !== undefined) await update(flow, {}, { text: `The folder was not put back: ${problem}` })
}
