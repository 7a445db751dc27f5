import type { JsonValue } from '../../../../contracts/json-value.ts'
import { splitIdentifier } from '../../language/language.ts'
import type { Parameter } from '../tool-index.ts'
import type { Filled } from './argument-source.ts'
import { typeOfParameter } from './parameter-role.ts'

type Context = Readonly<Record<string, unknown>>

/** A value of the context whose key is the parameter's name. */
export function fillFromContext(parameter: Parameter, context: Context): Filled | undefined {
  const key = Object.keys(context).find(name => plain(name) === plain(parameter.name))
  return key === undefined ? undefined : take(parameter, context[key], `context.${key}`)
}

function take(parameter: Parameter, value: unknown, evidence: string): Filled | undefined {
  const type = typeOfParameter(parameter.schema)
  const isRight = typeof value === (type === 'number' || type === 'boolean' ? type : 'string')
  return isRight ? { value: value as JsonValue, evidence } : undefined
}

function plain(name: string): string {
  return splitIdentifier(name).join('')
}
