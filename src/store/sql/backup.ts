import { SoulgateError } from '../../base/errors.ts'
import type { BackupRow } from '../store.ts'
import type { SqlConnection, SqlValue } from './statements.ts'
import type { Tables } from './tables.ts'

const PAGE = 500

/** Jobs are hints made anew. */
const LEFT_OUT = ['jobs'] as const satisfies readonly (keyof Tables)[]

/** Every other table with what orders it. Places in the feed belong to one database. */
const ORDER: Readonly<Record<Exclude<keyof Tables, (typeof LEFT_OUT)[number]>, readonly string[]>> = {
  sessions: ['session_id'],
  runs: ['run_id'],
  steps: ['run_id', 'seq'],
  gates: ['gate_id'],
  grants: ['grant_id'],
  calls: ['call_id'],
  events: ['position'],
  streams: ['stream'],
  documents: ['kind', 'id'],
  messages: ['session_id', 'seq'],
  product_doc_patches: ['session_id', 'version', 'position'],
  pages: ['page_id'],
  page_versions: ['page_id', 'version'],
  page_snapshots: ['session_id', 'number'],
  design_systems: ['session_id', 'version'],
  plans: ['plan_id'],
  plan_nodes: ['plan_id', 'stage', 'node_id'],
  scheduled_tasks: ['plan_id', 'block_id'],
  blobs: ['digest'],
  verdicts: ['verdict_id'],
  checkpoints: ['checkpoint_id'],
  idempotency: ['scope', 'key'],
}
/** The tables that a backup holds. */
export const BACKED_UP: readonly string[] = Object.keys(ORDER)
export const TABLES: readonly string[] = [...BACKED_UP, ...LEFT_OUT]
const OF_ONE_DATABASE: Readonly<Record<string, readonly string[]>> = { events: ['position', 'xid'] }

/** Every row as it stands in the caller's transaction, table by table, in pages along the key. */
export async function* dumpTables(connection: SqlConnection): AsyncGenerator<BackupRow> {
  for (const [table, keys] of Object.entries(ORDER)) {
    const left = OF_ONE_DATABASE[table] ?? []
    let after: readonly SqlValue[] | undefined
    while (true) {
      const rows = await readPage(connection, { table, keys, after })
      for (const row of rows) {
        yield { table, row: Object.fromEntries(Object.entries(row).filter(([name]) => !left.includes(name))) }
      }
      const last = rows.at(-1)
      if (last === undefined || rows.length < PAGE) break
      after = keys.map(key => last[key] ?? null)
    }
  }
}

interface PageOf {
  readonly table: string
  readonly keys: readonly string[]
  readonly after: readonly SqlValue[] | undefined
}

async function readPage(
  connection: SqlConnection,
  { table, keys, after }: PageOf,
): Promise<readonly Readonly<Record<string, SqlValue>>[]> {
  const place = mark(connection)
  const order = keys.map(quote).join(', ')
  const where =
    after === undefined ? '' : `where (${order}) > (${after.map((_, n) => place(n + 1)).join(', ')})`
  return connection.rows(
    `select * from ${quote(table)} ${where} order by ${order} limit ${PAGE}`,
    after ?? [],
  )
}

/**
 * Writes the rows into a database that has the schema and nothing in it, inside the caller's transaction; answers how
 * many. Throws `store_not_empty` before the first, and `backup_unreadable` on a table or column it does not know.
 */
export async function loadTables(connection: SqlConnection, rows: AsyncIterable<BackupRow>): Promise<number> {
  await requireEmpty(connection)
  const columns = new Map<string, ReadonlySet<string>>()
  let count = 0
  for await (const { table, row } of rows) {
    const known = columns.get(table) ?? (await columnsOf(connection, table))
    columns.set(table, known)
    const names = Object.keys(row)
    const strange = names.find(name => !known.has(name))
    if (strange !== undefined) throw unreadable(`a column ${strange} of ${table} is not known`)
    const place = mark(connection)
    const slots = names.map((_, index) => place(index + 1)).join(', ')
    const text = `insert into ${quote(table)} (${names.map(quote).join(', ')}) values (${slots})`
    await connection.change(text, Object.values(row))
    count += 1
  }
  return count
}

async function requireEmpty(connection: SqlConnection): Promise<void> {
  for (const table of Object.keys(ORDER)) {
    const rows = await connection.rows(`select 1 as found from ${quote(table)} limit 1`, [])
    if (rows.length === 0) continue
    throw new SoulgateError(
      'store_not_empty',
      `The database already holds ${table}. Restore into a new one: another SOULGATE_HOME or an empty database.`,
      { data: { table } },
    )
  }
}

async function columnsOf(connection: SqlConnection, table: string): Promise<ReadonlySet<string>> {
  if (!(table in ORDER)) throw unreadable(`a table ${table} is not known`)
  const text =
    connection.dialect === 'sqlite'
      ? 'select name from pragma_table_info(?)'
      : 'select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = $1'
  const rows = await connection.rows<{ name: string }>(text, [table])
  return new Set(rows.map(row => row.name))
}

function unreadable(what: string): SoulgateError {
  return new SoulgateError(
    'backup_unreadable',
    `The backup cannot be read: ${what}. Was it cut or made by a newer version?`,
  )
}

function mark({ dialect }: SqlConnection): (place: number) => string {
  return dialect === 'sqlite' ? () => '?' : place => `$${place}`
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
