import { isAbsolute, relative, sep } from 'node:path'
import { SoulgateError } from '../base/errors.ts'

const maxPathLength = 1024
const maxSegments = 64
const maxSegmentBytes = 255

/** Control, zero-width, bidirectional, tag and other characters that a reader does not see. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{FFFD}]/u

/** A refusal that the caller of a tool can read; it means that nothing was done. */
export function refusal(code: string, message: string): SoulgateError {
  return new SoulgateError(code, message)
}

/** Whether a name holds only characters that show. */
export function isPlainName(name: string): boolean {
  return !hidden.test(name) && name === name.normalize('NFC') && !name.includes('\\')
}

/**
 * The segments of a path inside the root, in NFC; `[]` is the root. Absolute paths are taken when they lie
 * under `root` as written. Throws `path_refused` for everything that could mean another place than it shows.
 */
export function readPath(path: string, root: string): readonly string[] {
  const refuse = (why: string) =>
    refusal('path_refused', `The path ${JSON.stringify(path.slice(0, 200))} ${why}`)
  if (path.length > maxPathLength) throw refuse(`is longer than ${maxPathLength} characters.`)
  if (hidden.test(path)) throw refuse('has hidden or control characters. Write it with visible ones only.')
  const normal = path.normalize('NFC')
  if (normal === '~' || normal.startsWith('~/'))
    throw refuse('starts in a home folder. Use one inside the workspace.')
  const inside = isAbsolute(normal) ? relative(root, normal).split(sep).join('/') : normal
  if (inside.includes('\\') || /^[a-z]:/i.test(inside))
    throw refuse('has a backslash or a drive. Use “/” only.')
  if (normal.split('/').includes('..') || inside.split('/').includes('..')) {
    throw refuse('leaves its folder or the workspace. Name a place inside the workspace without “..”.')
  }
  const segments = inside.split('/').filter(segment => segment !== '' && segment !== '.')
  if (segments.length > maxSegments) throw refuse(`is deeper than ${maxSegments} folders.`)
  if (segments.some(segment => Buffer.byteLength(segment) > maxSegmentBytes)) {
    throw refuse(`has a name longer than ${maxSegmentBytes} bytes.`)
  }
  return segments
}

/** Whether a real path is the folder or lies in it. Case is ignored where that refuses more. */
export function isWithin(path: string, folder: string, ignoreCase = false): boolean {
  const fold = (text: string) => (ignoreCase ? text.normalize('NFC').toLowerCase() : text)
  const [inner, outer] = [fold(path), fold(folder)]
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep)
}
