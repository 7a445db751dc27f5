import type { JsonValue } from '../../../../contracts/json-value.ts'
import { splitIdentifier, stemWord } from '../../language/language.ts'
import type { Parameter } from '../tool-index.ts'
import type { Filled } from './argument-source.ts'
import { roleOfParameter, typeOfParameter } from './parameter-role.ts'

type Context = Readonly<Record<string, unknown>>

/** A value of the context whose key is the parameter's name. */
export function fillFromContext(parameter: Parameter, context: Context): Filled | undefined {
  const key = Object.keys(context).find(name => plain(name) === plain(parameter.name))
  return key === undefined ? undefined : take(parameter, context[key], `context.${key}`)
}

/**
 * What a person has before them when they say it: the record that is open or selected (`open_order: { id: "A-7" }` for
 * `order_id`), or the text that was handed over with the goal, where the words point at it.
 */
export function fillFromScene(
  parameter: Parameter,
  { text, context }: { readonly text: string; readonly context: Context },
): Filled | undefined {
  const scene = Object.entries(context).filter(([key]) => key !== 'ui_schema')
  return fillFromRecord(parameter, scene) ?? fillFromText(parameter, { text, scene })
}

function fillFromRecord(
  parameter: Parameter,
  scene: readonly (readonly [string, unknown])[],
): Filled | undefined {
  const words = splitIdentifier(parameter.name)
  const field = words.at(-1) ?? ''
  const nouns = new Set(words.slice(0, -1).map(stemWord))
  const found = scene.flatMap(([key, value]) => {
    const isOfKind = splitIdentifier(key).some(part => nouns.has(stemWord(part)))
    if (!isRecord(value))
      return isOfKind && recordKeys.has(field) ? [take(parameter, value, `context.${key}`)] : []
    const own = Object.keys(value).find(
      name => plain(name) === plain(parameter.name) || (isOfKind && plain(name) === field),
    )
    return own === undefined ? [] : [take(parameter, value[own], `context.${key}.${own}`)]
  })
  const fitting = found.filter(one => one !== undefined)
  return fitting.length === 1 ? fitting[0] : undefined
}

const recordKeys = new Set(['id', 'no', 'number', 'key', 'slug', 'code', 'ref', 'name'])
const pointing =
  /\b(?:this|that|it|these|those|them|selected|selection|highlighted|marked|attached|pasted|enclosed|open|current|above|below)\b/i

/** The only text that was handed over is what “this” means. */
function fillFromText(
  parameter: Parameter,
  { text, scene }: { readonly text: string; readonly scene: readonly (readonly [string, unknown])[] },
): Filled | undefined {
  if (roleOfParameter(parameter) !== 'message' || !pointing.test(text)) return undefined
  const texts = scene.filter(([, value]) => typeof value === 'string' && /\s/.test(value.trim()))
  const [only] = texts
  return only === undefined || texts.length > 1 ? undefined : take(parameter, only[1], `context.${only[0]}`)
}

function take(parameter: Parameter, value: unknown, evidence: string): Filled | undefined {
  const type = typeOfParameter(parameter.schema)
  const isRight = typeof value === (type === 'number' || type === 'boolean' ? type : 'string')
  return isRight ? { value: value as JsonValue, evidence } : undefined
}

function plain(name: string): string {
  return splitIdentifier(name).join('')
}

function isRecord(value: unknown): value is Context {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
