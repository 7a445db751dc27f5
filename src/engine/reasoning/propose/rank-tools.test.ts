import { describe, expect, it } from 'vitest'
import { prepareTools, rankTools, type ToolDescription } from './propose.ts'

const tool = (
  name: string,
  description: string,
  properties: Record<string, unknown> = {},
): ToolDescription => ({
  name,
  description,
  input_schema: { type: 'object', properties },
})

const kitchen = [
  tool('find_recipe', 'Search recipes by ingredient or name', { query: { type: 'string' } }),
  tool('set_oven', 'Set the temperature of the oven', { degrees: { type: 'number' } }),
  tool('start_timer', 'Start a kitchen timer', { minutes: { type: 'number' } }),
  tool('order_groceries', 'Order groceries from the shop', { items: { type: 'array' } }),
]
const first = (goal: string): string | undefined => rankTools(goal, kitchen)[0]?.tool

describe('ranking', () => {
  it('finds tools by other forms of their words', () => {
    expect(first('I am searching for something to cook with lentils')).toBe('find_recipe')
    expect(first('heat the oven to 180 degrees')).toBe('set_oven')
    expect(first('Timer for ten minutes please')).toBe('start_timer')
  })
  it('brings every tool that one of several clauses needs to the front', () => {
    const top = rankTools('Set the oven to 200 degrees and order flour', kitchen).slice(0, 2)
    expect(top.map(ranked => ranked.tool).sort()).toEqual(['order_groceries', 'set_oven'])
  })
  it('gives the same order every time and keeps the order of the set on ties', () => {
    expect(rankTools('zzz', kitchen).map(ranked => ranked.tool)).toEqual(kitchen.map(one => one.name))
    expect(rankTools('heat the oven', kitchen)).toEqual(rankTools('heat the oven', kitchen))
  })
  it('answers an empty goal and an empty set', () => {
    expect(rankTools('', kitchen)).toHaveLength(4)
    expect(rankTools('anything', [])).toEqual([])
  })
  it('indexes one list once', () => {
    expect(prepareTools(kitchen)).toBe(prepareTools(kitchen))
  })
})
