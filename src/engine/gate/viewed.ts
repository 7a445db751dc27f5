import type { Gate } from '../../contracts/gate.ts'
import { needsViewing } from '../../contracts/gate-review.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import { reviewParts } from '../../contracts/review-parts.ts'
import type { StoreReader, StoreTransaction } from '../../store/store.ts'
import { actorOf, gateEvent } from './gate-events.ts'

const VIEWED_DOCUMENT = 'viewed'

/** Records what somebody looked at: all of it, or, of a review, the parts that are named; what was recorded before is replaced. */
export async function markViewed(
  tx: StoreTransaction,
  act: {
    readonly who: Principal
    readonly gate: Gate
    readonly viewDigest: string
    /** Of a review; undefined: the whole. */
    readonly parts: readonly string[] | undefined
    readonly at: string
  },
): Promise<Refusal | Record<never, never>> {
  const { who, gate, viewDigest, parts, at } = act
  const { gate_id: gateId } = gate
  if (viewDigest !== gate.view_digest)
    return refuse('view_stale', `Gate ${gateId} is not what you looked at any more. Read it again.`, { gate })
  const known = reviewParts(gate)
  const unknown = parts?.find(part => !known.includes(part))
  if (unknown !== undefined) {
    const detail = `Gate ${gateId} has no part ${unknown}. It has ${known.join(', ') || 'none'}.`
    return refuse('invalid', detail, { errors: [{ field: 'parts', message: `names ${unknown}` }] })
  }
  await tx.putDocument({
    kind: VIEWED_DOCUMENT,
    id: `${gateId}:${who.id}`,
    body: { view_digest: viewDigest, ...(parts ? { parts: [...new Set(parts)] } : {}) },
    // Once it is closed, what came of it was looked at.
    ...(gate.status === 'pending' ? {} : { lookup: `outcome:${gateId}` }),
    at,
  })
  if (isWhole(gate, parts))
    await tx.appendEvents([gateEvent(gate, { type: 'gate_viewed', at, actor: actorOf(who) })])
  return {}
}

/** Which parts of a review somebody has looked at; all of them where the whole was recorded. */
export async function viewedParts(
  reader: Pick<StoreReader, 'getDocument'>,
  gate: Gate,
  personId: string,
): Promise<readonly string[]> {
  const kept = await reader.getDocument(VIEWED_DOCUMENT, `${gate.gate_id}:${personId}`)
  if (kept === undefined) return []
  const parts: unknown = Object(kept.body).parts
  return Array.isArray(parts) ? parts.map(String) : reviewParts(gate)
}

/** Whether somebody has looked at all that an approval of this gate waits for. */
export async function hasViewed(
  reader: Pick<StoreReader, 'getDocument'>,
  gate: Gate,
  personId: string,
): Promise<boolean> {
  if (!needsViewing(gate)) return false
  const kept = await reader.getDocument(VIEWED_DOCUMENT, `${gate.gate_id}:${personId}`)
  return kept !== undefined && isWhole(gate, await viewedParts(reader, gate, personId))
}

function isWhole(gate: Gate, parts: readonly string[] | undefined): boolean {
  return parts === undefined || reviewParts(gate).every(part => parts.includes(part))
}
