import { SoulgateProblem } from './problem.ts'
import { pause } from './stream.ts'

export const DEFAULT_PATIENCE_MS = 30_000

/** How long a caller goes on asking, in milliseconds (30,000 unless told), and what ends it before. */
export interface Patience {
  readonly patienceMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Asks again while no answer comes or the server asks for a pause, for as long as the caller has patience. For what may
 * be asked twice: reads, and commands that a key makes harmless to repeat.
 */
export async function withPatience<Answer>(
  { patienceMs = DEFAULT_PATIENCE_MS, signal }: Patience,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const endsAtMs = Date.now() + patienceMs
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      signal?.throwIfAborted()
      const pauseMs =
        error instanceof SoulgateProblem && error.retry === 'safe'
          ? (error.retryAfterMs ?? Math.min(200 * 2 ** attempt, 5_000))
          : undefined
      if (pauseMs === undefined || Date.now() + pauseMs > endsAtMs) throw error
      await pause(pauseMs, signal)
    }
  }
}
