import { constants, mkdirSync, realpathSync } from 'node:fs'
import * as promises from 'node:fs/promises'

/** The port through which workspace tools touch files: the parts of Node's file API that they use. */
export interface FileSystem
  extends Pick<
    typeof promises,
    'open' | 'lstat' | 'stat' | 'realpath' | 'readdir' | 'mkdir' | 'rename' | 'link' | 'unlink' | 'rmdir'
  > {
  readonly realpathSync: (path: string) => string
  readonly mkdirSync: (path: string) => void
}

/** The files of this machine. */
export const nodeFileSystem: FileSystem = {
  open: promises.open,
  lstat: promises.lstat,
  stat: promises.stat,
  realpath: promises.realpath,
  readdir: promises.readdir,
  mkdir: promises.mkdir,
  rename: promises.rename,
  link: promises.link,
  unlink: promises.unlink,
  rmdir: promises.rmdir,
  realpathSync: path => realpathSync.native(path),
  mkdirSync: path => {
    mkdirSync(path, { recursive: true })
  },
}

// Absent on Windows, where the corresponding checks are made by path instead.
const noFollow = constants.O_NOFOLLOW ?? 0
const onlyFolder = constants.O_DIRECTORY ?? 0
const noWait = constants.O_NONBLOCK ?? 0

/** Opens a folder itself, never what a link points to. */
export const openFolderFlags = constants.O_RDONLY | onlyFolder | noFollow
/** Opens a file itself, never what a link points to, and never waits for the other end of a pipe. */
export const openFileFlags = constants.O_RDONLY | noFollow | noWait
/** Creates a file that was not there. */
export const createFileFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow

/** The code of a failed file operation (`ENOENT`), or undefined for any other failure. */
export function fileErrorCode(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('code' in cause)) return undefined
  return typeof cause.code === 'string' ? cause.code : undefined
}

/** The value, or undefined when the file or folder asked for is not there. */
export async function ifPresent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (cause) {
    if (fileErrorCode(cause) === 'ENOENT') return undefined
    throw cause
  }
}
