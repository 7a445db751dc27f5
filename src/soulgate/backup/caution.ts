import { Grant } from '../../contracts/grant.ts'
import type { BackupRow } from '../../store/store.ts'

/**
 * Rows as a restored database may hold them: no right to run is open any more, because what it allowed may have run
 * after the backup, and everything is stopped until an admin has looked. Workers of back then are gone.
 */
export function withCaution(
  rows: AsyncIterable<BackupRow>,
  { at, from }: { readonly at: string; readonly from: string },
): { readonly rows: AsyncIterable<BackupRow>; revoked(): number } {
  let revoked = 0
  async function* cautious(): AsyncGenerator<BackupRow> {
    for await (const backup of rows) {
      const { table, row } = backup
      const isStop = table === 'documents' && row.kind === 'stop'
      const isWorker = table === 'documents' && row.kind === 'worker'
      if (isStop || isWorker) continue
      if (table === 'grants' && row.status === 'issued') {
        revoked += 1
        yield { table, row: revokedRow(row) }
      } else yield backup
    }
    yield stopRow(at, from)
  }
  return { rows: cautious(), revoked: () => revoked }
}

function revokedRow(row: BackupRow['row']): BackupRow['row'] {
  const grant = Grant.parse(JSON.parse(String(row.body)))
  return { ...row, status: 'revoked', body: JSON.stringify({ ...grant, status: 'revoked' }) }
}

function stopRow(at: string, from: string): BackupRow {
  const reason = `Restored from the backup of ${from}. Look at what waits, then lift the stop.`
  const body = { engaged: true, by: 'restore', by_id: 'system:restore', at, reason }
  return {
    table: 'documents',
    row: {
      kind: 'stop',
      id: 'state',
      lookup: null,
      version: 1,
      body: JSON.stringify(body),
      created_at: at,
      updated_at: at,
    },
  }
}
