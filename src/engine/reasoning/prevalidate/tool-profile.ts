import type { ToolShape } from '../goal/goal.ts'
import { contentStems, splitIdentifier, stemWord } from '../language/language.ts'

/** What is worth knowing about a tool set before any goal is read. */
export interface ToolProfile {
  readonly names: readonly string[]
  /** Tool name by its name without case and signs. */
  readonly nameByKey: ReadonlyMap<string, string>
  /** Those keys by how long they are. */
  readonly keysByLength: ReadonlyMap<number, readonly string[]>
  readonly partsByName: ReadonlyMap<string, readonly string[]>
  /** Every stem of names, descriptions, parameter names, their descriptions and enumerations. */
  readonly vocabulary: ReadonlySet<string>
  /** Stems that open a name or a description: what the tools do. */
  readonly deeds: ReadonlySet<string>
  /** Tools with at least one parameter that chooses a provider, format, channel and the like. */
  readonly hasMeansParameter: boolean
  readonly stemsByName: ReadonlyMap<string, ReadonlySet<string>>
  /** Stems of each name's parts, and the names by such a stem. */
  readonly partStemsByName: ReadonlyMap<string, ReadonlySet<string>>
  readonly namesByPartStem: ReadonlyMap<string, readonly string[]>
  readonly namesByStem: ReadonlyMap<string, readonly string[]>
}

const profiles = new WeakMap<readonly ToolShape[], ToolProfile>()
const recent: { readonly tools: readonly ToolShape[]; readonly profile: ToolProfile }[] = []
const KEPT = 8

/** The profile of a tool set, computed once per array identity; a new array of the same tools finds the old one. */
export function profileTools(tools: readonly ToolShape[]): ToolProfile {
  const known = profiles.get(tools) ?? recent.find(entry => sameTools(entry.tools, tools))?.profile
  const profile = known ?? makeProfile(tools)
  profiles.set(tools, profile)
  if (known === undefined) {
    recent.unshift({ tools: [...tools], profile })
    recent.length = Math.min(recent.length, KEPT)
  }
  return profile
}

function sameTools(left: readonly ToolShape[], right: readonly ToolShape[]): boolean {
  return left.length === right.length && left.every((tool, at) => tool === right[at])
}

/** A name without case and signs: `Find_Book`, `find-book` and `FindBook` are one. */
export function nameKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

function makeProfile(tools: readonly ToolShape[]): ToolProfile {
  const nameByKey = new Map<string, string>()
  const partsByName = new Map<string, readonly string[]>()
  const stemsByName = new Map<string, ReadonlySet<string>>()
  const partStemsByName = new Map<string, ReadonlySet<string>>()
  const namesByPartStem = new Map<string, string[]>()
  const namesByStem = new Map<string, string[]>()
  const vocabulary = new Set<string>()
  const deeds = new Set<string>()
  let hasMeansParameter = false
  for (const tool of tools) {
    nameByKey.set(nameKey(tool.name), tool.name)
    partsByName.set(tool.name, splitIdentifier(tool.name))
    const parameters = parameterText(tool)
    const partStems = new Set(splitIdentifier(tool.name).map(stemWord))
    partStemsByName.set(tool.name, partStems)
    for (const stem of partStems) pushTo(namesByPartStem, stem, tool.name)
    const stems = new Set([...contentStems(`${tool.name} ${tool.description} ${parameters}`)])
    stemsByName.set(tool.name, stems)
    for (const stem of stems) {
      vocabulary.add(stem)
      pushTo(namesByStem, stem, tool.name)
    }
    for (const deed of deedsOf(tool)) deeds.add(deed)
    hasMeansParameter ||= /\b(?:carrier|method|provider|via|channel|service|platform|engine|backend)\b/i.test(
      parameters,
    )
  }
  return {
    names: tools.map(tool => tool.name),
    nameByKey,
    keysByLength: Map.groupBy(nameByKey.keys(), key => key.length),
    partsByName,
    vocabulary,
    deeds,
    hasMeansParameter,
    stemsByName,
    partStemsByName,
    namesByPartStem,
    namesByStem,
  }
}

function pushTo(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

function deedsOf(tool: ToolShape): readonly string[] {
  const parts = splitIdentifier(tool.name)
  const opening = tool.description.split(/[\s,]+/).slice(0, 6)
  return [...parts, ...opening.map(word => word.toLowerCase())].map(stemWord)
}

function parameterText(tool: ToolShape): string {
  const properties = tool.input_schema.properties
  if (properties === null || typeof properties !== 'object') return ''
  return Object.entries(properties)
    .map(([name, schema]) => `${name} ${schemaText(schema)}`)
    .join(' ')
}

function schemaText(schema: unknown): string {
  if (schema === null || typeof schema !== 'object') return ''
  const description = Reflect.get(schema, 'description')
  const values = Reflect.get(schema, 'enum')
  const listed = Array.isArray(values) ? values.filter(value => typeof value === 'string').join(' ') : ''
  return `${typeof description === 'string' ? description : ''} ${listed}`
}
