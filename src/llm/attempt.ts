import type { Timers } from '../base/clock.ts'
import type { ModelRequest } from '../contracts/model.ts'
import { type ModelDelta, type ModelProvider, type ProviderAnswer, ProviderFailure } from './provider.ts'

/** How long one attempt may be silent at its start, silent later, and last in all. */
export interface AttemptLimits {
  readonly firstTokenMs: number
  readonly idleMs: number
  readonly totalMs: number
}

export interface Attempt {
  readonly provider: ModelProvider
  readonly model: string
  readonly request: ModelRequest
  readonly signal: AbortSignal
  readonly onDelta: (delta: ModelDelta) => void
}

/**
 * Asks one provider once. A limit that runs out is a `transient` failure and the caller's abort a `cancelled` one,
 * at once, whether the provider reacts or not; what it says afterwards is not heard.
 */
export async function attempt(
  { provider, model, request, signal, onDelta }: Attempt,
  { timers, limits }: { readonly timers: Timers; readonly limits: AttemptLimits },
): Promise<ProviderAnswer> {
  const stop = new AbortController()
  let isOver = false
  const ended = Promise.withResolvers<never>()
  const giveUp = (failure: ProviderFailure): void => {
    isOver = true
    ended.reject(failure)
    stop.abort(failure)
  }
  const tooSlow = (what: string, ms: number) => () =>
    giveUp(new ProviderFailure('transient', `${provider.name}/${model} ${what} for ${ms} ms`))
  const cancelTotal = timers.after(limits.totalMs, tooSlow('has been answering', limits.totalMs))
  let cancelSilence = timers.after(
    limits.firstTokenMs,
    tooSlow('has not begun to answer', limits.firstTokenMs),
  )
  const hear = (): void => {
    cancelSilence()
    cancelSilence = timers.after(limits.idleMs, tooSlow('has been silent', limits.idleMs))
  }
  const onAbort = (): void => giveUp(new ProviderFailure('cancelled', 'The call was cancelled.'))
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const answer = isOver
      ? ended.promise
      : provider.generate({
          model,
          request,
          signal: stop.signal,
          onDelta: delta => {
            if (isOver) return
            hear()
            onDelta(delta)
          },
          onActivity: () => {
            if (!isOver) hear()
          },
        })
    ended.promise.catch(() => {})
    return await Promise.race([answer, ended.promise])
  } catch (error) {
    throw toFailure(error, `${provider.name}/${model}`)
  } finally {
    isOver = true
    cancelTotal()
    cancelSilence()
    signal.removeEventListener('abort', onAbort)
  }
}

/** Whatever an adapter threw against its contract is worth no second attempt, but another model. */
function toFailure(error: unknown, model: string): ProviderFailure {
  if (error instanceof ProviderFailure) return error
  return new ProviderFailure('permanent', `${model} failed inside its adapter.`, { cause: error })
}
