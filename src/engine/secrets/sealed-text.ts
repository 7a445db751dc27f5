import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import { isSecretName, mayHoldSecret, SECRET_PIECES } from '../tools/tools.ts'

/** Begins every piece that stands sealed in a text. What others wrote that looks like it is sealed too. */
export const MARK = '<<sealed:v1:'

/** Whether a text is JSON decides how a piece of it is to be written back. */
export type TextKind = 'json' | 'plain'

type Replace = (piece: string, kind: TextKind) => string

const PIECES = new RegExp(`${SECRET_PIECES}|${MARK}`, 'gi')

/**
 * The text with each piece that looks like a secret replaced: by its form, by what is said of it, or because its field
 * has the name of a secret (`password`, or one of `names`). JSON stays JSON, and everything else of it stays as it was.
 */
export function replaceSecrets(text: string, names: ReadonlySet<string>, replace: Replace): string {
  if (!mayHoldSecret(text) && !text.includes(MARK) && !holdsName(text, names)) return text
  const parsed = parseJson(text)
  if (parsed === undefined) return text.replace(PIECES, piece => replace(piece, 'plain'))
  const replaced = walk(parsed.value, { names, replace }, '')
  return replaced === parsed.value ? text : JSON.stringify(replaced)
}

function holdsName(text: string, names: ReadonlySet<string>): boolean {
  for (const name of names) if (text.includes(`"${name}"`)) return true
  return false
}

/** Rows are written by `JSON.stringify`; a text that is JSON by chance comes back as it was only as plain text. */
function parseJson(text: string): { readonly value: JsonValue } | undefined {
  if (!/^[[{"]/.test(text)) return undefined
  try {
    const value = JSON.parse(text) as JsonValue
    return JSON.stringify(value) === text ? { value } : undefined
  } catch {
    return undefined
  }
}

interface Walking {
  readonly names: ReadonlySet<string>
  readonly replace: Replace
}

/** The same value where nothing in it was replaced. Lists inherit the name of their field. */
function walk(value: JsonValue, walking: Walking, name: string): JsonValue {
  if (typeof value === 'string') return replaceIn(value, walking, name)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map(item => walk(item, walking, name))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  return walkObject(value as JsonObject, walking)
}

function walkObject(value: JsonObject, walking: Walking): JsonObject {
  const isTraced = value.meaning === 'secret'
  const entries = Object.entries(value).map(([key, inner]) => {
    const walked = walk(inner, walking, isTraced && key === 'value' ? 'secret' : key)
    const named = replaceIn(key, walking, '')
    return [named, walked] as const
  })
  const isSame = entries.every(([key, inner]) => Object.hasOwn(value, key) && value[key] === inner)
  return isSame ? value : Object.fromEntries(entries)
}

function replaceIn(text: string, { names, replace }: Walking, name: string): string {
  // A reference names a stored secret and holds none.
  const isNamed = name !== '$secret' && (isSecretName(name) || names.has(name))
  const isWhole = isNamed && text.trim() !== ''
  return isWhole ? replace(text, 'json') : text.replace(PIECES, piece => replace(piece, 'json'))
}
