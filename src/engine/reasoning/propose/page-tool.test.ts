import { expect, test } from 'vitest'
import { pageToolOf } from './page-tool.ts'
import { prepareTools } from './tool-index.ts'

const text = { type: 'string' }

/** What a tool of this name does to elements, and which of its parameters takes the element. */
function read(name: string, description: string, properties: object): readonly (string | undefined)[] {
  const input_schema = { type: 'object', properties, required: Object.keys(properties) }
  const [tool] = prepareTools([{ name, description, input_schema }]).tools
  if (tool === undefined) throw new Error('no tool')
  const page = pageToolOf(tool)
  return [page?.action, page?.element?.name]
}

test('a tool of pages is known by its action, whatever it calls the element', () => {
  expect(read('ui.click', 'Click an element of the page', { element_id: text })).toEqual([
    'click',
    'element_id',
  ])
  expect(read('browser_type', 'Type text into an editable field', { ref: text, text })).toEqual([
    'type',
    'ref',
  ])
  expect(
    read('toggleCheckbox', 'Tick or untick a checkbox', { id: text, checked: { type: 'boolean' } }),
  ).toEqual(['toggle', 'id'])
  expect(read('choose-option', 'Choose an entry of a select box', { label: text, entry: text })).toEqual([
    'select',
    'label',
  ])
})

test('a tool that reads the whole page takes no element', () => {
  expect(read('page.read', 'Read the visible text of the page', {})).toEqual(['read', undefined])
})

test('an ordinary tool has nothing to do with elements, though it writes or picks', () => {
  expect(read('write_note', 'Write a note about a member', { id: text, note: text })).toEqual([
    undefined,
    undefined,
  ])
  expect(read('pick_winner', 'Pick the winner of a raffle', { id: text })).toEqual([undefined, undefined])
})
