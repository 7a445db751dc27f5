import type { JsonObject, JsonValue } from '../../../../contracts/json-value.ts'
import type { Parameter } from '../tool-index.ts'

/** What arguments are taken from. */
export interface ArgumentSource {
  /** The part of the goal that asks for this call. */
  readonly text: string
  /** The whole goal: values told elsewhere in it fill what the part leaves open. */
  readonly goal: string
  readonly context: Readonly<Record<string, unknown>>
  readonly now: Date
  /** What a person answered, by the names of the parameters that were asked about. */
  readonly answers?: ReadonlyMap<string, string>
}

export interface MissingArgument {
  readonly name: string
  readonly why: string
}

/** The arguments of one call, where each came from, and the required ones that nothing tells. */
export interface FilledArguments {
  readonly arguments: JsonObject
  readonly evidence: readonly string[]
  /** The words of the goal that the values were read from. */
  readonly basis: string
  readonly missing: readonly MissingArgument[]
  /** Arguments that only what was left over of the words suggests. */
  readonly guessed: readonly string[]
  /** How unsure the values are together, in nats: the negative logarithm of their joint sureness. */
  readonly doubt: number
}

/** A value for a parameter and the reason for it. */
export interface Filled {
  readonly value: JsonValue
  readonly evidence: string
  /** The words of the goal that it was read from. */
  readonly said?: readonly string[]
  /** Further values for the same parameter: the call is repeated for each of them. */
  readonly repeats?: readonly JsonValue[]
  readonly guessed?: true
  /** How surely it is meant, in (0,1]; 1 where it is not said. */
  readonly sureness?: number
}

export type Put = (parameter: Parameter, found: Filled | undefined) => void
