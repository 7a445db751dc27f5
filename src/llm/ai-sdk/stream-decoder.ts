import { parseStrictJson } from '../../base/canonical-json.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { ModelToolCall } from '../../contracts/model.ts'
import { type ModelDelta, type ProviderAnswer, ProviderFailure } from '../llm.ts'
import type { StreamFrame } from './event-stream.ts'
import { isFields } from './json-reading.ts'

/** Reads the protocol of one kind of provider, frame by frame. */
export interface StreamDecoder {
  /** Throws a `ProviderFailure` for what the provider reports as an error and for what is not its protocol. */
  push(frame: StreamFrame): readonly ModelDelta[]
  /** `answered`: the answer is whole, though more may follow. `closed`: nothing that matters can follow. */
  state(): 'open' | 'answered' | 'closed'
  /** A whole answer that came without streaming. */
  pushWhole(body: unknown): readonly ModelDelta[]
  /** The answer; throws a transient failure when the stream was cut before the model had finished. */
  finish(): ProviderAnswer
}

export interface DecoderTerms {
  /** For calls that came without an id of their own. */
  readonly newCallId: () => string
  /** The request wanted an object of a schema. */
  readonly wantsObject: boolean
}

/** The value of a frame. */
export function readFrameJson(frame: StreamFrame): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(frame.data)
    if (isFields(value)) return value
  } catch {
    // Said below: what is not JSON and what is no object are the same to us.
  }
  throw new ProviderFailure('transient', 'The stream holds a frame that is not JSON.')
}

export function cutStream(): ProviderFailure {
  return new ProviderFailure('transient', 'The stream ended before the answer did.')
}

/** A call with what the model wrote as its arguments: an object that can be bound, or the raw text in its place. */
export function toToolCall({
  id,
  name,
  input,
}: {
  readonly id: string
  readonly name: string
  readonly input: string
}): ModelToolCall {
  if (input.trim() === '') return { id, name, arguments: {} }
  const args = parseArguments(input)
  return args === undefined ? { id, name, raw: input.toWellFormed() } : { id, name, arguments: args }
}

/** Whether a text is one JSON object already, so that nothing can follow it. */
export function isWholeObject(input: string): boolean {
  return input.trimEnd().endsWith('}') && parseArguments(input) !== undefined
}

function parseArguments(input: string): JsonObject | undefined {
  try {
    const value = parseStrictJson(input)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Ids as the loop needs them: no two calls of one answer share one. */
export function withUniqueIds(calls: readonly ModelToolCall[], newCallId: () => string): ModelToolCall[] {
  const seen = new Set<string>()
  return calls.map(call => {
    const id = seen.has(call.id) ? newCallId() : call.id
    seen.add(id)
    return { ...call, id }
  })
}
