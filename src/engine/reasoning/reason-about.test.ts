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

test('lists of records that the goal would have to spell out are asked for', async () => {
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
  const silent = await propose('Create an invoice for customer Orbit')
  expect(silent.missing_arguments.map(({ name }) => name)).toEqual(['lines'])
})
