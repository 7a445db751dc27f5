import { expect, test } from 'vitest'
import { changePages } from './change-pages.ts'

const answerTo = (wish: string) => {
  const said = { wish, earlier: [], done: [], asked: 0, interviews: 0, answers: [], correction: undefined }
  const nextId = (index: number) => `call_${index}`
  const state = { turn: said, pages: ['menu', 'product', 'cart'], offers: () => true, nextId, images: 0 }
  return changePages(state, true)
}
const changed = (wish: string) => answerTo(wish).tool_calls.map(call => JSON.stringify(call.arguments))

test.each([
  'On the home page change the headline to "Zebra Coffee"',
  'Change the heading of this page to "Zebra"',
  'Make the about page shorter',
])('a page that is not there is asked about, and no other is changed in its place: %s', wish => {
  const { tool_calls, text } = answerTo(wish)
  expect(tool_calls).toEqual([])
  expect(text).toContain('Which page is meant? There are @menu, @product, @cart.')
})

test('a page that is named is the one that is changed, and all of them where none is', () => {
  expect(changed('On the cart page change "Cart" to "Basket"')).toHaveLength(1)
  expect(changed('Change "Menu" to "Our coffee" on every page')).toHaveLength(3)
})
