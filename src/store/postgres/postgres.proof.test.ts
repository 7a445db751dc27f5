import { createTestDatabase } from '../../../test/postgres/test-database.ts'
import { describeStoreConformance } from '../store-conformance.ts'
import { AT } from '../store-samples.ts'
import { describeSealingConformance } from '../store-sealing-conformance.ts'
import { openPostgresStore } from './postgres.ts'

describeStoreConformance('PostgreSQL', async () =>
  openPostgresStore({ url: await createTestDatabase(), now: () => AT }),
)

describeSealingConformance('PostgreSQL', async sealing =>
  openPostgresStore({ url: await createTestDatabase(), now: () => AT, sealing }),
)
