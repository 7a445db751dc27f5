import { expect, test } from 'vitest'
import { ROOM_TOOLS } from '../../../test/engine/reasoning-fixture.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { understandGoal } from './goal/goal.ts'
import { proposeCalls } from './propose/propose.ts'
import { weighUnderstanding } from './weigh-understanding.ts'

async function weigh(goal: string, context: JsonObject = {}) {
  const proposal = await proposeCalls({ goal, tools: ROOM_TOOLS, context, now: new Date(0) })
  const reading = understandGoal(goal, { tools: ROOM_TOOLS, context })
  return { ...weighUnderstanding(reading, proposal, ROOM_TOOLS), proposal }
}

test('what a tool lacks and nobody said is missing, and lowers what is understood', async () => {
  const { value, proposal } = await weigh('Put a tag on B-12')
  expect(proposal.missing_arguments.map(one => one.name)).toEqual(['tag'])
  expect(value).toBeLessThan((await weigh('Put the tag “maritime” on B-12')).value)
})

test('a goal whose values fill a tool is not open', async () => {
  expect((await weigh('Put the tag “maritime” on B-12')).is_open).toBe(false)
})

test('words that only stand for something leave a goal open', async () => {
  expect((await weigh('do something nice')).is_open).toBe(true)
})

test('words of an argument in another form are taken in, and leave a goal no more open', async () => {
  const { proposal } = await weigh('Put the tag “maritime” on B-12')
  expect(proposal.tool_calls.map(one => one.basis)).toEqual([expect.stringContaining('maritime')])
})

test('nothing is called impossible where it is not said what is to be done', async () => {
  const { is_open } = await weigh(
    'Please bring the whole garden and everything in it into shape for Saturday',
  )
  expect(is_open).toBe(true)
})

test('a plain tool with all that it needs is proposed, whatever else is said', async () => {
  const goal = 'Put the tag “maritime” on B-12, green ink and a small round label on its back cover'
  const { is_open, right = 1, proposal } = await weigh(goal)
  expect(is_open).toBe(false)
  expect(proposal.missing_arguments).toEqual([])
  expect(right).toBeLessThan((await weigh('Put the tag “maritime” on B-12')).right ?? 0)
})

test('a bare name leaves a goal open, and so does one that fits several listed things', async () => {
  expect((await weigh('the book, again...')).is_open).toBe(true)
  const books = { shelf: { books: ['blue atlas', 'red atlas', 'old diary'] } }
  expect((await weigh('Put the tag “maritime” on the atlas', books)).is_open).toBe(true)
  expect((await weigh('Put the tag “maritime” on the red atlas', books)).is_open).toBe(false)
})

test('an order that no tool acts by is foreign, and what is forbidden is never proposed', async () => {
  expect((await weigh('Mow the lawn behind the office')).proposal.tool_calls).toEqual([])
  expect((await weigh('Do not remove member M-7')).proposal.tool_calls).toEqual([])
})

test('a goal that names the very tool and all it needs is not asked about', async () => {
  expect((await weigh('tag_book B-12 “maritime”')).is_open).toBe(false)
})

const text = { type: 'string' }
const PAGE_TOOLS = [
  ['page.choose', 'Choose an option of a drop-down', { ref: text, value: text }],
  ['page.click', 'Click a button or link of the page', { ref: text }],
].map(([name, description, properties]) => ({
  name: String(name),
  description: String(description),
  input_schema: { type: 'object', properties, required: Object.keys(Object(properties)) },
}))
const ui_schema = [
  { id: 's1', role: 'combobox', name: 'Colour' },
  { id: 'b1', role: 'button', name: 'Sign out' },
  { id: 'l1', role: 'link', name: 'Help' },
]

async function isOpenOnPage(goal: string): Promise<boolean> {
  const proposal = await proposeCalls({ goal, tools: PAGE_TOOLS, context: { ui_schema }, now: new Date(0) })
  const reading = understandGoal(goal, { tools: PAGE_TOOLS, context: { ui_schema } })
  return weighUnderstanding(reading, proposal, PAGE_TOOLS).is_open
}

test('on a page a goal is open where nobody says what is to stand in an element, or which one is meant', async () => {
  expect(await isOpenOnPage('Colour')).toBe(true)
  expect(await isOpenOnPage('click one of those')).toBe(true)
})

test('a clear goal that no tool is near is not asked about', async () => {
  expect(await weigh('Mow the lawn behind the office')).toMatchObject({ is_open: false })
})
