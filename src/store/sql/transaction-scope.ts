import type { StoreTransaction, StreamHead } from '../store.ts'
import type { SqlConnection } from './statements.ts'

/** What one transaction is bound to: its connection and where its notices go. */
export interface TransactionScope {
  readonly connection: SqlConnection
  notify(topic: string): void
  /** Heads of streams that this transaction has locked or made: nobody else can move them before it ends. */
  readonly heads: Map<string, StreamHead>
  /** Takes out of what is told to many what looks like a secret. */
  readonly mask?: (text: string) => string
  readonly executeSql?: StoreTransaction['executeSql']
  readonly writeSql?: StoreTransaction['writeSql']
}
