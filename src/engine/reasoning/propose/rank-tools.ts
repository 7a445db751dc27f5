import { distance } from 'fastest-levenshtein'
import {
  askedStems,
  contentStems,
  coverText,
  findNames,
  findSpots,
  isActionVerb,
  isFormOf,
  kindOfWord,
  readWords,
  remember,
  splitClauses,
  stemWord,
} from '../language/language.ts'
import { acronymsOf, prepareTools, type ToolDescription, type ToolIndex } from './tool-index.ts'

/** A tool and how well it matches; scores compare within one goal only. */
export interface RankedTool {
  readonly tool: string
  readonly score: number
}

/** One thing asked for, with its weight in the goal. */
export interface GoalTerm {
  readonly stem: string
  readonly weight: number
  /** Weight where a tool's own name says the word: a value that names a tool is no mere value. */
  readonly weightInName: number
  readonly source: 'word' | 'value' | 'question' | 'acronym'
}

/** How near a stem of a definition is to a stem of the goal. */
const nearness = { same: 1, form: 0.8, misspelt: 0.75 }

/** Verbs that nearly every request and every definition contains say little about which tool is meant. */
const plainVerbs = new Set(
  'find get calculate compute determine show give tell make provide retrieve fetch check list look search create return want need use know help perform evaluate estimate figure generate set run'
    .split(' ')
    .map(stemWord),
)

const maxGoalTerms = 60

/** Whether a stem is a verb such as “find” or “get” that fits nearly any tool. */
export function isPlainVerb(stem: string): boolean {
  return plainVerbs.has(stem)
}

/** How much being the best answer to one clause counts beside matching the whole goal. */
const clauseShare = 1

const rankings = new WeakMap<ToolIndex, (goal: string) => readonly RankedTool[]>()

/** The tools of a set from best to worst match with a goal; ties keep the order of the set. */
export function rankTools(goal: string, tools: readonly ToolDescription[]): readonly RankedTool[] {
  const index = prepareTools(tools)
  const known = rankings.get(index)
  if (known !== undefined) return known(goal)
  const rank = remember(text => rankAfresh(text, index), REMEMBERED_SCORES)
  rankings.set(index, rank)
  return rank(goal)
}

function rankAfresh(goal: string, index: ToolIndex): readonly RankedTool[] {
  const scores = scoreGoal(goal, index)
  return index.tools
    .map(({ tool }, position) => ({ tool: tool.name, score: scores[position] ?? 0, position }))
    .sort((left, right) => right.score - left.score || left.position - right.position)
    .map(({ tool, score }) => ({ tool, score }))
}

/**
 * Score of each tool for a goal, by position. What the goal forbids does not count; where it asks for several
 * things, the best tool for each of them stands above the second best for another.
 */
function scoreGoal(goal: string, index: ToolIndex): Float64Array {
  const asked = splitClauses(goal).filter(clause => !clause.negated)
  const whole = scoreText(asked.length === 0 ? goal : asked.map(clause => clause.text).join('\n'), index)
  if (asked.length < 2) return whole
  const highest = whole.reduce((left, right) => Math.max(left, right), 0)
  const best = new Float64Array(whole.length)
  for (const clause of asked) {
    const scores = scoreText(clause.text, index)
    const top = scores.reduce((left, right) => Math.max(left, right), 0)
    const trust = Math.min(1, top / (0.5 * highest))
    for (let tool = 0; tool < best.length; tool += 1) {
      const share = top === 0 ? 0 : trust * ((scores[tool] ?? 0) / top) ** 2
      best[tool] = Math.max(best[tool] ?? 0, share)
    }
  }
  return whole.map((score, tool) => score + clauseShare * highest * (best[tool] ?? 0))
}

/** What a goal is about, weighted: names and quoted values count less than the words around them. */
export const readGoalTerms: (text: string) => readonly GoalTerm[] = remember(readGoalTermsAfresh)

