import { expect, test } from 'vitest'
import { ChatInput } from './chat-input.ts'
import { systemPrompt } from './prompts.ts'

const ASKS = 'ask the person once'
const input = ChatInput.parse({ message: 'Hello', from: { kind: 'person', id: 'person_1' } })
const state = { kind: 'refinement', pages: ['index'], product_doc: 'none', is_first_turn: false } as const
const promptOf = (change: Partial<Parameters<typeof systemPrompt>[0]>) =>
  systemPrompt({ ...state, ...change }, { input, tools: [] })

test('asks once for a product doc where pages stand and none does', () => {
  expect(promptOf({})).toContain(ASKS)
  expect(promptOf({ product_doc: 'draft' })).not.toContain(ASKS)
  expect(promptOf({ pages: [] })).not.toContain(ASKS)
})
