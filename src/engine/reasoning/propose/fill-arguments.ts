import type { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import { findSpots, splitIdentifier } from '../language/language.ts'
import { findElement } from './find-element.ts'
import { kindsOfRole, type Match, matchValues } from './match-values.ts'
import { nounPhraseFor } from './noun-phrases.ts'
import { optionsOfParameter, type ParameterRole, roleOfParameter, typeOfParameter } from './parameter-role.ts'
import { findMessage, findTitle, findTopic } from './phrases.ts'
import { asRecord, type IndexedTool, type Parameter, readParameters } from './tool-index.ts'
import { readValues, type TextValue } from './values.ts'
import { readYesNo } from './yes-no.ts'

/** What arguments are taken from. */
export interface ArgumentSource {
  /** The part of the goal that asks for this call. */
  readonly text: string
  /** The whole goal: values told elsewhere in it fill what the part leaves open. */
  readonly goal: string
  readonly context: Readonly<Record<string, unknown>>
  readonly now: Date
}

export interface MissingArgument {
  readonly name: string
  readonly why: string
}

/** The arguments of one call, where each came from, and the required ones that nothing tells. */
export interface FilledArguments {
  readonly arguments: JsonObject
  readonly evidence: readonly string[]
  readonly missing: readonly MissingArgument[]
}

interface Filled {
  readonly value: JsonValue
  readonly evidence: string
  /** Further values for the same parameter: the call is repeated for each of them. */
  readonly repeats?: readonly JsonValue[]
}

const maxRepeats = 50

/**
 * Arguments for one tool from the words of a goal and its context; one entry for each call, several when a list
 * was given for a parameter that takes one value. Nothing is invented: what no source tells is listed as missing.
 */
export function fillArguments(tool: IndexedTool, source: ArgumentSource): readonly FilledArguments[] {
  const filled = fillParameters(tool, tool.parameters, source)
  const missing = tool.parameters
    .filter(parameter => parameter.required && !filled.has(parameter.name))
    .map(parameter => ({ name: parameter.name, why: explainMissing(parameter) }))
  const base = Object.fromEntries([...filled].map(([name, { value }]) => [name, value]))
  const evidence = [...filled].map(([name, { evidence: text }]) => `${name}: ${text}`)
  const repeated = [...filled].find(([, { repeats }]) => repeats !== undefined)
  if (repeated === undefined) return [{ arguments: base, evidence, missing }]
  const [name, { repeats = [] }] = repeated
  return repeats
    .slice(0, maxRepeats)
    .map(value => ({ arguments: { ...base, [name]: value }, evidence, missing }))
}

function explainMissing(parameter: Parameter): string {
  const what =
    parameter.description === '' ? splitIdentifier(parameter.name).join(' ') : parameter.description
  return `Neither the goal nor the context says ${parameter.name} (${what}).`
}

function fillParameters(
  tool: IndexedTool,
  parameters: readonly Parameter[],
  source: ArgumentSource,
): ReadonlyMap<string, Filled> {
  const filled = new Map<string, Filled>()
  const put = (parameter: Parameter, found: Filled | undefined): void => {
    if (found !== undefined && !filled.has(parameter.name)) filled.set(parameter.name, found)
  }
  const open = (): readonly Parameter[] => parameters.filter(parameter => !filled.has(parameter.name))
  for (const parameter of parameters) put(parameter, fillChoice(parameter, source.text))
  for (const parameter of open())
    if (roleOfParameter(parameter) === 'element') put(parameter, fillElement(source))
  const own = readValues(source.text, source.now)
  putMatches({ matches: matchValues(open().filter(isMatched), own), values: own, put })
  for (const parameter of open()) put(parameter, fillFromContext(parameter, source.context))
  for (const parameter of open()) put(parameter, fillPhrase(tool, parameter, { source, taken: filled }))
  for (const parameter of open()) {
    const used = new Set([...filled.values()].map(found => JSON.stringify(found.value)))
    put(parameter, fillCompound(tool, parameter, { source, values: own, used }))
  }
  if (source.goal !== source.text) {
    const told = readValues(source.goal, source.now)
    const needed = open().filter(parameter => parameter.required && isMatched(parameter))
    putMatches({ matches: matchValues(needed, told), values: told, put })
  }
  putLeftOver({ open: open(), values: own, filled, put })
  for (const parameter of open())
    if (parameter.required) put(parameter, fillNounPhrase(tool, parameter, { source, taken: filled }))
  for (const parameter of open()) if (parameter.required) put(parameter, fillHeadline(parameter, filled))
  for (const parameter of open()) put(parameter, fillFromDefault(parameter))
  return filled
}

type Put = (parameter: Parameter, found: Filled | undefined) => void

/** Free texts are read as phrases, not matched value by value. */
function isMatched(parameter: Parameter): boolean {
  const role = roleOfParameter(parameter)
  return (
    !['message', 'query', 'element', 'expression'].includes(role) &&
    optionsOfParameter(parameter.schema).length === 0
  )
}

function putMatches({
  matches,
  values,
  put,
}: {
  matches: readonly Match[]
  values: readonly TextValue[]
  put: Put
}): void {
  const used = new Set(matches.map(match => match.value))
  for (const { parameter, value } of matches) {
    const group = values.filter(other => other.group === value.group)
    const isList =
      group.length > 1 &&
      group.every(other => other === value || !used.has(other)) &&
      typeof value.value === 'string'
    const read = (one: TextValue): JsonValue => readAs(parameter, one)
    put(parameter, {
      value: read(value),
      evidence: `“${value.text}” in the goal`,
      ...(isList ? { repeats: group.map(read) } : {}),
    })
  }
}

function readAs(parameter: Parameter, value: TextValue): JsonValue {
  if (typeOfParameter(parameter.schema) === 'number') {
    const number = Number(value.value)
    const isShare =
      value.kind === 'percent' &&
      parameter.schema.type !== 'integer' &&
      !/percent|%/i.test(parameter.description)
    return isShare ? number / 100 : number
  }
  if (value.date !== undefined) return readDate(parameter, value.date)
  if (value.kind === 'date') return String(value.value)
  return typeof value.value === 'number' ? value.text : value.value
}

function readDate(parameter: Parameter, date: NonNullable<TextValue['date']>): string {
  const isMoment = parameter.schema.format === 'date-time'
  const isEnd = /end|until|due|to$/i.test(parameter.name)
  const day = (isEnd ? date.endDate : undefined) ?? date.date
  const time = (isEnd ? date.endTime : undefined) ?? date.time
  if (isMoment) return `${day}T${time ?? '00:00'}:00Z`
  const role: ParameterRole = roleOfParameter(parameter)
  if (role === 'time' && time !== undefined && date.hasDay && parameter.schema.format === undefined)
    return `${day}T${time}`
  return role === 'time' && time !== undefined && parameter.schema.format !== 'date' && !date.hasDay
    ? time
    : day
}

/** An option that the text names, or a yes/no whose name it says. */
function fillChoice(parameter: Parameter, text: string): Filled | undefined {
  const options = optionsOfParameter(parameter.schema)
  const lower = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  if (options.length > 0) {
    const named = options.filter(option => {
      const words = String(option)
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
      return words !== '' && (lower.includes(` ${words} `) || lower.includes(` ${words}s `))
    })
    const longest = named.sort((left, right) => String(right).length - String(left).length)[0]
    if (longest === undefined) return undefined
    const value = typeof longest === 'number' || typeof longest === 'boolean' ? longest : String(longest)
    const isList = typeOfParameter(parameter.schema) === 'list'
    return { value: isList ? named.map(String) : value, evidence: `“${String(longest)}” in the goal` }
  }
  if (typeOfParameter(parameter.schema) !== 'boolean') return undefined
  const told = readYesNo(parameter, text)
  return told === undefined ? undefined : { value: told.value, evidence: told.because }
}

function fillElement(source: ArgumentSource): Filled | undefined {
  const element = findElement(source.text, source.context.ui_schema)
  return element === undefined
    ? undefined
    : { value: element.id, evidence: `the ${element.label} of the page` }
}

/** A value of the context whose key is the parameter's name. */
function fillFromContext(
  parameter: Parameter,
  context: Readonly<Record<string, unknown>>,
): Filled | undefined {
  const plain = (name: string): string => splitIdentifier(name).join('')
  const key = Object.keys(context).find(name => plain(name) === plain(parameter.name))
  const value = key === undefined ? undefined : context[key]
  const type = typeOfParameter(parameter.schema)
  const isRight =
    type === 'number'
      ? typeof value === 'number'
      : type === 'boolean'
        ? typeof value === 'boolean'
        : typeof value === 'string'
  return isRight && isPlain(value) ? { value, evidence: `context.${key}` } : undefined
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function fillPhrase(
  tool: IndexedTool,
  parameter: Parameter,
  { source, taken }: { source: ArgumentSource; taken: ReadonlyMap<string, Filled> },
): Filled | undefined {
  if (typeOfParameter(parameter.schema) !== 'text' || optionsOfParameter(parameter.schema).length > 0)
    return undefined
  const phrase = readPhraseFor(tool, parameter, source.text)
  const isUsed = [...taken.values()].some(other => other.value === phrase)
  return phrase === undefined || phrase === '' || isUsed
    ? undefined
    : { value: phrase, evidence: `“${phrase}” in the goal` }
}

function readPhraseFor(tool: IndexedTool, parameter: Parameter, text: string): string | undefined {
  switch (roleOfParameter(parameter)) {
    case 'query':
      return findTopic(text, tool)
    case 'message':
      return findMessage(text) ?? firstTypedText(text)
    case 'title':
    case 'name':
      return findTitle(text)
    default:
      return undefined
  }
}

/** “put ada@example.org into …”: what stands before the target is what is entered. */
function firstTypedText(text: string): string | undefined {
  const spot = findSpots(text).find(({ kind }) => kind !== 'extension')
  const after = /\b(?:fill|complete)\b.*\bwith\s+["'“]?(.+?)["'”]?[.!]?$/i.exec(text)?.[1]
  if (after !== undefined) return after
  const said =
    /^\W*(?:and |then |please )*(?:type|enter|put|write|input)\s+(.+?)\s+(?:into|in|to|as)\s+(?:the|my|our|a|an|that|this)\b/i.exec(
      text,
    )?.[1]
  if (said !== undefined) return said
  const target = /\b(?:into|in|to|as)\b/.exec(text)
  return spot !== undefined && target !== null && spot.start < target.index ? String(spot.value) : undefined
}

/** Keys of records are never plain words. */
function isRecordName(parameter: Parameter): boolean {
  return /(?:^|_)(?:id|uuid|iban)s?$/i.test(parameter.name)
}

/** What is named in plain words: “the front door”, “wall anchors”. */
function fillNounPhrase(
  tool: IndexedTool,
  parameter: Parameter,
  { source, taken }: { source: ArgumentSource; taken: ReadonlyMap<string, Filled> },
): Filled | undefined {
  const named: readonly ParameterRole[] = ['other', 'name', 'place', 'title', 'identifier', 'path']
  const isText =
    typeOfParameter(parameter.schema) === 'text' && optionsOfParameter(parameter.schema).length === 0
  const role = roleOfParameter(parameter)
  const isRecord = isRecordName(parameter)
  if (!isText || !named.includes(role) || isRecord || parameter.schema.format !== undefined) return undefined
  const used = new Set([...taken.values()].map(found => String(found.value)))
  const phrase = nounPhraseFor(parameter, source.text, { tool, used })
  return phrase === undefined ? undefined : { value: phrase, evidence: `“${phrase}” in the goal` }
}

const longestHeadline = 80

/** A title that was not said is the beginning of the text it stands above. */
function fillHeadline(parameter: Parameter, filled: ReadonlyMap<string, Filled>): Filled | undefined {
  if (roleOfParameter(parameter) !== 'title' || typeOfParameter(parameter.schema) !== 'text') return undefined
  const body = [...filled].find(([name]) => /text|body|message|content|description/i.test(name))?.[1].value
  if (typeof body !== 'string' || body === '') return undefined
  const line = body.split('\n')[0] ?? body
  const title = line.length > longestHeadline ? `${line.slice(0, longestHeadline - 1)}…` : line
  return { value: title, evidence: 'the beginning of the text' }
}

function fillCompound(
  tool: IndexedTool,
  parameter: Parameter,
  {
    source,
    values,
    used,
  }: { source: ArgumentSource; values: readonly TextValue[]; used: ReadonlySet<string> },
): Filled | undefined {
  const type = typeOfParameter(parameter.schema)
  if (type === 'object') {
    const inner = fillParameters(tool, readParameters(parameter.schema), {
      ...source,
      goal: source.text,
      context: {},
    })
    const value = Object.fromEntries([...inner].map(([name, found]) => [name, found.value]))
    return inner.size === 0 ? undefined : { value, evidence: 'values in the goal' }
  }
  if (type !== 'list') return undefined
  const isNumeric = typeOfParameter(asRecord(parameter.schema.items)) === 'number'
  const wanted = kindsOfRole(roleOfParameter(parameter))
  const suited = values.filter(value =>
    isNumeric
      ? typeof value.value === 'number'
      : typeof value.value === 'string' && (wanted?.includes(value.kind) ?? true),
  )
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

/** Text parameters and unused values left over in equal number belong together, in order. */
function putLeftOver({
  open,
  values,
  filled,
  put,
}: {
  open: readonly Parameter[]
  values: readonly TextValue[]
  filled: ReadonlyMap<string, Filled>
  put: Put
}): void {
  const plainRoles: readonly ParameterRole[] = ['other', 'name', 'place', 'identifier', 'title']
  const needed = open.filter(
    parameter =>
      parameter.required &&
      typeOfParameter(parameter.schema) === 'text' &&
      isMatched(parameter) &&
      plainRoles.includes(roleOfParameter(parameter)) &&
      (!isRecordName(parameter) || values.some(value => value.kind === 'identifier')),
  )
  const used = new Set([...filled.values()].map(found => found.value))
  const free = values.filter(
    value => ['quoted', 'proper_name', 'identifier'].includes(value.kind) && !used.has(value.value),
  )
  const quoted = free.filter(value => value.kind === 'quoted')
  const fitting = quoted.length === needed.length ? quoted : free
  if (needed.length !== fitting.length) return
  for (const [at, parameter] of needed.entries()) {
    const value = fitting[at]
    if (value !== undefined) put(parameter, { value: value.value, evidence: `“${value.text}” in the goal` })
  }
}

function fillFromDefault(parameter: Parameter): Filled | undefined {
  const value = parameter.schema.default
  return parameter.required && isPlain(value) ? { value, evidence: 'the default of the tool' } : undefined
}
