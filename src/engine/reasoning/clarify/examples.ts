import { contextTexts, type GoalKnowledge } from '../goal/goal.ts'
import { findSpots } from '../language/language.ts'
import { rankTools } from '../propose/propose.ts'
import { readUiSchema } from '../ui-elements/ui-elements.ts'

/** Things that questions can be illustrated with; all of them exist, none is invented. */
export interface Examples {
  readonly actions: readonly string[]
  readonly elements: readonly string[]
  readonly things: readonly string[]
}

/** What the nearest tools do, what the page has, and what was handed over or said before, at most six of each. */
export function collectExamples(
  goal: string,
  { tools = [], context, history = [] }: GoalKnowledge,
): Examples {
  const nearest = rankTools(goal, tools).slice(0, MAX_SHOWN)
  const texts = [...contextTexts({ context: context ?? {} }), ...history.toReversed()]
  const values = texts.flatMap(findSpots).filter(({ kind }) => kind !== 'number')
  return {
    actions: nearest
      .map(({ tool }) => firstSentence(tools.find(({ name }) => name === tool)?.description ?? ''))
      .filter(text => text !== ''),
    elements: (readUiSchema(context?.ui_schema) ?? [])
      .map(element => element.name || element.text || element.id)
      .slice(0, MAX_SHOWN),
    things: [...new Set(values.map(({ text }) => text))].slice(0, MAX_SHOWN),
  }
}

const MAX_SHOWN = 6
const MAX_LENGTH = 90

function firstSentence(text: string): string {
  const line = (text.split(/(?<=[.!?])\s/)[0] ?? '').replace(/\s+/g, ' ').trim()
  return (line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line).replace(/[.!?]+$/, '')
}
