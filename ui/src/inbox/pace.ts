import { useSyncExternalStore } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { readingMs } from 'soulgate/contracts/reading-time'
import { toolCallsOf } from './decision-draft.ts'

/** So many approvals in a row that were faster than their cards can be read slow the inbox down. */
export const TOO_MANY = 3
/** After a pause as long as this the count begins anew. */
const PAUSE_MS = 10 * 60_000

/** How fast one approves in this tab; `shown` says since when each card is in view. */
export interface Pace {
  readonly tooFast: number
  readonly lastMs: number
  readonly shown: ReadonlyMap<string, number>
}

export const CALM: Pace = { tooFast: 0, lastMs: 0, shown: new Map() }

/** The pace with one answer more. An approval that took as long as reading ends the count; rejecting is never counted. */
export function withAnswer(
  pace: Pace,
  gate: Gate,
  { isApproval, nowMs }: { isApproval: boolean; nowMs: number },
): Pace {
  const before = nowMs - pace.lastMs > PAUSE_MS ? 0 : pace.tooFast
  const sinceMs = Math.max(pace.shown.get(gate.gate_id) ?? 0, pace.lastMs)
  const isTooFast = nowMs - sinceMs < readingMs(gate)
  const tooFast = !isApproval ? before : isTooFast ? before + 1 : 0
  return { tooFast, lastMs: nowMs, shown: pace.shown }
}

export function isSlowed({ tooFast, lastMs }: Pace, nowMs: number): boolean {
  return tooFast >= TOO_MANY && nowMs - lastMs <= PAUSE_MS
}

/** Cards on which reading matters most: what is hard to take back, unverified, or moves money or reaches somebody. */
export function isRisky(gate: Gate): boolean {
  return toolCallsOf(gate).some(
    ({ reversibility, claimed, origins = [] }) =>
      claimed ||
      reversibility === 'irreversible' ||
      reversibility === 'externally_reversible' ||
      origins.some(
        ({ meaning }) => meaning === 'amount' || meaning === 'recipient' || meaning === 'receiver',
      ),
  )
}

/** As many are approved together by somebody who approves faster than anybody reads, where one of them is risky. */
export const MAX_SLOWED = 5

export function isTooLarge(gates: readonly Gate[], isSlow: boolean): boolean {
  return isSlow && gates.length > MAX_SLOWED && gates.some(isRisky)
}

const PLACE = 'soulgate.pace'

let pace: Pace = { ...CALM, ...kept() }
const listeners = new Set<() => void>()

function keep(next: Pace): void {
  pace = next
  try {
    sessionStorage.setItem(PLACE, JSON.stringify([next.tooFast, next.lastMs]))
  } catch {
    // Then a reload begins anew.
  }
  for (const listener of listeners) listener()
}

export function noteShown(gateId: string): void {
  if (!pace.shown.has(gateId)) keep({ ...pace, shown: new Map(pace.shown).set(gateId, Date.now()) })
}

export function noteAnswer(gate: Gate, isApproval: boolean): void {
  keep(withAnswer(pace, gate, { isApproval, nowMs: Date.now() }))
}

/** Whether this person approves faster than anybody reads, at the moment. */
export function useIsSlowed(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isSlowed(pace, Date.now()),
  )
}

/** What a reload would forget. */
function kept(): Partial<Pace> {
  try {
    const [tooFast, lastMs]: unknown[] = JSON.parse(sessionStorage.getItem(PLACE) ?? '[]')
    return typeof tooFast === 'number' && typeof lastMs === 'number' ? { tooFast, lastMs } : {}
  } catch {
    return {}
  }
}
