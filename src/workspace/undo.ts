import { createTwoFilesPatch } from 'diff'
import { z } from 'zod'
import { sha256Hex } from '../base/digest.ts'
import { isSoulgateError } from '../base/errors.ts'
import type { JsonValue } from '../contracts/json-value.ts'
import type { ChangedTarget, UndoOutcome, UndoStore } from '../engine/tools/tools.ts'
import { type Contents, decodeText, readWhole } from './contents.ts'
import { ifPresent } from './file-system.ts'
import { publish, putWhereNothingIs, settle } from './publish.ts'
import type { Place, Root } from './root.ts'

const maxDiffBytes = 256 * 1024
const maxDiffCharacters = 20_000

/** What stood at a path: nothing, or bytes that the undo store keeps under `kept`. */
const Before = z.union([
  z.strictObject({ exists: z.literal(false) }),
  z.strictObject({ exists: z.literal(true), sha256: z.string(), kept: z.string(), mode: z.int() }),
])
export type Before = z.infer<typeof Before>

const FileChange = z.strictObject({
  kind: z.literal('file_changed'),
  path: z.string(),
  before: Before,
  after_sha256: z.string(),
  after_kept: z.string().nullable(),
  created_folders: z.array(z.string()),
})
const FileMove = z.strictObject({
  kind: z.literal('file_moved'),
  from: z.string(),
  to: z.string(),
  moved_sha256: z.string(),
  overwritten: Before,
  created_folders: z.array(z.string()),
})
const UndoRecord = z.discriminatedUnion('kind', [FileChange, FileMove])
export type UndoRecord = z.infer<typeof UndoRecord>

export interface UndoContext {
  readonly root: Root
  readonly undoStore: UndoStore
}

/** Keeps what stands at a place; resolves when the copy is kept, so that the effect may follow. */
export async function keepBefore(undoStore: UndoStore, standing: Contents | undefined): Promise<Before> {
  if (standing === undefined) return { exists: false }
  const kept = await undoStore.put(standing.bytes)
  return { exists: true, sha256: standing.sha256, kept, mode: standing.stats.mode & 0o777 }
}

/** The record of one file whose content was changed, made or replaced. Small new contents are kept for diffs. */
export async function recordFileChange(
  undoStore: UndoStore,
  change: {
    readonly path: string
    readonly before: Before
    readonly after: Uint8Array
    readonly created: readonly string[]
  },
): Promise<UndoRecord> {
  const { path, before, after, created } = change
  const kept = after.length <= maxDiffBytes ? await undoStore.put(after) : null
  return {
    kind: 'file_changed',
    path,
    before,
    after_sha256: sha256Hex(after),
    after_kept: kept,
    created_folders: [...created],
  }
}

/** Takes one recorded call back, or says what stands in the way and changes nothing. */
export async function undoChange(context: UndoContext, record: JsonValue): Promise<UndoOutcome> {
  const parsed = UndoRecord.safeParse(record)
  if (!parsed.success) return refuse('record_unreadable', 'This call left no undo record that can be read.')
  return parsed.data.kind === 'file_changed'
    ? undoFileChange(context, parsed.data)
    : undoFileMove(context, parsed.data)
}

async function undoFileChange(
  context: UndoContext,
  change: z.infer<typeof FileChange>,
): Promise<UndoOutcome> {
  const { root, undoStore } = context
  const restored = await readKept(undoStore, change.before)
  if (restored === 'missing') return refuseMissing(change.path)
  const undoing = root.locate(change.path, { for: 'effect' }, async (place): Promise<UndoOutcome> => {
    const standing = await readStanding(root, place)
    if (standing?.sha256 !== change.after_sha256) {
      const expected = change.after_kept === null ? undefined : await undoStore.get(change.after_kept)
      return refuseChanged([
        describeChange(change.path, { sha256: change.after_sha256, bytes: expected }, standing),
      ])
    }
    if (restored === undefined) {
      await root.fileSystem.unlink(place.folder.at(place.name))
      await settle(place.folder, place.path)
    } else {
      await publish(root, place, { ...restored, replaces: standing.stats })
    }
    await removeEmptyFolders(root, change.created_folders)
    return {
      status: 'undone',
      message: `${change.path} is as it was before the call.`,
      restored: [change.path],
    }
  })
  return undoing.catch(cause => {
    if (!isSoulgateError(cause, 'not_found')) throw cause
    return refuseChanged([
      describeChange(change.path, { sha256: change.after_sha256, bytes: undefined }, undefined),
    ])
  })
}

