import { z } from 'zod'
import type { Gate } from '../../contracts/gate.ts'
import type { StoreReader, StoreTransaction } from '../../store/store.ts'
import { conditionsOf } from './build-gate.ts'
import { outsideRunOf } from './outside-runs.ts'

const KIND = 'outside_conditions'
const Kept = z.object({ session_id: z.string().optional(), outside_run_id: z.string().optional() })

/** Keeps where the conditions that people attached to an outside requester's gate bind; their words stay at the gate. */
export async function keepConditions(tx: StoreTransaction, gate: Gate): Promise<void> {
  if (gate.run_id !== undefined || conditionsOf(gate).length === 0) return
  const outsideRunId = outsideRunOf(gate)
  await tx.putDocument({
    ...{ kind: KIND, id: gate.gate_id, lookup: gate.requested_by },
    body: {
      ...(gate.session_id === undefined ? {} : { session_id: gate.session_id }),
      ...(outsideRunId === undefined ? {} : { outside_run_id: outsideRunId }),
    },
    at: gate.decided_at ?? gate.created_at,
  })
}

/**
 * What people have attached to earlier gates of a requester, in the session or the run of its own that a call belongs to;
 * what belongs to none of both is bound by nothing.
 */
export async function standingConditions(
  reader: Pick<StoreReader, 'listDocuments' | 'getGates'>,
  of: {
    readonly requester: string
    readonly sessionId: string | undefined
    readonly outsideRunId: string | undefined
  },
): Promise<readonly string[]> {
  const documents = await reader.listDocuments(KIND, { lookup: of.requester })
  const ids = documents.flatMap(({ id, body }) => {
    const { session_id, outside_run_id } = Kept.parse(body)
    const isSame =
      (session_id !== undefined && session_id === of.sessionId) ||
      (outside_run_id !== undefined && outside_run_id === of.outsideRunId)
    return isSame ? [id] : []
  })
  if (ids.length === 0) return []
  return [...new Set((await reader.getGates(ids)).flatMap(conditionsOf))]
}
