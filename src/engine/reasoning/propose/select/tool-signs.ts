import { type Clause, directionOf, dotProduct } from '../../language/language.ts'
import { agreeOnAction } from '../actions.ts'
import { readFitSigns } from '../fit.ts'
import { readGoalTerms, scoreText } from '../rank-tools.ts'
import type { IndexedTool, ToolIndex } from '../tool-index.ts'
import { fitSlots } from './slot-fit.ts'

/** What speaks for or against a tool doing what a text asks. */
export interface Signs {
  /** Its words beside those of the best tool of the set. */
  readonly lexical: number
  /** Its meaning beside the mean of the tools looked at. */
  readonly meaning: number
  /** Shares of the text, of its name and of its description that the other side says. */
  readonly answered: number
  readonly name: number
  readonly description: number
  readonly exact: number
  /** How far its act is the one asked for, and how far it is another one (0 or below). */
  readonly act: number
  readonly ban: number
  /** How the values of the text and its parameters go together. */
  readonly filled: number
  readonly unfilled: number
  readonly extras: number
  readonly left: number
  readonly options: number
}

/** The signs of the tools at some positions of an index, in the order of the positions. */
export function readSigns(clause: Clause, index: ToolIndex, positions: readonly number[]): readonly Signs[] {
  const lexical = scoreText(clause.text, index)
  const highest = lexical.reduce((left, right) => Math.max(left, right), 0.5)
  const looked = positions.flatMap(position => {
    const tool = index.tools[position]
    return tool === undefined
      ? []
      : [{ tool, score: lexical[position] ?? 0, meaning: meaningOf(clause.text, tool) }]
  })
  const mean = looked.reduce((sum, { meaning }) => sum + meaning, 0) / Math.max(1, looked.length)
  return looked.map(({ tool, score, meaning }) => ({
    lexical: score / highest,
    meaning: meaning - mean,
    ...signsOfWords(clause, tool),
    ...signsOfSlots(clause, tool),
  }))
}

function signsOfWords(clause: Clause, tool: IndexedTool) {
  const fit = readFitSigns(clause.text, tool)
  const act = agreeOnAction(clause, tool.tool)
  return {
    answered: fit.goalAnswered,
    name: fit.nameSaid,
    description: fit.descriptionSaid,
    exact: fit.exact,
    act: Math.max(0, act),
    ban: Math.min(0, act),
  }
}

function signsOfSlots(clause: Clause, tool: IndexedTool) {
  const slots = fitSlots(clause.text, tool)
  return {
    filled: slots.filled,
    unfilled: Math.min(3, slots.unfilled),
    extras: Math.min(3, slots.extras),
    left: Math.min(4, slots.left),
    options: Math.min(2, slots.options),
  }
}

/** A cosine below this is chance. */
const LEAST_COSINE = 0.3
/** A text of few words is not all explained by one of them. */
const FEWEST_WORDS = 3

/** How far the meanings of the words of a text lie near those of a tool's definition, in [0,1]. */
function meaningOf(text: string, tool: IndexedTool): number {
  let near = 0
  let all = 0
  for (const { stem, weight, source } of readGoalTerms(text)) {
    if (source !== 'word') continue
    all += weight
    near += weight * (tool.weights.has(stem) ? 1 : nearestMeaning(stem, tool))
  }
  return all === 0 ? 0 : near / Math.max(FEWEST_WORDS, all)
}

function nearestMeaning(stem: string, tool: IndexedTool): number {
  const direction = directionOf(stem)
  if (direction === undefined) return 0
  let best = 0
  for (const other of tool.directions) {
    const share = (dotProduct(direction, other.direction) - LEAST_COSINE) / (1 - LEAST_COSINE)
    if (share > 0) best = Math.max(best, share * Math.min(1, 0.5 + other.weight / 2))
  }
  return best
}
