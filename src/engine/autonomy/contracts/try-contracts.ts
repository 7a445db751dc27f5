import type { TryAutonomy } from '../../../contracts/autonomy-contract.ts'
import type { JsonSchema } from '../../../contracts/tool.ts'
import type { ToolCall } from '../../../contracts/tool-call.ts'
import { addSeen, NOTHING_SEEN, type SeenValues, scopeKeyOf, shapeOf } from '../shape.ts'
import { considerTerms, type JudgedTerms, withRelease } from './consider.ts'
import { NO_USAGE } from './records.ts'

/** A past call that was proposed alone. */
export interface PastCall {
  readonly call: Pick<ToolCall, 'call_id' | 'tool' | 'arguments' | 'origins' | 'definition_hash'>
  readonly requester: string
  readonly nowMs: number
}

/** Names the tried contract inside whose terms a past call lies, and how people’s approval of it is learned. */
export interface TriedContracts {
  find(past: PastCall): FoundTerms | undefined
}

export interface FoundTerms {
  /** Undefined where the contract would have asked. */
  readonly contract?: string
  /** The call ran or was approved as proposed: its values count as seen. */
  approved(): void
  /** The contract let it run: it counts in its hour and its day. */
  released(): void
}

/** Contracts as though they stood open, over past calls in their order. `schemaOf` is asked of definitions that stand. */
export function tryContracts(
  tried: readonly TryAutonomy[],
  schemaOf: (call: PastCall['call']) => JsonSchema | undefined,
): TriedContracts {
  const states = new Map(tried.map(terms => [terms.scope, startTerms(terms)]))
  return {
    find: ({ call, requester, nowMs }) => {
      const { tool, definition_hash } = call
      const shape = shapeOf({ ...call, input_schema: schemaOf(call) ?? {} })
      const scope = scopeKeyOf({ requester, tool, definition_hash, shape })
      const state = states.get(scope)
      if (state === undefined) return undefined
      const { terms, seen, usage } = state
      const { outcome } = considerTerms({ ...terms, seen }, { shape, usage, nowMs, draw: 1 })
      return {
        ...(outcome === 'run' ? { contract: `tried_${scope.slice(0, 12)}` } : {}),
        approved: () => {
          state.seen = addSeen(state.seen, shape)
        },
        released: () => {
          state.usage = { ...state.usage, minutes: withRelease(state.usage, nowMs) }
        },
      }
    },
  }
}

interface TriedState {
  readonly terms: Omit<JudgedTerms, 'seen'>
  seen: SeenValues
  usage: typeof NO_USAGE
}

function startTerms(terms: TryAutonomy): TriedState {
  // Past calls are judged whatever day the contract would end.
  return { terms: { ...terms, ends_at: '9999-12-31T00:00:00.000Z' }, seen: NOTHING_SEEN, usage: NO_USAGE }
}
