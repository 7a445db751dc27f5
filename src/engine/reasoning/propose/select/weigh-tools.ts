import type { UiElement } from '../../../../contracts/reasoning.ts'
import { type Clause, wordingAsksFor } from '../../language/language.ts'
import { isDestroyingTool, isLookingTool } from '../actions.ts'
import { scoreText } from '../rank-tools.ts'
import type { IndexedTool, ToolIndex } from '../tool-index.ts'
import { askedText } from './asked-text.ts'
import choice from './choice-weights.json' with { type: 'json' }
import { type ClausePlace, idleSignNames, readIdleSigns } from './idle-signs.ts'
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

/**
 * Log-odds per unit of each sign, fitted together with the table of wordings over requests for many tool sets; see
 * `scripts/fit-choice.ts`. The wording is in log-odds already.
 */
const SIGN_WEIGHTS = { ...choice.signs, wording: 1 }
type WeighedSign = keyof typeof SIGN_WEIGHTS
type FittedSign = keyof typeof choice.signs

/** A tool that changes something is out where the text asks for another kind of act as plainly as this. */
const OUT = -0.7

/** Another kind of act, and none that its words, its wording or the element it names could mean. */
function isOutOfQuestion(signs: Signs, { tool }: IndexedTool): boolean {
  const isSaid =
    signs.plain >= SAME_ACT || signs.verb >= SAME_ACT || signs.opens >= SAME_ACT || signs.element > 0
  // A turn of phrase alone is no reason to destroy something.
  const isMeant = isSaid || (signs.wording >= SAME_WORDING && !isDestroyingTool(tool))
  return signs.ban <= OUT && !isMeant && isLookingTool(tool) === false
}

const SAME_ACT = 0.5
const SAME_WORDING = 1

/** Tools looked at closely; the rest of a large set is out by its words alone. */
const MOST_WEIGHED = 12

/** The tools of a set for one text, best first; of a large set only those nearest by their words. */
export function weighTools(clause: Clause, { index, elements }: ToolsAtHand): readonly WeighedTool[] {
  const positions = nearestPositions(clause.text, index)
  return readSigns(clause, { index, positions, elements })
    .flatMap((signs, at) => {
      const indexed = index.tools[positions[at] ?? -1]
      if (indexed === undefined || isOutOfQuestion(signs, indexed)) return []
      const called = isCalledByName(clause.text, indexed.tool.name) ? BY_NAME : 0
      return [{ indexed, signs, weight: weightOf(signs, elements.length > 0) + called }]
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

function weightOf(signs: Signs, isOnPage: boolean): number {
  const weight = (Object.keys(SIGN_WEIGHTS) as WeighedSign[]).reduce(
    (sum, name) => sum + SIGN_WEIGHTS[name] * signs[name],
    choice.base,
  )
  if (!isOnPage) return weight
  // On a page other signs count: every tool of it takes an element, and few are called by their verb.
  return (Object.keys(choice.on_page) as FittedSign[]).reduce(
    (sum, name) => sum + choice.on_page[name] * signs[name],
    weight,
  )
}

/** Asking for nothing has a wording, too: “by the way”, “never mind”. */
const IDLE = new Map([['@idle', 1]])

/** What speaks for a clause asking for nothing, on the scale of the weights of tools: it calls those that weigh more. */
export function weighIdle(clauses: readonly Clause[], at: number, place: ClausePlace = {}): number {
  const signs = readIdleSigns(clauses, at, place)
  if (signs.keeps === 1) return Number.POSITIVE_INFINITY
  const wording = wordingAsksFor(askedText(clauses[at]?.text ?? ''), IDLE)
  return idleSignNames.reduce((sum, name) => sum + choice.idle[name] * signs[name], wording)
}
