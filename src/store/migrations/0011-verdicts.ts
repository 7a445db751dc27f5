import type { Migration } from './migration.ts'

/** What verdicts were made from, so that another policy can be tried on them; verdicts of before have none. */
export const verdicts: Migration = {
  version: 11,
  name: 'verdicts',
  statements: dialect => {
    const text = dialect === 'sqlite' ? 'text' : 'text collate "C"'
    return [
      `create table verdicts (verdict_id ${text} primary key, at ${text} not null, purpose ${text} not null,
        session_id ${text} not null, run_id ${text}, gate_id ${text}, agent ${text} not null, tool ${text} not null,
        outcome ${text} not null, digest ${text} not null, policy ${text} not null, input ${text} not null,
        output ${text} not null)`,
      'create index verdicts_by_time on verdicts (at, verdict_id)',
      'create index verdicts_by_session on verdicts (session_id)',
    ]
  },
}
