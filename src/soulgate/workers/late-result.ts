import { toIso } from '../../base/clock.ts'
import type { WorkerMessage } from '../../contracts/worker-protocol.ts'
import type { Engine } from '../engine.ts'
import type { RefusedMessage, WorkerLink } from './worker-session.ts'

type LateResult = Extract<WorkerMessage, { type: 'late_result' }>

const KIND = 'late_tool_result'

/**
 * Writes down what a worker says of a call whose lease it lost meanwhile: for the person who decides what happened. It
 * settles nothing by itself.
 */
export async function recordLateResult(
  { store, clock }: Pick<Engine, 'store' | 'clock'>,
  link: WorkerLink,
  { tool, run_id: runId, idempotency_key: key, outcome }: LateResult,
): Promise<RefusedMessage | undefined> {
  const call = (await store.listCalls(runId)).find(row => row.idempotency_key === key && row.tool === tool)
  if (call === undefined || !link.tools.has(tool))
    return { code: 'unknown_task', detail: `Run ${runId} made no call of ${tool} with this key.` }
  const at = toIso(clock.now())
  const { success, error, effect } = outcome
  await store.transact(async tx => {
    if ((await tx.getDocument(KIND, key)) !== undefined) return
    await tx.putDocument({ kind: KIND, id: key, body: { call_id: call.call_id, success }, at })
    const payload = {
      ...{ call_id: call.call_id, tool_name: tool, success, worker: link.who.id },
      ...(error === undefined ? {} : { error }),
      ...(effect === undefined ? {} : { effect }),
    }
    const actor = { kind: 'agent' as const, id: link.who.id }
    const { session_id } = call
    await tx.appendEvents([
      {
        ...{ stream: `run:${runId}`, type: 'late_answer', at, run_id: runId, actor, payload },
        ...(session_id === undefined ? {} : { session_id }),
      },
    ])
  })
  return undefined
}
