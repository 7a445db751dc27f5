import type { DecideRequest } from '../../src/contracts/decision.ts'
import type { Gate } from '../../src/contracts/gate.ts'
import { isRefused, type ResultClient } from '../../src/sdk/sdk.ts'
import type { Store } from '../../src/store/store.ts'
import { DESK_EFFECTS, type DeskEffect, IDEMPOTENT } from './refund-desk.ts'
import { countUngated } from './survive.ts'

/** What became of the effects of so many whole runs of the desk. */
export async function countFaults(store: Store, effects: readonly DeskEffect[], runs: number) {
  const all = (await store.listRuns({}, { limit: 100 })).items
  const calls = (await Promise.all(all.map(({ run_id }) => store.listCalls(run_id)))).flat()
  const grants = (await Promise.all(all.map(({ run_id }) => store.listGrants({ run_id })))).flat()
  const once = effects.filter(({ tool }) => !IDEMPOTENT.includes(tool)).map(({ key }) => key)
  return {
    ungated: countUngated(effects, calls, grants),
    doubled: once.length - new Set(once).size,
    lost: runs * DESK_EFFECTS.length - new Set(effects.map(({ key }) => key)).size,
  }
}

export async function confirmTools(at: ResultClient): Promise<void> {
  for (const tool of await at.tools.list()) {
    if (!['refund', 'notify', 'find_order'].includes(tool.name)) continue
    const confirmed = await at.tools.confirm(tool.name, { definition_hash: tool.definition_hash })
    if (isRefused(confirmed)) throw new Error(confirmed.problem.detail)
  }
}

export async function haveEnded(at: ResultClient, runIds: readonly string[]): Promise<boolean> {
  const runs = await Promise.all(runIds.map(runId => at.runs.get(runId)))
  return runs.every(({ status }) => ['completed', 'failed', 'cancelled'].includes(status))
}

/** Whoever is asked what happened looks at the effects. */
export async function answerTo(
  from: Store,
  gate: Gate,
  effects: readonly DeskEffect[],
): Promise<DecideRequest> {
  const seen = {
    view_digest: gate.view_digest,
    ...(gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }),
  }
  if (gate.type === 'interview')
    return { ...seen, decision: 'answer', answers: [{ question_id: 'method', value: 'card' }] }
  if (gate.type !== 'unknown_outcome' || !('tool_calls' in gate.subject))
    return { ...seen, decision: 'approve' }
  const asked = gate.subject.tool_calls[0]?.call_id
  const calls = await from.listCalls(gate.run_id ?? '')
  const key = calls.find(({ call_id }) => call_id === asked)?.idempotency_key
  return effects.some(effect => effect.key === key)
    ? { ...seen, decision: 'answer', option_id: 'happened', option_input: { result: { receipt: 'seen' } } }
    : { ...seen, decision: 'approve', option_id: 'run_again' }
}
