import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineAgent, defineTool } from './agents.ts'

const run = async () => 'done'

it('says of what is no schema whose it is and what to write instead', () => {
  const plain = { type: 'object', properties: { order: { type: 'string' } } } as never
  const agent = () => defineAgent({ name: 'refunds', input: plain, run })
  expect(agent).toThrow('The input schema of agent refunds is no schema. Write one with zod')
  const tool = () =>
    defineTool({
      name: 'refund',
      description: 'Pays.',
      effect: 'read',
      input: undefined as never,
      execute: run,
    })
  expect(tool).toThrow('The input schema of tool refund is missing. Write one with zod')
})

it('says it of what an agent answers before it ever ran', () => {
  const agent = () => defineAgent({ name: 'refunds', input: z.object({}), output: {} as never, run })
  expect(agent).toThrow('The output schema of agent refunds is no schema.')
})
