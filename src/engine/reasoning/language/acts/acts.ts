import { remember } from '../remember.ts'
import { stemWord } from '../stems.ts'
import { isActionVerb } from '../verbs.ts'
import { readWords, splitIdentifier } from '../words.ts'
import { changingActs, lookingActs } from './act-phrases.ts'

/** Acts by name, each with how plainly a text speaks of it, in (0,1]. */
export type Acts = ReadonlyMap<string, number>

interface Phrase {
  readonly act: string
  /** Stems in order; `~` stands for up to four words in between. */
  readonly stems: readonly string[]
  readonly weight: number
}

const GAP = '~'
const MAX_BETWEEN = 4
/** A single word may mean several acts; words that go together seldom do. */
const SINGLE = 0.6
const NAMING = 1

const phrasesByFirst = new Map<string, Phrase[]>()
for (const line of [...lookingActs, ...changingActs]) {
  const [act = '', said = ''] = line.split(': ')
  for (const [at, phrase] of said.split(', ').entries()) addPhrase(act, phrase, at === 0 ? NAMING : SINGLE)
}

function addPhrase(act: string, phrase: string, single: number): void {
  const stems = phrase.split(' ').map(word => (word === GAP ? GAP : stemWord(word)))
  const words = stems.filter(stem => stem !== GAP).length
  const weight = words === 1 ? single : Math.min(1, 0.7 + 0.15 * (words - 1))
  const first = stems[0] ?? ''
  const list = phrasesByFirst.get(first)
  const made = { act, stems, weight }
  if (list === undefined) phrasesByFirst.set(first, [made])
  else list.push(made)
}

/** The acts that a text may speak of, by its words and turns of phrase. General English; many words mean several. */
export const readActs: (text: string) => Acts = remember(text => actsOfStems(stemsOf(text)), 400)

/** The acts that a text may open with: what its first word, with what goes with it, may mean. */
export const readActsFrom: (text: string) => Acts = remember(text => {
  const acts = new Map<string, number>()
  const stems = stemsOf(text)
  for (const phrase of phrasesByFirst.get(stems[0] ?? '') ?? [])
    if (isSaid(phrase.stems, stems, 0)) raise(acts, phrase.act, phrase.weight)
  return acts
}, 400)

/** The acts that the words of an identifier and of a description's opening name; the rest of it counts for less. */
export function readToolActs(name: string, description: string): Acts {
  const acts = new Map<string, number>()
  const parts = splitIdentifier(name).map(stemWord)
  for (const [act, weight] of actsOfStems(parts)) raise(acts, act, weight)
  for (const [act, weight] of actsOfStems(splitIdentifier(name).flatMap(onceMore))) raise(acts, act, weight)
  const stems = stemsOf(description)
  for (const [act, weight] of actsOfStems(stems.slice(0, OPENING))) raise(acts, act, weight)
  for (const [act, weight] of actsOfStems(stems)) raise(acts, act, weight * FURTHER)
  return acts
}

/** What is done once more, or anew: “reorder” orders, “reroute” routes. */
function onceMore(part: string): readonly string[] {
  const [, again] = /^re-?(\p{L}{4,})$/u.exec(part) ?? []
  return again !== undefined && isActionVerb(again) ? [stemWord(again)] : []
}

const OPENING = 3
const FURTHER = 0.5

function raise(acts: Map<string, number>, act: string, weight: number): void {
  acts.set(act, Math.max(acts.get(act) ?? 0, weight))
}

function actsOfStems(stems: readonly string[]): Acts {
  const acts = new Map<string, number>()
  for (const [at, stem] of stems.entries())
    for (const phrase of phrasesByFirst.get(stem) ?? [])
      if (isSaid(phrase.stems, stems, at)) raise(acts, phrase.act, phrase.weight)
  return acts
}

/** Whether a phrase stands in the stems from `at` on. */
function isSaid(phrase: readonly string[], stems: readonly string[], at: number): boolean {
  let place = at
  let slack = 0
  for (const stem of phrase) {
    if (stem === GAP) {
      slack = MAX_BETWEEN
      continue
    }
    const found = stems.indexOf(stem, place)
    if (found < 0 || found > place + slack) return false
    place = found + 1
    slack = 0
  }
  return true
}

/** Stems with contractions undone: “can't” is can, not. */
function stemsOf(text: string): readonly string[] {
  return readWords(text).flatMap(({ lower, stem }) => {
    if (lower === "can't" || lower === 'cannot') return ['can', 'not']
    if (lower === "won't") return ['will', 'not']
    if (lower.endsWith("n't")) return [stemWord(lower.slice(0, -3)), 'not']
    const [, head, tail] = /^(.+)'(s|d|ll|re|ve|m)$/.exec(lower) ?? []
    if (head === undefined) return [stem]
    return tail === 's'
      ? [stemWord(head), ...(/^(?:it|he|she|that|what|who|where|there|how)$/.test(head) ? ['is'] : [])]
      : [stemWord(head)]
  })
}
