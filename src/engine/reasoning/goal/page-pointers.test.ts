import { describe, expect, test } from 'vitest'
import { findPointers } from './goal.ts'

const page = { context: { ui_schema: [{ id: 'b1', role: 'button', name: 'Next track' }] } }

function openOn(surroundings: Parameters<typeof findPointers>[1], goal: string): readonly string[] {
  return findPointers(goal, surroundings)
    .filter(pointer => !pointer.resolved)
    .map(pointer => pointer.text)
}

describe('what points, with a page given', () => {
  test('means what the page shows', () => {
    for (const goal of [
      'Skip this song',
      'Leave this form with Cancel',
      'Save it as a draft for now',
      'I like this tune, put it with my favourites',
    ]) {
      expect(openOn(page, goal), goal).toEqual([])
    }
    expect(openOn({}, 'Skip this song')).toEqual(['this song'])
  })

  test('does not mean the page where something is brought to it, was spoken of before, or nothing else is said', () => {
    expect(openOn(page, 'Upload this picture')).toEqual(['this picture'])
    expect(openOn(page, 'Do the same as last time')).not.toEqual([])
    expect(openOn(page, 'Change it, please')).toEqual(['it'])
  })
})
