import type { Migration } from './migration.ts'

/** In which section of the inbox a gate stands, so that the first page holds what is most urgent. */
export const queueSections: Migration = {
  version: 9,
  name: 'queue sections',
  statements: dialect => [
    `alter table gates add column section ${dialect === 'sqlite' ? 'text' : 'text collate "C"'}`,
    `update gates set section = case
       when body like '%"subject":{"questions":%' then 'questions'
       when body like '%"reversibility":"irreversible"%'
         or type in ('destructive_workstation_op', 'deployment_approval') then 'high_risk'
       else 'routine' end
     where status = 'pending'`,
  ],
}
