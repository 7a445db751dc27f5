import type { Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { isSoulgateError, SoulgateError } from '../base/errors.ts'
import { type FileSystem, fileErrorCode, ifPresent, openFolderFlags } from './file-system.ts'
import { isWithin, readPath, refusal } from './paths.ts'
import { removeUnfinished } from './unfinished.ts'

/** A folder that is held open, so that nothing can be put in its place while it is used. */
export interface Folder {
  readonly realPath: string
  /** A path for file calls on an entry of exactly this folder. */
  readonly at: (name: string) => string
  /** A path for listing exactly this folder. */
  readonly self: string
  /** Makes the folder's entries durable. */
  readonly sync: () => Promise<void>
  readonly close: () => Promise<void>
}

/** One entry of an open folder, there or not. */
export interface Place {
  readonly folder: Folder
  readonly name: string
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly stats: Stats | undefined
  /** Folders that were made on the way, outermost first, relative to the root. */
  readonly created: readonly string[]
}

/** The one folder that workspace tools work in. */
export interface Root {
  readonly realPath: string
  readonly fileSystem: FileSystem
  /**
   * Finds the entry a path names, walking one open folder at a time. Reading follows links that stay inside
   * the root; an effect refuses to act on a link.
   */
  locate<T>(path: string, options: LocateOptions, act: (place: Place) => Promise<T>): Promise<T>
  /**
   * Throws `path_refused` or `path_forbidden` where a path can never be used so, whatever is made, moved or deleted
   * before. Changes nothing.
   */
  admit(path: string, use: PathUse): Promise<void>
  /** Opens a folder by path; links are followed while they stay inside the root. */
  inFolder<T>(path: string, act: (folder: Folder, path: string) => Promise<T>): Promise<T>
  /** Opens a subfolder of an open folder without following links. */
  enter(folder: Folder, name: string): Promise<Folder>
  /** Throws `path_forbidden` for a forbidden file or folder. */
  requireAllowed(realPath: string, stats: Stats): Promise<void>
}

export type PathUse = 'reading' | 'effect' | 'folder'

export interface LocateOptions {
  readonly for: 'reading' | 'effect'
  readonly createFolders?: boolean
  /** Only looked at: what dead processes left stays where it is. */
  readonly looksOnly?: boolean
}

export interface RootOptions {
  readonly root: string
  readonly forbiddenPaths: readonly string[]
  readonly fileSystem: FileSystem
}

const maxLinks = 8

/** Opens the root, creating it when it is not there. Throws `root_refused` for `/` and inside a forbidden path. */
export function openRoot({ root, forbiddenPaths, fileSystem }: RootOptions): Root {
  const asWritten = resolve(root)
  requireFreeRoot(realPathOrLonger(asWritten, fileSystem), forbiddenPaths, fileSystem)
  fileSystem.mkdirSync(asWritten)
  const realPath = fileSystem.realpathSync(asWritten)
  requireFreeRoot(realPath, forbiddenPaths, fileSystem)
  const context: Context = { realPath, asWritten, forbiddenPaths, fileSystem, swept: new Set() }
  return {
    realPath,
    fileSystem,
    locate: (path, options, act) => locate(context, path, options, act),
    admit: (path, use) => admit(context, path, use),
    inFolder: (path, act) => inFolder(context, path, act),
    enter: (folder, name) => openFolder(context, folder.at(name), join(folder.realPath, name)),
    requireAllowed: (path, stats) => requireAllowed(context, path, stats),
  }
}

interface Context {
  readonly realPath: string
  readonly asWritten: string
  readonly forbiddenPaths: readonly string[]
  readonly fileSystem: FileSystem
  /** Folders in which what dead processes left was looked for once. */
  readonly swept: Set<string>
}

interface Walk {
  readonly folder: Folder
  readonly created: readonly string[]
}

function requireFreeRoot(realPath: string, forbiddenPaths: readonly string[], fileSystem: FileSystem): void {
  const holder = forbiddenPaths.find(path =>
    isWithin(realPath, realPathOrLonger(resolve(path), fileSystem), true),
  )
  const why =
    dirname(realPath) === realPath
      ? 'is a whole disk'
      : holder === undefined
        ? undefined
        : `lies in ${holder}`
  if (why === undefined) return
  throw new SoulgateError(
    'root_refused',
    `The workspace folder ${realPath} ${why}. Set SOULGATE_WORKSPACE to a folder of its own.`,
  )
}

/** The real path of what exists of a path, with the rest as it is written. */
function realPathOrLonger(path: string, fileSystem: FileSystem): string {
  try {
    return fileSystem.realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPathOrLonger(parent, fileSystem), basename(path))
  }
}

