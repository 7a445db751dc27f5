import { sql } from 'kysely'
import type { Gate } from '../../contracts/gate.ts'
import type { Session } from '../../contracts/session.ts'
import type { GateFilter, Page, Paged, RunFilter } from '../store.ts'
import { RUN_COLUMNS, SESSION_COLUMNS } from './columns.ts'
import { rowToGate, rowToRun, rowToSession } from './rows.ts'
import { BUILDERS, prepare, runQuery, type SqlConnection, slot } from './statements.ts'

// The engine asks these two for every run that ends, so they are compiled once.
const childrenOfRun = prepare(db =>
  db.selectFrom('runs').select(RUN_COLUMNS).where('parent_run_id', '=', slot('parent_run_id')),
)
const gatesOfRun = prepare(db =>
  db
    .selectFrom('gates')
    .select('body')
    .where('run_id', '=', slot('run_id'))
    .where('status', '=', slot('status'))
    .orderBy('gate_id')
    .limit(slot<number>('limit')),
)

function isOnly(filter: object, keys: readonly string[], page: Page): boolean {
  const set = Object.entries(filter).flatMap(([key, value]) => (value === undefined ? [] : [key]))
  return page.cursor === undefined && set.length === keys.length && keys.every(key => set.includes(key))
}

/** The lists that people page through. A cursor is the sort key of the last row, base64url JSON. */
export function createListReader(connection: SqlConnection) {
  const db = BUILDERS[connection.dialect]
  return {
    listRuns: async (filter: RunFilter, page: Page) => {
      if (isOnly(filter, ['parent_run_id'], page)) {
        const rows = await childrenOfRun.rows(connection, { parent_run_id: filter.parent_run_id ?? '' })
        // Mostly there are none, and to sort them there costs a database more than to find that out.
        const newestFirst = rows.toSorted((a, b) => (a.run_id < b.run_id ? 1 : -1))
        return pageOf(newestFirst.map(rowToRun), page.limit, run => [run.run_id])
      }
      let query = db
        .selectFrom('runs')
        .select(RUN_COLUMNS)
        .orderBy('run_id', 'desc')
        .limit(page.limit + 1)
      if (filter.status) query = query.where('status', '=', filter.status)
      if (filter.kind) query = query.where('kind', '=', filter.kind)
      if (filter.session_id) query = query.where('session_id', '=', filter.session_id)
      if (filter.parent_run_id) query = query.where('parent_run_id', '=', filter.parent_run_id)
      const principal = filter.principal
      if (principal) {
        query = query.where(eb =>
          eb.or([eb('requested_by', '=', principal), eb('on_behalf_of', '=', principal)]),
        )
      }
      const [last] = readCursor(page)
      if (last) query = query.where('run_id', '<', last)
      return pageOf((await runQuery(connection, query)).map(rowToRun), page.limit, run => [run.run_id])
    },
    listOrphanedRuns: async (livingWorkers: readonly string[], limit: number) => {
      let query = db.selectFrom('runs').select('run_id').where('status', '=', 'running').limit(limit)
      if (livingWorkers.length > 0) {
        query = query.where(eb =>
          eb.or([eb('lease_owner', 'is', null), eb('lease_owner', 'not in', livingWorkers)]),
        )
      }
      return (await runQuery(connection, query)).map(row => row.run_id)
    },
    listGates: async (filter: GateFilter, page: Page): Promise<Paged<Gate>> => {
      if (isOnly(filter, ['run_id', 'status'], page)) {
        const args = { run_id: filter.run_id ?? '', status: filter.status ?? '', limit: page.limit + 1 }
        const rows = await gatesOfRun.rows(connection, args)
        return pageOf(rows.map(rowToGate), page.limit, gate => [gate.gate_id])
      }
      if (filter.sort === 'section') return listBySection(connection, filter, page)
      const query = sortGates(filterGates(connection, filter), filter.sort ?? 'oldest', page)
      const rows = await runQuery(connection, query.limit(page.limit + 1))
      const gates = rows.map(rowToGate)
      return pageOf(gates, page.limit, gate =>
        filter.sort === 'expiring' ? [gate.gate_id, gate.expires_at ?? NO_EXPIRY] : [gate.gate_id],
      )
    },
    countGates: async (filter: GateFilter) => {
      const query = filterGates(connection, filter)
        .clearSelect()
        .select(eb => eb.fn.countAll<number>().as('count'))
      return Number((await runQuery(connection, query))[0]?.count ?? 0)
    },
    ...createSessionList(connection),
  }
}

function createSessionList(connection: SqlConnection) {
  const db = BUILDERS[connection.dialect]
  return {
    listSessions: async (filter: { status?: Session['status']; owner?: string }, page: Page) => {
      let query = db
        .selectFrom('sessions')
        .select(SESSION_COLUMNS)
        .orderBy('last_active_at', 'desc')
        .orderBy('session_id', 'desc')
      if (filter.status) query = query.where('status', '=', filter.status)
      if (filter.owner) query = query.where('owner', '=', filter.owner)
      const [id, at] = readCursor(page)
      if (id && at) {
        query = query.where(eb =>
          eb.or([
            eb('last_active_at', '<', at),
            eb.and([eb('last_active_at', '=', at), eb('session_id', '<', id)]),
          ]),
        )
      }
      const rows = await runQuery(connection, query.limit(page.limit + 1))
      return pageOf(rows.map(rowToSession), page.limit, item => [item.session_id, item.last_active_at])
    },
  }
}

