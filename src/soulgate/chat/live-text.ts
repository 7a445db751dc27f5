import type { LiveDelta } from '../../engine/loop/loop.ts'

/** Text of running models, for whoever watches in this process. Nothing is kept: who comes later reads the run. */
export interface LiveText {
  publish(delta: LiveDelta): void
  /** Answers how to stop. */
  watch(runId: string, listener: (delta: LiveDelta) => void): () => void
}

export function createLiveText(): LiveText {
  const listeners = new Map<string, Set<(delta: LiveDelta) => void>>()
  return {
    publish: delta => {
      for (const listener of listeners.get(delta.run_id) ?? []) listener(delta)
    },
    watch: (runId, listener) => {
      const own = listeners.get(runId) ?? new Set()
      listeners.set(runId, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(runId)
      }
    },
  }
}
