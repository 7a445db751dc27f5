import { asRecord, type IndexedTool, type Parameter, readParameters } from '../tool-index.ts'
import type { ArgumentSource, Filled } from './argument-source.ts'
import { kindsOfRole } from './match-values.ts'
import { findNounPhrases } from './noun-phrases.ts'
import { roleOfParameter, typeOfParameter } from './parameter-role.ts'
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
  return type === 'list' ? fillList(parameter, compound) : undefined
}

function fillRecord(parameter: Parameter, { source, fillInner }: CompoundSource): Filled | undefined {
  const inner = fillInner(readParameters(parameter.schema), { ...source, goal: source.text, context: {} })
  const value = Object.fromEntries([...inner].map(([name, found]) => [name, found.value]))
  return inner.size === 0 ? undefined : { value, evidence: 'values in the goal' }
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

/** A required list or record that no value fills takes what the text names in plain words. */
export function fillCompoundFromWords(
  tool: IndexedTool,
  parameter: Parameter,
  { source, used }: { readonly source: ArgumentSource; readonly used: ReadonlySet<string> },
): Filled | undefined {
  const type = typeOfParameter(parameter.schema)
  if (type !== 'list' && type !== 'object') return undefined
  const phrases = findNounPhrases(source.text, tool, used).map(phrase => phrase.text)
  const [first] = phrases
  if (first === undefined) return undefined
  const evidence = `“${phrases.join(', ')}” in the goal`
  if (type === 'object') return fillLooseRecord(parameter, phrases, evidence)
  const isText = typeOfParameter(asRecord(parameter.schema.items)) === 'text'
  return isText ? { value: phrases, evidence, guessed: true } : undefined
}

/** A record without stated fields holds the words as they are. */
function fillLooseRecord(
  parameter: Parameter,
  phrases: readonly string[],
  evidence: string,
): Filled | undefined {
  const isLoose = Object.keys(asRecord(parameter.schema.properties)).length === 0
  const isOpen = parameter.schema.additionalProperties !== false
  return isLoose && isOpen ? { value: { details: phrases.join(', ') }, evidence, guessed: true } : undefined
}
