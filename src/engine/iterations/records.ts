import {
  IterationReport,
  MEMORY_ENTITIES,
  MemoryEntity,
  type MemoryEntityName,
  type PassedCheckpoint,
  type ProposalVersion,
} from '../../contracts/iteration.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { StoreReader, StoreTransaction } from '../../store/store.ts'

const HEAD = 'iteration_plan'
const REPORT = 'iteration_report'
const FINAL = 'iteration_final'
const ENTITY = 'memory_entity'

/** The plan as it is kept beside its run; its reports, its end and its entities are documents of their own. */
export interface IterationHead {
  readonly session_id: string
  readonly run_id: string
  readonly plan_id: string
  readonly goal: string
  readonly max_iterations: number
  readonly checkpoint_interval: number
  readonly status: 'proposing' | 'iterating' | 'synthesizing' | 'complete' | 'cancelled'
  readonly current_iteration: number
  readonly proposals: readonly ProposalVersion[]
  readonly guidance: readonly string[]
  readonly checkpoints: readonly PassedCheckpoint[]
  readonly stopped_early: boolean
  readonly memory_entities: readonly string[]
  readonly spent_usd: number
  readonly created_at: string
  readonly updated_at: string
}

type Reader = Pick<StoreReader, 'getDocument' | 'listDocuments'>

/** A plan belongs to one run, and is named after it. */
export function planIdOf(runId: string): string {
  return `plan_${runId.replace(/^run_/, '')}`
}

export function runIdOf(planId: string): string {
  return `run_${planId.replace(/^plan_/, '')}`
}

export async function readHead(reader: Reader, runId: string): Promise<IterationHead | undefined> {
  return (await reader.getDocument(HEAD, runId))?.body as unknown as IterationHead | undefined
}

export async function putHead(tx: StoreTransaction, head: IterationHead): Promise<void> {
  const { run_id: id, session_id: lookup, updated_at: at } = head
  await tx.putDocument({ kind: HEAD, id, lookup, body: head as unknown as JsonObject, at })
}

/** In order of the iterations. */
export async function listReports(reader: Reader, runId: string): Promise<readonly IterationReport[]> {
  const documents = await reader.listDocuments(REPORT, { lookup: runId })
  return documents
    .map(({ body }) => IterationReport.parse(body))
    .toSorted((a, b) => a.iteration - b.iteration)
}

export async function putReport(tx: StoreTransaction, runId: string, report: IterationReport): Promise<void> {
  const id = `${runId}:${report.iteration}`
  const body = report as unknown as JsonObject
  await tx.putDocument({ kind: REPORT, id, lookup: runId, body, at: report.finished_at })
}

export async function readFinalPlan(reader: Reader, runId: string): Promise<string | undefined> {
  const body = (await reader.getDocument(FINAL, runId))?.body
  return typeof body === 'string' ? body : undefined
}

/** Keeps the plan and its entities; an entity of another plan is never written over. */
export async function putSynthesis(
  tx: StoreTransaction,
  made: {
    readonly head: IterationHead
    readonly final_plan: string
    readonly entities: readonly Omit<MemoryEntity, 'version'>[]
  },
): Promise<void> {
  const { head, final_plan, entities } = made
  const at = head.updated_at
  await tx.putDocument({ kind: FINAL, id: head.run_id, lookup: head.session_id, body: final_plan, at })
  const earlier = await tx.listDocuments(ENTITY, { lookup: head.session_id })
  for (const entity of entities) {
    const version = 1 + earlier.filter(({ id }) => id.endsWith(`:${entity.name}`)).length
    const body = { ...entity, version }
    const id = `${entity.plan_id}:${entity.name}`
    await tx.putDocument({ kind: ENTITY, id, lookup: head.session_id, body, at, expectedVersion: 0 })
  }
}

export async function readEntity(
  reader: Reader,
  planId: string,
  name: MemoryEntityName,
): Promise<MemoryEntity | undefined> {
  const body = (await reader.getDocument(ENTITY, `${planId}:${name}`))?.body
  return body === undefined ? undefined : MemoryEntity.parse(body)
}

/** Deletes what was kept of the plans of a session, in the transaction that erases it; answers how many rows. */
export async function erasePlans(tx: StoreTransaction, sessionId: string): Promise<number> {
  let erased = 0
  const drop = async (kind: string, id: string): Promise<void> => {
    if (await tx.deleteDocument(kind, id)) erased += 1
  }
  for (const { id: runId } of await tx.listDocuments(HEAD, { lookup: sessionId })) {
    for (const { id } of await tx.listDocuments(REPORT, { lookup: runId })) await drop(REPORT, id)
    for (const name of Object.keys(MEMORY_ENTITIES)) await drop(ENTITY, `${planIdOf(runId)}:${name}`)
    await drop(FINAL, runId)
    await drop(HEAD, runId)
  }
  return erased
}
