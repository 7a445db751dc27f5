import { createHmac } from 'node:crypto'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import { MASKED_SECRET, splitSecretMarks } from '../../contracts/secret-mark.ts'
import { replaceSecrets } from './sealed-text.ts'

const DIGITS = 4

export interface Marks {
  mark(text: string): string
  unmark(value: JsonValue, from: string): JsonValue | undefined
}

/**
 * Marks tell secrets apart without telling them: the first digits of an HMAC-SHA-256 under a key of the installation, so
 * that a difference between two texts stays one, and what was edited around a secret can be sent back.
 */
export function createMarks(names: ReadonlySet<string>, sealingKey: () => Uint8Array | undefined): Marks {
  const markOf = (piece: string): string => {
    const key = sealingKey()
    // Where no key opens, all marks are alike.
    if (key === undefined) return MASKED_SECRET
    const hash = createHmac('sha256', key).update(`mark:${piece}`).digest('hex')
    return `${MASKED_SECRET.slice(0, -1)} ${hash.slice(0, DIGITS)}]`
  }
  return {
    mark: text => replaceSecrets(text, names, markOf),
    unmark: (value, from) => {
      const pieces = new Map<string, string | undefined>()
      const keep = (piece: string) => {
        const mark = markOf(piece)
        pieces.set(mark, pieces.has(mark) && pieces.get(mark) !== piece ? undefined : piece)
        return piece
      }
      replaceSecrets(from, names, keep)
      return putBack(value, mark => (from.includes(mark) ? mark : pieces.get(mark)))
    },
  }
}

/** Undefined as soon as a mark stands for nothing. */
function putBack(value: JsonValue, pieceOf: (mark: string) => string | undefined): JsonValue | undefined {
  if (typeof value === 'string') {
    const pieces = splitSecretMarks(value).map(({ isMark, text }) => (isMark ? pieceOf(text) : text))
    return pieces.includes(undefined) ? undefined : pieces.join('')
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return whole(value.map(item => putBack(item, pieceOf)))
  const entries = Object.entries(value as JsonObject)
  const keys = whole(entries.map(([key]) => putBack(key, pieceOf)))
  const inner = whole(entries.map(([, item]) => putBack(item, pieceOf)))
  if (keys === undefined || inner === undefined) return undefined
  return Object.fromEntries(keys.map((key, index) => [String(key), inner[index] ?? null]))
}

function whole(values: readonly (JsonValue | undefined)[]): JsonValue[] | undefined {
  const known = values.filter(value => value !== undefined)
  return known.length === values.length ? known : undefined
}
