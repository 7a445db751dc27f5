import { toIso } from '../../base/clock.ts'
import { digest, sha256Hex } from '../../base/digest.ts'
import { SoulgateError } from '../../base/errors.ts'
import type { Artifact, GateOption, GateType, WhyHeld } from '../../contracts/gate.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { WorkItemReport, WorkItemStep } from '../../contracts/work-item.ts'
import { GATE_TYPES, type HoldTerms, writeBriefing } from '../gate/gate.ts'
import type { GateAnswer, RunContext } from '../run/run.ts'
import { PLANNED, readTasks } from './documents.ts'
import type { PlanBrief, PlannedDocuments, WorkItemParts } from './ports.ts'
import { findRecordOfRun, putRecord, type WorkItemRecord } from './records.ts'
import { describeFailure } from './versions.ts'

/** One item on its way. What is not in `record` follows from the journal and is the same at every replay. */
export interface Flow {
  readonly parts: WorkItemParts
  readonly context: RunContext
  record: WorkItemRecord
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
const PREVIEW_CHARACTERS = 2_000
const MAX_TEXT_BYTES = 262_144

export async function openFlow(parts: WorkItemParts, context: RunContext): Promise<Flow> {
  const opened = await context.step('open', async () => {
    const record = await findRecordOfRun(parts.store, context.run_id)
    return (record ?? null) as unknown as JsonValue
  })
  if (opened === null) {
    const detail = `Run ${context.run_id} follows no work item. Start one with POST /api/work-items.`
    throw new SoulgateError('work_item_missing', detail)
  }
  const record = opened as unknown as WorkItemRecord
  return { parts, context, record, inputs: [], concerns: [], baseline: '', byPeople: false }
}

/** Changes the item durably; `what` is kept in its history. */
export async function update(
  flow: Flow,
  patch: Partial<WorkItemRecord>,
  what?: { readonly text: string; readonly gate_id?: string },
): Promise<void> {
  const { parts, context } = flow
  const next = { ...flow.record, ...patch, revision: flow.record.revision + 1 }
  const withHistory = (at: string): WorkItemRecord => {
    const { text, ...about } = what ?? { text: '' }
    const entry = { at, step: next.step, what: text, ...about }
    const history = what === undefined ? next.history : [...next.history, entry].slice(-MAX_HISTORY)
    return { ...next, history, updated_at: at }
  }
  const at = await context.step('record', async () => {
    const now = parts.clock.now()
    await parts.store.transact(tx => putRecord(tx, withHistory(toIso(now)), now))
    return toIso(now)
  })
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

/** The documents as they stand in the folder. */
export interface Standing {
  readonly documents: PlannedDocuments
  readonly artifacts: readonly Artifact[]
  /** Of the planned documents alone: what an approval of the intent is bound to. */
  readonly digest: string
  /** Names of documents that are too long to be read whole. */
  readonly cut: readonly string[]
}

/** Looks at the folder; a problem is told, not thrown. */
export async function look(flow: Flow): Promise<Standing | { readonly problem: string }> {
  const { parts, context, record } = flow
  const seen = await context.step('look', async () => {
    try {
      return (await readFolder(parts, record)) as unknown as JsonObject
    } catch (error) {
      return { problem: describeFailure(error) }
    }
  })
  const standing = seen as unknown as Standing | { readonly problem: string }
  if ('problem' in standing) return standing
  const tasks = readTasks(standing.documents['tasks.md'] ?? '')
  const owned = flow.byPeople ? tasks.map(task => ({ ...task, assigned_to: 'person' })) : [...tasks]
  await update(flow, { documents: [...standing.artifacts], tasks: owned })
  return standing
}

async function readFolder({ files, mayRead }: WorkItemParts, record: WorkItemRecord): Promise<Standing> {
  const { folder, run_id: runId, session_id: sessionId } = record
  const found = await files.read(folder)
  const isReadable = await mayRead({ runId, sessionId })
  const documents: Record<string, string> = {}
  const cut: string[] = []
  for (const name of PLANNED) {
    const bytes = found.find(file => file.path === `${folder}/${name}`)?.bytes
    if (bytes === undefined || !isReadable(`${folder}/${name}`)) continue
    if (bytes.length > MAX_TEXT_BYTES) cut.push(name)
    documents[name] = new TextDecoder().decode(bytes.subarray(0, MAX_TEXT_BYTES)).toWellFormed()
  }
  const artifacts = found.map(({ path, bytes }): Artifact => {
    const preview = documents[path.slice(folder.length + 1)]?.slice(0, PREVIEW_CHARACTERS).toWellFormed()
    const size = { size_bytes: bytes.length, sha256: sha256Hex(bytes) }
    return { path, type: 'file', ...size, ...(preview === undefined ? {} : { preview }) }
  })
  const planned = artifacts.filter(({ path }) => PLANNED.some(name => path === `${folder}/${name}`))
  const bound = planned.map(({ path, sha256 = '' }) => ({ path, sha256 }))
  return { documents, artifacts, cut, digest: digest('soulgate.work-item-documents.v1', bound) }
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

/**
 * Opens a gate with the terms that guidelines demand. An advisory gate that no guideline asks for is not opened:
 * undefined. A mandatory one always is, and so is a limit that was exceeded.
 */
export async function ask(flow: Flow, asking: Asking): Promise<GateAnswer | undefined> {
  const { type } = asking
  const { asks, terms, why } = await readDemands(flow, asking)
  if (!asks) {
    await update(flow, {}, { text: `No guideline asks for ${type}: ${asking.summary}` })
    return undefined
  }
  const { artifacts = [], context = {}, files } = asking
  const briefing = writeBriefing({
    type,
    details: '',
    ...(asking.note === undefined ? {} : { note: asking.note }),
    context,
    calls: [],
    artifacts: artifacts.map(artifact => artifact.path),
    ...(files === undefined ? {} : { files: new Map(Object.entries(files.texts)), cut: files.cut }),
  })
  const { item_id, round, folder } = flow.record
  const source: WhyHeld['source'] = asking.in_doubt === true ? 'in_doubt' : 'policy'
  return flow.context.gate(type, {
    terms: { ...terms, type },
    task_id: item_id,
    summary: asking.summary,
    ...(asking.says === undefined ? {} : { agent_says: asking.says }),
    subject: { document: { work_item: item_id, round, folder, ...asking.subject } },
    why_held: [{ source, text: asking.why }, ...why],
    artifacts,
    context: { ...context, work_item: item_id },
    ...briefing,
    ...(asking.options === undefined ? {} : { options: asking.options }),
    ...(asking.steered_from === undefined ? {} : { steered_from: asking.steered_from }),
  })
}

interface Demands {
  /** Whether people are asked at all. */
  readonly asks: boolean
  readonly terms?: HoldTerms
  readonly why: readonly WhyHeld[]
}

/** What guidelines demand, and what follows from it, as it was when the question came up first. */
async function readDemands(
  { parts, context, record }: Flow,
  { type, event, paths = [], context: facts = {} }: Asking,
): Promise<Demands> {
  const isAdvisory = GATE_TYPES[type].threshold === 'advisory' && type !== 'constraint_exception'
  const demanded = await context.step(`demands:${type}`, async () => {
    const { terms, why } = await parts.demands({
      type,
      event,
      agent: record.requested_by.replace(/^agent:/, ''),
      session_id: record.session_id,
      paths,
      context: facts,
    })
    const asks = terms !== undefined || !(isAdvisory || type === 'intent_approval')
    return { asks, why, ...(terms === undefined ? {} : { terms }) } as unknown as JsonObject
  })
  const { asks, ...standing } = demanded as unknown as Omit<Demands, 'asks'> & Partial<Demands>
  // Journals that do not say it are of a version that always asked for the intent.
  return { ...standing, asks: asks ?? (standing.terms !== undefined || !isAdvisory) }
}

/** The time, the same at every replay. */
export async function nowIso({ context }: Flow): Promise<string> {
  return toIso(await context.now())
}

/** What a person said with a decision, or what they were told it would mean. */
export function wordsOf({ decision, gate }: GateAnswer): string {
  return decision?.steer_instructions ?? decision?.feedback ?? decision?.reason ?? gate.status
}

export function decider({ decision }: GateAnswer): string {
  return decision?.decided_by_name ?? decision?.decided_by ?? 'nobody'
}
