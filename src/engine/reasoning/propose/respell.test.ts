import { expect, test } from 'vitest'
import { proposeCalls } from './propose.ts'
import { respell, unspell } from './respell.ts'
import { prepareTools } from './tool-index.ts'

const tools = [
  {
    name: 'fasten_sail',
    description: 'Fasten a sail of a boat',
    input_schema: {
      type: 'object',
      properties: {
        sail: { type: 'string', description: 'Name of the sail' },
        side: { type: 'string', enum: ['starboard', 'larboard'] },
      },
      required: ['sail', 'side'],
    },
  },
]
const index = prepareTools(tools)

test('a slip of the keyboard is read as the word of the tools or of everyday requests that it is nearest to', () => {
  expect(respell('fasetn teh boaat', index).text).toBe('fasten the boat')
  expect(respell('delte the saill', index).text).toBe('delete the sail')
})

test('values, names and quotations, and words that English knows, stay as they are', () => {
  const goal = 'Fasten Saill "boaat" on boaat.txt and saill@harbour.example, then boast'
  expect(respell(goal, index)).toEqual({ text: goal, written: new Map() })
})

test('a text of a call holds what the person wrote, an option of the schema is respelt', async () => {
  const goal = 'fasetn the sail named "jib" on the starbord side'
  const { tool_calls: calls } = await proposeCalls({ goal, tools, context: {}, now: new Date(0) })
  expect(calls[0]?.arguments).toEqual({ sail: 'jib', side: 'starboard' })
  expect(calls[0]?.evidence).toContain('“starbord” is read as “starboard”')
  expect(unspell('the boat', respell('the boaat', index))).toBe('the boaat')
})
