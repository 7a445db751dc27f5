import { describe, expect, test } from 'vitest'
import { UiElement } from '../../../contracts/reasoning.ts'
import { findElements, readUiSchema } from './ui-elements.ts'

function element(id: string, role: string, name: string): UiElement {
  return UiElement.parse({ id, role, name })
}

const screen = [
  element('menu', 'image_button', 'Open navigation'),
  element('gear', 'image_button', 'Preferences'),
  element('title', 'text_view', 'Trips'),
  element('label', 'text_view', 'Notify me'),
  element('bell', 'image_view', ''),
  element('row1', 'text_view', 'Lisbon'),
  element('row2', 'text_view', 'Porto'),
  element('go', 'button', 'Book trip'),
]

describe('finding', () => {
  test('does not guess between equals and says what is near when nothing fits', () => {
    const twins = [element('a', 'button', 'Delete'), element('b', 'button', 'Delete')]
    expect(findElements('press Delete', twins)).toMatchObject({ kind: 'several' })
    expect(findElements('press Checkout', twins)).toMatchObject({ kind: 'missing' })
    expect(findElements('press Delete', [])).toMatchObject({ kind: 'missing', nearest: [] })
  })

  test('asks which of several equals is meant by its place or by counting', () => {
    const twins = [element('a', 'button', 'Delete'), element('b', 'button', 'Delete')]
    for (const phrase of ['the second Delete button', 'Delete in the top corner', 'Delete below Settings'])
      expect(findElements(phrase, twins).kind).toBe('several')
  })

  test('tells one, several, none and unnamed apart', () => {
    expect(findElements('the Book trip button', screen)).toMatchObject({ kind: 'one', element: { id: 'go' } })
    expect(findElements('the text', screen).kind).toBe('several')
    expect(findElements('the Refund button', screen).kind).toBe('missing')
    expect(findElements('there', screen).kind).toBe('unnamed')
  })
})

describe('the schema', () => {
  test('is read from lists, maps by type and wrapped lists', () => {
    expect(readUiSchema([{ id: 'x', role: 'button', name: 'Go' }])).toHaveLength(1)
    expect(readUiSchema({ elements: [{ id: 'x', label: 'Go' }] })?.[0]?.name).toBe('Go')
    expect(readUiSchema({ buttons: ['Go', 'Stop'], inputs: [{ id: 'n', name: 'Name' }] })).toMatchObject([
      { role: 'button', name: 'Go' },
      { role: 'button', name: 'Stop' },
      { role: 'input', id: 'n', name: 'Name' },
    ])
  })

  test('is unknown when it is absent or no schema at all', () => {
    expect(readUiSchema(undefined)).toBeUndefined()
    expect(readUiSchema('a page')).toBeUndefined()
    expect(readUiSchema({})).toBeUndefined()
  })
})
