import type { ProposalResult } from '../../agents/public.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { WorkItemVersion } from '../../contracts/work-item.ts'
import { briefOf, type Flow, update } from './flow.ts'
import type { Planned, PlannedDocuments } from './ports.ts'
import { keep, restore } from './rollback.ts'

type Made = { readonly planned: Planned } | { readonly problem: string }

/** Asks the planner for all documents. What goes wrong is told, not thrown. */
export function draft(flow: Flow): Promise<Made> {
  return make(flow, 'plan', signal => flow.parts.planner.plan(briefOf(flow), signal))
}

/** Asks the planner to change the named documents alone. */
export function redraft(
  flow: Flow,
  change: {
    readonly documents: PlannedDocuments
    readonly affected: readonly string[]
    readonly instruction: string
  },
): Promise<Made> {
  const { planner } = flow.parts
  return make(flow, 'update_documents', signal => planner.update({ brief: briefOf(flow), ...change }, signal))
}

/** What a planner made, as the journal keeps it. */
interface Kept extends JsonObject {
  readonly problem: string
  readonly documents: Readonly<Record<string, string>>
  /** Absent in journals of before, and where the planner is who it says it is. */
  readonly by?: string
  readonly tokens: number
  readonly cost_usd: number
}

async function make(
  flow: Flow,
  name: string,
  work: (signal: AbortSignal) => Promise<Planned>,
): Promise<Made> {
  const kept = await flow.context.step(
    name,
    async (signal): Promise<Kept> => {
      try {
        const { documents, by, tokens = 0, cost_usd = 0 } = await work(signal)
        const named = by === undefined ? {} : { by }
        return { problem: '', documents: { ...documents }, ...named, tokens, cost_usd }
      } catch (error) {
        return { problem: flow.parts.host.describeFailure(error), documents: {}, tokens: 0, cost_usd: 0 }
      }
    },
    { kind: 'model', usage: ({ tokens, cost_usd: costUsd }) => ({ tokens, costUsd }) },
  )
  if (kept.problem !== '') return { problem: kept.problem }
  if (kept.by !== undefined && kept.by !== flow.record.planner) await update(flow, { planner: kept.by })
  return { planned: kept }
}

/**
 * Keeps what stands there, then writes documents through the release rule like every other effect. Where one of them
 * cannot be written the folder is put back, so that nobody is asked about half a plan. Answers what went wrong.
 */
export async function write(
  flow: Flow,
  texts: PlannedDocuments,
  reason: WorkItemVersion['reason'],
): Promise<{ readonly before: string } | { readonly problem: string }> {
  const before = await keep(flow, reason)
  if ('problem' in before) return before
  const { folder, title, description } = flow.record
  const calls = Object.entries(texts)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, content]) => ({ tool: 'write_file', input: { path: `${folder}/${name}`, content } }))
  const outcome = await flow.context.propose(calls, {
    askedFor: title,
    madeOfInput: [title, description, folder],
  })
  const problem = whatWentWrong(outcome)
  if (problem === undefined) return { before: before.version_id }
  const another = await restore(flow, before.version_id, 'before_rollback')
  return { problem: another === undefined ? problem : `${problem} ${another}` }
}

function whatWentWrong(outcome: ProposalResult): string | undefined {
  switch (outcome.status) {
    case 'ran': {
      const failed = outcome.results.find(result => !result.success)
      return failed && `${failed.tool_name} failed: ${failed.error ?? failed.message}`
    }
    case 'denied':
    case 'suggested':
      return `The documents were not written: ${outcome.reason}`
    case 'rejected':
    case 'steered':
    case 'expired':
    case 'cancelled':
      return 'The documents were not written: a person said no.'
  }
}
