import type { DatabaseSync } from 'node:sqlite'
import { SoulgateError } from '../../base/errors.ts'
import { explainSqliteError, openDatabaseFile } from './connection.ts'

const SQLITE_BUSY = 5

/**
 * Holds an operating-system lock beside the database for as long as this process lives, so that two servers
 * never share one file. The lock of a killed process is gone with it. Throws `store_in_use`.
 */
export function holdOwnership(path: string): { release(): void } {
  const lock = openLock(`${path}.lock`)
  try {
    lock.exec('pragma journal_mode = delete; pragma locking_mode = exclusive; begin exclusive;')
  } catch (error) {
    lock.close()
    throw isLocked(error) ? inUse(path, error) : explainSqliteError(error)
  }
  return { release: () => lock.close() }
}

function openLock(path: string): DatabaseSync {
  try {
    return openDatabaseFile(path)
  } catch (error) {
    throw explainSqliteError(error)
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
}

function inUse(path: string, cause: unknown): SoulgateError {
  return new SoulgateError(
    'store_in_use',
    `${path} is open in another Soulgate process. Stop that one, or set SOULGATE_HOME to another folder.`,
    { retry: 'after_human', data: { path }, cause },
  )
}
