/** One template of a goal that can be executed. `{slot}` is filled from the slots; `a | b` are ways to say it. */
export interface GoodGoal {
  readonly set: string
  readonly tools: readonly string[]
  readonly say: readonly string[]
  readonly context?: string
}
