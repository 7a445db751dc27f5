import type { Guideline, GuidelineActionType, GuidelineCategory } from 'soulgate/contracts/guideline'

export const CATEGORY_NAMES: Readonly<Record<GuidelineCategory, string>> = {
  cognitive_isolation: 'Isolation',
  hitl_gate: 'Gate',
  tdd_protocol: 'Tests first',
  context_constraint: 'Limits',
  audit_telemetry: 'Telemetry',
  security: 'Security',
  custom: 'Custom',
}

export const ACTION_NAMES: Readonly<Record<GuidelineActionType, string>> = {
  instruction: 'Tell the agent',
  tool_restriction: 'Allow or deny tools',
  hitl_gate: 'Ask a person',
  constraint: 'Limit',
  telemetry: 'Record',
  release: 'Let through',
}

export const CATEGORIES = keysOf(CATEGORY_NAMES)
export const ACTION_TYPES = keysOf(ACTION_NAMES)

export function isSticky({ action }: Pick<Guideline, 'action'>): boolean {
  return action.type === 'release'
}

/** What a rule does and when, in one line. */
export function gistOf({ condition, action }: Pick<Guideline, 'condition' | 'action'>): string {
  const when = Object.entries(condition).flatMap(([field, value]) =>
    value === undefined || value.length === 0
      ? []
      : `${field} ${typeof value === 'string' ? value : value.join(', ')}`,
  )
  const denied = action.tools_denied?.length ? `denies ${action.tools_denied.join(', ')}` : ''
  const allowed = action.tools_allowed?.length ? `allows only ${action.tools_allowed.join(', ')}` : ''
  const gate = action.gate_type ? `asks by ${action.gate_type.replaceAll('_', ' ')}` : ''
  const does = [denied, allowed, gate].filter(words => words !== '').join('; ')
  return `${when.length === 0 ? 'always' : `when ${when.join(' and ')}`}${does === '' ? '' : ` → ${does}`}`
}

/** The names of a table that has an entry for each. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, string>>): readonly Key[] {
  return Object.keys(table).filter((key): key is Key => key in table)
}
