import { describe, expect, it } from 'vitest'
import { phrasesOf, wordingAsksFor } from './language.ts'

const asksFor = (text: string, ...traits: readonly string[]): number =>
  wordingAsksFor(text, new Map(traits.map(trait => [trait, 1])))

describe('the wording of a text', () => {
  it('is its words, neighbours and near neighbours, with its opening and its question mark', () => {
    expect([...phrasesOf('Is 4 in?')].sort()).toEqual(
      ['#', '# in', '# _ ?', '?', '^ _ #', '^ is', 'in', 'in ?', 'is', 'is #', 'is _ in'].sort(),
    )
  })
  it('tells what is asked for from what is done', () => {
    expect(asksFor("she won't be coming after all", 'cancel')).toBeGreaterThan(
      asksFor("she won't be coming after all", 'create'),
    )
    expect(asksFor('what do I owe them?', '@looks')).toBeGreaterThan(
      asksFor('what do I owe them?', '@changes'),
    )
  })
  it('says nothing of what it never met', () => {
    expect(asksFor('flirp zazzle', 'cancel', 'no such trait')).toBe(0)
    expect(asksFor('', 'cancel')).toBe(0)
  })
})
