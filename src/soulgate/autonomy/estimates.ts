import type { CallEstimates } from '../../contracts/autonomy.ts'
import type { Gate } from '../../contracts/gate.ts'
import { createEstimator, factorsOf, scopeKeyOf, shapeOf } from '../../engine/autonomy/autonomy.ts'
import { callsOf } from '../../engine/gate/gate.ts'
import type { Engine } from '../engine.ts'
import { readLabels, schemasOf } from './read-labels.ts'

/** The newest decisions of one requester that are learned from. */
const MAX_GATES = 1_000
const MAX_AGE_MS = 60_000
/** Requesters whose estimator is kept. */
const MAX_KEPT = 50

type Estimator = ReturnType<typeof createEstimator>

/** How probable it is that people find the calls of gates right, learned for each requester at most once a minute. */
export function createEstimates(engine: Engine): { of(gate: Gate): Promise<CallEstimates> } {
  const kept = new Map<string, { readonly atMs: number; readonly estimator: Promise<Estimator> }>()
  const estimatorOf = (agent: string): Promise<Estimator> => {
    const atMs = engine.clock.now()
    const before = kept.get(agent)
    if (before !== undefined && atMs - before.atMs < MAX_AGE_MS) return before.estimator
    const estimator = readLabels(engine, '', { agent, most: MAX_GATES }).then(({ labels }) =>
      createEstimator(labels),
    )
    kept.delete(agent)
    kept.set(agent, { atMs, estimator })
    estimator.catch(() => kept.delete(agent))
    const [oldest] = kept.keys()
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    return estimator
  }
  return {
    of: async gate => {
      const [calls, requester] = [callsOf(gate), gate.requested_by]
      if (calls.length === 0) return { estimates: [] }
      const estimator = await estimatorOf(requester)
      const schemaOf = schemasOf(engine)
      const estimates = calls.map(call => {
        const shape = shapeOf({ ...call, input_schema: schemaOf(call) ?? {} })
        const { call_id, tool, definition_hash } = call
        const scope = scopeKeyOf({ requester, tool, definition_hash, shape })
        const estimate = estimator({ scope, tool, shape, factors: factorsOf(gate) })
        const { labels } = estimate
        if (estimate.kind === 'unproven') return { call_id, labels, still_needed: estimate.needed }
        const { probability, low, high } = estimate
        return { call_id, labels, calibrated: { probability, low, high } }
      })
      return { estimates }
    },
  }
}
