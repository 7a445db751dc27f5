import {
  contentStems,
  findNames,
  findSpots,
  isActionVerb,
  readWords,
  remember,
  stemWord,
} from '../language/language.ts'
import { type IndexedTool, prepareTools, type ToolDescription, type ToolIndex } from './tool-index.ts'

/** A tool and how well it matches; scores compare within one goal only. */
export interface RankedTool {
  readonly tool: string
  readonly score: number
}

/** Verbs that nearly every request and every definition contains say little about which tool is meant. */
const plainVerbs = new Set(
  'find get calculate compute determine show give tell make provide retrieve fetch check list look search create return want need use know help perform evaluate estimate figure generate set run'
    .split(' ')
    .map(stemWord),
)

/** Whether a stem is a verb such as “find” or “get” that fits nearly any tool. */
function isPlainVerb(stem: string): boolean {
  return plainVerbs.has(stem)
}

/** The tools of a set from best to worst match with a goal; ties keep the order of the set. */
export function rankTools(goal: string, tools: readonly ToolDescription[]): readonly RankedTool[] {
  const scores = scoreText(goal, prepareTools(tools))
  return tools
    .map(({ name }, position) => ({ tool: name, score: scores[position] ?? 0 }))
    .sort((left, right) => right.score - left.score)
}

const scorings = new WeakMap<ToolIndex, (text: string) => Readonly<Float64Array>>()
const REMEMBERED = 16

/** Score of each tool of an index for a text, by position; nobody may change it. */
export function scoreText(text: string, index: ToolIndex): Readonly<Float64Array> {
  const known = scorings.get(index) ?? remember(one => searchAfresh(one, index), REMEMBERED)
  scorings.set(index, known)
  return known(text)
}

function searchAfresh(text: string, { tools, search }: ToolIndex): Readonly<Float64Array> {
  const terms = readTerms(text)
  const scores = new Float64Array(tools.length)
  const found = search.search([...terms.keys()].join(' '), {
    boostTerm: term => terms.get(term) ?? 0,
    // A word may be misspelt.
    fuzzy: term => (term.length >= MIN_FUZZY && !/\d/.test(term) ? 0.2 : false),
    prefix: term => term.length >= 5,
  })
  for (const { id, score } of found) scores[id] = score
  return scores
}

const MIN_FUZZY = 5

/** Names and values tell less of which tool is meant than the words around them. */
const SHARE = { value: 0.3, name: 0.45, plainVerb: 0.35, verb: 0.8 }
const MAX_TERMS = 60

/** The stems that a text searches with, each with its weight. */
const readTerms: (text: string) => ReadonlyMap<string, number> = remember(text => {
  const spots = findSpots(text)
  const names = findNames(text)
  const terms = new Map<string, number>()
  for (const word of readWords(text)) {
    const isWithin = (one: { start: number; end: number }) => word.start >= one.start && word.end <= one.end
    const share = spots.some(isWithin) ? SHARE.value : names.some(isWithin) ? SHARE.name : 1
    for (const stem of contentStems(word.text)) {
      if (/^\d+$/.test(stem) || (terms.size >= MAX_TERMS && !terms.has(stem))) continue
      const own = isPlainVerb(stem) ? SHARE.plainVerb : isActionVerb(word.lower) ? SHARE.verb : 1
      terms.set(stem, Math.max(terms.get(stem) ?? 0, own * share))
    }
  }
  return terms
})

/** Share of the required parameters that the text holds as many values for, numbers apart from texts; 0.5 where none is. */
export function shareFillable(text: string, { parameters }: IndexedTool): number {
  const required = parameters.filter(parameter => parameter.required)
  if (required.length === 0) return 0.5
  const { numbers, texts } = countValues(text)
  const wanted = required.filter(({ schema }) =>
    /^(?:integer|number|float)$/.test(String(schema.type)),
  ).length
  return (Math.min(wanted, numbers) + Math.min(required.length - wanted, texts)) / required.length
}

const countValues: (text: string) => { readonly numbers: number; readonly texts: number } = remember(text => {
  const spots = findSpots(text)
  const numbers = spots.filter(({ value }) => typeof value === 'number').length
  return { numbers, texts: spots.length - numbers + findNames(text).length }
})
