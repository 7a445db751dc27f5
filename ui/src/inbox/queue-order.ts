import type { Gate } from 'soulgate/contracts/gate'

/** One place in the queue. `isGone` = decided or withdrawn since; it keeps its place until nobody looks at it. */
export interface QueueEntry {
  readonly gate: Gate
  readonly isGone: boolean
}

/**
 * The queue after new facts came in: what is shown keeps its place, what is new goes to the end (it is the
 * youngest), and what is gone stays, marked, while the pointer is over the queue or while it is the open card.
 */
export function mergeQueue(
  shown: readonly QueueEntry[],
  pending: readonly Gate[],
  held: { readonly isPointerInside: boolean; readonly openGateId: string | undefined },
): readonly QueueEntry[] {
  const byId = new Map(pending.map(gate => [gate.gate_id, gate]))
  const kept = shown.flatMap(({ gate }): readonly QueueEntry[] => {
    const fresh = byId.get(gate.gate_id)
    if (fresh) return [{ gate: fresh, isGone: false }]
    return held.isPointerInside || gate.gate_id === held.openGateId ? [{ gate, isGone: true }] : []
  })
  const places = new Set(kept.map(({ gate }) => gate.gate_id))
  const added = pending.filter(gate => !places.has(gate.gate_id)).sort(byAge)
  return [...kept, ...added.map(gate => ({ gate, isGone: false }))]
}

/** The entry to open after `gateId`: the next one that still waits, else the last one before it that does. */
export function neighbourOf(
  queue: readonly QueueEntry[],
  gateId: string | undefined,
  step: 1 | -1,
): string | undefined {
  const at = queue.findIndex(({ gate }) => gate.gate_id === gateId)
  if (at === -1) return queue.find(entry => !entry.isGone)?.gate.gate_id
  const ahead = step === 1 ? queue.slice(at + 1) : queue.slice(0, at).reverse()
  return ahead.find(entry => !entry.isGone)?.gate.gate_id
}

/** Finds entries by the words of what a person can see of them. */
export function filterQueue(queue: readonly QueueEntry[], text: string): readonly QueueEntry[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  if (words.length === 0) return queue
  return queue.filter(({ gate }) => {
    const tools = 'tool_calls' in gate.subject ? gate.subject.tool_calls.map(call => call.tool) : []
    const facts = [gate.briefing.summary, gate.requested_by, gate.type, gate.gate_id, ...tools]
    const line = facts.join(' ').toLowerCase()
    return words.every(word => line.includes(word))
  })
}

function byAge(a: Gate, b: Gate): number {
  if (a.created_at === b.created_at) return a.gate_id < b.gate_id ? -1 : 1
  return a.created_at < b.created_at ? -1 : 1
}
