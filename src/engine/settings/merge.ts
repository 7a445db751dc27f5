import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'

export interface FieldError {
  /** Path with dots: `thresholds.high`. */
  readonly field: string
  readonly message: string
}

/** A leaf that differs. */
export interface SettingChange {
  readonly field: string
  readonly old_value: JsonValue
  readonly new_value: JsonValue
}

export type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every field of the patch that the model does not have: a misspelt one would otherwise change nothing, silently. */
export function unknownFields(model: Fields, patch: JsonObject, prefix = ''): readonly FieldError[] {
  return Object.entries(patch).flatMap(([key, value]): readonly FieldError[] => {
    const field = `${prefix}${key}`
    if (!Object.hasOwn(model, key)) return [{ field, message: 'is not a known setting' }]
    const inner = model[key]
    return isFields(inner) && isFields(value) ? unknownFields(inner, value as JsonObject, `${field}.`) : []
  })
}

/** The base with the patch laid over it, object by object; fields that the base lacks are left out. */
export function layOver(base: Fields, patch: Fields): Fields {
  const entries = Object.entries(base).map(([key, standing]) => {
    if (!Object.hasOwn(patch, key)) return [key, standing] as const
    const given = patch[key]
    return [key, isFields(standing) && isFields(given) ? layOver(standing, given) : given] as const
  })
  return Object.fromEntries(entries)
}

/** The leaves in which two settings differ, but for their version; a list is one leaf. */
export function diffSettings(before: Fields, after: Fields, prefix = ''): readonly SettingChange[] {
  return Object.keys(before).flatMap((key): readonly SettingChange[] => {
    const [old_value, new_value] = [before[key], after[key]]
    const field = `${prefix}${key}`
    if (field === 'version') return []
    if (isFields(old_value) && isFields(new_value)) return diffSettings(old_value, new_value, `${field}.`)
    if (JSON.stringify(old_value) === JSON.stringify(new_value)) return []
    return [{ field, old_value: old_value as JsonValue, new_value: new_value as JsonValue }]
  })
}
