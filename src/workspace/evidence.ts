import { createHash } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { isSoulgateError } from '../base/errors.ts'
import type { CallEvidence } from '../contracts/evidence.ts'
import { maxKeptBytes, readWhole } from './contents.ts'
import { walkFolder } from './folder-walk.ts'
import type { Place, Root } from './root.ts'

const MAX_ENTRIES = 10_000

/** What stands at a path, with its content. Changes nothing, follows links inside of the workspace. */
export async function readEvidence(root: Root, path: string): Promise<CallEvidence> {
  return readPlace(root, path, async place => {
    if (place.stats?.isDirectory()) return { state: 'folder', ...(await digestFolder(root, place)) }
    return { state: 'file', sha256: await digestFile(root, place) }
  })
}

/** What stands at a path, whatever it holds: for what is added to. */
export async function readState(root: Root, path: string): Promise<CallEvidence> {
  return readPlace(root, path, async place => ({ state: place.stats?.isDirectory() ? 'folder' : 'file' }))
}

type Standing = Omit<CallEvidence, 'target'>

async function readPlace(
  root: Root,
  path: string,
  read: (place: Place) => Promise<Standing>,
): Promise<CallEvidence> {
  const target = toTarget(path)
  const absent: CallEvidence = { target, state: 'absent' }
  try {
    return await root.locate(path, { for: 'reading', looksOnly: true }, async place =>
      place.stats === undefined ? absent : { target, ...(await read(place)) },
    )
  } catch (cause) {
    // A folder above it is missing, or is none.
    if (isSoulgateError(cause, 'not_found') || isSoulgateError(cause, 'not_a_folder')) return absent
    throw cause
  }
}

/** As the call names it, so that it stays the same whatever is made or moved meanwhile. */
function toTarget(path: string): string {
  if (isAbsolute(path)) return path
  const segments = path.normalize('NFC').split('/')
  return segments.filter(segment => segment !== '' && segment !== '.').join('/')
}

/** A file too large to be read whole counts as another one after every change of it. */
async function digestFile(root: Root, place: Place): Promise<string> {
  const { stats } = place
  if (stats !== undefined && stats.size > maxKeptBytes)
    return sha256(`${stats.size}:${stats.ino}:${stats.ctimeMs}`)
  return (await readWhole(root, place)).sha256
}

async function digestFolder(root: Root, place: Place): Promise<Pick<CallEvidence, 'sha256' | 'entries'>> {
  const folder = await root.enter(place.folder, place.name)
  const lines: string[] = []
  let size = 0
  try {
    const walking = walkFolder(
      root,
      { folder, path: place.path },
      {
        recursive: true,
        includeHidden: true,
        maxVisited: MAX_ENTRIES,
        onCut: () => lines.push('cut'),
        signal: new AbortController().signal,
      },
    )
    for await (const met of walking) {
      const { path, stats } = met
      size += stats.size
      const isRead = stats.isFile() && size <= maxKeptBytes
      const content = isRead
        ? await digestFile(root, { ...met, created: [] })
        : stats.isDirectory()
          ? 'folder'
          : `${stats.size}:${stats.ino}:${stats.ctimeMs}`
      lines.push(JSON.stringify([path, content]))
    }
  } finally {
    await folder.close()
  }
  return { sha256: sha256(lines.join('\n')), entries: lines.length }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
