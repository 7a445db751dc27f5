import { describe, expect, test } from 'vitest'
import { type UiBounds, UiElement } from '../../../contracts/reasoning.ts'
import { findElements, readUiSchema, resolveElement } from './ui-elements.ts'

function element(id: string, role: string, name: string, bounds?: UiBounds): UiElement {
  return UiElement.parse({ id, role, name, ...(bounds ? { bounds } : {}) })
}

const screen = [
  element('menu', 'image_button', 'Open navigation', [0.02, 0.04, 0.1, 0.09]),
  element('gear', 'image_button', 'Preferences', [0.88, 0.04, 0.98, 0.09]),
  element('title', 'text_view', 'Trips', [0.2, 0.04, 0.6, 0.09]),
  element('label', 'text_view', 'Notify me', [0.05, 0.3, 0.5, 0.36]),
  element('bell', 'image_view', '', [0.85, 0.3, 0.95, 0.36]),
  element('row1', 'text_view', 'Lisbon', [0.05, 0.45, 0.5, 0.5]),
  element('row2', 'text_view', 'Porto', [0.05, 0.55, 0.5, 0.6]),
  element('go', 'button', 'Book trip', [0.2, 0.85, 0.8, 0.92]),
]

function idOf(phrase: string): string {
  const resolution = resolveElement(phrase, screen)
  return resolution.kind === 'found' ? resolution.element.id : resolution.kind
}

describe('resolving', () => {
  test('goes by name, sign, place and relation', () => {
    expect(idOf('tap Book trip')).toBe('go')
    expect(idOf('click the settings icon')).toBe('gear')
    expect(idOf('tap the icon in the top left corner')).toBe('menu')
    expect(idOf('select the text below Lisbon')).toBe('row2')
  })

  test('does not guess between equals and says what is near when nothing fits', () => {
    const twins = [element('a', 'button', 'Delete'), element('b', 'button', 'Delete')]
    expect(resolveElement('press Delete', twins)).toMatchObject({ kind: 'ambiguous' })
    expect(resolveElement('press Checkout', twins)).toMatchObject({ kind: 'missing' })
    expect(resolveElement('press Delete', [])).toMatchObject({ kind: 'missing', nearest: [] })
  })

  test('gives the same answer for the same screen', () => {
    expect(resolveElement('click the settings icon', screen)).toEqual(
      resolveElement('click the settings icon', screen),
    )
  })
})

describe('existence', () => {
  test('tells one, several, none and unnamed apart', () => {
    expect(findElements('the Book trip button', screen).kind).toBe('one')
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
