export type { JsonObject, JsonValue } from '../contracts/json-value.ts'
