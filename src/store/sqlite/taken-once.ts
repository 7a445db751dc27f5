import type { TakenOnce } from '../store.ts'

/** In the memory of the one process that owns the file: what was signed before its start does not count after it. */
export function createTakenOnce(): TakenOnce {
  const taken = new Map<string, number>()
  return {
    takeOnce: async (key, { until }) => {
      if (taken.has(key)) return false
      taken.set(key, until)
      return true
    },
    forgetTaken: async now => {
      for (const [key, until] of taken) if (until <= now) taken.delete(key)
    },
  }
}
