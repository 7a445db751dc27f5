import type { Clock } from '../base/clock.ts'

/** Which models failed lately: those are asked after the others for a while. */
export interface ModelHealth {
  /** The same models, the resting ones last. */
  order(models: readonly string[]): readonly string[]
  succeeded(model: string): void
  failed(model: string): void
}

const FAILURES_UNTIL_REST = 3
const REST_MS = 30_000

export function createModelHealth(clock: Clock): ModelHealth {
  const failures = new Map<string, number>()
  const restsUntilMs = new Map<string, number>()
  const isResting = (model: string): boolean => {
    const leftMs = (restsUntilMs.get(model) ?? 0) - clock.now()
    // A clock that went back must not let a model rest for longer than it would have.
    return leftMs > 0 && leftMs <= REST_MS
  }
  return {
    order: models => [...models.filter(model => !isResting(model)), ...models.filter(isResting)],
    succeeded: model => {
      failures.delete(model)
      restsUntilMs.delete(model)
    },
    failed: model => {
      const count = (failures.get(model) ?? 0) + 1
      failures.set(model, count)
      if (count >= FAILURES_UNTIL_REST) restsUntilMs.set(model, clock.now() + REST_MS)
    },
  }
}
