import type { Gate } from './gate.ts'

/** Where a gate stands in the inbox, the most urgent first. */
export const QUEUE_SECTIONS = ['expiring', 'high_risk', 'questions', 'routine'] as const

/** A section of the inbox, most pressing first. */
export type QueueSection = (typeof QUEUE_SECTIONS)[number]

/** A gate whose time to answer ends within an hour is expiring. */
export const EXPIRING_WITHIN_MS = 3_600_000

const HIGH_RISK_TYPES: ReadonlySet<Gate['type']> = new Set([
  'destructive_workstation_op',
  'deployment_approval',
])

/** The section of a gate by what it asks. Whether it expires soon depends on the time and comes first. */
export function sectionOf({ subject, type }: Pick<Gate, 'subject' | 'type'>) {
  if ('questions' in subject) return 'questions'
  const calls = 'tool_calls' in subject ? subject.tool_calls : []
  const isIrreversible = calls.some(call => call.reversibility === 'irreversible')
  return isIrreversible || HIGH_RISK_TYPES.has(type) ? 'high_risk' : 'routine'
}

/** The same at a time, given in milliseconds since 1970. */
export function sectionAt(gate: Pick<Gate, 'subject' | 'type' | 'expires_at'>, now: number): QueueSection {
  const isExpiring = gate.expires_at !== undefined && Date.parse(gate.expires_at) <= now + EXPIRING_WITHIN_MS
  return isExpiring ? 'expiring' : sectionOf(gate)
}
