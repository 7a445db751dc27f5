import type { JsonObject } from '../../contracts/json-value.ts'
import type { RegisteredTool, ToolResult } from '../../contracts/tool.ts'
import type { GoalReadings, ReadingName } from '../../engine/reasoning/reasoning.ts'

/** A question without its tools, which are sent once for all questions about the same set. */
export type SentQuestion = {
  [Name in ReadingName]: Omit<GoalReadings[Name]['question'], 'tools'>
}[ReadingName]

/** What a reading thread is told. */
export type ToThread =
  | { readonly kind: 'tools'; readonly set: number; readonly tools: readonly RegisteredTool[] }
  | {
      readonly kind: 'ask'
      readonly id: number
      readonly name: ReadingName
      readonly set: number
      readonly question: SentQuestion
      /** Whether it may look through tools, which are executed where it was asked. */
      readonly looks: boolean
    }
  | { readonly kind: 'looked'; readonly id: number; readonly at: number; readonly result: ToolResult }

/** What a reading thread says. */
export type FromThread =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | {
      readonly kind: 'look'
      readonly id: number
      readonly at: number
      readonly tool: string
      readonly arguments: JsonObject
    }

/** Most sets of tools that a thread keeps ready; the one sent longest ago goes first. */
export const TOOL_SETS_KEPT = 8
