import { SoulgateError } from '../../base/errors.ts'
import type { SqlConnection } from './statements.ts'

/**
 * A connection lent to one work. After `end` it refuses: what a work forgot to await would otherwise be written
 * into somebody else's transaction.
 */
export function lendConnection(connection: SqlConnection): { readonly lent: SqlConnection; end(): void } {
  let ended = false
  const refuse = () =>
    Promise.reject(
      new SoulgateError(
        'transaction_ended',
        'A transaction was used after its work had ended. Await each write.',
      ),
    )
  return {
    lent: {
      dialect: connection.dialect,
      rows: (text, values) => (ended ? refuse() : connection.rows(text, values)),
      change: (text, values) => (ended ? refuse() : connection.change(text, values)),
    },
    end: () => {
      ended = true
    },
  }
}
