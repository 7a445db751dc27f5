import type { Gate } from 'soulgate/contracts/gate'
import { type QueueSection, sectionAt } from 'soulgate/contracts/queue-section'

/** One place in the queue. `isGone` = decided or withdrawn since; it keeps its place until nobody looks at it. */
export interface QueueEntry {
  readonly gate: Gate
  readonly isGone: boolean
  /** `new`: it came while the pointer was over the queue, and stands last until the pointer leaves. */
  readonly section: QueueSection | 'new'
}

/**
 * The queue after new facts came in: what is shown keeps its place, what is new comes behind it in the order of the
 * server, and what is gone stays, marked, while the pointer is over the queue or while it is the open card. Nothing moves
 * to another section under the pointer.
 */
export function mergeQueue(
  shown: readonly QueueEntry[],
  pending: readonly Gate[],
  held: {
    readonly isPointerInside: boolean
    readonly openGateId: string | undefined
    readonly now: number
  },
): readonly QueueEntry[] {
  const { isPointerInside, now } = held
  const byId = new Map(pending.map(gate => [gate.gate_id, gate]))
  const kept = shown.flatMap((entry): readonly QueueEntry[] => {
    const { gate } = entry
    const fresh = byId.get(gate.gate_id)
    const section = isPointerInside ? entry.section : sectionAt(fresh ?? gate, now)
    if (fresh) {
      const isSame = fresh === gate && !entry.isGone && section === entry.section
      return [isSame ? entry : { gate: fresh, isGone: false, section }]
    }
    return isPointerInside || gate.gate_id === held.openGateId ? [{ gate, isGone: true, section }] : []
  })
  const places = new Set(kept.map(({ gate }) => gate.gate_id))
  const added = pending.filter(gate => !places.has(gate.gate_id))
  const isHeldBack = isPointerInside && shown.length > 0
  return [
    ...kept,
    ...added.map(gate => ({
      ...{ gate, isGone: false, section: isHeldBack ? ('new' as const) : sectionAt(gate, now) },
    })),
  ]
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

export function waits({ gate, isGone }: QueueEntry): boolean {
  return !isGone && gate.deciding === undefined
}
