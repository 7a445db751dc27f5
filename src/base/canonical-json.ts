import { SoulgateError } from './errors.ts'
import type { JsonValue } from './json-value.ts'

/** Deepest nesting of arrays and objects that is read or written. */
export const MAX_JSON_DEPTH = 200

/** Why a value or text was refused; found in `data.reason` beside `data.pointer` (RFC 6901). */
export type InvalidJsonReason =
  | 'syntax'
  | 'duplicate_key'
  | 'lone_surrogate'
  | 'non_finite_number'
  | 'unsafe_integer'
  | 'too_deep'
  | 'not_json'

/**
 * The canonical text of a JSON value (RFC 8785): keys in order of UTF-16 code units, no white space, numbers as
 * ECMAScript prints them; -0 is 0. Different values have different texts.
 * Throws `invalid_json_value` with the place in `data.pointer` for what has no safe text: undefined, functions,
 * bigints, class instances, holes, non-finite numbers, integers beyond ±(2^53 − 1), lone surrogates, depth > 200.
 */
export function canonicalize(value: JsonValue): string {
  const text = write(value, 0)
  if (text === undefined) throw refusal(findRefused(value, [], 0) ?? { reason: 'not_json', path: [] })
  return text
}

/**
 * Reads JSON text that means the same to every reader. Beyond JSON's grammar it refuses duplicate keys (however
 * they are escaped), lone surrogates, numbers that overflow, integers beyond ±(2^53 − 1) and depth > 200.
 * Throws `invalid_json_value` with the place in `data.pointer` and the kind in `data.reason`.
 */
export function parseStrictJson(text: string): JsonValue {
  const value = parse(text)
  const refused = findRefusedInText(text) ?? findRefused(value, [], 0)
  if (refused) throw refusal(refused)
  return value
}

type Path = readonly (string | number)[]
type Refused = { readonly reason: InvalidJsonReason; readonly path: Path }

const NEEDS_ESCAPE = /[^\x20\x21\x23-\x5b\x5d-\x7e]/

/** Answers undefined when refused; the place is searched afterwards, so that the common case pays nothing for it. */
function write(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case 'string':
      return writeString(value)
    case 'number':
      return isSafeNumber(value) ? `${value}` : undefined
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      if (depth >= MAX_JSON_DEPTH) return undefined
      if (Array.isArray(value)) return writeArray(value, depth + 1)
      return isPlainObject(value) ? writeObject(value, depth + 1) : undefined
    default:
      return undefined
  }
}

function writeString(value: string): string | undefined {
  if (!NEEDS_ESCAPE.test(value)) return `"${value}"`
  return value.isWellFormed() ? JSON.stringify(value) : undefined
}

function writeArray(items: readonly unknown[], depth: number): string | undefined {
  let text = ''
  for (let index = 0; index < items.length; index += 1) {
    const item = write(items[index], depth)
    if (item === undefined) return undefined
    text += index === 0 ? item : `,${item}`
  }
  return `[${text}]`
}

function writeObject(members: Readonly<Record<string, unknown>>, depth: number): string | undefined {
  let text = ''
  for (const key of sortedKeys(members)) {
    const name = writeString(key)
    const member = name === undefined ? undefined : write(members[key], depth)
    if (member === undefined) return undefined
    text += text === '' ? `${name}:${member}` : `,${name}:${member}`
  }
  return `{${text}}`
}

function sortedKeys(members: Readonly<Record<string, unknown>>): readonly string[] {
  const keys = Object.keys(members)
  for (let index = 1; index < keys.length; index += 1) {
    if ((keys[index - 1] ?? '') > (keys[index] ?? '')) return keys.sort()
  }
  return keys
}

function isSafeNumber(value: number): boolean {
  return Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))
}

/** The second comparison lets plain objects of another realm (a worker, a vm) pass. */
function isPlainObject(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: object | null = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return true
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'hasOwnProperty')
}

function findRefused(value: unknown, path: Path, depth: number): Refused | undefined {
  if (typeof value === 'object' && value !== null) {
    if (depth >= MAX_JSON_DEPTH) return { reason: 'too_deep', path }
    if (Array.isArray(value)) return findRefusedItem(value, path, depth + 1)
    return isPlainObject(value) ? findRefusedMember(value, path, depth + 1) : { reason: 'not_json', path }
  }
  const reason = refusedPrimitive(value)
  return reason && { reason, path }
}

