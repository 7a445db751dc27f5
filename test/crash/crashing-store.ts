import type { Store, StoreReader } from '../../src/store/store.ts'

/** A store whose process is killed around one of its writes. The store underneath is real, and lives on. */
export interface CrashingStore {
  readonly store: Store
  /** Resolves when the process is dead: from then on nothing that it asks is ever answered. */
  readonly died: Promise<void>
  isDead(): boolean
  /** How many writes were begun. */
  writes(): number
}

export interface CrashPoint {
  /** The number of the write, from 1; none = never. */
  readonly write?: number
  readonly when: 'before' | 'after'
}

const NEVER = new Promise<never>(() => {})

export function createCrashingStore(real: Store, point: CrashPoint): CrashingStore {
  const death = Promise.withResolvers<void>()
  let isDead = false
  let writes = 0
  const die = (): Promise<never> => {
    isDead = true
    death.resolve()
    return NEVER
  }
  const names = Object.keys(real).filter(name => /^(get|list|count|find|search|next)/.test(name))
  const reader = real as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
  const reads = Object.fromEntries(
    names.map(name => [
      name,
      async (...args: unknown[]) => {
        if (isDead) return NEVER
        const answer = await reader[name]?.(...args)
        return isDead ? NEVER : answer
      },
    ]),
  ) as unknown as StoreReader
  return {
    died: death.promise,
    isDead: () => isDead,
    writes: () => writes,
    store: {
      ...reads,
      kind: real.kind,
      transact: async work => {
        if (isDead) return NEVER
        writes += 1
        const isHere = writes === point.write
        if (isHere && point.when === 'before') return die()
        const answer = await real.transact(work)
        if (isHere) return die()
        return isDead ? NEVER : answer
      },
      subscribe: listener =>
        real.subscribe(topics => {
          if (!isDead) listener(topics)
        }),
      takeOnce: (key, remembered) => (isDead ? NEVER : real.takeOnce(key, remembered)),
      forgetTaken: now => (isDead ? NEVER : real.forgetTaken(now)),
      ping: () => (isDead ? NEVER : real.ping()),
      close: async () => {},
    },
  }
}
