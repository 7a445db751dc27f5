import type { JsonValue } from '../../../../contracts/json-value.ts'
import { splitIdentifier } from '../../language/language.ts'
import type { IndexedTool, Parameter } from '../tool-index.ts'
import type { ArgumentSource, Filled, FilledArguments, Put } from './argument-source.ts'
import { fillChoice } from './fill-choice.ts'
import { fillCompound } from './fill-compound.ts'
import { fillFromContext } from './fill-from-context.ts'
import { isOfPage, putOnPage } from './fill-page.ts'
import { fillRemainder, putLeftOver } from './fill-remainder.ts'
import { putRoute } from './fill-route.ts'
import { type Match, matchValues } from './match-values.ts'
import { optionsOfParameter, roleOfParameter, typeOfParameter } from './parameter-role.ts'
import { findMessage, findTopic } from './phrases.ts'
import { isEndOfSpan, readAs, readDate } from './read-argument.ts'
import { readValues, type TextValue } from './values.ts'

export type { ArgumentSource, FilledArguments, MissingArgument } from './argument-source.ts'

const maxRepeats = 50

/**
 * Arguments for one tool from the words of a goal and its context; one entry for each call, several when a list
 * was given for a parameter that takes one value. Nothing is invented: what no source tells is listed as missing.
 */
export function fillArguments(tool: IndexedTool, source: ArgumentSource): readonly FilledArguments[] {
  const filled = fillParameters(tool, tool.parameters, source)
  const missing = tool.parameters
    .filter(parameter => parameter.required && !filled.has(parameter.name))
    .map(parameter => ({
      name: parameter.name,
      why: explainMissing(parameter),
      ...(isOfPage(tool, parameter, source) ? { is_of_page: true as const } : {}),
    }))
  const base = Object.fromEntries([...filled].map(([name, { value }]) => [name, value]))
  const evidence = [...filled].map(([name, { evidence: text }]) => `${name}: ${text}`)
  const repeated = [...filled].find(([, { repeats }]) => repeats !== undefined)
  const guessed = [...filled].flatMap(([name, found]) => (found.guessed ? [name] : []))
  if (repeated === undefined) return [{ arguments: base, evidence, missing, guessed }]
  const [name, { repeats = [] }] = repeated
  return repeats
    .slice(0, maxRepeats)
    .map(value => ({ arguments: { ...base, [name]: value }, evidence, missing, guessed }))
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
  const open = (): readonly Parameter[] =>
    parameters.filter(parameter => !filled.has(parameter.name) && !isOfPage(tool, parameter, source))
  const used = (): ReadonlySet<string> =>
    new Set([...filled.values()].map(found => JSON.stringify(found.value)))
  for (const parameter of parameters) put(parameter, fillChoice(tool, parameter, source.text))
  putOnPage(tool, { source, filled }, put)
  const own = readValues(source.text, source.now, filesOf(source.context))
  putMoments(own, open(), put)
  putRoute(source.text, open(), put)
  const matches = matchValues(open().filter(isMatched), own)
  putSpans({ matches, open: open() }, put)
  putMatches({ matches, values: own }, put)
  for (const parameter of open()) put(parameter, fillFromContext(parameter, source.context))
  for (const parameter of open()) put(parameter, fillPhrase(parameter, { source, taken: filled }))
  const fillInner = (inner: readonly Parameter[], from: ArgumentSource) => fillParameters(tool, inner, from)
  for (const parameter of open())
    put(parameter, fillCompound(parameter, { source, values: own, used: used(), fillInner }))
  if (source.goal !== source.text) putFromGoal(tool, { source, open: open() }, put)
  putLeftOver({ open: open(), values: own, filled }, put)
  putRest(tool, { source, values: own, filled, open }, put)
  for (const parameter of open()) put(parameter, fillFromDefault(parameter))
  return filled
}

/** Paths that the request says exist: a name with spaces is taken whole. */
function filesOf({ files }: ArgumentSource['context']): readonly string[] {
  return Array.isArray(files) ? files.filter(file => typeof file === 'string') : []
}

