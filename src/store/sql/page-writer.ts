import type { Page } from '../../contracts/page.ts'
import type {
  StoredDesignSystem,
  StoredPageSnapshot,
  StoredPageSummary,
  StoredPageVersion,
} from '../store.ts'
import { prepare, slot } from './statements.ts'
import type { TransactionScope } from './transaction-scope.ts'

const putPage = prepare(db =>
  db
    .insertInto('pages')
    .values({
      page_id: slot('page_id'),
      session_id: slot('session_id'),
      slug: slot('slug'),
      order_index: slot<number>('order_index'),
      body: slot('body'),
    })
    .onConflict(conflict =>
      conflict.column('page_id').doUpdateSet(eb => ({
        slug: eb.ref('excluded.slug'),
        order_index: eb.ref('excluded.order_index'),
        body: eb.ref('excluded.body'),
      })),
    ),
)
const insertVersion = prepare(db =>
  db.insertInto('page_versions').values({
    page_id: slot('page_id'),
    version: slot<number>('version'),
    version_id: slot('version_id'),
    session_id: slot('session_id'),
    change_id: slot('change_id'),
    body: slot('body'),
    html: slot('html'),
  }),
)
const markVersion = prepare(db =>
  db
    .updateTable('page_versions')
    .set({ body: slot('body') })
    .where('page_id', '=', slot('page_id'))
    .where('version', '=', slot<number>('version')),
)
const releaseVersion = prepare(db =>
  db
    .updateTable('page_versions')
    .set({ body: slot('body'), html: null })
    .where('page_id', '=', slot('page_id'))
    .where('version', '=', slot<number>('version')),
)
const insertDesign = prepare(db =>
  db.insertInto('design_systems').values({
    session_id: slot('session_id'),
    version: slot<number>('version'),
    change_id: slot('change_id'),
    body: slot('body'),
  }),
)
const insertSnapshot = prepare(db =>
  db.insertInto('page_snapshots').values({
    session_id: slot('session_id'),
    number: slot<number>('number'),
    snapshot_id: slot('snapshot_id'),
    change_id: slot('change_id'),
    body: slot('body'),
    content: slot('content'),
  }),
)
const markSnapshot = prepare(db =>
  db
    .updateTable('page_snapshots')
    .set({ body: slot('body') })
    .where('session_id', '=', slot('session_id'))
    .where('number', '=', slot<number>('number')),
)
const releaseSnapshot = prepare(db =>
  db
    .updateTable('page_snapshots')
    .set({ body: slot('body'), content: null })
    .where('session_id', '=', slot('session_id'))
    .where('number', '=', slot<number>('number')),
)
const deleteOnePage = prepare(db => db.deleteFrom('pages').where('page_id', '=', slot('page_id')))
const deleteItsVersions = prepare(db => db.deleteFrom('page_versions').where('page_id', '=', slot('page_id')))
const deleteOfSession = (['pages', 'page_versions', 'page_snapshots', 'design_systems'] as const).map(table =>
  prepare(db => db.deleteFrom(table).where('session_id', '=', slot('session_id'))),
)

/** Pages, their versions, snapshots and design systems. */
export function createPageWriter({ connection, notify }: TransactionScope) {
  return {
    putPage: async (page: Page) => {
      const { page_id, session_id, slug, order_index } = page
      const body = JSON.stringify(page)
      await putPage.write(connection, { page_id, session_id, slug, order_index, body })
      notify(`session:${session_id}`)
    },
    insertPageVersion: async ({ html, ...summary }: StoredPageVersion) => {
      const { version_id, session_id, change_id } = summary
      const text = html === null ? null : JSON.stringify(html)
      const keys = { version_id, session_id, change_id, html: text }
      await insertVersion.write(connection, { ...keys, ...bodyOf(summary) })
    },
    markPageVersion: async (summary: StoredPageSummary) => {
      await markVersion.write(connection, bodyOf(summary))
    },
    releasePageVersion: async (summary: StoredPageSummary) => {
      await releaseVersion.write(connection, bodyOf(summary))
    },
    insertDesignSystem: async (design: StoredDesignSystem) => {
      const { session_id, version, change_id } = design
      const body = JSON.stringify(design)
      await insertDesign.write(connection, { session_id, version, change_id, body })
      notify(`session:${session_id}`)
    },
    insertPageSnapshot: async ({ content, ...snapshot }: StoredPageSnapshot) => {
      const { session_id, number, snapshot_id, change_id } = snapshot
      const body = JSON.stringify(snapshot)
      const text = content === null ? null : JSON.stringify(content)
      const keys = { session_id, number, snapshot_id, change_id }
      await insertSnapshot.write(connection, { ...keys, body, content: text })
    },
    markPageSnapshot: async (snapshot: Omit<StoredPageSnapshot, 'content'>) => {
      const { session_id, number, is_released } = snapshot
      const statement = is_released ? releaseSnapshot : markSnapshot
      await statement.write(connection, { session_id, number, body: JSON.stringify(snapshot) })
    },
    deletePage: async (pageId: string) => {
      await deleteItsVersions.write(connection, { page_id: pageId })
      await deleteOnePage.write(connection, { page_id: pageId })
    },
    deletePages: async (sessionId: string) => {
      let rows = 0
      for (const statement of deleteOfSession) {
        rows += await statement.change(connection, { session_id: sessionId })
      }
      notify(`session:${sessionId}`)
      return rows
    },
  }
}

function bodyOf(summary: StoredPageSummary) {
  return { page_id: summary.page_id, version: summary.version, body: JSON.stringify(summary) }
}
