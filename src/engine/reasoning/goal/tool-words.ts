import type { Tool } from '../../../contracts/tool.ts'
import { contentStems } from '../language/language.ts'

/** The part of a tool that a goal is read against. */
export type ToolShape = Pick<Tool, 'name' | 'description' | 'input_schema'> &
  Partial<Pick<Tool, 'annotations'>>

/** The words of a tool set, looked up by stem instead of tool by tool. */
export interface ToolWords {
  /** Indexes of the tools whose name or description has a stem. */
  readonly toolsByStem: ReadonlyMap<string, readonly number[]>
  /** Stems of the read-only tools’ names and descriptions. */
  readonly readStems: ReadonlySet<string>
}

const known = new WeakMap<readonly ToolShape[], ToolWords>()
const recent: { readonly tools: readonly ToolShape[]; readonly words: ToolWords }[] = []
const KEPT = 8

/** The words of a tool set, read once per array identity; a new array of the same tools finds the old reading. */
export function readToolWords(tools: readonly ToolShape[]): ToolWords {
  const found = known.get(tools) ?? recent.find(entry => areSame(entry.tools, tools))?.words
  const words = found ?? indexWords(tools)
  known.set(tools, words)
  if (found === undefined) {
    recent.unshift({ tools: [...tools], words })
    recent.length = Math.min(recent.length, KEPT)
  }
  return words
}

function areSame(left: readonly ToolShape[], right: readonly ToolShape[]): boolean {
  return left.length === right.length && left.every((tool, at) => tool === right[at])
}

function indexWords(tools: readonly ToolShape[]): ToolWords {
  const toolsByStem = new Map<string, number[]>()
  const readStems = new Set<string>()
  for (const [at, tool] of tools.entries()) {
    for (const stem of new Set(contentStems(`${tool.name} ${tool.description}`))) {
      const list = toolsByStem.get(stem) ?? []
      list.push(at)
      toolsByStem.set(stem, list)
      if (tool.annotations?.read_only === true) readStems.add(stem)
    }
  }
  return { toolsByStem, readStems }
}
