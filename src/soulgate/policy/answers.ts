import { canonicalize } from '../../base/canonical-json.ts'
import type { Gate } from '../../contracts/gate.ts'
import { callsOf } from '../../engine/gate/gate.ts'
import type { PersonsAnswer, ReplayEnvironment } from '../../engine/policy/policy.ts'
import type { StoreReader } from '../../store/store.ts'

const MAX_RUNS = 200
const MAX_GATES_OF_RUN = 500
const MAX_SUCCESSORS = 20

/** Finds what people said to the calls of a verdict: at the gate that it names, or at one of its run that asks about them. */
export function createAnswers(
  store: Pick<StoreReader, 'getGate' | 'listGates'>,
): ReplayEnvironment['answerOf'] {
  const runs = new Map<string, readonly Gate[]>()

  const gatesOfRun = async (runId: string): Promise<readonly Gate[]> => {
    const known = runs.get(runId)
    if (known !== undefined) return known
    const { items } = await store.listGates({ run_id: runId }, { limit: MAX_GATES_OF_RUN })
    if (runs.size >= MAX_RUNS) runs.clear()
    runs.set(runId, items)
    return items
  }

  return async (verdict, callIds) => {
    const gate =
      verdict.gate_id === undefined
        ? await findAsking(verdict.run_id === undefined ? [] : await gatesOfRun(verdict.run_id), callIds)
        : await store.getGate(verdict.gate_id)
    if (gate === undefined) return { person: 'not_asked' }
    const last = await lastOf(store, gate)
    return { person: answerAt(last, callIds), gate_id: last.gate_id }
  }
}

function findAsking(gates: readonly Gate[], callIds: readonly string[]): Gate | undefined {
  return gates.find(gate => callsOf(gate).some(call => callIds.includes(call.call_id)))
}

/** An edit that needs another look opens a gate in the place of the one before. */
async function lastOf(store: Pick<StoreReader, 'getGate'>, gate: Gate): Promise<Gate> {
  let last = gate
  for (let count = 0; count < MAX_SUCCESSORS && last.status === 'superseded'; count += 1) {
    const next = last.superseded_by === undefined ? undefined : await store.getGate(last.superseded_by)
    if (next === undefined) break
    last = next
  }
  return last
}

/** Of several calls the least favourable answer counts. */
function answerAt(gate: Gate, callIds: readonly string[]): PersonsAnswer['person'] {
  const { status, call_decisions: decisions } = gate
  if (status === 'pending') return 'waiting'
  if (status === 'steered') return 'steered'
  if (status === 'rejected' || callIds.some(id => decisions[id] === 'reject')) return 'rejected'
  if (status !== 'approved') return 'unanswered'
  return callIds.some(id => isEdited(gate, id)) ? 'edited' : 'approved'
}

function isEdited(gate: Gate, callId: string): boolean {
  const proposed = callsOf(gate).find(call => call.call_id === callId)
  return gate.decisions.some(({ late, edited_arguments: edits }) => {
    const edit = late ? undefined : edits?.[callId]
    return edit !== undefined && canonicalize(edit) !== canonicalize(proposed?.arguments ?? null)
  })
}
