import { SoulgateError } from '../../src/base/errors.ts'
import type { Store, StoreReader, StoreTransaction } from '../../src/store/store.ts'
import { type History, record, watchTransaction } from './history.ts'
import type { Owner, Scheduler } from './scheduler.ts'

/** How often the store fails, in shares of transactions; all zero while the world heals. */
export interface StoreFaults {
  /** Refused before anything is done. */
  refuse: number
  /** One statement inside fails, so that all of it is rolled back. */
  breakInside: number
  /** Committed, but the answer never comes: it is told as unknown. */
  loseAnswer: number
}

export interface SimStoreOptions {
  readonly scheduler: Scheduler
  readonly owner: Owner
  readonly history: History
  readonly faults: StoreFaults
  /** A broken store, to see that the invariants catch it. */
  readonly plant?: (tx: StoreTransaction) => StoreTransaction
}

/** What one worker sees of the one store: its turns come from the seed, and so do its failures. */
export function createSimStore(real: Store, options: SimStoreOptions): Store {
  const { scheduler, owner } = options
  const listeners = new Set<(topics: readonly string[]) => void>()
  const unsubscribe = real.subscribe(topics => {
    void scheduler.pause(owner).then(() => {
      for (const listener of listeners) listener(topics)
    })
  })
  return {
    ...readThrough(real, options),
    kind: real.kind,
    transact: work => transact(real, work, options),
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    takeOnce: (key, remembered) => real.takeOnce(key, remembered),
    forgetTaken: now => real.forgetTaken(now),
    ping: async () => {},
    close: async () => unsubscribe(),
  }
}

function readThrough(real: Store, { scheduler, owner, faults }: SimStoreOptions): StoreReader {
  const read = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (scheduler.chance(0.3)) await scheduler.pause(owner)
    if (scheduler.disturbs(faults.refuse / 2)) throw unavailable()
    return scheduler.real(work)
  }
  const names = Object.keys(real).filter(name => /^(get|list|count|find|search|next)/.test(name))
  const reader = real as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
  return Object.fromEntries(
    names.map(name => [name, (...args: unknown[]) => read(async () => reader[name]?.(...args))]),
  ) as unknown as StoreReader
}

async function transact<Result>(
  real: Store,
  work: (tx: StoreTransaction) => Promise<Result>,
  { scheduler, owner, history, faults, plant }: SimStoreOptions,
): Promise<Result> {
  await scheduler.pause(owner)
  if (scheduler.disturbs(faults.refuse)) throw unavailable()
  const breaksAfter = scheduler.disturbs(faults.breakInside) ? scheduler.pick(8) : Number.POSITIVE_INFINITY
  const writes: Parameters<typeof record>[1][number][] = []
  const result = await scheduler.real(async () => {
    const value = await real.transact(tx => {
      writes.length = 0
      const watched = watchTransaction(tx, writes, owner)
      return work(breakable(plant ? plant(watched) : watched, breaksAfter))
    })
    record(history, writes)
    return value
  })
  await scheduler.pause(owner)
  if (scheduler.disturbs(faults.loseAnswer)) {
    throw new SoulgateError('commit_unknown', 'The connection was lost during the commit.')
  }
  return result
}

/** Fails at the nth statement. */
function breakable(tx: StoreTransaction, after: number): StoreTransaction {
  if (after === Number.POSITIVE_INFINITY) return tx
  let left = after
  const entries = Object.entries(tx).map(([name, value]) => {
    if (typeof value !== 'function' || name === 'notify') return [name, value]
    const statement = value as (...args: unknown[]) => Promise<unknown>
    return [
      name,
      async (...args: unknown[]) => {
        left -= 1
        if (left < 0) throw unavailable()
        return statement(...args)
      },
    ]
  })
  return Object.fromEntries(entries) as unknown as StoreTransaction
}

function unavailable(): SoulgateError {
  return new SoulgateError('store_unavailable', 'Nothing was written: the disk reported an error.', {
    retry: 'safe',
  })
}
