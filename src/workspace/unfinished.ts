import { createHash, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { FileSystem } from './file-system.ts'

const prefix = '.soulgate-unfinished-'
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const pattern = /^\.soulgate-unfinished-([0-9a-f]{8})-(\d+)-[0-9a-f-]{36}$/
/** After this time a write of another machine is taken for dead too, in milliseconds. */
const mostMilliseconds = 60 * 60 * 1000

/** Names of this process that are in use at this moment. */
const inUse = new Set<string>()

/** Uses a name of its own for a write until it has its final name; the name tells which process it belongs to. */
export async function withUnfinishedName<T>(act: (name: string) => Promise<T>): Promise<T> {
  const name = `${prefix}${host}-${process.pid}-${randomUUID()}`
  inUse.add(name)
  try {
    return await act(name)
  } finally {
    inUse.delete(name)
  }
}

/**
 * Removes what writes of processes that died left in a folder. What cannot be removed stays; a write that is still
 * going on is never touched on this machine, and on another one only after an hour.
 */
export async function removeUnfinished(
  fileSystem: Pick<FileSystem, 'readdir' | 'lstat' | 'unlink'>,
  folder: { readonly self: string; readonly at: (name: string) => string },
): Promise<void> {
  const names: string[] = await fileSystem.readdir(folder.self).catch(() => [])
  for (const name of names) {
    const [, ofHost, pid] = pattern.exec(name) ?? []
    if (ofHost === undefined || inUse.has(name)) continue
    const isLeft =
      ofHost === host
        ? !isOtherAlive(Number(pid))
        : await fileSystem.lstat(folder.at(name)).then(
            stats => Date.now() - stats.mtimeMs > mostMilliseconds,
            () => false,
          )
    if (isLeft) await fileSystem.unlink(folder.at(name)).catch(() => undefined)
  }
}

/** A name of this process that is not in use is left over from an earlier one with the same number. */
function isOtherAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return !(cause instanceof Error && 'code' in cause && cause.code === 'ESRCH')
  }
}
