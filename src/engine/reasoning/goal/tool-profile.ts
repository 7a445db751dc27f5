import type { Tool } from '../../../contracts/tool.ts'
import { contentStems, splitIdentifier, stemWord } from '../language/language.ts'

/** The part of a tool that a goal is read against. */
export type ToolShape = Pick<Tool, 'name' | 'description' | 'input_schema'> &
  Partial<Pick<Tool, 'annotations'>>

/** The words of a tool set, looked up by stem instead of tool by tool. */
export interface ToolProfile {
  /** Tool name by its name without case and signs. */
  readonly nameByKey: ReadonlyMap<string, string>
  /** Every stem of names, descriptions and parameters, and the tools that say it. */
  readonly namesByStem: ReadonlyMap<string, readonly string[]>
  /** The tools whose name has a stem among its parts. */
  readonly namesByPartStem: ReadonlyMap<string, readonly string[]>
}

const profiles = new WeakMap<readonly ToolShape[], ToolProfile>()
const recent: { readonly tools: readonly ToolShape[]; readonly profile: ToolProfile }[] = []
const KEPT = 8

/** The profile of a tool set, computed once per array identity; a new array of the same tools finds the old one. */
export function profileTools(tools: readonly ToolShape[]): ToolProfile {
  const known = profiles.get(tools) ?? recent.find(entry => areSame(entry.tools, tools))?.profile
  const profile = known ?? makeProfile(tools)
  profiles.set(tools, profile)
  if (known === undefined) {
    recent.unshift({ tools: [...tools], profile })
    recent.length = Math.min(recent.length, KEPT)
  }
  return profile
}

function areSame(left: readonly ToolShape[], right: readonly ToolShape[]): boolean {
  return left.length === right.length && left.every((tool, at) => tool === right[at])
}

/** A name without case and signs: `Find_Book`, `find-book` and `FindBook` are one. */
export function nameKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

function makeProfile(tools: readonly ToolShape[]): ToolProfile {
  const nameByKey = new Map<string, string>()
  const namesByStem = new Map<string, string[]>()
  const namesByPartStem = new Map<string, string[]>()
  for (const { name, description, input_schema: schema } of tools) {
    nameByKey.set(nameKey(name), name)
    for (const stem of new Set(splitIdentifier(name).map(stemWord))) pushTo(namesByPartStem, stem, name)
    const said = contentStems(`${name} ${description} ${parameterText(schema.properties)}`)
    for (const stem of new Set(said)) pushTo(namesByStem, stem, name)
  }
  return { nameByKey, namesByStem, namesByPartStem }
}

function pushTo(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

/** Names, descriptions and choices of the parameters. */
function parameterText(properties: unknown): string {
  if (typeof properties !== 'object' || properties === null) return ''
  return Object.entries(properties)
    .flatMap(([name, schema]) => [name, schema?.description ?? '', ...[schema?.enum ?? []].flat()])
    .join(' ')
}
