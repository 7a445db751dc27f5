import { expect, test } from 'vitest'
import type { RegisteredTool } from '../../contracts/tool.ts'
import { reasonAbout } from './reason-about.ts'

function tool(name: string, description: string, parameters: readonly string[]): RegisteredTool {
  return {
    name,
    description,
    input_schema: {
      type: 'object',
      properties: Object.fromEntries(parameters.map(key => [key, { type: 'string' }])),
      required: [...parameters],
    },
    annotations: { read_only: false, idempotent: true, destructive: false, open_world: false },
    reversibility: 'reversible',
    prerequisites: [],
    produces: [],
    definition_hash: name,
    claimed: false,
    origin: 'declared',
    declared_by: 'person_1',
  }
}

const tools = [
  tool('create_complaint', 'Open a complaint in the register', ['title']),
  tool('delete_photo', 'Delete a photo', ['photo']),
  tool('rename_hall', 'Give a hall another name', ['hall', 'name']),
]

const reason = (goal: string) => reasonAbout({ goal, tools, context: {}, history: [], now: 0 })

test('a change that shares only its act with what is said is looked at by a person first', async () => {
  const { is_nearest, proposal } = await reason('Create a seaweed buffet “Venice” for the orchestra')
  expect(proposal.tool_calls.map(call => call.tool)).toEqual(['create_complaint'])
  expect(is_nearest).toBe(true)
})

test('a change whose act and thing are said is the one that is meant', async () => {
  expect((await reason('Create the complaint “Cold soup”')).is_nearest).toBe(false)
})

test('records come from the words that hold a number, for a person to look at, and are asked for where none does', async () => {
  const invoice = tool('create_invoice', 'Create an invoice for a customer', ['customer'])
  const schema = {
    type: 'object',
    properties: {
      customer: { type: 'string' },
      lines: { type: 'array', items: { type: 'object', properties: { text: { type: 'string' } } } },
    },
    required: ['customer', 'lines'],
  }
  const tools = [{ ...invoice, input_schema: schema }]
  const propose = async (goal: string) =>
    (await reasonAbout({ goal, tools, context: {}, history: [], now: 0 })).proposal
  const told = await propose('Create an invoice for customer Orbit, 12 hours of consulting')
  expect(told.tool_calls[0]?.arguments.lines).toEqual([{ text: '12 hours of consulting' }])
  expect(told.guessed_arguments?.map(({ name }) => name)).toContain('lines')
  const silent = await propose('Create an invoice for customer Orbit')
  expect(silent.missing_arguments.map(({ name }) => name)).toEqual(['lines'])
})
