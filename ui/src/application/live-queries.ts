import type { Event } from 'soulgate/contracts/event'

export type QueryKey = readonly string[]

const ENDINGS: readonly Event['type'][] = ['run_completed', 'run_failed', 'run_cancelled']
/** How the events begin that come with something said in a talk. */
const TALKING = ['run_', 'soul_', 'interview_'] as const
/** The same for work items; their gates come with the events of their runs. */
const MAKING_ITEMS = ['work_item_', 'gate_', 'run_'] as const
/** The same for plans, and for plans in iterations. */
const PLANNING = [
  ...['plan_', 'planning_', 'gate_', 'run_'],
  ...['proposal_', 'iteration_', 'checkpoint_', 'final_plan'],
] as const
/** The same for what changes the pages of a talk. */
const MAKING = ['page_', 'version_', 'snapshot_'] as const

/**
 * Which cached answers an event makes stale; each key stands for everything that begins with it. Gates are not among
 * them: the one that an event names is read by itself.
 */
export function queriesTouchedBy(event: Event): readonly QueryKey[] {
  const { type, gate_id: gateId, run_id: runId, session_id: sessionId } = event
  const keys: QueryKey[] = [['audit']]
  if (gateId) keys.push(['similar'])
  if (runId) keys.push(['run', runId])
  if (type.startsWith('run_')) keys.push(['runs'])
  // What came of a gate changes with its calls, whose events need not name it.
  if (type === 'tool_result' || type === 'call_undone' || ENDINGS.includes(type))
    keys.push(['gate'], ['queue-failed'])
  if (type === 'gate_viewed') keys.push(['queue-failed'])

  if (runId && MAKING_ITEMS.some(begin => type.startsWith(begin))) keys.push(['work'])
  if (runId && PLANNING.some(begin => type.startsWith(begin))) keys.push(['plans'])
  if (sessionId && TALKING.some(begin => type.startsWith(begin))) keys.push(['talk', sessionId, 'messages'])
  if (sessionId && type === 'product_doc_updated') keys.push(['talk', sessionId, 'doc'])
  if (sessionId && MAKING.some(begin => type.startsWith(begin))) keys.push(['talk', sessionId, 'pages'])
  if (type === 'settings_changed' || type === 'flag_changed' || type === 'rollback_applied')
    keys.push(['settings'])
  if (type.startsWith('model')) keys.push(['models'])
  if (type.startsWith('token_')) keys.push(['tokens'])
  if (type === 'person_changed') keys.push(['people'])
  if (type.startsWith('tool_')) keys.push(['tools'])
  if (type.startsWith('guideline_')) keys.push(['guidelines'])
  if (type.startsWith('stop_')) keys.push(['stop'])
  return keys
}
