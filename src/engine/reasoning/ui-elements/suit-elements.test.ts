import { describe, expect, test } from 'vitest'
import type { UiElement } from '../../../contracts/reasoning.ts'
import { readUiSchema } from './schema.ts'
import { suitElements } from './suit-elements.ts'

function page(...rows: readonly (readonly [role: string, name: string, options?: readonly string[]])[]) {
  return (
    readUiSchema(
      rows.map(([role, name, options]) => ({
        id: name,
        role,
        name,
        ...(options === undefined ? {} : { options: [...options] }),
      })),
    ) ?? []
  )
}

const player = page(
  ['button', 'Next track'],
  ['link', 'Lyrics'],
  ['slider', 'Volume'],
  ['searchbox', 'Search the library'],
  ['button', 'Search'],
  ['combobox', 'Sort by', ['Title', 'Date added', 'Artist']],
)
const job = page(
  ['radio', 'Full-time'],
  ['radio', 'Part-time'],
  ['textbox', 'E-mail address'],
  ['checkbox', 'Send me a copy'],
)

const likeliest = (text: string, elements: readonly UiElement[]) =>
  suitElements(text, elements)[0]?.element.id

describe('the element that a text is about', () => {
  test('is found by an option that it has', () => {
    expect(likeliest('Sort the playlist by date added', player)).toBe('Sort by')
  })

  test('is of the role that the text calls it', () => {
    expect(likeliest('Enter Nina Simone in the search box', player)).toBe('Search the library')
    expect(likeliest('hit the Search button', player)).toBe('Search')
  })

  test('is not what the text excludes', () => {
    expect(likeliest('Part-time is what I want, not full-time', job)).toBe('Part-time')
    expect(likeliest('Full-time rather than part-time', job)).toBe('Full-time')
  })

  test('has what the text says among its options', () => {
    expect(likeliest('Artist, please', player)).toBe('Sort by')
  })
})
