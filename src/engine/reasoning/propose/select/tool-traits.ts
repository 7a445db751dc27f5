import { readToolActs, splitIdentifier, stemWord } from '../../language/language.ts'
import { isLookingTool } from '../actions.ts'
import type { IndexedTool } from '../tool-index.ts'

/** How plainly a named parameter says what a tool is for, beside an act of its name. */
const TAKES = 0.5

const traitsByTool = new WeakMap<IndexedTool, ReadonlyMap<string, number>>()

/** What a wording can ask for in a tool, each in (0,1]: its acts, whether it looks or changes, and what it takes. */
export function traitsOf(indexed: IndexedTool): ReadonlyMap<string, number> {
  const known = traitsByTool.get(indexed)
  if (known !== undefined) return known
  const { tool, parameters } = indexed
  const traits = new Map(readToolActs(tool.name, tool.description))
  traits.set(isLookingTool(tool) === true ? '@looks' : '@changes', 1)
  for (const { name } of parameters)
    for (const part of splitIdentifier(name)) traits.set(`:${stemWord(part)}`, TAKES)
  traitsByTool.set(indexed, traits)
  return traits
}
