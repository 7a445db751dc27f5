import type { ModelCallRecord } from '../llm/llm.ts'

/** Sums of one kind of call: who was asked for what, and what became of it. */
export interface ModelSum {
  readonly tier: string
  readonly purpose: string
  readonly model: string
  readonly outcome: ModelCallRecord['outcome']
  calls: number
  attempts: number
  inputTokens: number
  outputTokens: number
  costUsd: number
  durationMs: number
}

/** Counts what the language models of this process do. */
export interface ModelMeter {
  record(call: ModelCallRecord): void
  sums(): readonly ModelSum[]
}

export function createModelMeter(): ModelMeter {
  const byKind = new Map<string, ModelSum>()
  return {
    record: ({ tier, purpose, model, outcome, attempts, usage, cost_usd, duration_ms }) => {
      const key = JSON.stringify([tier, purpose, model, outcome])
      const none = { calls: 0, attempts: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, durationMs: 0 }
      const sum = byKind.get(key) ?? { tier, purpose, model, outcome, ...none }
      sum.calls += 1
      sum.attempts += attempts
      sum.inputTokens += usage.input_tokens
      sum.outputTokens += usage.output_tokens
      sum.costUsd += cost_usd
      sum.durationMs += duration_ms
      byKind.set(key, sum)
    },
    sums: () => [...byKind.values()],
  }
}
