import type { EventDraft } from '../store/store.ts'
import type { Engine } from './engine.ts'

const RETRY_MS = 1_000
const MOST_KEPT = 1_000

/** Events that could not be written when they happened. */
export interface LateWrites {
  /** Keeps an event in memory until the store takes it; beyond 1,000 the oldest is given up and reported. */
  add(event: EventDraft): void
  close(): void
}

/** Entries of the audit trail that wait for a store that is down. They keep the time at which they happened. */
export function createLateWrites({
  store,
  timers,
  report,
}: Pick<Engine, 'store' | 'timers' | 'report'>): LateWrites {
  let kept: readonly EventDraft[] = []
  let cancel: (() => void) | undefined
  let isClosed = false
  const schedule = (): void => {
    if (cancel !== undefined || isClosed) return
    cancel = timers.after(RETRY_MS, () => {
      write().catch(error => report(error, { during: 'late audit' }))
    })
  }
  const write = async (): Promise<void> => {
    const batch = new Set(kept)
    try {
      await store.transact(async tx => void (await tx.appendEvents([...batch])))
      kept = kept.filter(event => !batch.has(event))
    } finally {
      cancel = undefined
      if (kept.length > 0) schedule()
    }
  }
  return {
    add: event => {
      kept = [...kept, event]
      if (kept.length > MOST_KEPT) {
        const [lost, ...rest] = kept
        kept = rest
        report(new Error('The audit trail lost an entry: the store has been down for too long.'), {
          type: lost?.type ?? '',
          at: lost?.at ?? '',
        })
      }
      schedule()
    },
    close: () => {
      isClosed = true
      cancel?.()
    },
  }
}
