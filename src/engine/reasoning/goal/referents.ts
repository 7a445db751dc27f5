import type { JsonValue } from '../../../contracts/json-value.ts'
import { contentStems, isFunctionWord, readWords, stemWord } from '../language/language.ts'
import type { Surroundings } from './material.ts'

/** A mention in the goal of something the surroundings list; more than one candidate makes it ambiguous. */
export interface Mention {
  readonly text: string
  readonly candidates: readonly string[]
}

/** What a goal mentions of what is listed; a bare mention of what was named in full before is not listed twice. */
export interface Referents {
  readonly listed: number
  readonly resolved: readonly Mention[]
  readonly ambiguous: readonly Mention[]
}

interface Thing {
  readonly label: string
  readonly stems: readonly string[]
}

/** What these hold are no things that a goal may mean. */
const UNLISTED: ReadonlySet<string> = new Set(['ui_schema', 'history'])

/** Resolves the goal's mentions against things listed in the context (arrays of names, comma lists, named records). */
export function resolveReferents(goal: string, { context = {} }: Surroundings): Referents {
  const labels = Object.entries(context).flatMap(([key, value]) => (UNLISTED.has(key) ? [] : labelsIn(value)))
  const things = [...new Set(labels)].map(label => ({
    label,
    stems: contentStems(label.replace(/[_-]+/g, ' ')),
  }))
  const named = new Set<Thing>()
  const mentions = readMentions(goal, things).flatMap(({ stems, text }) => {
    const fitting = fittingThings(stems, things)
    const exact = fitting.filter(thing => thing.stems.length === stems.length)
    const chosen = exact.length === 1 ? exact : fitting
    if (chosen.length === 0 || chosen.some(thing => named.has(thing))) return []
    if (chosen.length === 1) for (const thing of chosen) named.add(thing)
    return [{ text, candidates: chosen.map(({ label }) => label) }]
  })
  return {
    listed: things.length,
    resolved: mentions.filter(({ candidates }) => candidates.length === 1),
    ambiguous: mentions.filter(({ candidates }) => candidates.length > 1),
  }
}

interface Run {
  readonly text: string
  readonly stems: readonly string[]
  readonly end: number
}

/** Runs of neighbouring words that all stand in one listed thing: “ceramic salad plate”. */
function readMentions(goal: string, things: readonly Thing[]): readonly Run[] {
  const known = new Set(things.flatMap(({ stems }) => stems))
  const runs: Run[] = []
  for (const word of readWords(goal)) {
    const bare = word.lower.replace(/'s$/, '')
    const stem = stemWord(bare)
    if (!known.has(stem) || isFunctionWord(bare)) continue
    const last = runs.at(-1)
    const joined = last && { text: `${last.text} ${bare}`, stems: [...last.stems, stem], end: word.end }
    const isNext = last !== undefined && /^[\s-]*$/.test(goal.slice(last.end, word.start))
    if (isNext && joined && fittingThings(joined.stems, things).length > 0) runs[runs.length - 1] = joined
    else runs.push({ text: bare, stems: [stem], end: word.end })
  }
  return runs
}

function fittingThings(stems: readonly string[], things: readonly Thing[]): readonly Thing[] {
  return things.filter(thing => stems.every(stem => thing.stems.includes(stem)))
}

function labelsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') {
    const pieces = value.split(/[,;\n]/).map(piece => piece.trim())
    const named = pieces.filter(piece => piece !== '')
    return named.length >= 3 && named.every(piece => piece.split(/\s+/).length <= 6) ? named : []
  }
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return Object.values(value).flatMap(inner => (Array.isArray(inner) ? labelsIn(inner) : []))
  if (!Array.isArray(value)) return []
  return value.flatMap(item => {
    if (typeof item === 'string') return item.split(/\s+/).length <= 8 ? [item] : []
    if (item === null || typeof item !== 'object' || Array.isArray(item)) return []
    const texts = Object.entries(item).filter(
      ([, text]) => typeof text === 'string' && /\p{L}{2}/u.test(text),
    )
    const [, name] =
      texts.find(([key]) => /^(?:name|title|label)$/i.test(key)) ?? texts.find(([key]) => key !== 'id') ?? []
    return typeof name === 'string' ? [name] : []
  })
}
