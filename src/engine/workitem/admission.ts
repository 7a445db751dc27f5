import { digest } from '../../base/digest.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import { WorkItemInput } from '../../contracts/work-item.ts'
import type { EventDraft, StoredRun, StoreReader, StoreTransaction } from '../../store/store.ts'
import type { Admission, StartRequest } from '../run/run.ts'
import { dropHold, findRecord, listHolds, putRecord, readRecord, type WorkItemRecord } from './records.ts'

/**
 * What starts with a run, and what may not start: a work item begins to hold its paths in the same transaction that
 * starts its run, and no run that declares to implement an item starts before people have approved its intent.
 */
export function createAdmission({ plannerName }: { readonly plannerName: string }): Admission {
  return {
    refuse: async (tx, request) => {
      if (request.kind === 'workitem') return refuseItem(tx, request)
      const named = implementedItem(request.input)
      return named === undefined ? undefined : refuseImplementing(tx, named)
    },
    admitted: async (tx, run) => (run.kind === 'workitem' ? startItem(tx, run, plannerName) : []),
  }
}

/** Refuses work on an item whose intent is not approved, naming the gate that waits for it. */
export async function refuseImplementing(
  reader: Pick<StoreReader, 'getDocument' | 'findDocument' | 'listDocuments' | 'getRun' | 'getGates'>,
  name: string,
): Promise<Refusal | undefined> {
  const record = await findRecord(reader, name)
  if (!record) {
    return refuse('invalid', `There is no work item ${name}.`, {
      errors: [{ field: 'input.work_item', message: `there is no work item ${name}` }],
    })
  }
  const { item_id: itemId, intent, status } = record
  const run = await reader.getRun(record.run_id)
  if (status !== 'active' || run?.status === 'cancelled' || run?.status === 'failed')
    return refuse(
      'run_ended',
      `Work item ${itemId} is ${run?.status ?? status}; nothing of it is built any more.`,
    )
  if (intent.status === 'approved') return undefined
  const gate = run && (await openIntentGate(reader, run))
  const where = gate === undefined ? 'Nobody has been asked yet.' : `A person must decide gate ${gate} first.`
  return refuse('intent_not_approved', `The intent of work item ${itemId} is not approved. ${where}`, {
    data: { item_id: itemId, ...(gate === undefined ? {} : { gate_id: gate }) },
  })
}

async function openIntentGate(
  reader: Pick<StoreReader, 'getGates'>,
  run: StoredRun,
): Promise<string | undefined> {
  const gates = await reader.getGates(run.waiting_gate_ids)
  return gates.find(gate => gate.type === 'intent_approval' && gate.status === 'pending')?.gate_id
}

/** The item that a run declares to implement, in its input or in the context that a goal brings. */
function implementedItem(input: JsonValue): string | undefined {
  for (const declared of [Object(input), Object(Object(input).context)]) {
    const { phase, work_item: item } = declared
    if (phase === 'implementation' && typeof item === 'string') return item
  }
  return undefined
}

async function refuseItem(tx: StoreTransaction, request: StartRequest): Promise<Refusal | undefined> {
  const parsed = WorkItemInput.safeParse(request.input)
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
    const [first] = errors
    return refuse('invalid', `The work item does not fit: ${first?.field} ${first?.message}.`, { errors })
  }
  const { item_id: itemId } = parsed.data
  if (itemId !== undefined && (await readRecord(tx, itemId)))
    return refuse('version_conflict', `There is a work item ${itemId} already. Choose another id.`)
  const folder = folderOf(parsed.data)
  if (folder === undefined) return undefined
  const misplaced = whyMisplaced(folder, request)
  if (misplaced !== undefined) {
    const errors = [{ field: 'folder', message: misplaced }]
    return refuse('invalid', `The folder ${folder} ${misplaced}.`, { errors })
  }
  const taken = (await listHolds(tx)).find(hold => fold(hold.folder) === fold(folder))
  if (taken === undefined) return undefined
  const detail = `The folder ${folder} belongs to work item ${taken.item_id}. Choose another.`
  return refuse('version_conflict', detail)
}

const OWN_PLACE = '.workitems'

/** A folder that people name may hold what they like; an agent's words never choose what is written over. */
function whyMisplaced(folder: string, { who, input }: StartRequest): string | undefined {
  if (folder === '.') return 'is the whole workspace; name a folder in it'
  const isNamed = Object(input).folder !== undefined
  if (who.kind === 'person' || !isNamed || folder.startsWith(`${OWN_PLACE}/`)) return undefined
  return `must lie in ${OWN_PLACE}/ when an agent starts the item`
}

function fold(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/** Where the documents lie; undefined while it takes the run to tell. */
function folderOf({ title, item_id, folder }: WorkItemInput): string | undefined {
  if (folder !== undefined) return plain(folder)
  return item_id === undefined ? undefined : `${OWN_PLACE}/${item_id}-${slug(title)}`
}

async function startItem(
  tx: StoreTransaction,
  run: StoredRun,
  plannerName: string,
): Promise<readonly EventDraft[]> {
  const record = firstRecord(run, plannerName)
  await dropEnded(tx)
  await putRecord(tx, record, Date.parse(run.created_at))
  const payload: JsonObject = { item_id: record.item_id, folder: record.folder, paths: record.paths }
  const { run_id, session_id } = run
  const about = { stream: `run:${run_id}`, at: run.created_at, run_id, session_id }
  return [{ ...about, type: 'work_item_started', actor: { kind: 'system', id: 'system:engine' }, payload }]
}

/** A cancelled run cannot end what its item holds by itself. */
async function dropEnded(tx: StoreTransaction): Promise<void> {
  for (const hold of await listHolds(tx)) {
    const run = await tx.getRun(hold.run_id)
    if (run?.status === 'cancelled') await dropHold(tx, hold.item_id)
  }
}

/** The item as it stands when its run begins; the same at every look, because everything follows from the run. */
function firstRecord(run: StoredRun, plannerName: string): WorkItemRecord {
  const input = WorkItemInput.parse(run.input)
  const { title, description, item_id, paths, caps } = input
  const suffix = digest('soulgate.work-item.v1', run.run_id).slice(0, 6)
  const itemId = item_id ?? `item${run.run_id.slice(run.run_id.indexOf('_'))}`
  return {
    item_id: itemId,
    run_id: run.run_id,
    session_id: run.session_id,
    title,
    description,
    folder: folderOf(input) ?? `${OWN_PLACE}/${slug(title)}-${suffix}`,
    paths: paths.map(plain),
    caps,
    status: 'active',
    step: 'workplan',
    round: 1,
    intent: { status: 'none' },
    awaits: [],
    planner: plannerName,
    documents: [],
    tasks: [],
    used: { hours: 0, files: 0, cost_usd: 0 },
    instructions: [],
    issues: [],
    history: [],
    requested_by: run.requested_by,
    ...(run.on_behalf_of === undefined ? {} : { on_behalf_of: run.on_behalf_of }),
    created_at: run.created_at,
    updated_at: run.created_at,
    revision: 0,
  }
}

function slug(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  return (
    words
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 40)
      .replace(/-+$/, '') || 'item'
  )
}

function plain(path: string): string {
  const segments = path.split(/[\\/]/).filter(segment => segment !== '' && segment !== '.')
  return segments.join('/') || '.'
}
