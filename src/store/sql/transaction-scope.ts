import type { StoreTransaction } from '../store.ts'
import type { SqlConnection } from './statements.ts'

/** What one transaction is bound to: its connection and where its notices go. */
export interface TransactionScope {
  readonly connection: SqlConnection
  notify(topic: string): void
  readonly executeSql?: StoreTransaction['executeSql']
}
