import { asRecord, type Parameter } from '../tool-index.ts'
import type { Filled } from './argument-source.ts'
import { kindsOfRole, roleOfParameter, typeOfParameter } from './parameter-role.ts'
import type { TextValue } from './values.ts'

/** What a list is made from. */
export interface CompoundSource {
  readonly values: readonly TextValue[]
  /** Values that other parameters have, as JSON. */
  readonly used: ReadonlySet<string>
}

/** A list of plain values of the text; undefined for other types and when nothing suits. */
export function fillCompound(parameter: Parameter, compound: CompoundSource): Filled | undefined {
  if (typeOfParameter(parameter.schema) !== 'list') return undefined
  return typeOfParameter(asRecord(parameter.schema.items)) === 'object'
    ? undefined
    : fillList(parameter, compound)
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
    said: longest.map(value => value.text),
  }
}
