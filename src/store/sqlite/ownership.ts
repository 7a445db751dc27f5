import { DatabaseSync } from 'node:sqlite'
import { SoulgateError } from '../../base/errors.ts'

/**
 * Holds an operating-system lock beside the database for as long as this process lives, so that two servers
 * never share one file. The lock of a killed process is gone with it. Throws `store_in_use`.
 */
export function holdOwnership(path: string): { release(): void } {
  const lock = new DatabaseSync(`${path}.lock`)
  try {
    lock.exec('pragma journal_mode = delete; pragma locking_mode = exclusive; begin exclusive;')
  } catch (cause) {
    lock.close()
    throw new SoulgateError(
      'store_in_use',
      `${path} is open in another Soulgate process. Stop that one, or set SOULGATE_HOME to another folder.`,
      { retry: 'after_human', data: { path }, cause },
    )
  }
  return { release: () => lock.close() }
}
