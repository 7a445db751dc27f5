import { contentStems, splitIdentifier } from '../../language/language.ts'
import type { IndexedTool, Parameter } from '../tool-index.ts'
import { readAnswer } from './answers.ts'
import type { ArgumentSource, Filled, FilledArguments } from './argument-source.ts'
import { findCandidates } from './candidates.ts'
import { fillCompound } from './fill-compound.ts'
import { fillFromContext } from './fill-from-context.ts'
import { putOnPage, takesElement, targetOnPage } from './fill-page.ts'
import { choosePairs, findPairs, type Paired } from './pair.ts'
import { typeOfParameter } from './parameter-role.ts'
import { readAs } from './read-argument.ts'
import { readValues, type TextValue } from './values.ts'
import { readYesNo } from './yes-no.ts'

export type { ArgumentSource, FilledArguments, MissingArgument } from './argument-source.ts'

const maxRepeats = 50

/**
 * Arguments for one tool from the words of a goal and its context; one entry for each call, several when a list
 * was given for a parameter that takes one value. Nothing is invented: what no source tells is listed as missing.
 */
export function fillArguments(tool: IndexedTool, source: ArgumentSource): readonly FilledArguments[] {
  const filled = fillParameters(tool, source)
  const missing = tool.parameters
    .filter(parameter => parameter.required && !filled.has(parameter.name))
    .map(parameter => ({
      name: parameter.name,
      why: explainMissing(parameter),
    }))
  const base = Object.fromEntries([...filled].map(([name, { value }]) => [name, value]))
  const evidence = [...filled].map(([name, { evidence: text }]) => `${name}: ${text}`)
  const repeated = [...filled].find(([, { repeats }]) => repeats !== undefined)
  const guessed = [...filled].flatMap(([name, found]) => (found.guessed ? [name] : []))
  const doubt = [...filled.values()].reduce((sum, { sureness = 1 }) => sum - Math.log(sureness), 0)
  const basis = [...filled.values()].flatMap(({ said = [] }) => said).join(' · ')
  const told = { evidence, basis, missing, guessed, doubt }
  if (repeated === undefined) return [{ arguments: base, ...told }]
  const [name, { repeats = [] }] = repeated
  return repeats.slice(0, maxRepeats).map(value => ({ arguments: { ...base, [name]: value }, ...told }))
}

function explainMissing(parameter: Parameter): string {
  const what =
    parameter.description === '' ? splitIdentifier(parameter.name).join(' ') : parameter.description
  return `Neither the goal nor the context says ${parameter.name} (${what}).`
}

/** Below this a value is only likelier than any other: a person looks before it is used. */
const SURE = 0.6

/**
 * What is done on a page comes first, then the context, switches and what else the words say, the surest first; lists
 * take what is left, and the default of the tool what nothing told.
 */
function fillParameters(tool: IndexedTool, source: ArgumentSource): ReadonlyMap<string, Filled> {
  const filled = new Map<string, Filled>()
  const put = (parameter: Parameter, found: Filled | undefined): void => {
    if (found !== undefined && !filled.has(parameter.name)) filled.set(parameter.name, found)
  }
  const open = (): readonly Parameter[] =>
    tool.parameters.filter(parameter => !filled.has(parameter.name) && !takesElement(tool, parameter))
  const { text, goal, now } = source
  const files = filesOf(source.context)
  for (const parameter of tool.parameters) put(parameter, fillFromAnswer(parameter, source))
  putOnPage(tool, source, put)
  for (const parameter of open()) put(parameter, fillYesNo(parameter, text))
  const named = new Set(contentStems(targetOnPage(tool, { source, filled })?.name ?? ''))
  const isName = (words: string) => named.size > 0 && contentStems(words).every(stem => named.has(stem))
  const candidates = findCandidates({ text, goal, now, files }).filter(one => !isName(one.text))
  const plain = open().filter(({ schema }) => ['number', 'text'].includes(typeOfParameter(schema)))
  const said = new Set(contentStems(goal))
  const paired = choosePairs(findPairs(plain, { tool, candidates, text, goal, said }))
  for (const one of paired) put(one.parameter, filledBy(one, paired))
  for (const parameter of open()) put(parameter, fillFromContext(parameter, source.context))
  const used = () => new Set([...filled.values()].map(found => JSON.stringify(found.value)))
  const values = readValues(text, now, files)
  for (const parameter of open()) put(parameter, fillCompound(parameter, { values, used: used() }))
  for (const parameter of open()) put(parameter, fillFromDefault(parameter))
  return filled
}

/** Paths that the request says exist: a name with spaces is taken whole. */
function filesOf({ files }: ArgumentSource['context']): readonly string[] {
  return Array.isArray(files) ? files.filter(file => typeof file === 'string') : []
}

function fillFromAnswer(parameter: Parameter, { answers, now }: ArgumentSource): Filled | undefined {
  const answer = answers?.get(parameter.name)
  const value = answer === undefined ? undefined : readAnswer(parameter, answer, now)
  return answer === undefined || value === undefined
    ? undefined
    : { value, evidence: `the answer “${answer}”`, said: [answer] }
}

function fillYesNo(parameter: Parameter, text: string): Filled | undefined {
  if (typeOfParameter(parameter.schema) !== 'boolean') return undefined
  const told = readYesNo(parameter, text)
  return told === undefined ? undefined : { value: told.value, evidence: told.because, said: told.said }
}

/** Of several values joined by commas or “and” each is one call, unless another parameter takes one of them. */
function filledBy({ parameter, value, from, sureness }: Paired, paired: readonly Paired[]): Filled {
  const guessed = sureness < SURE ? { guessed: true as const } : {}
  const found = { value, evidence: `“${from.text}” in the goal`, said: [from.text], sureness, ...guessed }
  if (!('kind' in from) || from.group < 0 || typeof value !== 'string') return found
  const group = from.joined ?? []
  const isShared = paired.some(other => other.from !== from && group.some(one => isWithin(one, other.from)))
  return group.length < 2 || isShared
    ? found
    : { ...found, repeats: group.map(one => readAs(parameter, one)) }
}

function isWithin(one: TextValue, other: Paired['from']): boolean {
  return 'start' in other && one.start < other.end && one.end > other.start
}

function fillFromDefault({ required, schema }: Parameter): Filled | undefined {
  const { default: value } = schema
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return required && isPlain ? { value, evidence: 'the default of the tool' } : undefined
}
