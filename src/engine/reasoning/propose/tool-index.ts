import type { Tool } from '../../../contracts/tool.ts'
import { contentStems, readWords, splitIdentifier, stemWord } from '../language/language.ts'

/** The part of a tool that selection reads. */
export type ToolDescription = Pick<Tool, 'name' | 'description' | 'input_schema'>

/** A parameter of a tool, as its schema states it. */
export interface Parameter {
  readonly name: string
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly required: boolean
}

/** Share of each part of a definition in how well a tool matches. */
const fieldWeights = { name: 2.2, description: 1.6, parameter: 0.55, parameterDescription: 0.25, option: 0.5 }

export interface IndexedTool {
  readonly tool: ToolDescription
  readonly parameters: readonly Parameter[]
  /** Weight of each stem over all fields, damped for length. */
  readonly weights: ReadonlyMap<string, number>
  readonly nameStems: ReadonlySet<string>
  readonly descriptionStems: ReadonlySet<string>
  readonly parameterStems: ReadonlySet<string>
}

interface Posting {
  readonly tool: number
  readonly weight: number
  readonly inName: boolean
}

/** A set of tools made ready for selection. */
export interface ToolIndex {
  readonly tools: readonly IndexedTool[]
  readonly postings: ReadonlyMap<string, readonly Posting[]>
  /** Stems by their first four letters, for forms that the stemmer leaves apart. */
  readonly stemsByHead: ReadonlyMap<string, readonly string[]>
  /** Stems near to a stem of a goal, as found before. */
  readonly nearStems: Map<string, ReadonlyMap<string, number>>
}

const indexes = new WeakMap<readonly ToolDescription[], ToolIndex>()

/** Makes a list of tools ready for ranking; the same list object is indexed once. */
export function prepareTools(tools: readonly ToolDescription[]): ToolIndex {
  const known = indexes.get(tools)
  if (known !== undefined && known.tools.length === tools.length) return known
  const index = buildIndex(tools)
  indexes.set(tools, index)
  return index
}

function buildIndex(tools: readonly ToolDescription[]): ToolIndex {
  const indexed = tools.map(indexTool)
  const postings = new Map<string, Posting[]>()
  const stemsByHead = new Map<string, string[]>()
  for (const [tool, { weights, nameStems }] of indexed.entries())
    for (const [stem, weight] of weights) {
      const list = postings.get(stem) ?? []
      list.push({ tool, weight, inName: nameStems.has(stem) })
      postings.set(stem, list)
    }
  for (const stem of postings.keys())
    if (stem.length >= 5)
      stemsByHead.set(stem.slice(0, 4), [...(stemsByHead.get(stem.slice(0, 4)) ?? []), stem])
  return { tools: indexed, postings, stemsByHead, nearStems: new Map() }
}

/** The parameters of an object schema, in the order of its properties. */
export function readParameters(schema: Readonly<Record<string, unknown>>): readonly Parameter[] {
  const properties = asRecord(schema.properties)
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(properties).map(([name, value]) => {
    const property = asRecord(value)
    const description = typeof property.description === 'string' ? property.description : ''
    return { name, description, schema: property, required: required.includes(name) }
  })
}

/** The value as an object, an empty one when it is anything else. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function identifierStems(name: string): readonly string[] {
  return splitIdentifier(name)
    .filter(part => part.length > 1)
    .map(stemWord)
}

function indexTool(tool: ToolDescription): IndexedTool {
  const parameters = readParameters(tool.input_schema)
  const name = identifierStems(tool.name)
  const description = contentStems(tool.description)
  const parameterNames = parameters.flatMap(parameter => identifierStems(parameter.name))
  const weights = new Map<string, number>()
  addField(weights, name, fieldWeights.name)
  addField(weights, withAcronyms(tool.description, description), fieldWeights.description)
  addField(weights, parameterNames, fieldWeights.parameter)
  addField(
    weights,
    parameters.flatMap(parameter => contentStems(parameter.description)),
    fieldWeights.parameterDescription,
  )
  addField(
    weights,
    parameters.flatMap(parameter => optionStems(parameter.schema)),
    fieldWeights.option,
  )
  return {
    tool,
    parameters,
    weights,
    nameStems: new Set(name),
    descriptionStems: new Set(description),
    parameterStems: new Set(parameterNames),
  }
}

function optionStems(schema: Readonly<Record<string, unknown>>): readonly string[] {
  const options = Array.isArray(schema.enum) ? schema.enum : []
  return options.filter(option => typeof option === 'string').flatMap(contentStems)
}

/** A definition that spells out what a short name abbreviates is also found by the short name. */
function withAcronyms(text: string, stems: readonly string[]): readonly string[] {
  return [...stems, ...acronymsOf(text)]
}

/** First letters of three or four words in a row: “body mass index” → bmi. */
export function acronymsOf(text: string): readonly string[] {
  const words = readWords(text).filter(word => /^\p{L}{3,}/u.test(word.text))
  const acronyms: string[] = []
  for (const length of [3, 4])
    for (let at = 0; at + length <= words.length; at += 1)
      acronyms.push(
        words
          .slice(at, at + length)
          .map(word => word.lower[0])
          .join(''),
      )
  return acronyms
}

/** Adds a field's stems, each counted once, with less weight the longer the field is. */
function addField(weights: Map<string, number>, stems: readonly string[], weight: number): void {
  const distinct = new Set(stems)
  const share = weight / (0.75 + 0.25 * Math.min(3, distinct.size / 8))
  for (const stem of distinct) weights.set(stem, (weights.get(stem) ?? 0) + share)
}
