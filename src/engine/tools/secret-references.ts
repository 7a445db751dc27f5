import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'

/** A place in arguments that names a stored secret instead of holding it. */
export interface SecretReference {
  /** JSON pointer into the arguments. */
  readonly pointer: string
  readonly name: string
}

/**
 * The values of a call's references, for the moment in which its tool runs. `arguments` hold them in the clear and go
 * to the tool alone; `redact` takes them out of whatever comes back.
 */
export type SecretResolution =
  | {
      readonly ok: true
      readonly arguments: JsonObject
      redact(value: JsonValue): JsonValue
    }
  | { readonly ok: false; readonly message: string }

/** Looks the values up; without references it answers the arguments as they are. */
export type ResolveSecrets = (call: {
  readonly tool: string
  readonly arguments: JsonObject
}) => Promise<SecretResolution>

/** The name in `{"$secret": "NAME"}`; undefined for anything else, also beside other keys. */
export function readSecretReference(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const name = Reflect.get(value, '$secret')
  return Object.keys(value).length === 1 && typeof name === 'string' ? name : undefined
}

/** Every reference in the arguments of a call, in their order; the arguments as a whole are never one. */
export function findSecretReferences(args: JsonObject): readonly SecretReference[] {
  return findWithin(args, '')
}

function findWithin(value: JsonObject | readonly JsonValue[], pointer: string): readonly SecretReference[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    if (typeof inner !== 'object' || inner === null) return []
    const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const name = readSecretReference(inner)
    return name === undefined ? findWithin(inner, place) : [{ pointer: place, name }]
  })
}

/** The same arguments with every reference replaced by what `look` answers for its name. */
export function fillSecretReferences(args: JsonObject, look: (name: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, fill(value, look)]))
}

function fill(value: JsonValue, look: (name: string) => string): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  const name = readSecretReference(value)
  if (name !== undefined) return look(name)
  if (Array.isArray(value)) return value.map(item => fill(item, look))
  return fillSecretReferences(value as JsonObject, look)
}
