import type { Migration } from './migration.ts'

/** Whose words the input of a run is; null in runs of before. */
export const whoseWords: Migration = {
  version: 5,
  name: 'whose words',
  statements: dialect => [
    `alter table runs add column asked_by ${dialect === 'sqlite' ? 'text' : 'text collate "C"'}`,
  ],
}
