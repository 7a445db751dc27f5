import { contextTexts, type GoalKnowledge, type ToolShape } from '../goal/goal.ts'
import { contentStems, findSpots } from '../language/language.ts'
import { readUiSchema } from '../ui-elements/ui-elements.ts'

/** Things that questions can be illustrated with; all of them exist, none is invented. */
export interface Examples {
  readonly actions: readonly string[]
  readonly elements: readonly string[]
  readonly things: readonly string[]
  readonly earlier: readonly string[]
  /** Optional inputs of the nearest tools: what might be limited. */
  readonly limits: readonly string[]
}

export function collectExamples(goal: string, knowledge: GoalKnowledge): Examples {
  const history = knowledge.history ?? []
  const tools = nearestTools(goal, knowledge.tools ?? [])
  const elements = readUiSchema(knowledge.context?.ui_schema) ?? []
  return {
    actions: tools.map(tool => firstSentence(tool.description)).filter(text => text !== ''),
    elements: elements.map(element => element.name || element.text || element.id).slice(0, 6),
    things: valuesIn([...contextTexts(knowledge), ...[...history].reverse()]).slice(0, 6),
    earlier: [...history].reverse().map(shorten).slice(0, 3),
    limits: tools.slice(0, 2).flatMap(optionalInputs).slice(0, 4),
  }
}

/** Tools that share words with the goal come first; without any overlap the registry's own order is kept. */
function nearestTools(goal: string, tools: readonly ToolShape[]): readonly ToolShape[] {
  const wanted = new Set(contentStems(goal))
  const overlap = (tool: ToolShape): number =>
    contentStems(`${tool.name} ${tool.description}`).filter(stem => wanted.has(stem)).length
  return tools
    .map((tool, at) => ({ tool, at, hits: overlap(tool) }))
    .sort((left, right) => right.hits - left.hits || left.at - right.at)
    .slice(0, 6)
    .map(({ tool }) => tool)
}

function optionalInputs(tool: ToolShape): readonly string[] {
  const properties = tool.input_schema.properties
  const required = tool.input_schema.required
  if (properties === null || typeof properties !== 'object') return []
  const needed = new Set(Array.isArray(required) ? required.filter(name => typeof name === 'string') : [])
  return Object.keys(properties)
    .filter(name => !needed.has(name))
    .map(name => name.replaceAll('_', ' '))
}

function valuesIn(texts: readonly string[]): readonly string[] {
  const values = texts.flatMap(text =>
    findSpots(text)
      .filter(spot => spot.kind !== 'number')
      .map(spot => spot.text),
  )
  return [...new Set(values)]
}

function firstSentence(text: string): string {
  return shorten(text.split(/(?<=[.!?])\s/)[0] ?? '').replace(/[.!?]+$/, '')
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 90 ? `${line.slice(0, 89)}…` : line
}
