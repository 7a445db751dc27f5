import type { Event } from 'soulgate/contracts/event'
import type { Step } from 'soulgate/contracts/step'

/** Work that ended without waiting for anybody: the program was killed or restarted, and somebody took the run up. */
export interface Interruption {
  /** The last sign of life before. */
  readonly lastAt: string
  readonly resumedAt: string
  readonly isOtherWorker: boolean
}

/** Where a run was taken up although it had not begun to wait; in order of time. */
export function interruptionsIn(events: readonly Event[]): readonly Interruption[] {
  const found: Interruption[] = []
  let working: Event | undefined
  let last: Event | undefined
  for (const event of [...events].sort((a, b) => a.seq - b.seq)) {
    if (event.type === 'run_resumed' && working)
      found.push({
        lastAt: last?.at ?? event.at,
        resumedAt: event.at,
        isOtherWorker: working.payload?.worker !== event.payload?.worker,
      })
    if (event.type === 'run_started' || event.type === 'run_resumed') working = event
    else if (event.type.startsWith('run_') && event.type !== 'run_created') working = undefined
    last = event
  }
  return found
}

/** Before which step (by its index) each interruption stands; behind the last one when nothing came after it. */
export function placesOf(
  interruptions: readonly Interruption[],
  steps: readonly Step[],
): ReadonlyMap<number, Interruption> {
  return new Map(
    interruptions.map(interruption => {
      const index = steps.findIndex(step => step.started_at >= interruption.resumedAt)
      return [index === -1 ? steps.length : index, interruption]
    }),
  )
}

/** Calls of a run that were taken back. */
export function undoneCallIds(events: readonly Event[]): ReadonlySet<string> {
  return new Set(
    events.flatMap(({ type, payload }) =>
      type === 'call_undone' && typeof payload?.call_id === 'string' ? [payload.call_id] : [],
    ),
  )
}
