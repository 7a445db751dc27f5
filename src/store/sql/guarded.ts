import { SoulgateError } from '../../base/errors.ts'
import type { SqlConnection } from './statements.ts'

/**
 * A connection lent to one work. After `end` it refuses: what a work forgot to await would otherwise be written
 * into somebody else's transaction.
 */
export function lendConnection(connection: SqlConnection): {
  readonly lent: SqlConnection
  requireOpen(): void
  end(): void
} {
  let ended = false
  const requireOpen = () => {
    if (!ended) return
    throw new SoulgateError(
      'transaction_ended',
      'A transaction was used after its work had ended. Await each write.',
    )
  }
  return {
    lent: {
      dialect: connection.dialect,
      rows: async (text, values) => {
        requireOpen()
        return connection.rows(text, values)
      },
      change: async (text, values) => {
        requireOpen()
        return connection.change(text, values)
      },
      write: async (text, values, check) => {
        requireOpen()
        return connection.write(text, values, check)
      },
    },
    requireOpen,
    end: () => {
      ended = true
    },
  }
}
