import type { SettingsDraft } from './settings-draft.ts'

/** What each switch is called. */
export const FLAG_NAMES: Readonly<Record<keyof SettingsDraft['flags'], string>> = {
  pre_validation_enabled: 'Check goals before reasoning',
  approval_gates_enabled: 'Gates (off: suggestions only, nothing runs)',
  clarification_enabled: 'Clarification questions',
  graded_confidence_enabled: 'Graded confidence',
  allow_new_subtype_proposals: 'Planning may propose new patterns',
  require_rfc_for_new_subtype: 'New patterns need a decision',
  canaries_enabled: 'Cards that test attention (they can never run)',
}
