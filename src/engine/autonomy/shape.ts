import { digest } from '../../base/digest.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import type { JsonSchema } from '../../contracts/tool.ts'
import type { ArgumentOrigin, ToolCall } from '../../contracts/tool-call.ts'

/** A call with what its values stand for and the schema of its tool. */
export type ShapedCall = Pick<ToolCall, 'arguments' | 'origins'> & { readonly input_schema: JsonSchema }

/** A value that must have been approved in the scope before: a recipient, an account, a host in a text. */
export interface NamedValue {
  readonly place: string
  readonly meaning: string
  readonly value: string
}

export interface Magnitude {
  readonly place: string
  /** Without its sign, which belongs to the shape. */
  readonly value: number
}

/** What calls of one scope have in common, and what may differ between them. Places are JSON pointers, `*` for an index. */
export interface CallShape {
  /** Sorted: which arguments are present, values of enums, roots of paths, hosts, the band of each number. */
  readonly parts: readonly string[]
  readonly named: readonly NamedValue[]
  readonly magnitudes: readonly Magnitude[]
  /** Free texts of more than `MAX_SHORT_TEXT` characters, which a person must have called harmless. */
  readonly longTexts: readonly string[]
}

const MAX_SHORT_TEXT = 200
/** How far above the largest approved number a number is still one that was seen. */
const MAX_GROWTH = 1.25
const MAX_SEEN = 1_000

/**
 * The shape of a call. What cannot be placed is no part of a shape but a value that must have been seen: a value whose
 * origin was never traced, an amount that is no number, a path that climbs or begins elsewhere than in a folder.
 */
export function shapeOf({ arguments: args, origins = [], input_schema }: ShapedCall): CallShape {
  const parts = new Set<string>()
  const named: NamedValue[] = []
  const magnitudes: Magnitude[] = []
  const longTexts = new Set<string>()
  const byPointer = Map.groupBy(origins, ({ pointer }) => pointer)
  const addNumber = (place: string, value: number): void => {
    parts.add(`${place} ${bandOf(value)}`)
    magnitudes.push({ place, value: Math.abs(value) })
  }
  const addText = (place: string, text: string, meanings: readonly ArgumentOrigin[]): void => {
    parts.add(`${place} text`)
    if (meanings.length === 0) named.push({ place, meaning: 'untraced', value: text })
    if (text.length > MAX_SHORT_TEXT) longTexts.add(place)
    for (const { meaning = 'text', value } of meanings) {
      if (meaning === 'text' || meaning === 'path' || meaning === 'amount') continue
      if (meaning === 'host') parts.add(`${place} host ${value}`)
      else named.push({ place, meaning, value })
    }
    const means = (meaning: string) => meanings.some(origin => origin.meaning === meaning)
    if (means('path')) {
      const root = rootOf(text)
      if (root === undefined) named.push({ place, meaning: 'path', value: text })
      else parts.add(`${place} below ${root}`)
    }
    if (!means('amount')) return
    const amount = Number(text.trim() === '' ? Number.NaN : text)
    if (Number.isFinite(amount)) addNumber(place, amount)
    else named.push({ place, meaning: 'amount', value: text })
  }
  const visit = (value: JsonValue, at: Place): void => {
    const { pointer, place } = at
    if (value === null || typeof value === 'boolean') parts.add(`${place} ${value}`)
    else if (isOneOf(value, at.schema)) parts.add(`${place} = ${JSON.stringify(value)}`)
    else if (typeof value === 'number') addNumber(place, value)
    else if (typeof value === 'string') addText(place, value, byPointer.get(pointer) ?? [])
    else if (Array.isArray(value)) addNumber(`${place} length`, value.length)
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) visit(inner, placeIn(at, key, Array.isArray(value)))
  }
  visit(args, { pointer: '', place: '', schema: input_schema })
  return { parts: [...parts].toSorted(), named, magnitudes, longTexts: [...longTexts] }
}

/** Which calls share their evidence. */
export interface Scope {
  readonly requester: string
  readonly tool: string
  readonly definition_hash: string
  readonly shape: Pick<CallShape, 'parts'>
}

