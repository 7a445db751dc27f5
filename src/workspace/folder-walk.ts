import type { Stats } from 'node:fs'
import { isSoulgateError } from '../base/errors.ts'
import { fileErrorCode, ifPresent } from './file-system.ts'
import type { Folder, Root } from './root.ts'

/** One entry met while walking; `folder` is open only until the next one is asked for. */
export interface Met {
  readonly folder: Folder
  readonly name: string
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly stats: Stats
}

const maxDepth = 32
const notReadable = new Set(['EACCES', 'EPERM', 'ELOOP', 'ENOTDIR'])

/**
 * Every entry below a folder, in name order, links listed and never followed. Places that belong to Soulgate
 * are passed over. At most `maxVisited` entries are looked at; `onCut` is told when there were more.
 */
export async function* walkFolder(
  root: Root,
  start: { readonly folder: Folder; readonly path: string },
  options: {
    readonly recursive: boolean
    readonly includeHidden: boolean
    readonly maxVisited: number
    readonly onCut: () => void
    readonly signal: AbortSignal
    /** What may not be read; a folder ends with `/` when it is about to be entered. */
    readonly isLeftOut?: (path: string) => boolean
  },
  budget: { visited: number } = { visited: 0 },
  depth = 0,
): AsyncGenerator<Met> {
  const names = (await root.fileSystem.readdir(start.folder.self)).sort()
  for (const name of names) {
    if (options.signal.aborted) return options.onCut()
    if (!options.includeHidden && name.startsWith('.')) continue
    budget.visited += 1
    if (budget.visited > options.maxVisited) return options.onCut()
    const path = start.path === '.' ? name : `${start.path}/${name}`
    const stats = await statAllowed(root, start.folder, name)
    if (stats === undefined || options.isLeftOut?.(path)) continue
    yield { folder: start.folder, name, path, stats }
    if (!options.recursive || !stats.isDirectory() || options.isLeftOut?.(`${path}/`)) continue
    if (depth >= maxDepth) {
      options.onCut()
      continue
    }
    const inner = await enterAllowed(root, start.folder, name)
    if (inner === undefined) continue
    try {
      yield* walkFolder(root, { folder: inner, path }, options, budget, depth + 1)
    } finally {
      await inner.close()
    }
  }
}

async function statAllowed(root: Root, folder: Folder, name: string): Promise<Stats | undefined> {
  const stats = await ifPresent(root.fileSystem.lstat(folder.at(name)))
  if (stats === undefined) return undefined
  return passOver(root.requireAllowed(`${folder.realPath}/${name}`, stats).then(() => stats))
}

async function enterAllowed(root: Root, folder: Folder, name: string): Promise<Folder | undefined> {
  return passOver(ifPresent(root.enter(folder, name)))
}

/** What may be looked at; places that are refused or not readable are as if they were not there. */
export async function passOver<T>(looking: Promise<T>): Promise<T | undefined> {
  return looking.catch(cause => {
    if (isSoulgateError(cause) || notReadable.has(fileErrorCode(cause) ?? '')) return undefined
    throw cause
  })
}
