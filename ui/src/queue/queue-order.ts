import type { Gate } from 'soulgate/contracts/gate'

/** One place in the queue. `isGone` = decided or withdrawn since; it keeps its place until nobody looks at it. */
export interface QueueEntry {
  readonly gate: Gate
  readonly isGone: boolean
}

/**
 * The queue after new facts came in: what is shown keeps its place, what is new comes behind it in the order of the
 * server, and what is gone stays, marked, while the pointer is over the queue or while it is the open card.
 */
export function mergeQueue(
  shown: readonly QueueEntry[],
  pending: readonly Gate[],
  held: { readonly isPointerInside: boolean; readonly openGateId: string | undefined },
): readonly QueueEntry[] {
  const byId = new Map(pending.map(gate => [gate.gate_id, gate]))
  const kept = shown.flatMap((entry): readonly QueueEntry[] => {
    const { gate } = entry
    const fresh = byId.get(gate.gate_id)
    if (fresh) return [fresh === gate && !entry.isGone ? entry : { gate: fresh, isGone: false }]
    return held.isPointerInside || gate.gate_id === held.openGateId ? [{ gate, isGone: true }] : []
  })
  const places = new Set(kept.map(({ gate }) => gate.gate_id))
  const added = pending.filter(gate => !places.has(gate.gate_id))
  return [...kept, ...added.map(gate => ({ gate, isGone: false }))]
}

/** The entry to open after `gateId`: the next one that still waits for somebody, in the direction of `step`. */
export function neighbourOf(
  queue: readonly QueueEntry[],
  gateId: string | undefined,
  step: 1 | -1,
): string | undefined {
  const at = queue.findIndex(({ gate }) => gate.gate_id === gateId)
  if (at === -1) return queue.find(waits)?.gate.gate_id
  const ahead = step === 1 ? queue.slice(at + 1) : queue.slice(0, at).reverse()
  return ahead.find(waits)?.gate.gate_id
}

function waits({ gate, isGone }: QueueEntry): boolean {
  return !isGone && gate.deciding === undefined
}
