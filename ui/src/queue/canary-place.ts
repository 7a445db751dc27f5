import type { Gate } from 'soulgate/contracts/gate'
import type { QueueSort } from './gate-cache.ts'

/**
 * The queue with the card that tests attention where the server would have put it: in the same order, and not before the
 * page that it would stand on is read. A search hides it.
 */
export function withCanary(
  waiting: readonly Gate[],
  canary: Gate,
  shown: { readonly sort: QueueSort; readonly words: string; readonly isWhole: boolean },
): readonly Gate[] {
  if (shown.words !== '') return waiting
  const at = waiting.findIndex(gate => isBefore(canary, gate, shown.sort))
  if (at === -1) return shown.isWhole ? [...waiting, canary] : waiting
  return waiting.toSpliced(at, 0, canary)
}

function isBefore(canary: Gate, gate: Gate, sort: QueueSort): boolean {
  // “~” is after every time that is written down.
  if (sort === 'expiring') return (canary.expires_at ?? '~') < (gate.expires_at ?? '~')
  return canary.created_at < gate.created_at === (sort !== 'newest')
}
