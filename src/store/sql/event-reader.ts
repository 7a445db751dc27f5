import { sql } from 'kysely'
import type { EventFilter, Page, StreamHead, UnsealedHead } from '../store.ts'
import { EVENT_COLUMNS, STREAM_COLUMNS } from './columns.ts'
import { rowToEvent } from './rows.ts'
import { BUILDERS, prepare, runQuery, type SqlConnection, slot } from './statements.ts'

const streamPage = prepare(db =>
  db
    .selectFrom('events')
    .select(EVENT_COLUMNS)
    .where('stream', '=', slot('stream'))
    .where('seq', '>', slot<number>('since'))
    .orderBy('seq')
    .limit(slot<number>('limit')),
)
const headsPage = prepare(db =>
  db
    .selectFrom('streams')
    .select(STREAM_COLUMNS)
    .where('stream', '>', slot('after'))
    .orderBy('stream')
    .limit(slot<number>('limit')),
)
const unsealedHeads = prepare(db =>
  db
    .selectFrom('streams')
    .select(STREAM_COLUMNS)
    .whereRef('seq', '>', 'sealed_seq')
    .orderBy('stream')
    .limit(slot<number>('limit')),
)
const eventsInOrder = prepare(db =>
  db
    .selectFrom('events')
    .select(EVENT_COLUMNS)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('stream', 'seq'), '>', tuple(slot<string>('stream'), slot<number>('seq'))),
    )
    .orderBy('stream')
    .orderBy('seq')
    .limit(slot<number>('limit')),
)
const eventCount = prepare(db => db.selectFrom('events').select(eb => eb.fn.countAll<number>().as('count')))

/** Reads of the event log. */
export function createEventReader(connection: SqlConnection) {
  return {
    listStream: async (stream: string, since: number, limit: number) =>
      (await streamPage.rows(connection, { stream, since, limit })).map(rowToEvent),
    listFeed: async (filter: EventFilter, since: number, limit: number) => {
      const query = feedAfter(connection, filterEvents(connection, filter), since)
      return (await runQuery(connection, query.limit(limit))).map(rowToEvent)
    },
    lastFeedPosition: async () => {
      const query = feedBackwards(connection, filterEvents(connection, {})).limit(1)
      const [last] = await runQuery(connection, query)
      return last === undefined ? 0 : (rowToEvent(last).position ?? 0)
    },
    searchEvents: async (filter: EventFilter, page: Page) => {
      let query = filterEvents(connection, filter)
        .orderBy('position', 'desc')
        .limit(page.limit + 1)
      const before = Number(page.cursor)
      if (page.cursor !== undefined && Number.isSafeInteger(before))
        query = query.where('position', '<', before)
      const events = (await runQuery(connection, query)).map(rowToEvent)
      const last = events[page.limit - 1]
      if (events.length <= page.limit || last === undefined) return { items: events }
      return { items: events.slice(0, page.limit), next_cursor: String(last.position) }
    },
    listStreamHeads: async (after: string | undefined, limit: number): Promise<readonly StreamHead[]> =>
      (await headsPage.rows(connection, { after: after ?? '', limit })).map(rowToHead),
    listUnsealedHeads: async (limit: number): Promise<readonly UnsealedHead[]> =>
      (await unsealedHeads.rows(connection, { limit })).map(row => ({
        ...rowToHead(row),
        sealed_seq: Number(row.sealed_seq),
      })),
    listEventsInOrder: async (after: { stream: string; seq: number }, limit: number) =>
      (await eventsInOrder.rows(connection, { ...after, limit })).map(rowToEvent),
    countEvents: async () => Number((await eventCount.first(connection, {}))?.count ?? 0),
  }
}

function rowToHead(row: { stream: string; seq: number; hash: string }): StreamHead {
  return { stream: row.stream, seq: Number(row.seq), hash: row.hash }
}

function filterEvents(connection: SqlConnection, filter: EventFilter) {
  let query = BUILDERS[connection.dialect].selectFrom('events').select(EVENT_COLUMNS)
  if (filter.stream) query = query.where('stream', '=', filter.stream)
  if (filter.session_id) query = query.where('session_id', '=', filter.session_id)
  if (filter.run_id) query = query.where('run_id', '=', filter.run_id)
  if (filter.gate_id) query = query.where('gate_id', '=', filter.gate_id)
  if (filter.types && filter.types.length > 0) query = query.where('type', 'in', [...filter.types])
  if (filter.actor) query = query.where('actor_id', '=', filter.actor)
  if (filter.from) query = query.where('at', '>=', filter.from)
  if (filter.to) query = query.where('at', '<=', filter.to)
  return query
}

/**
 * SQLite has one writer, so positions commit in order. PostgreSQL does not: there the feed is ordered by
 * transaction and stops below the oldest one still running, so that no later commit can slip in behind a reader.
 */
/** The same order from its end: what an older open transaction can still precede is left out here too. */
function feedBackwards(connection: SqlConnection, query: ReturnType<typeof filterEvents>) {
  if (connection.dialect === 'sqlite') return query.orderBy('position', 'desc')
  return query
    .where(sql<boolean>`xid < pg_snapshot_xmin(pg_current_snapshot())`)
    .orderBy(sql`xid`, 'desc')
    .orderBy('position', 'desc')
}

function feedAfter(connection: SqlConnection, query: ReturnType<typeof filterEvents>, since: number) {
  if (connection.dialect === 'sqlite') return query.where('position', '>', since).orderBy('position')
  return query
    .where(sql<boolean>`xid < pg_snapshot_xmin(pg_current_snapshot())`)
    .where(
      sql<boolean>`(xid, position) > (
        coalesce((select e.xid from events e where e.position = ${since}), '0'::xid8), ${since}::bigint)`,
    )
    .orderBy(sql`xid`)
    .orderBy('position')
}
