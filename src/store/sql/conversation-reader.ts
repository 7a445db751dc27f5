import { sql } from 'kysely'
import type { Message } from '../../contracts/message.ts'
import type { MessageRange, Page, Paged, StoredDocPatch } from '../store.ts'
import { pageOf, readCursor } from './list-reader.ts'
import { BUILDERS, prepare, runQuery, type SqlConnection, slot } from './statements.ts'
import type { MessageRow } from './tables.ts'

const messageById = prepare(db =>
  db
    .selectFrom('messages')
    .select(['body', 'images'])
    .where('session_id', '=', slot('session_id'))
    .where('message_id', '=', slot('message_id')),
)
const lastSeq = prepare(db =>
  db
    .selectFrom('messages')
    .select(eb => eb.fn.max('seq').as('seq'))
    .where('session_id', '=', slot('session_id')),
)

/** Conversations and the changes of product docs. */
export function createConversationReader(connection: SqlConnection) {
  return {
    listMessages: async (sessionId: string, range: MessageRange): Promise<readonly Message[]> => {
      const sizes = await runQuery(
        connection,
        rangeOf(connection, sessionId, range).select(['seq', 'size']).limit(range.limit),
      )
      const last = lastWithin(sizes, range.maxBytes)
      if (last === undefined) return []
      const query = rangeOf(connection, sessionId, range)
        .select(['body', 'images'])
        .where('seq', range.newestFirst ? '>=' : '<=', last)
      return (await runQuery(connection, query)).map(rowToMessage)
    },
    getMessage: async (sessionId: string, messageId: string) => {
      const row = await messageById.first(connection, { session_id: sessionId, message_id: messageId })
      return row && rowToMessage(row)
    },
    getLastMessageSeq: async (sessionId: string) =>
      Number((await lastSeq.first(connection, { session_id: sessionId }))?.seq ?? 0),
    listDocPatches: async (
      sessionId: string,
      by: { section?: string; change_id?: string },
      page: Page,
    ): Promise<Paged<StoredDocPatch>> => {
      const rows = await runQuery(connection, patchesOf(connection, { sessionId, by, page }))
      const patches = rows.map(row => JSON.parse(row.body) as StoredDocPatch)
      return pageOf(patches, page.limit, patch => [String(patch.version), String(patch.position)])
    },
  }
}

function rangeOf(connection: SqlConnection, sessionId: string, range: MessageRange) {
  let query = BUILDERS[connection.dialect]
    .selectFrom('messages')
    .where('session_id', '=', sessionId)
    .orderBy('seq', range.newestFirst ? 'desc' : 'asc')
  if (range.after !== undefined) query = query.where('seq', '>', range.after)
  if (range.before !== undefined) query = query.where('seq', '<', range.before)
  // As the indexes say it, so that both databases use them.
  if (range.only === 'system') return query.where('role', '=', sql.lit('system'))
  if (range.only === 'people') {
    return query.where('role', '=', sql.lit('user')).where('hidden', '=', sql.lit(0))
  }
  return query
}

/** The `seq` of the last row that still fits; the first always does. */
function lastWithin(
  sizes: readonly Pick<MessageRow, 'seq' | 'size'>[],
  maxBytes: number,
): number | undefined {
  let bytes = 0
  let last: number | undefined
  for (const { seq, size } of sizes) {
    bytes += size
    if (last !== undefined && bytes > maxBytes) break
    last = seq
  }
  return last
}

/** Rows were written from checked values, so reading them back proves nothing twice. */
function rowToMessage(row: Pick<MessageRow, 'body' | 'images'>): Message {
  const message = JSON.parse(row.body) as Message
  return row.images === null ? message : { ...message, images: JSON.parse(row.images) }
}

function patchesOf(
  connection: SqlConnection,
  {
    sessionId,
    by,
    page,
  }: {
    readonly sessionId: string
    readonly by: { readonly section?: string; readonly change_id?: string }
    readonly page: Page
  },
) {
  let query = BUILDERS[connection.dialect]
    .selectFrom('product_doc_patches')
    .select('body')
    .where('session_id', '=', sessionId)
    .orderBy('version', 'desc')
    .orderBy('position', 'desc')
    .limit(page.limit + 1)
  if (by.section !== undefined) query = query.where('section', '=', by.section)
  if (by.change_id !== undefined) query = query.where('change_id', '=', by.change_id)
  const [version = Number.NaN, position = Number.NaN] = readCursor(page).map(Number)
  if (!Number.isInteger(version) || !Number.isInteger(position)) return query
  return query.where(eb =>
    eb.or([
      eb('version', '<', version),
      eb.and([eb('version', '=', version), eb('position', '<', position)]),
    ]),
  )
}
