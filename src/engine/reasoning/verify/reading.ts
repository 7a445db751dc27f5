import type { JsonObject } from '../../../contracts/json-value.ts'
import type { Span } from './words.ts'

/** One call as a reader proposes it; `basis` says what its values were chosen or worked out from. */
export interface ReadCall {
  readonly tool: string
  readonly arguments: JsonObject
  readonly basis?: string
  /** The words that it rests on, where its reader quotes them. */
  readonly rests_on?: readonly Span[]
}

/** What a request says exists, where it says so: all files by their paths, all things that can be meant by their names. */
export interface KnownThings {
  readonly files?: readonly string[]
  readonly elements?: readonly string[]
}

/** What somebody — rules or a model — took a goal to mean. */
export interface Reading {
  readonly calls: readonly ReadCall[]
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    readonly input_schema: unknown
    readonly annotations?: { readonly read_only: boolean }
  }[]
  /** What is known to exist, where the request says so. */
  readonly known?: KnownThings
  /** What people call a value, where it is an id of something that is seen. */
  readonly spoken?: (value: string) => string | undefined
}
