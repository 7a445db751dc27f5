import type { JsonValue } from '../../../contracts/json-value.ts'
import { isFunctionWord, readWords, stemWord } from '../language/language.ts'
import type { Surroundings } from './material.ts'

/**
 * A mention in the goal of something the surroundings list; more than one candidate makes it ambiguous.
 * A bare mention of something named in full before (“the plate”) is that thing again and is not listed twice.
 */
export interface Mention {
  readonly text: string
  readonly candidates: readonly string[]
}

export interface Referents {
  readonly listed: number
  readonly resolved: readonly Mention[]
  readonly ambiguous: readonly Mention[]
}

interface Thing {
  readonly label: string
  readonly stems: readonly string[]
}

/** Resolves the goal's mentions against things listed in the context (arrays of names, comma lists, named records). */
export function resolveReferents(goal: string, surroundings: Surroundings): Referents {
  const things = listThings(surroundings)
  if (things.length === 0) return { listed: 0, resolved: [], ambiguous: [] }
  const byStem = new Map<string, Set<Thing>>()
  for (const thing of things) {
    for (const stem of thing.stems) {
      const set = byStem.get(stem) ?? new Set<Thing>()
      byStem.set(stem, set.add(thing))
    }
  }
  const named = new Set<Thing>()
  const resolved: Mention[] = []
  const ambiguous: Mention[] = []
  for (const run of mentionRuns(goal, byStem)) {
    const candidates = narrow(run, byStem)
    const text = run.map(word => word.text).join(' ')
    const exact = candidates.filter(thing => thing.stems.length === run.length)
    const chosen = exact.length === 1 ? exact : candidates
    const spoken = chosen.find(thing => named.has(thing))
    if (spoken !== undefined) continue
    const mention = { text, candidates: chosen.map(thing => thing.label) }
    if (chosen[0] !== undefined && chosen.length === 1) named.add(chosen[0])
    if (chosen.length === 1) resolved.push(mention)
    else if (chosen.length > 1) ambiguous.push(mention)
  }
  return { listed: things.length, resolved, ambiguous }
}

interface RunWord {
  readonly text: string
  readonly stem: string
}

/** Runs of neighbouring words that all occur in listed things: “ceramic salad plate”. */
function mentionRuns(
  goal: string,
  byStem: ReadonlyMap<string, ReadonlySet<Thing>>,
): readonly (readonly RunWord[])[] {
  const runs: RunWord[][] = []
  let current: RunWord[] = []
  let end = 0
  for (const word of readWords(goal)) {
    const bare = word.lower.replace(/'s$/, '')
    const stem = stemWord(bare)
    const known = byStem.has(stem) && !isFunctionWord(bare)
    const adjacent = /^[\s-]*$/.test(goal.slice(end, word.start))
    if (
      current.length > 0 &&
      (!known || !adjacent || narrow([...current, { text: bare, stem }], byStem).length === 0)
    ) {
      runs.push(current)
      current = []
    }
    if (known) current.push({ text: bare, stem })
    end = word.end
  }
  if (current.length > 0) runs.push(current)
  return runs
}

function narrow(run: readonly RunWord[], byStem: ReadonlyMap<string, ReadonlySet<Thing>>): readonly Thing[] {
  const [first, ...rest] = run
  if (first === undefined) return []
  return [...(byStem.get(first.stem) ?? [])].filter(thing =>
    rest.every(word => thing.stems.includes(word.stem)),
  )
}

function listThings(surroundings: Surroundings): readonly Thing[] {
  const labels = new Set<string>()
  for (const [key, value] of Object.entries(surroundings.context ?? {})) {
    if (key !== 'ui_schema') for (const label of labelsIn(value)) labels.add(label)
  }
  return [...labels].map(label => ({
    label,
    stems: readWords(label.replace(/[_-]+/g, ' '))
      .filter(word => !isFunctionWord(word.lower))
      .map(word => stemWord(word.lower.replace(/'s$/, ''))),
  }))
}

function labelsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') {
    const pieces = value
      .split(/[,;\n]/)
      .map(piece => piece.trim())
      .filter(piece => piece !== '')
    const isList = pieces.length >= 3 && pieces.every(piece => piece.split(/\s+/).length <= 6)
    return isList ? pieces : []
  }
  if (!Array.isArray(value)) return []
  return value.flatMap(item => {
    if (typeof item === 'string') return item.split(/\s+/).length <= 8 ? [item] : []
    if (item === null || typeof item !== 'object' || Array.isArray(item)) return []
    const texts = Object.entries(item).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && /\p{L}{2}/u.test(entry[1]) && !/\d{4}-\d\d/.test(entry[1]),
    )
    const named =
      texts.find(([key]) => /^(?:name|title|label)$/i.test(key)) ?? texts.find(([key]) => key !== 'id')
    return named === undefined ? [] : [named[1]]
  })
}
