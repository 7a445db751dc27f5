import type { JsonValue } from '../../../../contracts/json-value.ts'
import { findSpots } from '../../language/language.ts'
import { asRecord, type Parameter, readParameters } from '../tool-index.ts'
import type { ArgumentSource, Filled } from './argument-source.ts'
import { kindsOfRole, roleOfParameter, typeOfParameter } from './parameter-role.ts'
import type { TextValue } from './values.ts'

/** What a list or a record is made from. */
export interface CompoundSource {
  readonly source: ArgumentSource
  readonly values: readonly TextValue[]
  /** Values that other parameters have, as JSON. */
  readonly used: ReadonlySet<string>
  readonly fillInner: (
    parameters: readonly Parameter[],
    source: ArgumentSource,
  ) => ReadonlyMap<string, Filled>
}

/** A list or a record from values of the text; undefined for other types and when nothing suits. */
export function fillCompound(parameter: Parameter, compound: CompoundSource): Filled | undefined {
  const type = typeOfParameter(parameter.schema)
  if (type === 'object') return fillRecord(parameter, compound)
  if (type !== 'list') return undefined
  const items = asRecord(parameter.schema.items)
  return typeOfParameter(items) === 'object' ? fillRecords(items, compound) : fillList(parameter, compound)
}

function fillRecord(parameter: Parameter, { source, fillInner }: CompoundSource): Filled | undefined {
  const inner = fillInner(readParameters(parameter.schema), { ...source, goal: source.text, context: {} })
  const value = Object.fromEntries([...inner].map(([name, found]) => [name, found.value]))
  return inner.size === 0 ? undefined : { value, evidence: 'values in the goal' }
}

/**
 * Records are the only list of records in the context, or the pieces of the text that hold a number: “setup 400.00,
 * licence 5 x 39.00”. What a record takes is filled piece by piece; one that is open takes the words of its piece.
 */
function fillRecords(items: Parameter['schema'], { source, fillInner }: CompoundSource): Filled | undefined {
  const [given, ...others] = Object.entries(source.context).filter(([, value]) => isListOfRecords(value))
  if (given !== undefined && others.length === 0)
    return { value: given[1] as JsonValue, evidence: `context.${given[0]}` }
  const spots = findSpots(source.text)
  const counts = spots.filter(({ value, kind }) => typeof value === 'number' && kind !== 'percent')
  const bounds = [...source.text.matchAll(/[,;:\n()]|\band\b/gi)].map(({ index }) => index)
  const pieces = [...new Set(counts.map(count => pieceAround(source.text, count, bounds)))].filter(piece =>
    /\p{L}{2}/u.test(piece),
  )
  const inner = readParameters(items)
  const records = pieces.map((text): JsonValue => {
    if (inner.length === 0) return { description: text }
    const filled = fillInner(inner, { ...source, text, goal: text, context: {} })
    const [plain] = inner.filter(one => typeOfParameter(one.schema) === 'text' && !filled.has(one.name))
    const words = plain === undefined ? [] : [[plain.name, text]]
    return Object.fromEntries([...words, ...[...filled].map(([name, found]) => [name, found.value])])
  })
  const evidence = `“${pieces.join('”, “')}” in the goal`
  return records.length === 0 ? undefined : { value: records, evidence, guessed: true }
}

function isListOfRecords(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length > 0 && value.every(item => Object.keys(asRecord(item)).length > 0)
  )
}

function pieceAround(
  text: string,
  { start, end }: { start: number; end: number },
  bounds: readonly number[],
): string {
  const from = bounds.findLast(at => at < start) ?? -1
  const to = bounds.find(at => at >= end) ?? text.length
  return text
    .slice(from + 1, to)
    .replace(/^(?:nd\b)?\s*(?:with|of|for|and)?\s*/i, '')
    .trim()
}

function fillList(parameter: Parameter, { values, used }: CompoundSource): Filled | undefined {
  const isNumeric = typeOfParameter(asRecord(parameter.schema.items)) === 'number'
  const wanted = kindsOfRole(roleOfParameter(parameter))
  const isSuited = (value: TextValue): boolean =>
    isNumeric
      ? typeof value.value === 'number'
      : typeof value.value === 'string' && (wanted?.includes(value.kind) ?? true)
  const suited = values.filter(value => isSuited(value) && !used.has(JSON.stringify(value.value)))
  const groups = Map.groupBy(suited, value => value.group)
  const longest =
    [...groups.values()]
      .filter(one => !used.has(JSON.stringify(one.map(value => value.value))))
      .sort((left, right) => right.length - left.length)[0] ?? []
  if (longest.length === 0 || (isNumeric && longest.length < 2)) return undefined
  return {
    value: longest.map(value => value.value),
    evidence: `“${longest.map(value => value.text).join(', ')}” in the goal`,
  }
}
