import type { UiElement } from '../../../../contracts/reasoning.ts'
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

/** The tools to choose from, and the elements of the page that they would act on. */
export interface ToolsAtHand {
  readonly index: ToolIndex
  readonly elements: readonly UiElement[]
}

/** Log-odds per unit of each sign, fitted over tool sets of many fields with whole sets held out. */
const SIGN_WEIGHTS: Omit<Signs, 'answered' | 'name'> = {
  lexical: 1.24,
  act: 1.51,
  ban: 0.95,
  accounted: 4.2,
  named: 1.64,
  parametered: 3.37,
  deed: 1.59,
  plain: 0.86,
  unfilled: -1.3,
  left: -0.97,
  options: 1.4,
  looks_asked: 2.69,
  looks_told: -0.82,
  element: 1.77,
  verb: 0.27,
  rival: -0.39,
  noun: 0.44,
  direction: 0.48,
}
const BASE = -2.31

/** A tool that changes something is out where the text asks for another kind of act as plainly as this. */
const OUT = -0.7

/** Another kind of act, and none that its words or turns of phrase could mean. */
function isOutOfQuestion(signs: Signs, { tool }: IndexedTool): boolean {
  const isMeant = signs.plain >= SAME_ACT || signs.verb >= SAME_ACT || signs.element > 0
  return signs.ban <= OUT && !isMeant && isLookingTool(tool) === false
}

const SAME_ACT = 0.5

/** Tools looked at closely; the rest of a large set is out by its words alone. */
const MOST_WEIGHED = 12

/** The tools of a set for one text, best first; of a large set only those nearest by their words. */
export function weighTools(clause: Clause, { index, elements }: ToolsAtHand): readonly WeighedTool[] {
  const positions = nearestPositions(clause.text, index)
  return readSigns(clause, { index, positions, elements })
    .flatMap((signs, at) => {
      const indexed = index.tools[positions[at] ?? -1]
      const isOut = indexed === undefined || isOutOfQuestion(signs, indexed)
      if (isOut) return []
      const called = isCalledByName(clause.text, indexed.tool.name) ? BY_NAME : 0
      return [{ indexed, signs, weight: weightOf(signs) + called }]
    })
    .sort((left, right) => right.weight - left.weight)
}

/** Beyond whatever speaks for another tool. */
const BY_NAME = 12

/** Whether a text says the whole name of a tool, as only a name of several parts can be told from ordinary words. */
export function isCalledByName(text: string, name: string): boolean {
  if (!/\p{L}[_.:-]+\p{L}|\p{Ll}\p{Lu}/u.test(name)) return false
  const at = text.toLowerCase().indexOf(name.toLowerCase())
  return at >= 0 && !/[\p{L}\p{N}_]/u.test(`${text[at - 1] ?? ''}${text[at + name.length] ?? ''}`)
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
  return (Object.keys(SIGN_WEIGHTS) as (keyof typeof SIGN_WEIGHTS)[]).reduce(
    (sum, name) => sum + SIGN_WEIGHTS[name] * signs[name],
    BASE,
  )
}
