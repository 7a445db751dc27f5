import type { JsonObject } from '../../src/contracts/json-value.ts'

/** One call of a session; `danger` says what would go wrong, and `accepted` that it is the risk of running tests. */
export interface SessionCall {
  readonly tool: string
  readonly arguments: JsonObject
  readonly danger?: string
  readonly accepted?: true
}
