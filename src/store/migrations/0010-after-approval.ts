import type { Migration } from './migration.ts'

/** Calls that failed are found by themselves; what failed before this version counts as looked at. */
export const afterApproval: Migration = {
  version: 10,
  name: 'after approval',
  statements: () => [
    "create index calls_failed on calls (call_id) where status in ('failed', 'unknown')",
    `insert into documents (kind, id, lookup, version, body, created_at, updated_at)
       select distinct 'viewed', grants.gate_id || ':earlier', 'outcome:' || grants.gate_id, 1, '{}',
         '1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'
       from calls join grants on grants.call_id = calls.call_id
       where calls.status in ('failed', 'unknown') and grants.gate_id is not null`,
  ],
}