function findRefusedItem(items: readonly unknown[], path: Path, depth: number): Refused | undefined {
  for (let index = 0; index < items.length; index += 1) {
    const refused = findRefused(items[index], [...path, index], depth)
    if (refused) return refused
  }
  return undefined
}

function findRefusedMember(
  members: Readonly<Record<string, unknown>>,
  path: Path,
  depth: number,
): Refused | undefined {
  for (const key of Object.keys(members)) {
    if (!key.isWellFormed()) return { reason: 'lone_surrogate', path: [...path, key] }
    const refused = findRefused(members[key], [...path, key], depth)
    if (refused) return refused
  }
  return undefined
}

function refusedPrimitive(value: unknown): InvalidJsonReason | undefined {
  if (value === null || typeof value === 'boolean') return undefined
  if (typeof value === 'string') return value.isWellFormed() ? undefined : 'lone_surrogate'
  if (typeof value !== 'number') return 'not_json'
  if (isSafeNumber(value)) return undefined
  return Number.isFinite(value) ? 'unsafe_integer' : 'non_finite_number'
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw refusal({ reason: 'syntax', path: [] }, cause)
  }
}

/** One open array (`keys` absent) or object of the text; `at` is the index or key being read. */
type Frame = { readonly keys?: Set<string>; at: string | number }

/** Finds what parsing hides: repeated keys and excessive depth. The text is already known to be JSON. */
function findRefusedInText(text: string): Refused | undefined {
  const frames: Frame[] = []
  let position = 0
  while (position < text.length) {
    const frame = frames.at(-1)
    switch (text[position]) {
      case '{':
      case '[':
        if (frames.length === MAX_JSON_DEPTH) return { reason: 'too_deep', path: pathOf(frames) }
        frames.push(text[position] === '{' ? { keys: new Set(), at: '' } : { at: 0 })
        break
      case '}':
      case ']':
        frames.pop()
        break
      case ',':
        if (typeof frame?.at === 'number') frame.at += 1
        break
      case '"': {
        const end = endOfString(text, position)
        if (
          frame?.keys &&
          isFollowedByColon(text, end) &&
          !enterKey(frame, frame.keys, text.slice(position, end))
        ) {
          return { reason: 'duplicate_key', path: pathOf(frames) }
        }
        position = end - 1
        break
      }
    }
    position += 1
  }
  return undefined
}

function enterKey(frame: Frame, keys: Set<string>, literal: string): boolean {
  const key = literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1)
  frame.at = key
  if (keys.has(key)) return false
  keys.add(key)
  return true
}

function endOfString(text: string, start: number): number {
  let position = start + 1
  while (text[position] !== '"') position += text[position] === '\\' ? 2 : 1
  return position + 1
}

function isFollowedByColon(text: string, start: number): boolean {
  let position = start
  while (text.charCodeAt(position) <= 0x20) position += 1
  return text[position] === ':'
}

function pathOf(frames: readonly Frame[]): Path {
  return frames.map(frame => frame.at)
}

const EXPLANATIONS: Readonly<Record<InvalidJsonReason, string>> = {
  syntax: 'is no JSON text',
  duplicate_key: 'repeats a key',
  lone_surrogate: 'holds half of a surrogate pair',
  non_finite_number: 'is no finite number',
  unsafe_integer: 'is an integer beyond 2^53 - 1; send it as a string',
  too_deep: `is nested deeper than ${MAX_JSON_DEPTH}`,
  not_json: 'is nothing that JSON can carry',
}

function refusal({ reason, path }: Refused, cause?: unknown): SoulgateError {
  const pointer = path.map(part => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  const place = pointer === '' ? 'The value' : `The value at ${pointer.toWellFormed()}`
  return new SoulgateError('invalid_json_value', `${place} ${EXPLANATIONS[reason]}.`, {
    data: { pointer: pointer.toWellFormed(), reason },
    cause,
  })
}
