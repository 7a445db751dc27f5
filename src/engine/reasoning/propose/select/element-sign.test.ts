import { expect, test } from 'vitest'
import { splitClauses } from '../../language/language.ts'
import { readUiSchema } from '../../ui-elements/ui-elements.ts'
import { prepareTools } from '../tool-index.ts'
import { elementSigns } from './element-sign.ts'

const text = { type: 'string' }
const tool = (name: string, description: string, properties: object) => ({
  name,
  description,
  input_schema: { type: 'object', properties, required: Object.keys(properties) },
})
const index = prepareTools([
  tool('page.click', 'Click a link or button of the page', { id: text }),
  tool('page.fill', 'Fill a text field of the page', { id: text, value: text }),
  tool('page.choose', 'Choose an entry of a select box', { id: text, entry: text }),
  tool('rooms.list', 'List the rooms', {}),
])
const elements =
  readUiSchema([
    { id: 't1', role: 'textbox', name: 'Return date' },
    { id: 's1', role: 'combobox', name: 'Travel class' },
    { id: 'b1', role: 'button', name: 'Sign out' },
  ]) ?? []

/** The tool that does what is done to the element that is meant. */
function called(goal: string): string | undefined {
  const [clause] = splitClauses(goal)
  if (clause === undefined) throw new Error('no clause')
  const signs = elementSigns(clause, index, elements)
  const best = signs.indexOf(Math.max(...signs))
  return (signs[best] ?? 0) > 0 ? index.tools[best]?.tool.name : undefined
}

test('the tool is told by the element that is meant, not by the verb', () => {
  expect(called('Return date should be 10 May 2027')).toBe('page.fill')
  expect(called('Business class this time please')).toBe('page.choose')
  expect(called('log me out')).toBe('page.click')
})

test('a tool that has nothing to do with elements gets no sign, and without a page none does', () => {
  const [clause] = splitClauses('log me out')
  if (clause === undefined) throw new Error('no clause')
  expect(elementSigns(clause, index, elements).at(-1)).toBe(0)
  expect(elementSigns(clause, index, [])).toEqual([0, 0, 0, 0])
})
