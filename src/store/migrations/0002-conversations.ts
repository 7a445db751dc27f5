import type { Dialect } from '../sql/statements.ts'
import type { Migration } from './migration.ts'

export const conversations: Migration = { version: 2, name: 'conversations', statements: statementsFor }

/** Text sorts by its bytes on both databases, whatever the locale of the server. */
function statementsFor(dialect: Dialect): readonly string[] {
  const text = dialect === 'sqlite' ? 'text' : 'text collate "C"'
  return [
    `create table messages (session_id ${text} not null, seq integer not null, message_id ${text} not null,
      role ${text} not null, hidden integer not null, size integer not null, body ${text} not null, images ${text},
      primary key (session_id, seq))`,
    'create unique index messages_by_id on messages (session_id, message_id)',
    "create index messages_of_people on messages (session_id, seq) where role = 'user' and hidden = 0",
    "create index messages_of_system on messages (session_id, seq) where role = 'system'",
    `create table product_doc_patches (session_id ${text} not null, version integer not null,
      position integer not null, change_id ${text} not null, section ${text} not null, body ${text} not null,
      primary key (session_id, version, position))`,
    'create index product_doc_patches_by_section on product_doc_patches (session_id, section, version)',
    'create index product_doc_patches_by_change on product_doc_patches (session_id, change_id)',
  ]
}
