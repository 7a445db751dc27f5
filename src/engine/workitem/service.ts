import type { Clock } from '../../base/clock.ts'
import { toIso } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { WorkItem, WorkItemReport, WorkItemVersion } from '../../contracts/work-item.ts'
import type { Page, Paged, Store, StoredRun, StoreTransaction } from '../../store/store.ts'
import { actorOf } from '../gate/gate.ts'
import type { RunEngine } from '../run/run.ts'
import { refuseImplementing } from './admission.ts'
import {
  dropHold,
  findRecord,
  findRecordOfRun,
  listHolds,
  putRecord,
  readRecord,
  type WorkItemRecord,
} from './records.ts'
import { listVersions, readVersion } from './versions.ts'

interface Listing extends Page {
  /** Only items that this principal asked for or that were asked on its behalf. */
  readonly principal?: string
}

/** Work items as those see them who start, follow and report on them. Rights are checked by the caller. */
export interface WorkItemService {
  /** By id, or by the folder of a living one. */
  get(name: string): Promise<WorkItem | undefined>
  ofRun(runId: string): Promise<WorkItem | undefined>
  /** Newest first. */
  list(page: Listing): Promise<Paged<WorkItem>>
  versions(itemId: string): Promise<readonly WorkItemVersion[]>
  /** The content of one file of a kept version. */
  versionFile(
    versionId: string,
    path: string,
  ): Promise<{ readonly item_id: string; readonly bytes: Uint8Array } | undefined>
  /** Takes a report when the item waits for one of its kind; before the intent is approved it is refused, naming the gate. */
  report(
    who: Principal,
    itemId: string,
    report: WorkItemReport,
  ): Promise<{ readonly refused?: false; readonly item: WorkItem } | Refusal>
  /** Ends an item that nobody will go on with: cancels its run and frees its paths. */
  close(
    who: Principal,
    itemId: string,
    because: string,
  ): Promise<{ readonly refused?: false; readonly item: WorkItem } | Refusal>
  /** The living item whose folder holds this path. */
  ofPath(path: string): Promise<WorkItem | undefined>
}

interface ServiceParts {
  readonly store: Store
  readonly clock: Clock
  readonly runs: Pick<RunEngine, 'send' | 'cancel'>
}

export function createWorkItemService(parts: ServiceParts): WorkItemService {
  const { store } = parts
  const show = async (record: WorkItemRecord | undefined) =>
    record && toItem(record, await store.getRun(record.run_id))
  return {
    get: async name => show(await findRecord(store, name)),
    ofRun: async runId => show(await findRecordOfRun(store, runId)),
    list: async ({ principal, ...page }) => {
      const filter = { kind: 'workitem' as const, ...(principal === undefined ? {} : { principal }) }
      const { items: runs, ...rest } = await store.listRuns(filter, page)
      const items = await Promise.all(
        runs.map(async run => {
          const record = await findRecordOfRun(store, run.run_id)
          return record ? [toItem(record, run)] : []
        }),
      )
      return { ...rest, items: items.flat() }
    },
    versions: itemId => listVersions(store, itemId),
    versionFile: async (versionId, path) => {
      const file = (await readVersion(store, versionId))?.files.find(item => item.path === path)
      const bytes = file && (await store.getBlob(file.sha256))
      const lookup = (await store.getDocument('work_item_version', versionId))?.lookup
      return bytes && lookup !== undefined ? { item_id: lookup, bytes } : undefined
    },
    report: (who, itemId, report) => takeReport(parts, { who, itemId, report }),
    close: (who, itemId, because) => close(parts, { who, itemId, because }),
    ofPath: async path => {
      const hold = (await listHolds(store)).find(item => path.startsWith(`${item.folder}/`))
      return hold && show(await readRecord(store, hold.item_id))
    },
  }
}

const ENDED: readonly string[] = ['failed', 'cancelled']

