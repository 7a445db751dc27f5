import { describe, expect, test } from 'vitest'
import { prepareTools } from '../tool-index.ts'
import { fillArguments } from './fill-arguments.ts'

const page = {
  ui_schema: [
    { id: 'e1', role: 'textbox', name: 'Street' },
    { id: 'e2', role: 'textbox', name: 'Town' },
    { id: 'e3', role: 'checkbox', name: 'Send me news' },
    { id: 'e4', role: 'button', name: 'Log out' },
  ],
}

function fillWhole(name: string, properties: object, said: { text: string; context?: object }) {
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  const [tool] = prepareTools([{ name, description: `${name} of this page`, input_schema: schema }]).tools
  if (tool === undefined) throw new Error('no tool')
  const source = { goal: said.text, now: new Date('2026-03-04T09:00:00Z'), context: {}, ...said }
  return fillArguments(tool, { ...source, context: { ...source.context } })
}

function fill(name: string, properties: object, said: { text: string; context?: object }) {
  return fillWhole(name, properties, said).map(one => one.arguments)
}

const text = { type: 'string' }
const typeText = { element_id: text, text }
const tickBox = { element_id: text, checked: { type: 'boolean' } }

describe('elements of a page', () => {
  test('an “and” between two things for one of them is no second call', () => {
    const said = { text: 'type "salt and pepper" into the street field', context: page }
    expect(fill('type_text', typeText, said)).toEqual([{ element_id: 'e1', text: 'salt and pepper' }])
  })

  test('the verb says which box is meant and how it is to be', () => {
    const ticked = fill('tick_box', tickBox, { text: 'tick the box', context: page })
    expect(ticked).toEqual([{ element_id: 'e3', checked: true }])
    const cleared = fill('tick_box', tickBox, { text: 'untick the box', context: page })
    expect(cleared).toEqual([{ element_id: 'e3', checked: false }])
  })
})

describe('what is to stand in an element', () => {
  const form = {
    ui_schema: [
      { id: 's1', role: 'combobox', name: 'Leave type' },
      { id: 's2', role: 'combobox', name: 'Colour', options: ['Olive', 'Navy blue'] },
      { id: 't1', role: 'textbox', name: 'Comment' },
      { id: 't2', role: 'textbox', name: 'Mobile number' },
      { id: 'c1', role: 'checkbox', name: 'Direct flights only' },
      { id: 'c2', role: 'checkbox', name: 'Newsletter' },
    ],
  }
  const type = { ref: text, text }

  test('is what the words around it announce', () => {
    const number = { text: 'put +49 151 2345678 into the mobile number field', context: form }
    expect(fill('type_text', type, number)).toEqual([{ ref: 't2', text: '+49 151 2345678' }])
    const plain = { text: 'Elm House as the comment', context: form }
    expect(fill('type_text', type, plain)).toEqual([{ ref: 't1', text: 'Elm House' }])
  })

  test('is no element that nothing tells from the others', () => {
    expect(fill('press', { element_id: text }, { text: 'click one of those', context: form })).toEqual([{}])
  })

  test('is not taken from words that only name the element', () => {
    const source = { text: 'fill in the comment box', context: form }
    expect(fill('type_text', type, source)).toEqual([{ ref: 't1' }])
  })
})

test('whom something goes to is told by name, where the tool says so', () => {
  const to = { to: { type: 'string', description: 'Name or IBAN of the recipient' } }
  expect(fill('pay', { ...to, amount: { type: 'number' } }, { text: 'Send Lena Hofmann 85 euros' })).toEqual([
    { to: 'Lena Hofmann', amount: 85 },
  ])
})

describe('names of records', () => {
  test('a serial number with a dash is a name, a range is none', () => {
    const number = { order_no: text }
    expect(fill('show_order', number, { text: 'show order 2025-0093' })).toEqual([{ order_no: '2025-0093' }])
    expect(fill('show_order', number, { text: 'show order 8113-204' })).toEqual([{ order_no: '8113-204' }])
    const range = fill('show_order', number, { text: 'show the orders between 100-200' })
    expect(range).not.toEqual([{ order_no: '100-200' }])
  })
})

