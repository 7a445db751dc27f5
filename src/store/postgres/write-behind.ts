import type { SqlConnection } from '../sql/statements.ts'

export interface WriteBehind {
  /** Its writes are on their way to the server when they return, in order with everything else. */
  readonly connection: SqlConnection
  /** Counts a statement that was sent already among the writes. */
  add(sent: Promise<unknown>): void
  /** Resolves when every write has been done and found right; rejects with the first in order that was not. */
  finish(): Promise<void>
}

/**
 * Lets a transaction go on while its writes are under way: on one connection the server does them in the order in
 * which they were sent, so that whatever is read after them sees them, and none costs a round trip of its own.
 */
export function writeBehind(direct: SqlConnection): WriteBehind {
  const writes: Promise<unknown>[] = []
  const add = (sent: Promise<unknown>): void => {
    // Told to whoever finishes the transaction.
    sent.catch(() => {})
    writes.push(sent)
  }
  return {
    connection: {
      ...direct,
      write: async (text, values, check) => add(direct.write(text, values, check)),
    },
    add,
    finish: async () => {
      for (const write of writes) await write
    },
  }
}
