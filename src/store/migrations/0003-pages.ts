import type { Dialect } from '../sql/statements.ts'
import type { Migration } from './migration.ts'

export const pages: Migration = { version: 3, name: 'pages', statements: statementsFor }

/** `html` and `content` are JSON, so that any text is given back as it was put; both go when a row is released. */
function statementsFor(dialect: Dialect): readonly string[] {
  const text = dialect === 'sqlite' ? 'text' : 'text collate "C"'
  return [
    `create table pages (page_id ${text} primary key, session_id ${text} not null, slug ${text} not null,
      order_index integer not null, body ${text} not null)`,
    'create unique index pages_by_slug on pages (session_id, slug)',
    `create table page_versions (page_id ${text} not null, version integer not null, version_id ${text} not null,
      session_id ${text} not null, change_id ${text} not null, body ${text} not null, html ${text},
      primary key (page_id, version))`,
    'create unique index page_versions_by_id on page_versions (version_id)',
    'create unique index page_versions_by_change on page_versions (session_id, change_id)',
    `create table page_snapshots (session_id ${text} not null, number integer not null, snapshot_id ${text} not null,
      change_id ${text} not null, body ${text} not null, content ${text}, primary key (session_id, number))`,
    'create unique index page_snapshots_by_id on page_snapshots (snapshot_id)',
    'create unique index page_snapshots_by_change on page_snapshots (session_id, change_id)',
    `create table design_systems (session_id ${text} not null, version integer not null, change_id ${text} not null,
      body ${text} not null, primary key (session_id, version))`,
    'create unique index design_systems_by_change on design_systems (session_id, change_id)',
  ]
}
