import { type Acts, readActs, readToolActs } from '../../language/language.ts'
import type { IndexedTool, ToolIndex } from '../tool-index.ts'

/** How far what a text asks to be done is what a tool does. */
export interface ActSigns {
  /** The plainest act that both speak of, more where few tools of the set do it. */
  readonly deed: number
  /** The plainest act that both speak of, whatever the others do. */
  readonly plain: number
}

/** The signs of one tool of a set for a text. */
export function readActSigns(text: string, tool: IndexedTool, index: ToolIndex): ActSigns {
  const { acts, spread } = actsOfSet(index)
  const own = acts.get(tool)
  let deed = 0
  let plain = 0
  for (const [act, weight] of readActs(text)) {
    const both = weight * (own?.get(act) ?? 0)
    if (both === 0) continue
    plain = Math.max(plain, both)
    deed = Math.max(deed, both * Math.log(1 + index.tools.length / ((spread.get(act) ?? 0) + 0.3)))
  }
  return { deed: Math.min(MOST_TELLING, deed), plain }
}

const MOST_TELLING = 2

interface SetActs {
  readonly acts: ReadonlyMap<IndexedTool, Acts>
  /** How many tools of the set do an act, each by how plainly it does. */
  readonly spread: ReadonlyMap<string, number>
}

const known = new WeakMap<ToolIndex, SetActs>()

function actsOfSet(index: ToolIndex): SetActs {
  const found = known.get(index)
  if (found !== undefined) return found
  const acts = new Map(index.tools.map(tool => [tool, readToolActs(tool.tool.name, tool.tool.description)]))
  const spread = new Map<string, number>()
  for (const own of acts.values())
    for (const [act, weight] of own) spread.set(act, (spread.get(act) ?? 0) + weight)
  const made = { acts, spread }
  known.set(index, made)
  return made
}
