import type { JsonObject } from '../../contracts/json-value.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { AUTO_APPROVED_TYPES, AUTO_APPROVER } from '../../engine/gate/gate.ts'
import type { Engine } from '../engine.ts'

type Parts = Pick<Engine, 'store' | 'gates' | 'report'>

/**
 * For tests of programs that plan in iterations (`APPROVAL_GATES=false`): each proposal and checkpoint of such a run is
 * opened as ever and then approved by `system:auto-approve`, visibly. Nothing else is approved: no call, no gate that
 * an agent opened. The surfaces refuse it in production and beyond loopback.
 */
export function createAutoApproval(parts: Parts): { readonly close: () => void } {
  const { store } = parts
  const approve = (gateId: string): void => {
    approveOne(parts, gateId).catch(error => parts.report(error, { gate_id: gateId } satisfies JsonObject))
  }
  const approveAll = async (): Promise<void> => {
    for (const type of AUTO_APPROVED_TYPES) {
      const { items } = await store.listGates({ status: 'pending', type }, { limit: 1000 })
      for (const gate of items) approve(gate.gate_id)
    }
  }
  const lookAround = (): void => {
    approveAll().catch(error => parts.report(error, { during: 'auto-approve' }))
  }
  const close = store.subscribe(topics => {
    if (topics.includes('*')) lookAround()
    for (const topic of topics) if (topic.startsWith('gate:')) approve(topic.slice('gate:'.length))
  })
  lookAround()
  return { close }
}

async function approveOne({ store, gates, report }: Parts, gateId: string): Promise<void> {
  const gate = await store.getGate(gateId)
  if (gate?.status !== 'pending' || gate.run_id === undefined || !AUTO_APPROVED_TYPES.has(gate.type)) return
  const run = await store.getRun(gate.run_id)
  if (run?.kind !== 'iteration') return
  const reason = 'APPROVAL_GATES=false: approved without a person, for tests.'
  const decided = await gates.decide(AUTO_APPROVER, gateId, { decision: 'approve', reason })
  if (isRefusal(decided) && decided.code !== 'gate_closed')
    report(new Error(decided.detail), { gate_id: gateId })
}
