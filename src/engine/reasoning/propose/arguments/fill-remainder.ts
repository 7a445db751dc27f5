import { splitIdentifier } from '../../language/language.ts'
import type { IndexedTool, Parameter } from '../tool-index.ts'
import type { ArgumentSource, Filled, Put } from './argument-source.ts'
import { nounPhraseFor } from './noun-phrases.ts'
import { optionsOfParameter, type ParameterRole, roleOfParameter, typeOfParameter } from './parameter-role.ts'
import type { TextValue } from './values.ts'

/** Roles whose values may be plain words. */
const plainRoles: readonly ParameterRole[] = ['other', 'name', 'place', 'title', 'identifier', 'path']

/** Keys of records are never plain words: `member_id`, `reservationId`, `iban`. */
function isRecordKey({ name }: Parameter): boolean {
  return /^(?:ids?|uuid|iban|no|number)$/.test(splitIdentifier(name).at(-1) ?? '')
}

function isPlainText(parameter: Parameter): boolean {
  const { schema } = parameter
  return (
    typeOfParameter(schema) === 'text' &&
    optionsOfParameter(schema).length === 0 &&
    schema.format === undefined
  )
}

/** Text parameters and unused values left over in equal number belong together, in order. */
export function putLeftOver(
  {
    open,
    values,
    filled,
  }: {
    readonly open: readonly Parameter[]
    readonly values: readonly TextValue[]
    readonly filled: ReadonlyMap<string, Filled>
  },
  put: Put,
): void {
  const needed = open.filter(
    parameter =>
      parameter.required &&
      isPlainText(parameter) &&
      plainRoles.includes(roleOfParameter(parameter)) &&
      (!isRecordKey(parameter) || values.some(value => value.kind === 'identifier')),
  )
  const used = new Set([...filled.values()].map(found => String(found.value)))
  const free = values.filter(
    value =>
      ['quoted', 'proper_name', 'identifier', 'handle', 'path', 'host', 'email'].includes(value.kind) &&
      !used.has(String(value.value)),
  )
  const quoted = free.filter(value => value.kind === 'quoted')
  const fitting = quoted.length === needed.length ? quoted : free
  if (needed.length !== fitting.length) return
  for (const [at, parameter] of needed.entries()) {
    const value = fitting[at]
    if (value !== undefined) put(parameter, { value: value.value, evidence: `“${value.text}” in the goal` })
  }
}

/** By elimination: a value or a phrase that nothing else has taken is what an open text parameter takes. */
export function fillRemainder(
  tool: IndexedTool,
  parameter: Parameter,
  rest: {
    readonly source: ArgumentSource
    readonly values: readonly TextValue[]
    readonly filled: ReadonlyMap<string, Filled>
  },
): Filled | undefined {
  if (!isPlainText(parameter)) return undefined
  const role = roleOfParameter(parameter)
  const used = new Set([...rest.filled.values()].flatMap(found => [String(found.value)]))
  const isUsed = (text: string): boolean => used.has(text) || [...used].some(other => other.includes(text))
  if (plainRoles.includes(role) && !isRecordKey(parameter)) {
    const phrase = nounPhraseFor(parameter, rest.source.text, { tool, used })
    if (phrase !== undefined && !isUsed(phrase.text)) {
      const found = { value: phrase.text, evidence: `“${phrase.text}” in the goal` }
      return phrase.sure ? found : { ...found, guessed: true }
    }
  }
  const kinds = ['quoted', 'identifier', 'proper_name', 'handle', 'number', 'host', 'path']
  const value = rest.values.find(
    one => kinds.includes(one.kind) && !isUsed(String(one.value)) && !isUsed(one.text),
  )
  if (value === undefined || (!plainRoles.includes(role) && role !== 'query')) return undefined
  return { value: value.text, evidence: `“${value.text}” in the goal`, guessed: true }
}
