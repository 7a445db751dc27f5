import { type Clause, directionOf, dotProduct } from '../../language/language.ts'
import { agreeOnAction } from '../actions.ts'
import { readFitSigns } from '../fit.ts'
import { readGoalTerms, scoreTools } from '../rank-tools.ts'
import type { IndexedTool, ToolIndex } from '../tool-index.ts'
import { fitSlots } from './slot-fit.ts'

export const signNames = [
  'lexical',
  'meaning',
  'answered',
  'name',
  'description',
  'exact',
  'act',
  'ban',
  'filled',
  'unfilled',
  'extras',
  'left',
  'options',
] as const
export type Signs = Readonly<Record<(typeof signNames)[number], number>>

export function readSigns(clause: Clause, index: ToolIndex, positions: readonly number[]): readonly Signs[] {
  const terms = readGoalTerms(clause.text)
  const lexical = scoreTools(terms, index)
  const highest = lexical.reduce((l, r) => Math.max(l, r), 0)
  const meanings = positions.map(p => meaningOf(clause.text, index.tools[p] as IndexedTool))
  const mean = meanings.reduce((a, b) => a + b, 0) / meanings.length
  return positions.map((p, i) => {
    const tool = index.tools[p] as IndexedTool
    const fit = readFitSigns(clause.text, tool)
    const act = agreeOnAction(clause, tool.tool)
    const slots = fitSlots(clause.text, tool)
    return {
      lexical: (lexical[p] ?? 0) / Math.max(highest, 0.5),
      meaning: (meanings[i] ?? 0) - mean,
      answered: fit.goalAnswered,
      name: fit.nameSaid,
      description: fit.descriptionSaid,
      exact: fit.exact,
      act: Math.max(0, act),
      ban: Math.min(0, act),
      filled: slots.filled,
      unfilled: Math.min(3, slots.unfilled),
      extras: Math.min(3, slots.extras),
      left: Math.min(4, slots.left),
      options: Math.min(2, slots.options),
    }
  })
}

function meaningOf(text: string, tool: IndexedTool): number {
  const terms = readGoalTerms(text).filter(t => t.source === 'word')
  let sum = 0,
    weight = 0
  for (const term of terms) {
    const d = directionOf(term.stem)
    weight += term.weight
    let best = 0
    if (tool.weights.has(term.stem)) best = 1
    else if (d !== undefined)
      for (const [stem, w] of tool.weights) {
        const o = directionOf(stem)
        if (o === undefined) continue
        const c = dotProduct(d, o)
        if (c > 0.3) best = Math.max(best, ((c - 0.3) / 0.7) * Math.min(1, 0.5 + w / 2))
      }
    sum += term.weight * best
  }
  return weight === 0 ? 0 : sum / Math.max(3, weight)
}