/** A day and a time of day go to the parameters for each, whether they were said together or apart. */
function putMoments(values: readonly TextValue[], open: readonly Parameter[], put: Put): void {
  const texts = open.filter(
    ({ schema }) => typeOfParameter(schema) === 'text' && schema.format !== 'date-time',
  )
  const times = texts.filter(({ name }) => /(?:^|_)time$|Time$/.test(name))
  const [time] = times
  const [day] = texts.filter(parameter => roleOfParameter(parameter) === 'date')
  const said = values.find(({ date }) => date?.time !== undefined)
  if (time === undefined || said?.date?.time === undefined || times.length > 1) return
  const evidence = `“${said.text}” in the goal`
  if (day === undefined && said.date.hasDay) return
  put(time, { value: said.date.time, evidence })
  if (day !== undefined && said.date.hasDay) put(day, { value: said.date.date, evidence })
}

/** What the part of the goal leaves open, the rest of it may tell. */
function putFromGoal(
  tool: IndexedTool,
  { source, open }: { readonly source: ArgumentSource; readonly open: readonly Parameter[] },
  put: Put,
): void {
  const told = readValues(source.goal, source.now, filesOf(source.context))
  const needed = open.filter(parameter => parameter.required)
  const matches = matchValues(needed.filter(isMatched), told)
  putSpans({ matches, open: needed }, put)
  putMatches({ matches, values: told }, put)
  for (const parameter of needed) put(parameter, fillChoice(tool, parameter, source.goal))
}

/** Required parameters that no value of their kind fills: what is left over of the words, in the part and then in the goal. */
function putRest(
  tool: IndexedTool,
  {
    source,
    values,
    filled,
    open,
  }: {
    readonly source: ArgumentSource
    readonly values: readonly TextValue[]
    readonly filled: ReadonlyMap<string, Filled>
    readonly open: () => readonly Parameter[]
  },
  put: Put,
): void {
  const needed = (): readonly Parameter[] => open().filter(parameter => parameter.required)
  for (const parameter of needed()) put(parameter, fillRemainder(tool, parameter, { source, values, filled }))
}

/** “from the 3rd to the 6th” is a beginning and an end: the end goes to the parameter that takes one. */
function putSpans(
  { matches, open }: { readonly matches: readonly Match[]; readonly open: readonly Parameter[] },
  put: Put,
): void {
  for (const { parameter, value } of matches) {
    if (value.date?.endDate === undefined || !isMoment(parameter)) continue
    const others = open.filter(
      other => other !== parameter && isMoment(other) && !matches.some(match => match.parameter === other),
    )
    const other = others.find(one => one.required) ?? others[0]
    if (other === undefined) continue
    const isEnd = isEndOfSpan(parameter) && !isEndOfSpan(other)
    const evidence = `“${value.text}” in the goal`
    put(parameter, { value: readDate(parameter, value.date, isEnd), evidence })
    put(other, { value: readDate(other, value.date, !isEnd), evidence })
  }
}

function isMoment(parameter: Parameter): boolean {
  return typeOfParameter(parameter.schema) === 'text' && ['date', 'time'].includes(roleOfParameter(parameter))
}

/** Free texts are read as phrases, not matched value by value. */
function isMatched(parameter: Parameter): boolean {
  const role = roleOfParameter(parameter)
  return (
    !['message', 'query', 'element', 'expression'].includes(role) &&
    optionsOfParameter(parameter.schema).length === 0
  )
}

function putMatches(
  { matches, values }: { readonly matches: readonly Match[]; readonly values: readonly TextValue[] },
  put: Put,
): void {
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

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function fillPhrase(
  parameter: Parameter,
  { source, taken }: { source: ArgumentSource; taken: ReadonlyMap<string, Filled> },
): Filled | undefined {
  if (typeOfParameter(parameter.schema) !== 'text' || optionsOfParameter(parameter.schema).length > 0)
    return undefined
  const phrase = readPhraseFor(parameter, source.text)
  const isUsed = [...taken.values()].some(other => other.value === phrase)
  return phrase === undefined || phrase === '' || isUsed
    ? undefined
    : { value: phrase, evidence: `“${phrase}” in the goal` }
}

function readPhraseFor(parameter: Parameter, text: string): string | undefined {
  const role = roleOfParameter(parameter)
  if (role === 'query') return findTopic(text)
  return role === 'message' ? findMessage(text) : undefined
}

function fillFromDefault(parameter: Parameter): Filled | undefined {
  const value = parameter.schema.default
  return parameter.required && isPlain(value) ? { value, evidence: 'the default of the tool' } : undefined
}
