import { toIso } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { StoreReader, StoreTransaction } from '../../store/store.ts'

const ITEM = 'work_item'
export const HOLD = 'work_item_hold'

/** The item as it is kept; what follows from its run is added when it is shown. */
export interface WorkItemRecord extends Omit<WorkItem, 'waiting_gate_ids'> {
  /** Grows with every change, so that a worker that lost the run cannot write over a newer state. */
  readonly revision: number
}

/** What the release rule must know of an item, for as long as the item lives. */
export interface WorkItemHold {
  readonly item_id: string
  readonly run_id: string
  readonly folder: string
  readonly paths: readonly string[]
  readonly approved: boolean
  /** The gate that waits for the approval. */
  readonly gate_id?: string
}

type Reader = Pick<StoreReader, 'getDocument' | 'findDocument' | 'listDocuments'>

export async function readRecord(reader: Reader, itemId: string): Promise<WorkItemRecord | undefined> {
  return (await reader.getDocument(ITEM, itemId))?.body as unknown as WorkItemRecord | undefined
}

export async function findRecordOfRun(reader: Reader, runId: string): Promise<WorkItemRecord | undefined> {
  return (await reader.findDocument(ITEM, runId))?.body as unknown as WorkItemRecord | undefined
}

/** The item of that id, or the living one whose documents lie in that folder. */
export async function findRecord(reader: Reader, name: string): Promise<WorkItemRecord | undefined> {
  const byId = await readRecord(reader, name)
  if (byId) return byId
  const folder = name.replace(/\/+$/, '')
  const hold = (await listHolds(reader)).find(item => item.folder === folder)
  return hold && readRecord(reader, hold.item_id)
}

export async function listHolds(reader: Pick<Reader, 'listDocuments'>): Promise<readonly WorkItemHold[]> {
  return (await reader.listDocuments(HOLD)).map(document => document.body as unknown as WorkItemHold)
}

/** Writes the item and what it holds, unless something newer is there; an item that has ended holds nothing. */
export async function putRecord(tx: StoreTransaction, record: WorkItemRecord, nowMs: number): Promise<void> {
  const standing = await readRecord(tx, record.item_id)
  if (standing && (standing.run_id !== record.run_id || standing.revision > record.revision)) return
  const at = toIso(nowMs)
  const body = record as unknown as JsonObject
  // Two that begin under one id at the same time: only one of them is the item.
  const first = record.revision === 0 ? { expectedVersion: 0 } : {}
  await tx.putDocument({ kind: ITEM, id: record.item_id, lookup: record.run_id, body, at, ...first })
  if (record.status !== 'active') {
    await tx.deleteDocument(HOLD, record.item_id)
    return
  }
  await tx.putDocument({
    kind: HOLD,
    id: record.item_id,
    lookup: record.run_id,
    body: { ...toHold(record) },
    at,
  })
}

/** Ends what an item holds whose run nobody will go on with. */
export async function dropHold(tx: StoreTransaction, itemId: string): Promise<void> {
  await tx.deleteDocument(HOLD, itemId)
}

function toHold({ item_id, run_id, folder, paths, intent }: WorkItemRecord) {
  const approved = intent.status === 'approved'
  return {
    item_id,
    run_id,
    folder,
    paths,
    approved,
    ...(intent.gate_id === undefined ? {} : { gate_id: intent.gate_id }),
  }
}