const NO_EXPIRY = '9999-12-31T23:59:59.999Z'

function filterGates(connection: SqlConnection, filter: GateFilter) {
  let query = BUILDERS[connection.dialect].selectFrom('gates').select('body')
  if (filter.status) query = query.where('status', '=', filter.status)
  if (filter.decided) query = query.where('status', 'not in', ['pending', 'expired'])
  if (filter.after_approval) query = query.where(failedUnseen)
  if (filter.type) query = query.where('type', '=', filter.type)
  if (filter.session_id) query = query.where('session_id', '=', filter.session_id)
  if (filter.run_id) query = query.where('run_id', '=', filter.run_id)
  if (filter.agent) query = query.where('requested_by', '=', filter.agent)
  const principal = filter.principal
  if (principal) {
    query = query.where(eb => eb.or([eb('requested_by', '=', principal), eb('on_behalf_of', '=', principal)]))
  }
  if (filter.assignee) query = query.where(assigneeIn(connection), '=', filter.assignee)
  if (filter.only) query = query.where('gate_id', 'in', filter.only.length > 0 ? filter.only : [''])
  if (filter.without?.length) query = query.where('gate_id', 'not in', filter.without)
  for (const word of (filter.q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)) {
    const meant = [word, ...(filter.also?.[word] ?? [])].map(part => `%${part.replaceAll(/[%\\\0]/g, '_')}%`)
    query = query.where(eb => eb.or(meant.map(pattern => eb('search', 'like', pattern))))
  }
  return query
}

/** A call of it failed, and nobody has looked at it since it closed. */
const failedUnseen = sql<boolean>`gate_id in (
    select grants.gate_id from calls join grants on grants.call_id = calls.call_id
    where calls.status in ('failed', 'unknown') and grants.gate_id is not null)
  and not exists (select 1 from documents
    where documents.kind = 'viewed' and documents.lookup = 'outcome:' || gates.gate_id)`

/** Few gates are anybody's in particular, so it is read from their bodies and has no column. */
function assigneeIn({ dialect }: SqlConnection) {
  return dialect === 'sqlite'
    ? sql<string>`json_extract(body, '$.assignee')`
    : sql<string>`(body::jsonb ->> 'assignee')`
}

/**
 * Gates by the sections of the inbox. What expires within the time of the first page stays so on all that follow, so that
 * none is told twice or left out while time passes.
 */
async function listBySection(
  connection: SqlConnection,
  filter: GateFilter,
  page: Page,
): Promise<Paged<Gate>> {
  const [id, lastRank, lastDue, kept] = readCursor(page)
  const by = kept ?? filter.expiring_by ?? ''
  const isExpiring = sql`expires_at is not null and expires_at <= ${by}`
  const rank = sql<number>`(case when ${isExpiring} then 0 when section = 'high_risk' then 1
    when section = 'questions' then 2 else 3 end)`
  const due = sql<string>`(case when ${isExpiring} then expires_at else '' end)`
  const sorted = filterGates(connection, filter)
    .select(['gate_id', rank.as('rank'), due.as('due')])
    .orderBy(rank)
    .orderBy(due)
    .orderBy('gate_id')
    .limit(page.limit + 1)
  const query =
    id === undefined
      ? sorted
      : sorted.where(
          sql<boolean>`(${rank} > ${Number(lastRank)} or (${rank} = ${Number(lastRank)}
            and (${due} > ${lastDue} or (${due} = ${lastDue} and gate_id > ${id}))))`,
        )
  const rows = await runQuery(connection, query)
  const paged = pageOf(rows, page.limit, row => [row.gate_id, String(row.rank), row.due, by])
  return { ...paged, items: paged.items.map(rowToGate) }
}

type ColumnSort = Exclude<NonNullable<GateFilter['sort']>, 'section'>

function sortGates(query: ReturnType<typeof filterGates>, sort: ColumnSort, page: Page) {
  const [id, expires] = readCursor(page)
  if (sort === 'newest') {
    const sorted = query.orderBy('gate_id', 'desc')
    return id ? sorted.where('gate_id', '<', id) : sorted
  }
  if (sort === 'oldest') {
    const sorted = query.orderBy('gate_id')
    return id ? sorted.where('gate_id', '>', id) : sorted
  }
  const sorted = query.orderBy(eb => eb.fn.coalesce('expires_at', eb.val(NO_EXPIRY))).orderBy('gate_id')
  if (!id || !expires) return sorted
  return sorted.where(eb => {
    const due = eb.fn.coalesce('expires_at', eb.val(NO_EXPIRY))
    return eb.or([eb(due, '>', expires), eb.and([eb(due, '=', expires), eb('gate_id', '>', id)])])
  })
}

export function readCursor(page: Page): readonly string[] {
  if (page.cursor === undefined) return []
  try {
    const parts: unknown = JSON.parse(Buffer.from(page.cursor, 'base64url').toString('utf8'))
    return Array.isArray(parts) && parts.every(part => typeof part === 'string') ? parts : []
  } catch {
    return []
  }
}

export function pageOf<Item>(
  items: readonly Item[],
  limit: number,
  keyOf: (item: Item) => readonly string[],
): Paged<Item> {
  const last = items[limit - 1]
  if (items.length <= limit || last === undefined) return { items }
  const cursor = Buffer.from(JSON.stringify(keyOf(last))).toString('base64url')
  return { items: items.slice(0, limit), next_cursor: cursor }
}
