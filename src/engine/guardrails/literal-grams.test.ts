import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileGlob } from './glob.ts'
import { indexGrams, requiredGrams, visitByGrams } from './literal-grams.ts'

function gramsIn(text: string, grams: readonly number[]): ReadonlySet<readonly number[]> {
  const found = new Set<readonly number[]>()
  const index = indexGrams(new Map(grams.map((gram, rank) => [gram, [rank]])))
  visitByGrams(index, text, ranks => found.add(ranks))
  return found
}

describe('the grams of a pattern', () => {
  it.each([
    '*',
    '**',
    '?',
    '[ab]*',
    '*[!a]?',
  ])('are none for %s, which says nothing about its texts', pattern => {
    expect(requiredGrams(pattern)).toEqual([])
  })

  it.each([
    ['area-7/*', 'area-7/x', true],
    ['area-7/*', 'area-8/x', false],
    ['area-7/*', 'x/area-7/x', false],
    ['*.ts', 'a.ts', true],
    ['*.ts', 'a.tsx', false],
    ['a*', 'ab', true],
    ['a*', 'ba', false],
  ])('of %s are all in %s: %s', (pattern, text, expected) => {
    const grams = requiredGrams(pattern)
    expect(gramsIn(text, grams).size === grams.length).toBe(expected)
  })

  it('are all in every text that matches', () => {
    const part = fc.constantFrom('a', 'b', 'abcab', '/', '*', '?', '[ab]', 'é', '😀')
    const pattern = fc.array(part, { maxLength: 6 }).map(parts => parts.join(''))
    const text = fc
      .array(fc.constantFrom('a', 'b', 'abcab', '/', 'é', '😀'), { maxLength: 6 })
      .map(parts => parts.join(''))
    fc.assert(
      fc.property(pattern, text, (glob, subject) => {
        fc.pre(compileGlob(glob)(subject))
        const grams = requiredGrams(glob)
        expect(gramsIn(subject, grams).size).toBe(grams.length)
      }),
    )
  })
})
