import type { Migration } from './migration.ts'

/** Which agent of one's own a run executes; null for the bundled ones. */
export const ownAgents: Migration = {
  version: 6,
  name: 'own agents',
  statements: dialect => [
    `alter table runs add column agent ${dialect === 'sqlite' ? 'text' : 'text collate "C"'}`,
  ],
}
