import { posix } from 'node:path'

/** What is looked up of the files on this machine. Nothing is ever run or written. */
export interface PlaceFacts {
  /** Where a path leads, links followed; undefined where nothing stands. */
  realPath(path: string): Promise<string | undefined>
  /** At most the first 64 kB; undefined where no file stands. */
  readText(path: string): Promise<string | undefined>
  /** The names in a folder; undefined where no folder stands. */
  list(path: string): Promise<readonly string[] | undefined>
}

/** For a program that sees no files: no command is ever inside of a root. */
export const NO_PLACES: PlaceFacts = {
  realPath: async () => undefined,
  readText: async () => undefined,
  list: async () => undefined,
}

/** Whether a path lies inside one of the roots, both as it is written and where its links lead. */
export async function isInside(places: PlaceFacts, path: string, roots: readonly string[]): Promise<boolean> {
  const written = posix.normalize(path)
  if (!roots.some(root => isBelow(written, posix.normalize(root)))) return false
  const real = await realPlace(places, written)
  for (const root of roots) {
    const realRoot = await places.realPath(root)
    if (realRoot !== undefined && real !== undefined && isBelow(real, realRoot)) return true
  }
  return false
}

/** Of what does not stand yet: the folder above it that does, and the rest. */
async function realPlace(places: PlaceFacts, path: string): Promise<string | undefined> {
  let rest = ''
  for (let at = path; ; at = posix.dirname(at)) {
    const real = await places.realPath(at)
    if (real !== undefined) return posix.join(real, rest)
    if (at === '/' || at === '.') return undefined
    rest = posix.join(posix.basename(at), rest)
  }
}

export function isBelow(path: string, root: string): boolean {
  const end = root.endsWith('/') ? root.slice(0, -1) : root
  return path === end || path.startsWith(`${end}/`)
}
