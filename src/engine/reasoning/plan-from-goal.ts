import type { JsonObject } from '../../contracts/json-value.ts'
import { fitArguments } from './fit-arguments.ts'
import { type Look, proposeCalls } from './propose/propose.ts'
import type { GoalQuestion } from './reason-about.ts'

/** What would be called for a goal, by the deterministic proposer alone. Nothing of it has run. */
export interface GoalPlan {
  readonly calls: readonly { readonly tool: string; readonly arguments: JsonObject }[]
  /** Required values that nothing told, in words. */
  readonly missing: readonly string[]
  readonly summary: string
}

/** Plans a goal with the given tools, at a moment in milliseconds since 1970. */
export async function planFromGoal(
  { goal, tools, context, history, now }: GoalQuestion & { readonly now: number },
  look?: Look,
): Promise<GoalPlan> {
  const looking = look === undefined ? {} : { look }
  const proposal = await proposeCalls({ goal, tools, context, history, now: new Date(now), ...looking })
  const { tool_calls: calls, missing_arguments: missing, reasoning_summary } = fitArguments(proposal, tools)
  return {
    calls: calls.map(({ tool, arguments: args }) => ({ tool, arguments: args })),
    missing: missing.map(({ name, tool, why }) => `${name} for ${tool} (${why})`),
    summary: reasoning_summary,
  }
}
