import type { Stats } from 'node:fs'
import { sha256Hex } from '../base/digest.ts'
import { openFileFlags } from './file-system.ts'
import { refusal } from './paths.ts'
import type { Folder, Place, Root } from './root.ts'

/** The largest file that effects read, write or keep for undo: 64 MiB. */
export const maxKeptBytes = 64 * 1024 * 1024

export interface Contents {
  readonly bytes: Buffer
  readonly sha256: string
  readonly stats: Stats
}

/** Reads up to `maxBytes` from the start of a regular file, through the open folder and never through a link. */
export async function readStart(
  root: Root,
  at: { readonly folder: Folder; readonly name: string; readonly path: string },
  maxBytes: number,
): Promise<{ readonly bytes: Buffer; readonly stats: Stats }> {
  const handle = await root.fileSystem.open(at.folder.at(at.name), openFileFlags)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw refusal('path_refused', `${at.path} is not a regular file.`)
    await root.requireAllowed(`${at.folder.realPath}/${at.name}`, stats)
    const buffer = Buffer.alloc(Math.min(maxBytes, stats.size))
    let filled = 0
    while (filled < buffer.length) {
      const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return { bytes: buffer.subarray(0, filled), stats }
  } finally {
    await handle.close()
  }
}

/** Reads a whole file; refused beyond `maxKeptBytes`, because what cannot be kept cannot be undone. */
export async function readWhole(root: Root, place: Place): Promise<Contents> {
  const { bytes, stats } = await readStart(root, place, maxKeptBytes + 1)
  if (bytes.length > maxKeptBytes) {
    throw refusal(
      'too_large',
      `${place.path} is larger than 64 MiB, which is more than can be kept for undo.`,
    )
  }
  return { bytes, sha256: sha256Hex(bytes), stats }
}

/** The text of bytes in UTF-8, or undefined when they are not text. A cut last character is left out. */
export function decodeText(bytes: Uint8Array, isCut = false): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
  } catch {
    return undefined
  }
}
