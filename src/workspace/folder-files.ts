import { isSoulgateError } from '../base/errors.ts'
import { readWhole } from './contents.ts'
import { type FileSystem, fileErrorCode, nodeFileSystem } from './file-system.ts'
import { walkFolder } from './folder-walk.ts'
import { refusal } from './paths.ts'
import { publish, requireUnchanged, settle } from './publish.ts'
import { openRoot, type Place, type Root } from './root.ts'

const mostFiles = 5_000
const mostBytes = 64 * 1024 * 1024

interface FolderFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly mode: number
}

/** Whole folders of the workspace, read and put back byte for byte; links are neither followed nor touched. */
export interface FolderFiles {
  read(folder: string): Promise<readonly FolderFile[]>
  put(file: FolderFile, expected: string | undefined): Promise<void>
  remove(path: string, expected: string): Promise<void>
  /** One regular file by the path it really has; undefined when there is none. Throws for links and folders. */
  readFile(path: string): Promise<Uint8Array | undefined>
}

/** The folders of one workspace. Throws like `createWorkspaceTools` for a root that is refused. */
export function createFolderFiles(options: {
  readonly root: string
  readonly forbiddenPaths: readonly string[]
  readonly fileSystem?: FileSystem
}): FolderFiles {
  const root = openRoot({ ...options, fileSystem: options.fileSystem ?? nodeFileSystem })
  return {
    read: folder => readFolder(root, folder),
    put: (file, expected) => named(file.path, () => put(root, file, expected)),
    remove: (path, expected) => named(path, () => remove(root, path, expected)),
    readFile: path => named(path, () => readFile(root, path)),
  }
}

async function readFolder(root: Root, folder: string): Promise<readonly FolderFile[]> {
  try {
    return await named(folder, () =>
      root.inFolder(folder, (open, path) => collect(root, { folder: open, path })),
    )
  } catch (cause) {
    if (isSoulgateError(cause, 'not_found')) return []
    throw cause
  }
}

async function collect(root: Root, start: Parameters<typeof walkFolder>[1]): Promise<readonly FolderFile[]> {
  const found: FolderFile[] = []
  let size = 0
  const tooMuch = () => {
    throw refusal('too_large', `${start.path} holds more files than can be kept (${mostFiles}, 64 MiB).`)
  }
  const walking = walkFolder(root, start, {
    recursive: true,
    includeHidden: true,
    maxVisited: mostFiles,
    onCut: tooMuch,
    signal: new AbortController().signal,
  })
  for await (const { folder, name, path, stats } of walking) {
    if (!stats.isFile()) continue
    size += stats.size
    if (size > mostBytes) tooMuch()
    const { bytes } = await readWhole(root, { folder, name, path, stats, created: [] })
    found.push({ path, bytes, mode: stats.mode & 0o777 })
  }
  return found.toSorted((left, right) => (left.path < right.path ? -1 : 1))
}

async function put(root: Root, file: FolderFile, expected: string | undefined): Promise<void> {
  await root.locate(file.path, { for: 'effect', createFolders: true }, async place => {
    requirePlain(place, file.path)
    const standing = await readExpected(root, place, expected)
    await publish(root, place, { bytes: file.bytes, replaces: standing?.stats, mode: file.mode })
  })
}

async function remove(root: Root, path: string, expected: string): Promise<void> {
  await root.locate(path, { for: 'effect' }, async place => {
    requirePlain(place, path)
    const standing = await readExpected(root, place, expected)
    if (standing === undefined) return
    await requireUnchanged(root, place, standing.stats)
    await root.fileSystem.unlink(place.folder.at(place.name))
    await settle(place.folder, place.path)
  })
  await removeEmptyFolders(root, path)
}

async function readExpected(root: Root, place: Place, expected: string | undefined) {
  const standing = place.stats === undefined ? undefined : await readWhole(root, place)
  if (standing?.sha256 === expected) return standing
  throw refusal('changed_meanwhile', `${place.path} is not what it was. It was left as it is.`)
}

/** Only folders that hold nothing go; the first that holds something ends it. */
async function removeEmptyFolders(root: Root, path: string): Promise<void> {
  const segments = path.split('/').slice(0, -1)
  for (; segments.length > 0; segments.pop()) {
    const isGone = await root
      .locate(segments.join('/'), { for: 'effect' }, async place => {
        await root.fileSystem.rmdir(place.folder.at(place.name))
        return true
      })
      .catch(() => false)
    if (!isGone) return
  }
}

async function readFile(root: Root, path: string): Promise<Uint8Array | undefined> {
  try {
    return await root.locate(path, { for: 'effect' }, async place => {
      requirePlain(place, path)
      if (place.stats === undefined) return undefined
      if (!place.stats.isFile()) throw refusal('path_refused', `${path} is no file.`)
      return (await readWhole(root, place)).bytes
    })
  } catch (cause) {
    if (isSoulgateError(cause, 'not_found')) return undefined
    throw cause
  }
}

/** A path that leads through a link names another file than it shows. */
function requirePlain(place: Place, path: string): void {
  const plain = path.split('/').filter(segment => segment !== '' && segment !== '.')
  if (place.path !== plain.join('/').normalize('NFC'))
    throw refusal('path_refused', `${path} leads through a symbolic link. Name the file itself.`)
}

/** Failures of the system in words that name the file of the workspace and no folder of this machine. */
async function named<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    const code = fileErrorCode(cause)
    if (isSoulgateError(cause) || code === undefined) throw cause
    throw refusal(
      'file_failed',
      `${path} could not be read or written (${code}). Look at it, then try again.`,
    )
  }
}
