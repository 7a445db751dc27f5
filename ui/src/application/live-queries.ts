import type { Event } from 'soulgate/contracts/event'

export type QueryKey = readonly string[]

/**
 * Which cached answers an event makes stale; each key stands for everything that begins with it. Gates are not among
 * them: the one that an event names is read by itself.
 */
export function queriesTouchedBy(event: Event): readonly QueryKey[] {
  const { type, gate_id: gateId, run_id: runId } = event
  const keys: QueryKey[] = [['audit']]
  if (gateId) keys.push(['similar'])
  if (runId) keys.push(['run', runId])
  if (type.startsWith('run_')) keys.push(['runs'])
  if (type === 'settings_changed' || type === 'flag_changed' || type === 'rollback_applied')
    keys.push(['settings'])
  if (type.startsWith('token_')) keys.push(['tokens'])
  if (type === 'person_changed') keys.push(['people'])
  if (type.startsWith('tool_')) keys.push(['tools'])
  if (type.startsWith('guideline_')) keys.push(['guidelines'])
  if (type.startsWith('stop_')) keys.push(['stop'])
  return keys
}
