import { z } from 'zod'

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** A JSON object, as data. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** Any JSON value, as data. What an agent writes is always one of these and never more. */
export const JsonValue: z.ZodType<JsonValue> = z.json() as z.ZodType<JsonValue>
export const JsonObject: z.ZodType<JsonObject> = z.record(z.string(), JsonValue)
