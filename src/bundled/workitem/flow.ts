import { type AgentContext, nonRetryable, type StandardGateResult } from '../../agents/public.ts'
import type { Artifact, GateOption, GateType } from '../../contracts/gate.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { WorkItemReport, WorkItemStep } from '../../contracts/work-item.ts'
import { PLANNED, readTasks } from './documents.ts'
import type { PlanBrief, PlannedDocuments, Standing, WorkItemParts, WorkItemState } from './ports.ts'

/** How people answered a question of the workflow. */
export type Answer = StandardGateResult

/** One item on its way. What is not in `record` follows from the journal and is the same at every replay. */
export interface Flow {
  readonly parts: WorkItemParts
  readonly context: AgentContext
  record: WorkItemState
  /** What people said about the plan of this round. */
  inputs: string[]
  /** Concerns of the review that people want met. */
  concerns: string[]
  /** The copy from before the documents of this round were made. */
  baseline: string
  /** People said that they do the work of this round themselves. */
  byPeople: boolean
}

const MAX_HISTORY = 500

export async function openFlow(parts: WorkItemParts, context: AgentContext): Promise<Flow> {
  const record = await context.step('open', async () => (await parts.host.find(context.runId)) ?? null)
  if (record === null)
    throw nonRetryable(`Run ${context.runId} follows no work item. Start one with POST /api/work-items.`)
  return { parts, context, record, inputs: [], concerns: [], baseline: '', byPeople: false }
}

/** Changes the item durably; `what` is kept in its history. */
export async function update(
  flow: Flow,
  patch: Partial<WorkItemState>,
  what?: { readonly text: string; readonly gate_id?: string },
): Promise<void> {
  const { parts, context } = flow
  const next = { ...flow.record, ...patch, revision: flow.record.revision + 1 }
  const withHistory = (at: string): WorkItemState => {
    const { text, ...about } = what ?? { text: '' }
    const entry = { at, step: next.step, what: text, ...about }
    const history = what === undefined ? next.history : [...next.history, entry].slice(-MAX_HISTORY)
    return { ...next, history, updated_at: at }
  }
  const at = await context.step('record', () => parts.host.save(withHistory))
  flow.record = withHistory(at)
}

/** Goes to a step, which is told to everybody who follows the run. */
export async function enter(flow: Flow, step: WorkItemStep, awaits: readonly string[] = []): Promise<void> {
  flow.context.emit('work_item_step', { item_id: flow.record.item_id, step, round: flow.record.round })
  await update(flow, { step, awaits: [...awaits] })
}

/** What somebody reported next, with who said it. */
export async function nextReport(
  flow: Flow,
): Promise<{ readonly report: WorkItemReport; readonly by: string }> {
  const { report, by } = await flow.context.receive('reports')
  // The service that sent it has checked it against the contract.
  return { report: report as unknown as WorkItemReport, by: String(by) }
}

/** Looks at the folder; a problem is told, not thrown. */
export async function look(flow: Flow): Promise<Standing | { readonly problem: string }> {
  const {
    parts: { host },
    context,
    record,
  } = flow
  const standing = await context.step('look', async () => {
    try {
      return await host.look(record, PLANNED)
    } catch (error) {
      return { problem: host.describeFailure(error) }
    }
  })
  if ('problem' in standing) return standing
  const tasks = readTasks(standing.documents['tasks.md'] ?? '')
  const owned = flow.byPeople ? tasks.map(task => ({ ...task, assigned_to: 'person' })) : [...tasks]
  await update(flow, { documents: [...standing.artifacts], tasks: owned })
  return standing
}

export function briefOf({ record, inputs, concerns }: Flow): PlanBrief {
  const { title, description, paths, caps } = record
  return { title, description, paths, caps, instructions: inputs, concerns }
}

/** A question of the workflow to people. */
export interface Asking {
  readonly type: GateType
  /** The event under which guidelines know it. */
  readonly event: string
  readonly summary: string
  /** What an agent calls it. */
  readonly says?: string
  readonly why: string
  /** More about it, in words of Soulgate and of people. */
  readonly note?: string
  readonly context?: JsonObject
  readonly subject?: JsonObject
  readonly paths?: readonly string[]
  readonly artifacts?: readonly Artifact[]
  readonly options?: readonly GateOption[]
  readonly files?: { readonly texts: PlannedDocuments; readonly cut: readonly string[] }
  readonly steered_from?: string
  readonly in_doubt?: boolean
}

/** Types that are asked only where a guideline wants them; every other question is always asked. */
const OPTIONAL: ReadonlySet<GateType> = new Set([
  'intent_approval',
  'design_review',
  'test_failures',
  'complex_operation',
])

/**
 * Opens a gate with the terms that guidelines demand. An advisory gate that no guideline asks for is not opened:
 * undefined. A mandatory one always is, and so is a limit that was exceeded.
 */
export async function ask(flow: Flow, asking: Asking): Promise<Answer | undefined> {
  const { type, says, subject, steered_from: steeredFrom, context = {}, in_doubt: inDoubt, ...rest } = asking
  const { item_id, round, folder } = flow.record
  const answer = await flow.context.standardGate(type, {
    ...rest,
    ...(says === undefined ? {} : { reason: says }),
    subject: { document: { work_item: item_id, round, folder, ...subject } },
    context: { ...context, work_item: item_id },
    ...(inDoubt === true ? { source: 'in_doubt' } : {}),
    ...(steeredFrom === undefined ? {} : { steeredFrom }),
    taskId: item_id,
    optional: OPTIONAL.has(type),
  })
  if (answer === undefined)
    await update(flow, {}, { text: `No guideline asks for ${type}: ${asking.summary}` })
  return answer
}

/** The time, the same at every replay. */
export async function nowIso({ context }: Flow): Promise<string> {
  return new Date(await context.now()).toISOString()
}

/** What a person said with a decision, or what they were told it would mean. */
export function wordsOf({ decision, gate }: Answer): string {
  return decision?.steer_instructions ?? decision?.feedback ?? decision?.reason ?? gate.status
}

export function decider({ decision }: Answer): string {
  return decision?.decided_by_name ?? decision?.decided_by ?? 'nobody'
}