describe('texts', () => {
  test('the quoted text that is announced as the text is not the title', () => {
    const ticket = { title: text, body: text }
    const said = { text: 'open a ticket titled "Door", text "It sticks when it rains"' }
    expect(fill('open_ticket', ticket, said)).toEqual([{ title: 'Door', body: 'It sticks when it rains' }])
  })
})

test('who is told stands before what is told', () => {
  const said = fill('post_message', { text }, { text: 'tell the crew the boat leaves at six' })
  expect(said).toEqual([{ text: 'the boat leaves at six' }])
})

describe('choices of a schema', () => {
  const state = { door: text, state: { type: 'string', enum: ['locked', 'unlocked'] } }
  const method = { pull: { type: 'integer' }, method: { type: 'string', enum: ['merge', 'squash'] } }

  test('are met by the form of a word', () => {
    expect(fill('set_lock', state, { text: 'Unlock the shed door' })).toMatchObject([{ state: 'unlocked' }])
  })

  test('are not the word that the tool is named for where another is said', () => {
    const said = { text: 'merge 12 by squashing it' }
    expect(fill('merge_pull', method, said)).toEqual([{ pull: 12, method: 'squash' }])
  })

  test('are left open where two that exclude each other are said', () => {
    const answer = { answer: { type: 'string', enum: ['accepted', 'declined'] } }
    expect(fill('respond', answer, { text: 'accept and decline it' })).toEqual([{}])
  })

  test('are told by the sign of a currency', () => {
    const price = { amount: { type: 'number' }, currency: { type: 'string', enum: ['EUR', 'GBP'] } }
    expect(fill('set_price', price, { text: 'set the price to £48,500' })).toEqual([
      { amount: 48500, currency: 'GBP' },
    ])
  })
})

describe('times, lengths of time and places', () => {
  const meeting = { date: text, start_time: text, duration_minutes: { type: 'integer' } }

  test('a day and a time of day go where each belongs, a length of time in the unit of its parameter', () => {
    for (const said of ['on 2026-05-12 at 8:40 am for half an hour', 'on 12 May 2026, 08:40, half an hour'])
      expect(fill('plan', meeting, { text: `plan it ${said}` })).toEqual([
        { date: '2026-05-12', start_time: '08:40', duration_minutes: 30 },
      ])
  })

  test('what is said between “from” and “to” is taken whole', () => {
    const route = { from_place: text, to_place: text }
    expect(fill('carry', route, { text: 'carry it from shelf 4 to the back room.' })).toEqual([
      { from_place: 'shelf 4', to_place: 'back room' },
    ])
  })

  test('a file that exists is named by its whole name, spaces and any script in it', () => {
    const files = ['notes/Отчёт за март.md', 'a b.txt']
    for (const path of files)
      expect(fill('remove', { path: text }, { text: `remove ${path}`, context: { files } })).toEqual([
        { path },
      ])
  })
})

describe('how surely arguments are meant', () => {
  const tool = { name: 'move_stock', description: 'Move pieces of an item between locations' }
  const properties = { sku: text, quantity: { type: 'integer' }, to_location: text }
  const read = (said: string) => {
    const schema = { type: 'object', properties, required: Object.keys(properties) }
    const [indexed] = prepareTools([{ ...tool, input_schema: schema }]).tools
    if (indexed === undefined) throw new RangeError('A tool was given.')
    return fillArguments(indexed, { text: said, goal: said, context: {}, now: new Date(0) })[0]
  }

  test('is told with them: plain values leave less doubt than words that may be one', () => {
    const plain = read('Move 40 of SKU-1001 to "hall 3"')
    const unsure = read('Move 40 of the green ones over there where Ana works')
    expect(plain?.arguments).toEqual({ sku: 'SKU-1001', quantity: 40, to_location: 'hall 3' })
    expect(unsure?.doubt ?? 0).toBeGreaterThan(plain?.doubt ?? 0)
  })

  test('what nothing says stays missing, however many other values stand in the goal', () => {
    expect(read('Move 40 of SKU-1001')?.missing.map(({ name }) => name)).toEqual(['to_location'])
  })
})
