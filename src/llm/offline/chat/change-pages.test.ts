import { expect, test } from 'vitest'
import { changePages } from './change-pages.ts'

const answerTo = (wish: string, bound: readonly string[] = []) => {
  const said = { wish, earlier: [], done: [], asked: 0, interviews: 0, answers: [], correction: undefined }
  const nextId = (index: number) => `call_${index}`
  const state = { turn: said, pages: ['menu', 'cart'], bound, offers: () => true, nextId, images: 0 }
  return changePages(state, true)
}

test.each([
  'On the home page change the headline to "Zebra Coffee"',
  'Change the price of the latte to 3.20',
  'Change the text "undo" to "Back"',
])('words about the pages go word for word to the tool that reads them: %s', async wish => {
  const { tool_calls } = await answerTo(wish)
  expect(tool_calls.map(({ name, arguments: args }) => [name, args])).toEqual([
    ['change_pages', { instruction: wish }],
  ])
})

test('pages that the person bound their words to go with them', async () => {
  const { tool_calls } = await answerTo('make the heading shorter', ['cart'])
  expect(tool_calls[0]?.arguments).toMatchObject({ pages: ['cart'] })
})

test.each([
  'undo',
  'Undo that, please',
  'take that back',
])('“%s” takes back and changes nothing else', async wish => {
  expect((await answerTo(wish)).tool_calls.map(({ name }) => name)).toEqual(['restore_pages'])
})