async function admit(context: Context, path: string, use: PathUse): Promise<void> {
  const nothing = async () => {}
  try {
    if (use === 'folder') await inFolder(context, path, nothing)
    else await locate(context, path, { for: use, looksOnly: true }, nothing)
  } catch (cause) {
    if (isSoulgateError(cause, 'path_refused') || isSoulgateError(cause, 'path_forbidden')) throw cause
  }
}

async function locate<T>(
  context: Context,
  path: string,
  options: LocateOptions,
  act: (place: Place) => Promise<T>,
  links = 0,
): Promise<T> {
  const segments = readPath(path, context.asWritten)
  const name = segments.at(-1)
  if (name === undefined)
    throw refusal('path_refused', 'The path names the workspace itself. Name a file in it.')
  const { folder, created } = await walk(context, segments.slice(0, -1), options.createFolders === true)
  try {
    if (options.for === 'effect' && options.looksOnly !== true) await sweepOnce(context, folder)
    const stats = await ifPresent(context.fileSystem.lstat(folder.at(name)))
    if (stats?.isSymbolicLink() === true) {
      if (options.for === 'effect') {
        throw refusal('path_refused', `${path} is a symbolic link. Name the file it points to.`)
      }
      const target = await insideTarget(context, folder.at(name), path, links)
      return await locate(context, target, options, act, links + 1)
    }
    if (stats !== undefined) {
      if (!stats.isFile() && !stats.isDirectory()) {
        throw refusal(
          'path_refused',
          `${path} is neither a file nor a folder; pipes and devices are refused.`,
        )
      }
    }
    await requireAllowed(context, join(folder.realPath, name), stats)
    const shown = toShown(context, join(folder.realPath, name))
    return await act({ folder, name, path: shown, stats, created })
  } finally {
    await folder.close()
  }
}

async function sweepOnce(context: Context, folder: Folder): Promise<void> {
  if (context.swept.has(folder.realPath)) return
  context.swept.add(folder.realPath)
  await removeUnfinished(context.fileSystem, folder)
}

async function inFolder<T>(
  context: Context,
  path: string,
  act: (folder: Folder, path: string) => Promise<T>,
): Promise<T> {
  const { folder } = await walk(context, readPath(path, context.asWritten), false)
  try {
    return await act(folder, toShown(context, folder.realPath))
  } finally {
    await folder.close()
  }
}

async function walk(
  context: Context,
  segments: readonly string[],
  createFolders: boolean,
  links = 0,
): Promise<Walk> {
  const created: string[] = []
  let folder = await openFolder(context, context.realPath, context.realPath)
  for (const [index, name] of segments.entries()) {
    const outer = folder
    try {
      const stats = await statOrCreate(context, outer, name, createFolders ? created : undefined)
      if (stats.isSymbolicLink()) {
        const shown = segments.slice(0, index + 1).join('/')
        const target = readPath(await insideTarget(context, outer.at(name), shown, links), context.realPath)
        const rest = segments.slice(index + 1)
        const onward = await walk(context, [...target, ...rest], createFolders, links + 1)
        return { folder: onward.folder, created: [...created, ...onward.created] }
      }
      folder = await openFolder(context, outer.at(name), join(outer.realPath, name))
    } finally {
      await outer.close()
    }
  }
  return { folder, created }
}