function readGoalTermsAfresh(goal: string): readonly GoalTerm[] {
  const [spots, names] = [coverText(goal), coverText(goal)]
  for (const spot of findSpots(goal)) spots.add(spot)
  for (const name of findNames(goal)) names.add(name)
  const weights = new Map<string, GoalTerm>()
  const add = (term: GoalTerm): void => {
    const known = weights.get(term.stem)
    if (weights.size < maxGoalTerms && (known?.weight ?? 0) < term.weight) weights.set(term.stem, term)
  }
  for (const word of readWords(goal)) {
    const share = spots.holds(word)
      ? { plain: 0.3, inName: 0.3 }
      : names.holds(word)
        ? { plain: 0.45, inName: 1 }
        : { plain: 1, inName: 1 }
    for (const stem of contentStems(word.text)) {
      if (/^\d+$/.test(stem)) continue
      const weight = plainVerbs.has(stem) ? 0.35 : isActionVerb(word.lower) ? 0.8 : 1
      add({
        stem,
        weight: weight * share.plain,
        weightInName: weight * share.inName,
        source: share.plain < 1 ? 'value' : 'word',
      })
    }
  }
  for (const stem of askedStems(goal)) add({ stem, weight: 0.4, weightInName: 0.4, source: 'question' })
  for (const stem of acronymsOf(goal)) add({ stem, weight: 0.3, weightInName: 0.3, source: 'acronym' })
  return [...weights.values()]
}

const scorings = new WeakMap<ToolIndex, (text: string) => Readonly<Float64Array>>()

/** The same clause is scored on its way several times; a large set makes each score list long. */
const REMEMBERED_SCORES = 16

/** Score of each tool of an index for a text, by position; nobody may change it. */
export function scoreText(text: string, index: ToolIndex): Readonly<Float64Array> {
  const known = scorings.get(index)
  if (known !== undefined) return known(text)
  const score = remember(one => scoreTools(readGoalTerms(one), index), REMEMBERED_SCORES)
  scorings.set(index, score)
  return score(text)
}

/** Score of each tool of an index, by position: Σ over goal terms of weight × rarity × saturated match (BM25F). */
function scoreTools(terms: readonly GoalTerm[], index: ToolIndex): Float64Array {
  const scores = new Float64Array(index.tools.length)
  const best = new Float64Array(index.tools.length)
  for (const { stem, weight, weightInName } of terms) {
    best.fill(0)
    let matching = 0
    for (const [near, share] of nearStems(stem, index))
      for (const posting of index.postings.get(near) ?? []) {
        const match = posting.weight * share
        const gain = (posting.inName && near === stem ? weightInName : weight) * (match / (match + 1.2))
        if (best[posting.tool] === 0) matching += 1
        if (gain > (best[posting.tool] ?? 0)) best[posting.tool] = gain
      }
    if (matching === 0) continue
    const rarity = Math.log(1 + (index.tools.length + 1) / (matching + 0.5))
    for (let tool = 0; tool < best.length; tool += 1)
      scores[tool] = (scores[tool] ?? 0) + rarity * (best[tool] ?? 0)
  }
  return scores
}

const rememberedStems = 3_000

/** Stems of the index near to a stem of the goal, with how near. */
function nearStems(stem: string, index: ToolIndex): ReadonlyMap<string, number> {
  const known = index.nearStems.get(stem)
  if (known !== undefined) return known
  const near = findNearStems(stem, index)
  if (index.nearStems.size >= rememberedStems) index.nearStems.clear()
  index.nearStems.set(stem, near)
  return near
}

function findNearStems(stem: string, index: ToolIndex): ReadonlyMap<string, number> {
  const near = new Map<string, number>()
  const offer = (candidate: string, share: number): void => {
    if (index.postings.has(candidate)) near.set(candidate, Math.max(near.get(candidate) ?? 0, share))
  }
  for (const form of index.stemsByHead.get(stem.slice(0, 4)) ?? [])
    if (isFormOf(stem, form)) offer(form, nearness.form)
  if (kindOfWord(stem) === undefined && !index.postings.has(stem))
    for (const other of index.postings.keys()) if (isMisspelling(stem, other)) offer(other, nearness.misspelt)
  offer(stem, nearness.same)
  return near
}

/** An unknown word that is one or two letters away from a known one of its length: “isue”, “physiks”. */
function isMisspelling(stem: string, other: string): boolean {
  if (stem.length < 4 || other.length < 4 || Math.abs(stem.length - other.length) > 1) return false
  if (stem[0] !== other[0] || /\d/.test(stem)) return false
  return distance(stem, other) <= (stem.length >= 6 ? 2 : 1)
}
