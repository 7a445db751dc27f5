import type { JsonObject } from '../../contracts/json-value.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import type { RunContext } from '../run/run.ts'
import type { Said } from './call-model.ts'
import type { LoopEnvironment, LoopLimits, Talk, TurnResult } from './loop-ports.ts'

/** A call of one turn, understood as far as it can be. */
export type TurnCall = { readonly id: string; readonly name: string } & (
  | { readonly kind: 'unfit'; readonly because: string }
  | { readonly kind: 'read' | 'write'; readonly tool: RegisteredTool; readonly arguments: JsonObject }
  | { readonly kind: 'ask' | 'delegate' | 'report'; readonly arguments: JsonObject }
)

/** What a call of a known tool is proposed as. */
export type ToolTurnCall = Extract<TurnCall, { readonly tool: RegisteredTool }>

/** What a turn is made of while its calls are under way. */
export interface Acting {
  readonly environment: LoopEnvironment
  readonly context: RunContext
  readonly talk: Talk
  readonly limits: LoopLimits
  readonly said: Said
}

/** Some calls of a turn came to an end. `stops`: what follows in this turn is not done any more, and why. */
export interface Acted {
  readonly talk: Talk
  readonly results: readonly TurnResult[]
  readonly stops?: string
}
