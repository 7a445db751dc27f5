import type { Migration } from './migration.ts'

/** Which model a step asked, and of which tier; null in steps of before. What cost tokens is found by its time. */
export const modelCalls: Migration = {
  version: 7,
  name: 'model calls',
  statements: dialect => {
    const text = dialect === 'sqlite' ? 'text' : 'text collate "C"'
    return [
      `alter table steps add column model ${text}`,
      `alter table steps add column model_tier ${text}`,
      'create index steps_by_cost on steps (started_at) where tokens is not null',
    ]
  },
}