async function statOrCreate(
  context: Context,
  folder: Folder,
  name: string,
  created: string[] | undefined,
): Promise<Stats> {
  const { fileSystem } = context
  const realPath = join(folder.realPath, name)
  const stats = await ifPresent(fileSystem.lstat(folder.at(name)))
  if (stats !== undefined) {
    if (stats.isDirectory() || stats.isSymbolicLink()) return stats
    throw refusal('not_a_folder', `${toShown(context, realPath)} is no folder.`)
  }
  if (created === undefined) throw refusal('not_found', `There is no folder ${toShown(context, realPath)}.`)
  await requireAllowed(context, realPath, undefined)
  await fileSystem.mkdir(folder.at(name))
  await folder.sync()
  created.push(toShown(context, realPath))
  return fileSystem.lstat(folder.at(name))
}

/** Where a link leads, relative to the root. */
async function insideTarget(context: Context, link: string, shown: string, links: number): Promise<string> {
  const target = links < maxLinks ? await ifPresent(context.fileSystem.realpath(link)) : undefined
  if (target === undefined) throw refusal('path_refused', `${shown} is a symbolic link that leads nowhere.`)
  if (!isWithin(target, context.realPath)) {
    throw refusal('path_refused', `${shown} is a symbolic link that leaves the workspace.`)
  }
  return toShown(context, target)
}

async function openFolder(context: Context, path: string, realPath: string): Promise<Folder> {
  if (process.platform === 'win32') return openFolderByPath(context, path, realPath)
  const handle = await context.fileSystem.open(path, openFolderFlags).catch(cause => {
    throw fileErrorCode(cause) === 'ELOOP' || fileErrorCode(cause) === 'ENOTDIR'
      ? refusal('path_moved', `${toShown(context, realPath)} was replaced while it was opened.`)
      : cause
  })
  try {
    const folder = await holdFolder(context, handle, realPath)
    await requireAllowed(context, folder.realPath, await handle.stat())
    return folder
  } catch (cause) {
    await handle.close()
    throw cause
  }
}

async function holdFolder(context: Context, handle: FileHandle, realPath: string): Promise<Folder> {
  // On Linux an entry can be named through the open folder, whatever happens to the path meanwhile.
  const self = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : realPath
  const found = await context.fileSystem.realpath(self)
  if (!isWithin(found, context.realPath, true)) {
    throw refusal(
      'path_moved',
      `${toShown(context, realPath)} was moved out of the workspace while it was opened.`,
    )
  }
  return {
    realPath: found,
    self,
    at: name => `${self}${sep}${name}`,
    sync: () => handle.sync(),
    close: () => handle.close(),
  }
}

async function openFolderByPath(context: Context, path: string, realPath: string): Promise<Folder> {
  await requireAllowed(context, realPath, await context.fileSystem.stat(path))
  if (!isWithin(await context.fileSystem.realpath(path), context.realPath, true)) {
    throw refusal('path_refused', `${toShown(context, realPath)} leaves the workspace.`)
  }
  const nothing = async () => {}
  return { realPath, self: realPath, at: name => join(realPath, name), sync: nothing, close: nothing }
}

async function requireAllowed(context: Context, realPath: string, stats: Stats | undefined): Promise<void> {
  for (const path of context.forbiddenPaths) {
    const forbidden = realPathOrLonger(resolve(path), context.fileSystem)
    const known = stats === undefined ? undefined : await ifPresent(context.fileSystem.stat(forbidden))
    // The identity is compared too: case, Unicode forms, mounts and hard links can all spell a place anew.
    const isSame = known !== undefined && known.ino === stats?.ino && known.dev === stats.dev
    if (isSame || isWithin(realPath, forbidden, true)) {
      throw refusal(
        'path_forbidden',
        `${toShown(context, realPath)} belongs to Soulgate itself and is not open to tools.`,
      )
    }
  }
}

function toShown(context: Context, realPath: string): string {
  return relative(context.realPath, realPath).split(sep).join('/') || '.'
}
