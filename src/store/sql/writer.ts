import type { StoreTransaction } from '../store.ts'
import { createConversationWriter } from './conversation-writer.ts'
import { createDocumentWriter } from './document-writer.ts'
import { createEventWriter } from './event-writer.ts'
import { createGateWriter } from './gate-writer.ts'
import { createPageWriter } from './page-writer.ts'
import { createPlanWriter } from './plan-writer.ts'
import { createReader } from './reader.ts'
import { createRunWriter } from './run-writer.ts'
import type { TransactionScope } from './transaction-scope.ts'
import { createVerdictWriter } from './verdict-rows.ts'

/** Everything that changes rows inside one transaction; each part lies in the file of its nouns. */
export function createTransaction(scope: TransactionScope): StoreTransaction {
  return {
    ...createReader(scope.connection),
    ...createRunWriter(scope),
    ...createGateWriter(scope),
    ...createDocumentWriter(scope),
    ...createEventWriter(scope),
    ...createConversationWriter(scope),
    ...createPageWriter(scope),
    ...createPlanWriter(scope),
    ...createVerdictWriter(scope),
    notify: scope.notify,
    ...(scope.executeSql ? { executeSql: scope.executeSql } : {}),
    ...(scope.writeSql ? { writeSql: scope.writeSql } : {}),
  }
}