/** The same text for the same scope, SHA-256 in hex. */
export function scopeKeyOf({ requester, tool, definition_hash, shape }: Scope): string {
  return digest('soulgate.scope.v1', {
    requester,
    tool,
    definition: definition_hash,
    shape: [...shape.parts],
  })
}

/** What people approved in a scope. */
export interface SeenValues {
  readonly largest: Readonly<Record<string, number>>
  /** By place and meaning. */
  readonly named: Readonly<Record<string, readonly string[]>>
}

export const NOTHING_SEEN: SeenValues = { largest: {}, named: {} }

/** What was seen with one more approved call. Of each place the first thousand values are kept; more stay unseen. */
export function addSeen(seen: SeenValues, { named, magnitudes }: CallShape): SeenValues {
  const largest = new Map(Object.entries(seen.largest))
  for (const { place, value } of magnitudes) largest.set(place, Math.max(value, largest.get(place) ?? 0))
  const values = new Map(Object.entries(seen.named))
  for (const each of named) {
    const before = values.get(keyOf(each)) ?? []
    if (before.includes(each.value) || before.length >= MAX_SEEN) continue
    values.set(keyOf(each), [...before, each.value])
  }
  return { largest: Object.fromEntries(largest), named: Object.fromEntries(values) }
}

/** Why a call is not like those that people approved in its scope; empty when it is. */
export function findUnseen({ named, magnitudes }: CallShape, seen: SeenValues): readonly string[] {
  const largest = new Map(Object.entries(seen.largest))
  const values = new Map(Object.entries(seen.named))
  const tooLarge = magnitudes.filter(({ place, value }) => {
    const most = largest.get(place)
    return !Number.isFinite(value) || most === undefined || value > MAX_GROWTH * most
  })
  const unknown = named.filter(each => !values.get(keyOf(each))?.includes(each.value))
  return [
    ...tooLarge.map(({ place }) => `${place} is larger than what was approved before.`),
    ...unknown.map(({ place, meaning }) => `The ${meaning} at ${place} was never approved before.`),
  ]
}

interface Place {
  readonly pointer: string
  /** The pointer with `*` for an index. */
  readonly place: string
  readonly schema: unknown
}

function placeIn({ pointer, place, schema }: Place, key: string, isIndex: boolean): Place {
  const step = key.replaceAll('~', '~0').replaceAll('/', '~1')
  const inner = isIndex ? fieldOf(schema, 'items') : fieldOf(fieldOf(schema, 'properties'), key)
  return { pointer: `${pointer}/${step}`, place: `${place}/${isIndex ? '*' : step}`, schema: inner }
}

function fieldOf(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined
}

function isOneOf(value: JsonValue, schema: unknown): boolean {
  const options = fieldOf(schema, 'enum')
  const isPlain = typeof value === 'string' || typeof value === 'number'
  if (!isPlain) return false
  return value === fieldOf(schema, 'const') || (Array.isArray(options) && options.includes(value))
}

/** Sign and power of ten, so that a number ten times as large lies in another scope. */
function bandOf(value: number): string {
  if (value === 0) return 'is 0'
  const power = Math.floor(Math.log10(Math.abs(value)))
  return `${value < 0 ? 'above -' : 'below '}1e${power + 1}`
}

/** The folder a path begins in, one below the workspace or two below the root; undefined where that is not plain. */
function rootOf(path: string): string | undefined {
  if (
    /^(?:~|\$|%|[a-z][a-z0-9+.-]*:)/i.test(path) ||
    /[\\\p{Cc}\p{Cf}]/u.test(path) ||
    path.trim() !== path
  ) {
    return undefined
  }
  const isAbsolute = path.startsWith('/')
  const steps = path.split('/').filter(step => step !== '' && step !== '.')
  if (steps.length === 0 || steps.includes('..')) return undefined
  const folders = steps.slice(0, -1)
  return isAbsolute ? `/${folders.slice(0, 2).join('/')}` : (folders[0] ?? '.')
}

function keyOf({ place, meaning }: NamedValue): string {
  return `${place} ${meaning}`
}
