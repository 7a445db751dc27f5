import { expect, test } from 'vitest'
import { splitClauses } from '../language/language.ts'
import { chooseForClauses } from './choose-tools.ts'
import type { ToolDescription } from './tool-index.ts'

type Offered = ToolDescription & { readonly annotations: { readonly read_only: boolean } }

function tool(name: string, description: string, { reads = false, parameters = ['id'] } = {}): Offered {
  const properties = Object.fromEntries(parameters.map(key => [key, { type: 'string' }]))
  return {
    name,
    description,
    input_schema: { type: 'object', properties, required: parameters },
    annotations: { read_only: reads },
  }
}

const marina: readonly Offered[] = [
  tool('read_gauge', 'Read the water level of a basin', { reads: true, parameters: ['basin'] }),
  tool('set_level', 'Set the target water level of a basin', { parameters: ['basin', 'level'] }),
  tool('assign_berth', 'Assign a berth to a boat', { parameters: ['boat', 'berth'] }),
  tool('block_berth', 'Block a berth for a time', { parameters: ['berth'] }),
  tool('reorder_fuel', 'Buy fuel from the supplier', { parameters: ['litres'] }),
  tool('text_skipper', 'Send a text message to the skipper of a boat', { parameters: ['boat', 'text'] }),
]

const chosenFor = (goal: string): readonly string[] =>
  [...new Set(chooseForClauses(splitClauses(goal), marina).map(({ tool }) => tool.name))].sort()

test('an order to look takes a tool that looks, whatever else speaks of the thing', () => {
  expect(chosenFor('Check the water level of basin B-2')).toEqual(['read_gauge'])
  expect(chosenFor('Set the water level of basin B-2 to 140')).toEqual(['set_level'])
})

test('an order that only points back is read with what was told, and asks for nothing of its own', () => {
  expect(chosenFor('Berth 14 has a loose plank, block it')).toEqual(['block_berth'])
  expect(chosenFor('Assign berth 3 to boat K-9 and text the skipper of K-9 that it is ready')).toEqual([
    'assign_berth',
    'text_skipper',
  ])
})

test('an order stays one though it opens with a word that a tool takes as an argument', () => {
  expect(chosenFor('Buy 200 litres of diesel and text K-9 that we are closed on Sunday')).toEqual([
    'reorder_fuel',
    'text_skipper',
  ])
})

test('what must not be is told of a thing, not forbidden to us', () => {
  expect(chosenFor('Nobody may moor at berth 7. The others can stay as they are.')).toEqual(['block_berth'])
})

test('what a list leaves out is no further thing to do', () => {
  expect(chosenFor('Block berth 4, but not berth 5')).toEqual(['block_berth'])
})

test('what follows an order without a verb says more of it and calls no other tool', () => {
  expect(chosenFor('Block berth 4; time of the gauge: noon')).toEqual(['block_berth'])
  expect(chosenFor('Set the target level of basin B-2; gauge in the corner')).toEqual(['set_level'])
})

test('the same act once more is the act', () => {
  expect(chosenFor('Order 400 litres of fuel')).toEqual(['reorder_fuel'])
})

test('a request in the form of a question points back as an order does', () => {
  expect(chosenFor('Berth 14 has a loose plank. Could you block it?')).toEqual(['block_berth'])
})

test('what a question lists is asked of one thing', () => {
  expect(chosenFor('How high is the water for a boat and a raft in basin B-2?')).toEqual(['read_gauge'])
})

test('the tool that is called by its name is taken', () => {
  expect(chosenFor('use set_level for what the gauge reads in basin B-2')).toEqual(['set_level'])
})

test('what was done already is not asked for, and what is to be done is', () => {
  expect(chosenFor("I've assigned a berth to Mira. Block berth 3.")).toEqual(['block_berth'])
  expect(chosenFor('I have to assign a berth to the boat Mira')).toEqual(['assign_berth'])
})

test('what is only to be passed on asks for no tool of its own', () => {
  expect(chosenFor('Text the skipper of Mira: "Please do not block any berth before noon"')).toEqual([
    'text_skipper',
  ])
  expect(chosenFor('Text the skipper of Mira, saying that we are not reordering fuel')).toEqual([
    'text_skipper',
  ])
})