async function undoFileMove(context: UndoContext, move: z.infer<typeof FileMove>): Promise<UndoOutcome> {
  const { root, undoStore } = context
  const overwritten = await readKept(undoStore, move.overwritten)
  if (overwritten === 'missing') return refuseMissing(move.to)
  const outcome = await root.locate(move.to, { for: 'effect' }, to =>
    root.locate(move.from, { for: 'effect', createFolders: true }, async (from): Promise<UndoOutcome> => {
      const standing = await readStanding(root, to)
      const changes: ChangedTarget[] = []
      if (standing?.sha256 !== move.moved_sha256) {
        changes.push(describeChange(move.to, { sha256: move.moved_sha256, bytes: undefined }, standing))
      }
      if (from.stats !== undefined) {
        changes.push(describeChange(move.from, undefined, await readStanding(root, from)))
      }
      if (changes.length > 0) {
        await removeEmptyFolders(root, from.created)
        return refuseChanged(changes)
      }
      await putWhereNothingIs(root, to, from)
      await settle(from.folder, from.path)
      if (overwritten !== undefined) await publish(root, to, { ...overwritten, replaces: undefined })
      else await settle(to.folder, to.path)
      return {
        status: 'undone',
        message: `${move.to} is back at ${move.from}.`,
        restored: [move.from, move.to],
      }
    }),
  )
  if (outcome.status === 'undone') await removeEmptyFolders(root, move.created_folders)
  return outcome
}

/** Reads what stands at a place; a folder there counts as changed content without a digest. */
async function readStanding(root: Root, place: Place): Promise<Contents | undefined> {
  return place.stats?.isFile() === true ? readWhole(root, place) : undefined
}

async function readKept(
  undoStore: UndoStore,
  before: Before,
): Promise<{ readonly bytes: Uint8Array; readonly mode: number } | undefined | 'missing'> {
  if (!before.exists) return undefined
  const bytes = await undoStore.get(before.kept)
  return bytes === undefined || sha256Hex(bytes) !== before.sha256 ? 'missing' : { bytes, mode: before.mode }
}

async function removeEmptyFolders(root: Root, paths: readonly string[]): Promise<void> {
  for (const path of [...paths].reverse()) {
    // A folder that is in use by now, or gone, is none of the undo's business.
    await root
      .locate(path, { for: 'effect' }, place => ifPresent(root.fileSystem.rmdir(place.folder.at(place.name))))
      .catch(() => undefined)
  }
}

function describeChange(
  path: string,
  expected: { readonly sha256: string; readonly bytes: Uint8Array | undefined } | undefined,
  found: Contents | undefined,
): ChangedTarget {
  const diff = expected?.bytes === undefined ? undefined : diffTexts(path, expected.bytes, found?.bytes)
  return {
    target: path,
    expected: expected?.sha256 ?? null,
    found: found?.sha256 ?? null,
    ...(diff === undefined ? {} : { diff }),
  }
}

function diffTexts(path: string, expected: Uint8Array, found: Uint8Array | undefined): string | undefined {
  if ((found?.length ?? 0) > maxDiffBytes) return undefined
  const [left, right] = [decodeText(expected), found === undefined ? '' : decodeText(found)]
  if (left === undefined || right === undefined) return undefined
  const diff = createTwoFilesPatch(path, path, left, right, 'as the call left it', 'as it stands', {
    timeout: 500,
  })
  return diff?.slice(0, maxDiffCharacters).toWellFormed()
}

function refuse(because: 'record_unreadable' | 'previous_content_missing', message: string): UndoOutcome {
  return { status: 'refused', because, message, changes: [] }
}

function refuseMissing(path: string): UndoOutcome {
  return refuse(
    'previous_content_missing',
    `The previous content of ${path} is no longer kept. Nothing was undone.`,
  )
}

function refuseChanged(changes: readonly ChangedTarget[]): UndoOutcome {
  const paths = changes.map(change => change.target).join(', ')
  const message = `${paths} changed since the call. Nothing was undone; look at the change and restore by hand.`
  return { status: 'refused', because: 'target_changed', message, changes }
}
