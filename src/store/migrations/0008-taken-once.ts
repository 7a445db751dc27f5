import type { Migration } from './migration.ts'

/**
 * What counts once and was taken, until it would not count any more. Only processes that share a database need the table;
 * the one process of a SQLite file keeps it in memory.
 */
export const takenOnce: Migration = {
  version: 8,
  name: 'taken once',
  statements: dialect =>
    dialect === 'sqlite'
      ? []
      : [
          'create table taken_once (key text collate "C" primary key, until bigint not null)',
          'create index taken_once_by_end on taken_once (until)',
        ],
}
