import { type Clock, toIso } from '../../base/clock.ts'
import { sha256Hex } from '../../base/digest.ts'
import { isSoulgateError, SoulgateError } from '../../base/errors.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { WorkItemVersion } from '../../contracts/work-item.ts'
import type { Store, StoreReader } from '../../store/store.ts'
import type { ItemFile, ItemFiles } from './ports.ts'

const VERSION = 'work_item_version'

/** Where the documents of items lie and their copies are kept. */
export interface FolderParts {
  readonly store: Store
  readonly clock: Clock
  readonly files: ItemFiles
}

interface Keeping {
  readonly version_id: string
  readonly item_id: string
  readonly folder: string
  readonly reason: WorkItemVersion['reason']
  readonly round: number
}

/** Versions of an item's documents, oldest first. */
export async function listVersions(reader: StoreReader, itemId: string): Promise<readonly WorkItemVersion[]> {
  const documents = await reader.listDocuments(VERSION, { lookup: itemId })
  return documents.map(document => document.body as unknown as WorkItemVersion)
}

export async function readVersion(
  reader: Pick<StoreReader, 'getDocument'>,
  versionId: string,
): Promise<WorkItemVersion | undefined> {
  return (await reader.getDocument(VERSION, versionId))?.body as unknown as WorkItemVersion | undefined
}

/**
 * Keeps a copy of every file of the folder. Under one id the first copy stays: after a crash the folder may hold half
 * of what came after it.
 */
export async function keepVersion(
  { store, files, clock }: FolderParts,
  keeping: Keeping,
): Promise<WorkItemVersion> {
  const known = await readVersion(store, keeping.version_id)
  if (known) return known
  const found = await files.read(keeping.folder)
  const at = toIso(clock.now())
  const { version_id, item_id, reason, round } = keeping
  const version: WorkItemVersion = { version_id, at, reason, round, files: found.map(describe) }
  const written = await store.transact(async tx => {
    if (await tx.getDocument(VERSION, version_id)) return false
    for (const { bytes } of found) await tx.putBlob(sha256Hex(bytes), bytes, at)
    await tx.putDocument({
      kind: VERSION,
      id: version_id,
      lookup: item_id,
      body: version as unknown as JsonObject,
      at,
      expectedVersion: 0,
    })
    return true
  })
  return written ? version : ((await readVersion(store, version_id)) ?? version)
}

/**
 * Makes the folder what it was, byte for byte: what is new goes, what was changed or deleted comes back. `kept` is the
 * copy of what stands there now; a file that is not what was kept is left alone and the work stops with what happened,
 * so that nothing is lost. Doing it again goes on where it stopped.
 */
export async function restoreVersion(
  { store, files }: Omit<FolderParts, 'clock'>,
  { folder, to, kept }: { readonly folder: string; readonly to: string; readonly kept: string },
): Promise<{ readonly written: number; readonly removed: number }> {
  const [target, copy] = await Promise.all([needVersion(store, to), needVersion(store, kept)])
  const standing = new Map((await files.read(folder)).map(file => [file.path, describe(file)]))
  const copied = new Map(copy.files.map(file => [file.path, file.sha256]))
  const wanted = new Map(target.files.map(file => [file.path, file]))
  let written = 0
  let removed = 0
  for (const file of target.files) {
    const now = standing.get(file.path)
    if (now?.sha256 === file.sha256 && now.mode === file.mode) continue
    requireKept(copied, now)
    const bytes = await needBlob(store, file.sha256)
    await files.put({ path: file.path, bytes, mode: file.mode }, now?.sha256)
    written += 1
  }
  for (const now of standing.values()) {
    if (wanted.has(now.path)) continue
    requireKept(copied, now)
    await files.remove(now.path, now.sha256)
    removed += 1
  }
  return { written, removed }
}

/** What may be told of a failure of files or planners; anything that is the store's own is thrown on. */
export function describeFailure(error: unknown): string {
  const isStore = isSoulgateError(error) && /^(?:store_|commit_|transaction_)/.test(error.code)
  if (isStore) throw error
  if (isSoulgateError(error)) return error.message
  return error instanceof Error && !('code' in error) ? error.message : 'It failed unexpectedly.'
}

type Described = WorkItemVersion['files'][number]

function describe({ path, bytes, mode }: ItemFile): Described {
  return { path, size_bytes: bytes.length, sha256: sha256Hex(bytes), mode }
}

function requireKept(copied: ReadonlyMap<string, string>, now: Described | undefined): void {
  if (now === undefined || copied.get(now.path) === now.sha256) return
  const detail = `${now.path} changed while its folder was put back. It was left as it is; try again.`
  throw new SoulgateError('changed_meanwhile', detail, { retry: 'after_human' })
}

async function needVersion(store: Store, versionId: string): Promise<WorkItemVersion> {
  const version = await readVersion(store, versionId)
  if (version) return version
  throw new SoulgateError('version_missing', `Version ${versionId} is not in the store. Restore a backup.`)
}

async function needBlob(store: Store, sha256: string): Promise<Uint8Array> {
  const bytes = await store.getBlob(sha256)
  if (bytes) return bytes
  throw new SoulgateError('version_missing', `The content ${sha256} is not in the store. Restore a backup.`)
}
