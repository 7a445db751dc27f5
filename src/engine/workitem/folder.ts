import { type Clock, toIso } from '../../base/clock.ts'
import { digest, sha256Hex } from '../../base/digest.ts'
import type { Artifact } from '../../contracts/gate.ts'
import type { WorkItemVersion } from '../../contracts/work-item.ts'
import type { Store } from '../../store/store.ts'
import type { ItemFiles } from './ports.ts'
import { findRecordOfRun, putRecord, type WorkItemRecord } from './records.ts'
import { describeFailure, keepVersion, restoreVersion } from './versions.ts'

const PREVIEW_CHARACTERS = 2_000
const MAX_TEXT_BYTES = 262_144

interface HostParts {
  readonly store: Store
  readonly clock: Clock
  readonly files: ItemFiles
  /** What a run may read of the workspace; the text of other files is shown nowhere. */
  readonly mayRead: (reader: {
    readonly runId: string
    readonly sessionId: string
  }) => Promise<(path: string) => boolean>
}

/** The documents as they stand in the folder. */
export interface Standing {
  readonly documents: Readonly<Record<string, string>>
  readonly artifacts: readonly Artifact[]
  /** Of the planned documents alone: what an approval of the intent is bound to. */
  readonly digest: string
  /** Names of documents that are too long to be read whole. */
  readonly cut: readonly string[]
}

/** The record of items and their folders, for the agent that follows them. */
export interface WorkItemHost {
  /** Undefined where the run follows no item. */
  find(runId: string): Promise<WorkItemRecord | undefined>
  /** Writes the item as it is at this moment; answers the moment as an ISO time. */
  save(itemAt: (at: string) => WorkItemRecord): Promise<string>
  /** The documents of these names, as they stand. */
  look(item: WorkItemRecord, names: readonly string[]): Promise<Standing>
  /** Keeps a copy of the folder under an id; under one id the first copy stays. */
  keep(
    item: WorkItemRecord,
    copy: { readonly version_id: string; readonly reason: WorkItemVersion['reason'] },
  ): Promise<{ readonly files: number }>
  /** Makes the folder what it was at `to`; `kept` is the copy of what stands there now. */
  restore(
    item: WorkItemRecord,
    versions: { readonly to: string; readonly kept: string },
  ): Promise<{ readonly written: number; readonly removed: number }>
  /** What may be told of a failure; one of the store is thrown on. */
  describeFailure(error: unknown): string
}

/** The host of work items over a store and the files of a workspace. */
export function createWorkItemHost(parts: HostParts): WorkItemHost {
  const { store, clock } = parts
  return {
    find: runId => findRecordOfRun(store, runId),
    save: async itemAt => {
      const now = clock.now()
      await store.transact(tx => putRecord(tx, itemAt(toIso(now)), now))
      return toIso(now)
    },
    look: (item, names) => readFolder(parts, item, names),
    keep: async ({ item_id, folder, round }, copy) => {
      const { files } = await keepVersion(parts, { item_id, folder, round, ...copy })
      return { files: files.length }
    },
    restore: ({ folder }, versions) => restoreVersion(parts, { folder, ...versions }),
    describeFailure,
  }
}

async function readFolder(
  { files, mayRead }: HostParts,
  { folder, run_id: runId, session_id: sessionId }: WorkItemRecord,
  names: readonly string[],
): Promise<Standing> {
  const found = await files.read(folder)
  const isReadable = await mayRead({ runId, sessionId })
  const documents: Record<string, string> = {}
  const cut: string[] = []
  for (const name of names) {
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
  const planned = artifacts.filter(({ path }) => names.some(name => path === `${folder}/${name}`))
  const bound = planned.map(({ path, sha256 = '' }) => ({ path, sha256 }))
  return { documents, artifacts, cut, digest: digest('soulgate.work-item-documents.v1', bound) }
}
