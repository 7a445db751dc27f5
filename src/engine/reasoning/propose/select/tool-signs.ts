import type { UiElement } from '../../../../contracts/reasoning.ts'
import { type Clause, wordingAsksFor } from '../../language/language.ts'
import { agreeOnAction, isLookingTool, ordersLook } from '../actions.ts'
import { readFitSigns } from '../fit.ts'
import { scoreText } from '../rank-tools.ts'
import type { IndexedTool, ToolIndex } from '../tool-index.ts'
import { readActSigns } from './act-signs.ts'
import { askedText } from './asked-text.ts'
import { elementSigns } from './element-sign.ts'
import { readOverlap } from './overlap-signs.ts'
import { traitsOf } from './tool-traits.ts'
import { readVerbSigns, type VerbSigns } from './verb-signs.ts'

/** What speaks for or against a tool doing what a text asks. */
export interface Signs extends VerbSigns {
  /** Its words beside those of the best tool of the set. */
  readonly lexical: number
  /** Shares of the text and of its name that the other side says word for word. */
  readonly answered: number
  readonly name: number
  /** What both speak of: share of the text, of its name, of its parameters. */
  readonly accounted: number
  readonly named: number
  readonly parametered: number
  /** The act that both speak of, and how few tools of the set do it. */
  readonly plain: number
  readonly deed: number
  /** How far its act is the one asked for, and how far it is another one (0 or below). */
  readonly act: number
  readonly ban: number
  /** It only looks, and the text is a question, or is none. */
  readonly looks_asked: number
  readonly looks_told: number
  /** It does, or does not do, what is done to the very element of the page that is named. */
  readonly element: number
  /** What its wording asks for, in log-odds. */
  readonly wording: number
}

/** Where signs are read: the tools looked at by their positions in a set, and the page when there is one. */
export interface Surveyed {
  readonly index: ToolIndex
  readonly positions: readonly number[]
  readonly elements: readonly UiElement[]
}

/** The signs of the tools at some positions of an index, in the order of the positions. */
export function readSigns(clause: Clause, { index, positions, elements }: Surveyed): readonly Signs[] {
  const text = askedText(clause.text)
  const lexical = scoreText(text, index)
  const asks = clause.question || ordersLook(clause)
  const onElements = elementSigns(clause, index, elements)
  const highest = lexical.reduce((left, right) => Math.max(left, right), 0.5)
  return positions.flatMap(position => {
    const tool = index.tools[position]
    if (tool === undefined) return []
    const looks = isLookingTool(tool.tool) === true
    return {
      lexical: (lexical[position] ?? 0) / highest,
      ...signsOfWords(clause, text, tool),
      ...readOverlap(text, tool),
      ...readActSigns(text, tool, index),
      ...readVerbSigns(clause, tool, index),
      looks_asked: looks && asks ? 1 : 0,
      looks_told: looks && !asks ? 1 : 0,
      wording: wordingAsksFor(text, traitsOf(tool)),
      element: onElements[position] ?? 0,
    }
  })
}

function signsOfWords(clause: Clause, text: string, tool: IndexedTool) {
  const fit = readFitSigns(text, tool)
  const act = agreeOnAction(clause, tool.tool)
  return {
    answered: fit.goalAnswered,
    name: fit.nameSaid,
    act: Math.max(0, act),
    ban: Math.min(0, act),
  }
}
