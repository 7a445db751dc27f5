import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { climbs, compileGlob, normalizePath } from './glob.ts'

describe('a glob', () => {
  it.each([
    ['contracts/*', 'contracts/a.json', true],
    ['contracts/*', 'contracts/current/deep/a.json', true],
    ['contracts/*', 'src/contracts/a.json', false],
    ['*.ts', 'src/a.ts', true],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', true],
    ['a?c', 'ac', false],
    ['a?c', 'a😀c', true],
    ['[ab]x', 'bx', true],
    ['[!ab]x', 'bx', false],
    ['[a-c]x', 'bx', true],
    ['[]]x', ']x', true],
    ['[a', '[a', true],
    ['a.b', 'axb', false],
    ['*', '', true],
    ['', '', true],
    ['', 'a', false],
    ['**', 'a/b', true],
    ['a*b*c', 'a1b2b3c', true],
    ['a*b*c', 'a1b2b3', false],
  ])('%s on %s is %s', (pattern, text, expected) => {
    expect(compileGlob(pattern)(text)).toBe(expected)
  })

  it('agrees with a backtracking regular expression on short texts', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '?'), maxLength: 8 })
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 })
    fc.assert(
      fc.property(letters, text, (pattern, subject) => {
        const source = pattern.replaceAll('*', '[^]*').replaceAll('?', '[^]')
        expect(compileGlob(pattern)(subject)).toBe(new RegExp(`^${source}$`).test(subject))
      }),
    )
  })

  it('answers a hostile pattern on a long path at once', () => {
    expect(compileGlob('*a*a*a*a*a*a*a*a*b')('a'.repeat(4000))).toBe(false)
  })
})

describe('a path', () => {
  it.each([
    ['contracts\\a.json', 'contracts/a.json'],
    ['./contracts//a.json', 'contracts/a.json'],
    ['contracts/./a.json', 'contracts/a.json'],
    ['/etc//passwd', '/etc/passwd'],
    ['cafe\u0301/a', 'caf\u00e9/a'],
  ])('%s is seen as %s', (path, expected) => {
    expect(normalizePath(path)).toBe(expected)
  })

  it('climbs only with a whole segment of two dots', () => {
    expect(climbs('a/../b')).toBe(true)
    expect(climbs('a\\..\\b')).toBe(true)
    expect(climbs('a..b/c')).toBe(false)
  })
})
