import { describe, expect, test } from 'vitest'
import { preValidate } from './prevalidate.ts'

const page = [
  { id: 'l1', role: 'link', name: 'Timeline' },
  { id: 'b1', role: 'button', name: 'Send' },
  { id: 'b2', role: 'button', name: 'Add to shopping list' },
  { id: 's1', role: 'slider', name: 'Volume' },
  { id: 'c1', role: 'checkbox', name: 'Reply by e-mail' },
  { id: 'c2', role: 'checkbox', name: 'I accept the terms of use' },
  { id: 'd1', role: 'combobox', name: 'Doctor', options: ['Dr. Amsel', 'Dr. Lindqvist'] },
  { id: 'n1', role: 'slider', name: 'Maximum price per night' },
  { id: 'i1', role: 'link', name: 'Download', region: 'footer' },
  { id: 't1', role: 'textbox', name: 'Discount code' },
]

function missed(goal: string): readonly string[] {
  return preValidate(goal, { tools: [], context: { ui_schema: page } })
    .failures.filter(({ check }) => check === 'element_existence')
    .map(({ message }) => message)
}

describe('an element of the page', () => {
  test.each([
    'Untick the checkbox labelled Timeline',
    'tick the Send box',
    'drag the Timeline slider to 4',
    'type 4711 in the customer number field',
  ])('is not there in another role: “%s”', goal => {
    expect(missed(goal)).toHaveLength(1)
  })

  test.each([
    'press the Forward button',
    'press the Download invoice button',
    "Tick 'Ship to a different address'",
  ])('is not there under a name that only comes near: “%s”', goal => {
    expect(missed(goal)).toHaveLength(1)
  })

  test.each([
    'open the Timeline tab',
    'press Add to shopping list',
    'set the Volume slider to 40',
    "I'd like the answer by email, tick that box",
    'push the price limit up to 600',
    'Press the Download link in the footer',
    'accept the terms and send it off',
    'Type SPRING7 into Discount code and 4 into Volume',
  ])('is there: “%s”', goal => {
    expect(missed(goal)).toEqual([])
  })

  test('is not the only one of its role, however near it comes, when nothing of its name is said', () => {
    const ui_schema = [
      { id: 't1', role: 'textbox', name: 'Discount code' },
      { id: 'b1', role: 'button', name: 'Send' },
    ]
    const { failures } = preValidate('enter 12 in the house number box', {
      tools: [],
      context: { ui_schema },
    })
    expect(failures.map(({ check }) => check)).toEqual(['element_existence'])
  })
})
