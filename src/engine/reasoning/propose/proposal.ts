import type { JsonObject } from '../../../contracts/json-value.ts'
import type { TextSpan } from '../../../contracts/reading.ts'
import type { Tool, ToolResult } from '../../../contracts/tool.ts'

/** A tool as the proposer sees it; without annotations the worst is assumed. */
export type ProposableTool = Pick<Tool, 'name' | 'description' | 'input_schema'> &
  Partial<Pick<Tool, 'annotations' | 'reversibility'>>

/** A way to look at the world while proposing. It is only ever asked for read-only, closed-world tools. */
export type Look = (tool: string, args: JsonObject) => Promise<ToolResult>

export interface ProposedCall {
  readonly tool: string
  readonly arguments: JsonObject
  /** What the call does, in one sentence. */
  readonly description: string
  /** What its values were chosen or worked out from, where they do not stand in the goal: “.log files older than 7 days”. */
  readonly basis?: string
  /** The words of the goal and the findings that the call rests on. */
  readonly evidence: readonly string[]
  /** The words of the goal that it rests on, where its reader says which. */
  readonly rests_on?: readonly TextSpan[]
}

/** A required argument that nothing tells. */
export interface MissingForCall {
  readonly tool: string
  readonly name: string
  readonly why: string
  /** It is an element of a page, or what is to stand in it: without it there is nothing to do there. */
  readonly is_of_page?: true
}

/** What speaks for a chosen tool, each sign from little to much. */
export interface ToolSupport {
  /** Its share among the tools of the set, and its weight, in log-odds. */
  readonly share: number
  readonly weight: number
  /** The share of the words that what it speaks of accounts for. */
  readonly accounted: number
}

/** What the reasoner would do for a goal. Nothing of it has run. */
export interface Proposal {
  readonly tool_calls: readonly ProposedCall[]
  /** How surely any of the tools does what the goal asks, in [0,1]. */
  readonly fit: number
  /** What speaks for the least supported of the chosen tools; absent where files were planned with. */
  readonly support?: ToolSupport
  /** Tools from best to worst match, at most ten. */
  readonly candidates: readonly { readonly tool: string; readonly score: number }[]
  readonly missing_arguments: readonly MissingForCall[]
  /** Arguments that only the rest of the words suggests; a person looks before they are used. */
  readonly guessed_arguments?: readonly MissingForCall[]
  /** How unsure the arguments are together, in nats; absent in journals of before and where a model read. */
  readonly argument_doubt?: number
  /** The plan in words, in order. */
  readonly steps: readonly string[]
  readonly reasoning_summary: string
  readonly alternatives: readonly string[]
  readonly risks: readonly string[]
}