/** What follows from the run wins: an item whose run was cancelled or failed has ended whatever it says itself. */
function toItem({ revision: _revision, ...record }: WorkItemRecord, run: StoredRun | undefined): WorkItem {
  const over = record.status === 'active' && run !== undefined && ENDED.includes(run.status)
  const status = run?.status === 'failed' ? ('failed' as const) : ('cancelled' as const)
  const outcome = run?.error?.message ?? run?.cancelled_because
  return {
    ...record,
    waiting_gate_ids: run?.waiting_gate_ids ?? [],
    ...(over ? { status, awaits: [], ...(outcome === undefined ? {} : { outcome }) } : {}),
  }
}

async function takeReport(
  { store, clock, runs }: ServiceParts,
  { who, itemId, report }: { who: Principal; itemId: string; report: WorkItemReport },
): Promise<{ item: WorkItem } | Refusal> {
  return store.transact(async tx => {
    const record = await findRecord(tx, itemId)
    if (!record) return unknownItem(itemId)
    const unfit = await refuseReport(tx, record, report)
    if (unfit) return unfit
    const body = { report: report as unknown as JsonObject, by: who.name, by_id: who.id }
    const refused = await runs.send(tx, { run_id: record.run_id, mailbox: 'reports', body })
    if (refused) return refused
    const { run_id, session_id, item_id } = record
    const payload: JsonObject = { item_id, report: report as unknown as JsonObject }
    const about = { stream: `run:${run_id}`, at: toIso(clock.now()), run_id, session_id }
    await tx.appendEvents([{ ...about, type: 'work_item_report', actor: actorOf(who), payload }])
    return { item: toItem(record, await tx.getRun(run_id)) }
  })
}

/** Reports about building need an approved intent, whoever sends them. */
async function refuseReport(
  tx: StoreTransaction,
  record: WorkItemRecord,
  report: WorkItemReport,
): Promise<Refusal | undefined> {
  const { item_id: itemId, awaits, tasks } = record
  if (report.kind !== 'workplan') {
    const barred = await refuseImplementing(tx, itemId)
    if (barred) return barred
  }
  if (!awaits.includes(report.kind)) {
    const now =
      awaits.length === 0 ? 'It waits for people, or is at work.' : `It waits for ${awaits.join(', ')}.`
    return refuse('not_waiting', `Work item ${itemId} takes no ${report.kind} now. ${now}`, {
      data: { item_id: itemId, awaits },
    })
  }
  if (!('task' in report) || tasks.some(task => task.task_id === report.task)) return undefined
  const known = tasks.map(task => task.task_id).join(', ')
  return refuse('invalid', `Work item ${itemId} has no task ${report.task}.`, {
    errors: [{ field: 'task', message: `must be one of ${known}` }],
  })
}

async function close(
  { store, clock, runs }: ServiceParts,
  { who, itemId, because }: { who: Principal; itemId: string; because: string },
): Promise<{ item: WorkItem } | Refusal> {
  const record = await findRecord(store, itemId)
  if (!record) return unknownItem(itemId)
  const cancelled = await runs.cancel(who, record.run_id, because)
  if (isRefusal(cancelled)) return cancelled
  return store.transact(async tx => {
    await tx.lockRun(record.run_id)
    const standing = (await readRecord(tx, record.item_id)) ?? record
    await dropHold(tx, record.item_id)
    if (standing.status !== 'active') return { item: toItem(standing, await tx.getRun(record.run_id)) }
    const now = clock.now()
    const ended: WorkItemRecord = {
      ...standing,
      status: 'cancelled',
      awaits: [],
      outcome: because,
      updated_at: toIso(now),
      // Above whatever a worker that has not heard of it yet still writes.
      revision: standing.revision + 1_000_000,
    }
    await putRecord(tx, ended, now)
    return { item: toItem(ended, await tx.getRun(record.run_id)) }
  })
}

function unknownItem(itemId: string): Refusal {
  return refuse('not_found', `There is no work item ${itemId}.`)
}
