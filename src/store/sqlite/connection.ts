import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { SoulgateError } from '../../base/errors.ts'
import type { SqlConnection, SqlValue } from '../sql/statements.ts'

const OWNER_ONLY = 0o600

/**
 * Opens a database file that only this user can read, whatever the umask says; one of before is closed to others, with
 * what lies beside it. SQLite gives its own files the mode of the database.
 */
export function openDatabaseFile(path: string): DatabaseSync {
  if (path !== ':memory:') keepToOwner(path)
  return new DatabaseSync(path)
}

/** Never opens a file that is there: closing it again would drop the locks that this process holds on it. */
function keepToOwner(path: string): void {
  try {
    if (!existsSync(path)) closeSync(openSync(path, 'wx', OWNER_ONLY))
    for (const each of [path, `${path}-wal`, `${path}-shm`]) {
      const mode = statSync(each, { throwIfNoEntry: false })?.mode ?? 0
      if ((mode & 0o077) !== 0) chmodSync(each, OWNER_ONLY)
    }
  } catch {
    // What is wrong with the place is told by SQLite; the mode of a file of somebody else is theirs.
  }
}

export interface SqliteConnection extends SqlConnection {
  /** Runs a statement that answers nothing, such as `begin`. */
  execute(text: string): void
}

/** One SQLite connection whose statements are prepared once. */
export function openConnection(database: DatabaseSync): SqliteConnection {
  const statements = new Map<string, StatementSync>()
  const prepare = (text: string): StatementSync => {
    const known = statements.get(text)
    if (known) return known
    const statement = database.prepare(text)
    if (statements.size >= 500) statements.clear()
    statements.set(text, statement)
    return statement
  }
  const guarded = <Result>(text: string, act: (statement: StatementSync) => Result): Result => {
    try {
      return act(prepare(text))
    } catch (error) {
      throw explainSqliteError(error)
    }
  }
  return {
    dialect: 'sqlite',
    rows: async <Row>(text: string, values: readonly SqlValue[]) =>
      guarded(text, statement => statement.all(...values) as Row[]),
    change: async (text, values) => guarded(text, statement => Number(statement.run(...values).changes)),
    write: async (text, values, check) =>
      guarded(text, statement => {
        const { changes } = statement.run(...values)
        check?.(Number(changes))
      }),
    execute: text => guarded(text, statement => void statement.run()),
  }
}

const UNAVAILABLE: Readonly<Record<number, string>> = {
  5: 'the database is locked by another program',
  8: 'the database is read-only',
  10: 'the disk reported an error',
  11: 'the database file is damaged',
  13: 'the disk is full',
  14: 'the database file cannot be opened',
  26: 'the file is not a database',
}

/** Turns what SQLite says about disk and locks into `store_unavailable`; everything else stays as it is. */
export function explainSqliteError(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error
  const reason = UNAVAILABLE[Number(error.errcode) & 0xff]
  if (reason === undefined) return error
  return new SoulgateError(
    'store_unavailable',
    `Nothing was written: ${reason}. Free the disk or the lock and try again.`,
    { retry: 'safe', data: { reason }, cause: error },
  )
}
