import type { JsonValue } from '../../contracts/json-value.ts'
import type { Page } from '../../contracts/page.ts'
import type {
  StoredDesignSystem,
  StoredPageSnapshot,
  StoredPageSummary,
  StoredPageVersion,
} from '../store.ts'
import { prepare, type SqlConnection, slot } from './statements.ts'

const pageById = prepare(db => db.selectFrom('pages').select('body').where('page_id', '=', slot('page_id')))
const pageBySlug = prepare(db =>
  db
    .selectFrom('pages')
    .select('body')
    .where('session_id', '=', slot('session_id'))
    .where('slug', '=', slot('slug')),
)
const pagesOfSession = prepare(db =>
  db
    .selectFrom('pages')
    .select('body')
    .where('session_id', '=', slot('session_id'))
    .orderBy('order_index')
    .orderBy('slug'),
)
const versionByNumber = prepare(db =>
  db
    .selectFrom('page_versions')
    .select(['body', 'html'])
    .where('page_id', '=', slot('page_id'))
    .where('version', '=', slot<number>('version')),
)
const versionById = prepare(db =>
  db.selectFrom('page_versions').select(['body', 'html']).where('version_id', '=', slot('version_id')),
)
const versionByChange = prepare(db =>
  db
    .selectFrom('page_versions')
    .select(['body', 'html'])
    .where('session_id', '=', slot('session_id'))
    .where('change_id', '=', slot('change_id')),
)
const versionsOfPage = prepare(db =>
  db
    .selectFrom('page_versions')
    .select('body')
    .where('page_id', '=', slot('page_id'))
    .orderBy('version', 'desc'),
)
const designByVersion = prepare(db =>
  db
    .selectFrom('design_systems')
    .select('body')
    .where('session_id', '=', slot('session_id'))
    .where('version', '=', slot<number>('version')),
)
const designInUse = prepare(db =>
  db
    .selectFrom('design_systems')
    .select('body')
    .where('session_id', '=', slot('session_id'))
    .orderBy('version', 'desc')
    .limit(1),
)
const designByChange = prepare(db =>
  db
    .selectFrom('design_systems')
    .select('body')
    .where('session_id', '=', slot('session_id'))
    .where('change_id', '=', slot('change_id')),
)
const snapshotById = prepare(db =>
  db.selectFrom('page_snapshots').select(['body', 'content']).where('snapshot_id', '=', slot('snapshot_id')),
)
const snapshotByChange = prepare(db =>
  db
    .selectFrom('page_snapshots')
    .select(['body', 'content'])
    .where('session_id', '=', slot('session_id'))
    .where('change_id', '=', slot('change_id')),
)
const snapshotsOfSession = prepare(db =>
  db
    .selectFrom('page_snapshots')
    .select('body')
    .where('session_id', '=', slot('session_id'))
    .orderBy('number', 'desc'),
)

/** Pages, their versions, snapshots and design systems. Rows were written from checked values. */
export function createPageReader(connection: SqlConnection) {
  return {
    ...createVersionReader(connection),
    getPage: async (pageId: string) => read<Page>(await pageById.first(connection, { page_id: pageId })),
    findPage: async (sessionId: string, slug: string) =>
      read<Page>(await pageBySlug.first(connection, { session_id: sessionId, slug })),
    listPages: async (sessionId: string) => {
      const rows = await pagesOfSession.rows(connection, { session_id: sessionId })
      return rows.map(row => JSON.parse(row.body) as Page)
    },
    getDesignSystem: async (sessionId: string, version?: number) =>
      read<StoredDesignSystem>(
        version === undefined
          ? await designInUse.first(connection, { session_id: sessionId })
          : await designByVersion.first(connection, { session_id: sessionId, version }),
      ),
    findDesignSystem: async (sessionId: string, changeId: string) =>
      read<StoredDesignSystem>(
        await designByChange.first(connection, { session_id: sessionId, change_id: changeId }),
      ),
    getPageSnapshot: async (snapshotId: string) =>
      toSnapshot(await snapshotById.first(connection, { snapshot_id: snapshotId })),
    findPageSnapshot: async (sessionId: string, changeId: string) =>
      toSnapshot(await snapshotByChange.first(connection, { session_id: sessionId, change_id: changeId })),
    listPageSnapshots: async (sessionId: string) => {
      const rows = await snapshotsOfSession.rows(connection, { session_id: sessionId })
      return rows.map(row => JSON.parse(row.body) as Omit<StoredPageSnapshot, 'content'>)
    },
  }
}

function createVersionReader(connection: SqlConnection) {
  return {
    getPageVersion: async (pageId: string, version: number) =>
      toVersion(await versionByNumber.first(connection, { page_id: pageId, version })),
    findPageVersion: async (
      by: { readonly version_id: string } | { readonly session_id: string; readonly change_id: string },
    ) =>
      toVersion(
        'version_id' in by
          ? await versionById.first(connection, { version_id: by.version_id })
          : await versionByChange.first(connection, { session_id: by.session_id, change_id: by.change_id }),
      ),
    listPageVersions: async (pageId: string) => {
      const rows = await versionsOfPage.rows(connection, { page_id: pageId })
      return rows.map(row => JSON.parse(row.body) as StoredPageSummary)
    },
  }
}

function read<Value>(row: { readonly body: string } | undefined): Value | undefined {
  return row && (JSON.parse(row.body) as Value)
}

function toVersion(
  row: { readonly body: string; readonly html: string | null } | undefined,
): StoredPageVersion | undefined {
  if (!row) return undefined
  const summary = JSON.parse(row.body) as StoredPageSummary
  return { ...summary, html: row.html === null ? null : (JSON.parse(row.html) as string) }
}

function toSnapshot(
  row: { readonly body: string; readonly content: string | null } | undefined,
): StoredPageSnapshot | undefined {
  if (!row) return undefined
  const snapshot = JSON.parse(row.body) as Omit<StoredPageSnapshot, 'content'>
  return { ...snapshot, content: row.content === null ? null : (JSON.parse(row.content) as JsonValue) }
}
