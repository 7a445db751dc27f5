import { headingOf } from 'soulgate/contracts/act-line'
import type { Gate } from 'soulgate/contracts/gate'
import type { QueueSort } from './gate-cache.ts'

/**
 * The queue with the card that tests attention where the server would have put it: found by the same words, in the same
 * order, and not before the page that it would stand on is read.
 */
export function withCanary(
  waiting: readonly Gate[],
  canary: Gate,
  shown: { readonly sort: QueueSort; readonly words: string; readonly isWhole: boolean },
): readonly Gate[] {
  if (!isFound(canary, shown.words)) return waiting
  const at = waiting.findIndex(gate => isBefore(canary, gate, shown.sort))
  if (at === -1) return shown.isWhole ? [...waiting, canary] : waiting
  return waiting.toSpliced(at, 0, canary)
}

function isFound(gate: Gate, words: string): boolean {
  const text = [headingOf(gate), gate.requested_by, gate.briefing.asked_for, gate.briefing.agent_says]
    .join(' ')
    .toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}

function isBefore(canary: Gate, gate: Gate, sort: QueueSort): boolean {
  if (sort === 'newest') return canary.created_at >= gate.created_at
  if (sort === 'expiring') return (canary.expires_at ?? NEVER) < (gate.expires_at ?? NEVER)
  return canary.created_at < gate.created_at
}

/** After every time that is written down. */
const NEVER = '~'
