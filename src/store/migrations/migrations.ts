import type { SqlConnection } from '../sql/statements.ts'
import { firstSchema } from './0001-first-schema.ts'
import { conversations } from './0002-conversations.ts'
import { pages } from './0003-pages.ts'
import { plans } from './0004-plans.ts'
import { whoseWords } from './0005-whose-words.ts'
import { ownAgents } from './0006-own-agents.ts'
import { modelCalls } from './0007-model-calls.ts'
import { takenOnce } from './0008-taken-once.ts'
import { queueSections } from './0009-queue-sections.ts'
import { afterApproval } from './0010-after-approval.ts'
import { verdicts } from './0011-verdicts.ts'
import type { Migration } from './migration.ts'

/** Forward only, in order. Every released schema must still come up through these. */
const MIGRATIONS: readonly Migration[] = [
  ...[firstSchema, conversations, pages, plans, whoseWords, ownAgents, modelCalls, takenOnce],
  ...[queueSections, afterApproval, verdicts],
]

export const SCHEMA_VERSION = MIGRATIONS.length

/** Brings the schema up to date inside the caller's transaction; answers the version it found. */
export async function migrate(connection: SqlConnection, at: string, upTo = SCHEMA_VERSION): Promise<number> {
  await connection.change(
    'create table if not exists schema_versions (version integer primary key, name text not null, at text not null)',
    [],
  )
  const rows = await connection.rows<{ version: number | null }>(
    'select max(version) as version from schema_versions',
    [],
  )
  const found = Number(rows[0]?.version ?? 0)
  if (found > SCHEMA_VERSION) return found
  for (const migration of MIGRATIONS.slice(found, upTo)) {
    for (const statement of migration.statements(connection.dialect)) await connection.change(statement, [])
    const mark = connection.dialect === 'sqlite' ? '(?, ?, ?)' : '($1, $2, $3)'
    await connection.change(`insert into schema_versions values ${mark}`, [
      migration.version,
      migration.name,
      at,
    ])
  }
  return found
}
