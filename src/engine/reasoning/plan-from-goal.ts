import type { JsonObject } from '../../contracts/json-value.ts'
import type { RegisteredTool, ToolResult } from '../../contracts/tool.ts'
import { fitArguments } from './fit-arguments.ts'
import { proposeCalls } from './propose/propose.ts'

/** What would be called for a goal, by the deterministic proposer alone. Nothing of it has run. */
export interface GoalPlan {
  readonly calls: readonly { readonly tool: string; readonly arguments: JsonObject }[]
  /** Required values that nothing told, in words. */
  readonly missing: readonly string[]
  readonly summary: string
}

/** Plans a goal with the given tools; `look` is asked only for tools that read and stay inside. */
export async function planFromGoal({
  goal,
  tools,
  now,
  look,
}: {
  readonly goal: string
  readonly tools: readonly RegisteredTool[]
  readonly now: Date
  readonly look: (tool: string, args: JsonObject) => Promise<ToolResult>
}): Promise<GoalPlan> {
  const proposal = fitArguments(await proposeCalls({ goal, tools, context: {}, now, look }), tools)
  return {
    calls: proposal.tool_calls.map(({ tool, arguments: args }) => ({ tool, arguments: args })),
    missing: proposal.missing_arguments.map(({ name, tool, why }) => `${name} for ${tool} (${why})`),
    summary: proposal.reasoning_summary,
  }
}
