import { splitIdentifier, stemWord } from '../../language/language.ts'
import { asRecord, type Parameter } from '../tool-index.ts'
import type { TextValue } from './values.ts'

/** What kind of value a parameter takes. */
export type ParameterType = 'number' | 'boolean' | 'text' | 'list' | 'object'

/** What part a text parameter plays. */
export type ParameterRole =
  | 'email'
  | 'url'
  | 'path'
  | 'date'
  | 'time'
  | 'identifier'
  | 'place'
  | 'name'
  | 'query'
  | 'message'
  | 'title'
  | 'element'
  | 'phone'
  | 'expression'
  | 'other'

/** The JSON type of a parameter, read leniently (`float`, unions and missing types occur). */
export function typeOfParameter(schema: Readonly<Record<string, unknown>>): ParameterType {
  const stated = Array.isArray(schema.type) ? schema.type.find(type => type !== 'null') : schema.type
  switch (stated) {
    case 'integer':
    case 'number':
    case 'float':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'array':
    case 'tuple':
      return 'list'
    case 'object':
    case 'dict':
      return 'object'
    default:
      return stated === undefined && schema.properties !== undefined ? 'object' : 'text'
  }
}

const roleNames: readonly (readonly [ParameterRole, RegExp])[] = [
  ['element', /\b(?:element|selector|widget|control)\b/],
  ['email', /\b(?:e ?mail|mail|cc|bcc)\b/],
  ['url', /\b(?:url|uri|link|href|website|webpage|endpoint)\b/],
  ['path', /\b(?:path|file|filename|folder|directory|dir)\b/],
  ['expression', /\b(?:expression|formula|equation)\b/],
  ['date', /\b(?:date|day|due|deadline|until|since|birthday|expiry|expires|when)\b/],
  ['time', /\b(?:time|at|datetime|timestamp|start|end|starts|ends)\b/],
  ['phone', /\b(?:phone|mobile|telephone|fax)\b/],
  [
    'identifier',
    /\b(?:id|ids|code|number|no|key|sku|isbn|ref|reference|uuid|ticket|account|iban|serial|version|article|item|product|part|plate|build)\b/,
  ],
  [
    'place',
    /\b(?:location|city|place|country|state|region|address|destination|origin|venue|area|town|zone|from|to|room)\b/,
  ],
  ['query', /\b(?:query|search|keyword|keywords|term|terms|topic|q|question|phrase)\b/],
  [
    'message',
    /\b(?:message|body|text|content|note|notes|comment|description|reason|instructions?|details|summary|memo)\b/,
  ],
  ['title', /\b(?:title|subject|label|headline|heading)\b/],
  [
    'name',
    /\b(?:name|person|user|recipient|member|customer|author|artist|company|team|player|owner|assignee|contact|guest|employee)\b/,
  ],
]

/** The part a text parameter plays, by its format, then the last word of its name, then its description. */
export function roleOfParameter(parameter: Parameter): ParameterRole {
  const known = rolesByParameter.get(parameter)
  if (known !== undefined) return known
  const role = readRole(parameter)
  rolesByParameter.set(parameter, role)
  return role
}

const rolesByParameter = new WeakMap<Parameter, ParameterRole>()

function readRole(parameter: Parameter): ParameterRole {
  const byFormat = roleOfFormat(
    String(parameter.schema.format ?? ''),
    String(parameter.schema['x-soulgate'] ?? ''),
  )
  if (byFormat !== undefined) return byFormat
  const words = splitIdentifier(parameter.name).filter(word => !/^\d+$/.test(word))
  const last = words.at(-1) ?? ''
  if (/^(?:start|end|starts|ends|from|to|at|begin)$/.test(last))
    return roleOfLimit(last, parameter.description)
  if (/element|selector/.test(words.join(' '))) return 'element'
  const named =
    roleNames.find(([, names]) => names.test(last)) ??
    roleNames.find(([, names]) => names.test(words.join(' ')))
  return named?.[0] ?? 'other'
}

/** A start or an end is a place, a day or a time: its description tells. */
function roleOfLimit(last: string, description: string): ParameterRole {
  if (/locat|city|address|place|airport|station|destination|origin|town|landmark|point/i.test(description))
    return 'place'
  if (/path|file|folder/i.test(description)) return 'path'
  if (/\b(?:names?|iban|person|customer|member)\b/i.test(description)) return 'name'
  if (/e-?mail|recipient|address/i.test(description)) return 'email'
  if (/date|day|time|when/i.test(description)) return 'time'
  return /^(?:start|end|starts|ends|begin|at)$/.test(last) ? 'time' : 'name'
}

function roleOfFormat(format: string, meaning: string): ParameterRole | undefined {
  if (format === 'email') return 'email'
  if (format === 'uri' || format === 'url' || meaning === 'host') return 'url'
  if (format === 'date') return 'date'
  if (format === 'date-time' || format === 'time') return 'time'
  if (format === 'uuid') return 'identifier'
  return meaning === 'path' ? 'path' : undefined
}

/** Stems of its name: near a value they announce it. */
export function announcingStems(parameter: Parameter): readonly string[] {
  const known = stemsByParameter.get(parameter)
  if (known !== undefined) return known
  const parts = splitIdentifier(parameter.name)
  const stems = parts.filter(part => !GENERIC.has(part) || parts.length === 1).map(stemWord)
  stemsByParameter.set(parameter, stems)
  return stems
}

const stemsByParameter = new WeakMap<Parameter, readonly string[]>()
const GENERIC = new Set('id name number value type the of in is to a for'.split(' '))

/** The values a parameter may take, when its schema lists them. */
export function optionsOfParameter(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  const own = schema.enum ?? asRecord(schema.items).enum
  return Array.isArray(own) ? own : []
}

const kindsByRole: Readonly<Partial<Record<ParameterRole, readonly TextValue['kind'][]>>> = {
  email: ['email'],
  url: ['url', 'host'],
  path: ['path', 'glob'],
  date: ['date', 'date_time'],
  time: ['date', 'date_time'],
  phone: ['phone'],
  identifier: ['identifier', 'iban'],
  place: ['proper_name'],
  name: ['proper_name', 'email', 'handle', 'identifier'],
}

/** The kinds of value that a role takes; undefined when it takes any. */
export function kindsOfRole(role: ParameterRole): readonly TextValue['kind'][] | undefined {
  return kindsByRole[role]
}
