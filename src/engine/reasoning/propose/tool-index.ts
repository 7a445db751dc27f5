import MiniSearch from 'minisearch'
import type { Tool } from '../../../contracts/tool.ts'
import {
  type Acts,
  actionVerbBase,
  contentStems,
  isFormOf,
  readActsFrom,
  readToolActs,
  splitIdentifier,
  stemWord,
} from '../language/language.ts'

/** The part of a tool that selection reads. */
export type ToolDescription = Pick<Tool, 'name' | 'description' | 'input_schema'> & {
  readonly annotations?: { readonly read_only: boolean; readonly destructive?: boolean } | undefined
}

/** A parameter of a tool, as its schema states it. */
export interface Parameter {
  readonly name: string
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly required: boolean
}

/** A tool with what its definition speaks of. */
export interface IndexedTool {
  readonly tool: ToolDescription
  readonly parameters: readonly Parameter[]
  readonly nameStems: ReadonlySet<string>
  readonly descriptionStems: ReadonlySet<string>
  /** Every stem of the definition, in (0,1] by the field that it stands in. */
  readonly spoken: Stems
  /** What it is named for: the acts of its verb, and of the verb that its description opens with. */
  readonly acts: Acts
  /** All acts that its definition speaks of. */
  readonly allActs: Acts
}

/** A set of tools made ready for selection. */
export interface ToolIndex {
  readonly tools: readonly IndexedTool[]
  readonly search: MiniSearch<IndexedTool>
}

/** Share of each field in what a tool speaks of. */
const FIELDS = { name: 1, description: 0.9, parameters: 0.6, details: 0.4 }
/** The same in how well it is found. */
const BOOST = { name: 2.2, description: 1.6, parameters: 0.55, details: 0.25 }

const indexes = new WeakMap<readonly ToolDescription[], ToolIndex>()

/** Makes a list of tools ready for ranking; the same list object is indexed once. */
export function prepareTools(tools: readonly ToolDescription[]): ToolIndex {
  const known = indexes.get(tools)
  if (known !== undefined && known.tools.length === tools.length) return known
  const indexed = tools.map(indexTool)
  const positions = new Map(indexed.map((tool, position) => [tool, position]))
  const search = new MiniSearch<IndexedTool>({
    fields: Object.keys(FIELDS),
    tokenize: text => text.split(' '),
    processTerm: term => term,
    extractField: (one, field) =>
      field === 'id'
        ? positions.get(one)
        : (stemsOfFields(one)[field as keyof typeof FIELDS] ?? []).join(' '),
    searchOptions: { boost: BOOST },
  })
  search.addAll(indexed)
  const index = {
    tools: indexed,
    search,
  }
  indexes.set(tools, index)
  return index
}

/** The parameters of an object schema, in the order of its properties. */
function readParameters(schema: Readonly<Record<string, unknown>>): readonly Parameter[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(asRecord(schema.properties)).map(([name, value]) => {
    const property = asRecord(value)
    const description = typeof property.description === 'string' ? property.description : ''
    return { name, description, schema: property, required: required.includes(name) }
  })
}

/** The value as an object, an empty one when it is anything else. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}

function stemsOfFields({ tool, parameters }: Pick<IndexedTool, 'tool' | 'parameters'>) {
  return {
    name: stemsOfName(tool.name),
    description: contentStems(tool.description),
    parameters: parameters.flatMap(({ name, schema }) => [
      ...stemsOfName(name),
      ...(Array.isArray(schema.enum) ? schema.enum.flatMap(option => contentStems(String(option))) : []),
    ]),
    details: parameters.flatMap(({ description }) => contentStems(description)),
  }
}

function stemsOfName(name: string): readonly string[] {
  return splitIdentifier(name)
    .filter(part => part.length > 1)
    .map(stemWord)
}

function indexTool(tool: ToolDescription): IndexedTool {
  const parameters = readParameters(tool.input_schema)
  const fields = stemsOfFields({ tool, parameters })
  const spoken = new Map<string, number>()
  for (const [field, stems] of Object.entries(fields))
    for (const stem of stems)
      spoken.set(stem, Math.max(spoken.get(stem) ?? 0, FIELDS[field as keyof typeof FIELDS]))
  const parts = splitIdentifier(tool.name)
  const verb = placeOfVerb(tool.name, parts)
  const acts = new Map(verb < 0 ? [] : readActsFrom(parts.slice(verb).join(' ')))
  for (const [act, weight] of readActsFrom(tool.description))
    acts.set(act, Math.max(acts.get(act) ?? 0, weight))
  return {
    tool,
    parameters,
    nameStems: new Set(fields.name),
    descriptionStems: new Set(fields.description),
    spoken: new Stems(spoken),
    acts,
    allActs: readToolActs(tool.name, tool.description),
  }
}

/** In `mail.search` the last part says what is done, in `sendMail` the first that is a verb. */
function placeOfVerb(name: string, parts: readonly string[]): number {
  const [last = name] = name.split(/\.|__|::|\//).slice(-1)
  const from = parts.length - splitIdentifier(last).length
  const own = parts.findIndex((part, at) => at >= from && actionVerbBase(part) !== undefined)
  return own >= 0 ? own : parts.findIndex(part => actionVerbBase(part) !== undefined)
}

/** Weighted stems, asked for the nearest to another one: the same, or a form of the same word. */
export class Stems {
  readonly #byHead = new Map<string, (readonly [stem: string, weight: number])[]>()
  readonly #near = new Map<string, number>()

  readonly weights: ReadonlyMap<string, number>

  constructor(weights: ReadonlyMap<string, number>) {
    this.weights = weights
    for (const entry of weights) {
      const head = entry[0].slice(0, HEAD)
      const list = this.#byHead.get(head)
      if (list === undefined) this.#byHead.set(head, [entry])
      else list.push(entry)
    }
  }

  /** In [0,1]. */
  nearest(stem: string): number {
    const known = this.#near.get(stem)
    if (known !== undefined) return known
    let best = this.weights.get(stem) ?? 0
    for (const [other, weight] of this.#byHead.get(stem.slice(0, HEAD)) ?? [])
      if (weight * FORM > best && isFormOf(stem, other)) best = weight * FORM
    if (this.#near.size >= MAX_REMEMBERED) this.#near.clear()
    this.#near.set(stem, best)
    return best
  }
}

/** No two stems with fewer letters in common at their heads are forms of one word. */
const HEAD = 4
const FORM = 0.8
const MAX_REMEMBERED = 1_000
