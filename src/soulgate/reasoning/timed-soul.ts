import type { Soul } from '../../engine/soul/soul.ts'

/** The same Soul; `took` is told how many milliseconds each of its answers took. */
export function timeSoul(soul: Soul, took: (ms: number) => void): Soul {
  const timed = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    const started = performance.now()
    return ask().finally(() => took(performance.now() - started))
  }
  return {
    ...soul,
    validateApprovalRequest: request => timed(() => soul.validateApprovalRequest(request)),
    validateClarification: request => timed(() => soul.validateClarification(request)),
    conversationContext: (...place) => timed(() => soul.conversationContext(...place)),
    storeDecision: decision => timed(() => soul.storeDecision(decision)),
  }
}
