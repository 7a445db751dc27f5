import type { Clause } from '../../language/language.ts'
import { isLookingTool } from '../actions.ts'
import { scoreText } from '../rank-tools.ts'
import type { IndexedTool, ToolIndex } from '../tool-index.ts'
import { readSigns, type Signs } from './tool-signs.ts'

/** A tool and how much speaks for it in one text; weights compare within a text, and roughly between texts. */
export interface WeighedTool {
  readonly indexed: IndexedTool
  readonly weight: number
  readonly signs: Signs
}

/** Log-odds per unit of each sign, fitted once over tool sets of many fields with whole sets held out. */
const SIGN_WEIGHTS: Signs = {
  lexical: 2.09,
  meaning: 1.43,
  answered: 1.33,
  name: 0.96,
  description: 0.78,
  exact: 0.57,
  act: 1.41,
  ban: 1.71,
  filled: 0.44,
  unfilled: -1.18,
  extras: 0.06,
  left: -0.37,
  options: 0.81,
}

/** A tool that changes something is out where the text asks for another kind of act as plainly as this. */
const OUT = -0.7

/** Tools looked at closely; the rest of a large set is out by its words alone. */
const MOST_WEIGHED = 10

/** The tools of a set for one text, best first; of a large set only those nearest by their words. */
export function weighTools(clause: Clause, index: ToolIndex): readonly WeighedTool[] {
  const positions = nearestPositions(clause.text, index)
  return readSigns(clause, index, positions)
    .flatMap((signs, at) => {
      const indexed = index.tools[positions[at] ?? -1]
      const isOut = indexed === undefined || (signs.ban <= OUT && isLookingTool(indexed.tool) === false)
      return isOut ? [] : [{ indexed, signs, weight: weightOf(signs) }]
    })
    .sort((left, right) => right.weight - left.weight)
}

function nearestPositions(text: string, index: ToolIndex): readonly number[] {
  const all = [...index.tools.keys()]
  if (all.length <= MOST_WEIGHED) return all
  const scores = scoreText(text, index)
  return all
    .sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0) || left - right)
    .slice(0, MOST_WEIGHED)
}

function weightOf(signs: Signs): number {
  return (Object.keys(SIGN_WEIGHTS) as (keyof Signs)[]).reduce(
    (sum, name) => sum + SIGN_WEIGHTS[name] * signs[name],
    0,
  )
}
