import {
  contentStems,
  likenessOfStems,
  remember,
  splitIdentifier,
  stemWord,
  tellingOf,
} from '../../language/language.ts'
import { asRecord, type IndexedTool } from '../tool-index.ts'

/** How much of what a text speaks of is what a tool speaks of. */
export interface OverlapSigns {
  /** Share of the text that the tool accounts for. */
  readonly accounted: number
  /** Shares of the tool's name and of its parameters that the text comes near to. */
  readonly named: number
  readonly parametered: number
}

/** Stems that a tool speaks of, with their weights; telling ones weigh more in `telling`. */
interface Weights {
  readonly entries: readonly { readonly stem: string; readonly weight: number; readonly telling: number }[]
  /** Of a stem of some text: the highest weighted likeness to any entry. The same for every text. */
  readonly nearest: Map<string, number>
}

interface Spoken {
  readonly all: Weights
  readonly name: Weights
  readonly parameters: Weights
}

/** Share of a field in what a tool speaks of. */
const FIELD = { name: 1, description: 0.9, parameter: 0.6, parameterDescription: 0.42 }
/** What is added below the line, so that a single word does not account for everything. */
const DAMPING = { text: 0.7, tool: 0.5 }

/** The signs of one tool for a text. */
export function readOverlap(text: string, tool: IndexedTool): OverlapSigns {
  const stems = stemsOfText(text)
  const spoken = spokenBy(tool)
  return {
    accounted: shareOf(stems, spoken.all, DAMPING.text),
    named: shareReached(spoken.name, stems),
    parametered: shareReached(spoken.parameters, stems),
  }
}

const stemsOfText: (text: string) => readonly string[] = remember(text =>
  [...new Set(contentStems(text))].filter(stem => !/\d/.test(stem)),
)

function shareOf(stems: readonly string[], spoken: Weights, damping: number): number {
  let near = 0
  let all = damping
  for (const stem of stems) {
    const telling = tellingOf(stem)
    all += telling
    near += telling * nearestOf(stem, spoken)
  }
  return near / all
}

/** Words come again from goal to goal, the words of a tool stay. */
const MOST_NEAREST = 1_000

function nearestOf(stem: string, { entries, nearest }: Weights): number {
  const known = nearest.get(stem)
  if (known !== undefined) return known
  let best = 0
  for (const { stem: other, weight } of entries)
    if (weight > best) best = Math.max(best, weight * likenessOfStems(stem, other))
  if (nearest.size >= MOST_NEAREST) nearest.clear()
  nearest.set(stem, best)
  return best
}

/** How near a stem is to what a tool speaks of, in [0,1]. */
export function nearnessToTool(stem: string, tool: IndexedTool): number {
  return nearestOf(stem, spokenBy(tool).all)
}

function shareReached({ entries }: Weights, stems: readonly string[]): number {
  let near = 0
  let all = DAMPING.tool
  for (const { stem, telling } of entries) {
    all += telling
    let best = 0
    for (const other of stems) best = Math.max(best, likenessOfStems(other, stem))
    near += telling * best
  }
  return near / all
}

const spokenByTool = new WeakMap<IndexedTool, Spoken>()

function spokenBy(tool: IndexedTool): Spoken {
  const known = spokenByTool.get(tool)
  if (known !== undefined) return known
  const spoken = readSpoken(tool)
  spokenByTool.set(tool, spoken)
  return spoken
}

function readSpoken({ tool, parameters }: IndexedTool): Spoken {
  const name = new Map(splitIdentifier(tool.name).map(part => [stemWord(part), FIELD.name]))
  const told = new Map<string, number>()
  for (const parameter of parameters) {
    for (const part of splitIdentifier(parameter.name)) told.set(stemWord(part), 1)
    for (const stem of contentStems(parameter.description))
      told.set(stem, FIELD.parameterDescription / FIELD.parameter)
    for (const stem of optionStems(asRecord(parameter.schema).enum)) told.set(stem, 1)
  }
  const all = new Map([...told].map(([stem, weight]) => [stem, weight * FIELD.parameter]))
  for (const stem of contentStems(tool.description)) all.set(stem, FIELD.description)
  for (const [stem, weight] of name) all.set(stem, weight)
  return { all: toWeights(all), name: toWeights(name), parameters: toWeights(told) }
}

function toWeights(weights: ReadonlyMap<string, number>): Weights {
  const entries = [...weights].map(([stem, weight]) => ({ stem, weight, telling: tellingOf(stem) * weight }))
  return { entries, nearest: new Map() }
}

function optionStems(options: unknown): readonly string[] {
  return Array.isArray(options) ? options.flatMap(option => contentStems(String(option))) : []
}
