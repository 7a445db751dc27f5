import { expect, test } from 'vitest'
import { bar, clip, colorsFor, columns, escapeHidden, escapeLine } from './terminal-text.ts'

test.each([
  ['an escape sequence', '\u001b[2J\u001b[1;1Happroved', '⟨U+001B⟩[2J⟨U+001B⟩[1;1Happroved'],
  ['an 8-bit escape', '\u009b2J', '⟨U+009B⟩2J'],
  ['a carriage return', 'rm -rf /\rls', 'rm -rf /⟨U+000D⟩ls'],
  ['a right-to-left override', 'a\u202egpj.exe', 'a⟨U+202E⟩gpj.exe'],
  ['zero width', 'ad\u200bmin\u2060\ufeff', 'ad⟨U+200B⟩min⟨U+2060⟩⟨U+FEFF⟩'],
  ['tags', 'x\u{e0041}', 'x⟨U+E0041⟩'],
  ['half a pair', 'x\ud83d', 'x⟨U+D83D⟩'],
])('%s is written out', (_, text, shown) => {
  expect(escapeHidden(text)).toBe(shown)
  expect(escapeHidden(shown)).toBe(shown)
})

test('what people can see stays as it is', () => {
  const text = 'Žluťoučký kůň — 馬 🐎 עברית\n\tdone'
  expect(escapeHidden(text)).toBe(text)
  expect(escapeLine('a\nb\tc')).toBe('a⏎b⇥c')
})

test('colours are for terminals that want them', () => {
  const red = (isTerminal: boolean, environment: Record<string, string>) =>
    colorsFor(isTerminal, environment).red('x')
  expect(red(true, {})).not.toBe('x')
  expect([red(false, {}), red(true, { NO_COLOR: '1' }), red(true, { TERM: 'dumb' })]).toEqual(['x', 'x', 'x'])
})

test('a share is drawn as a bar with its number', () => {
  expect([bar(0), bar(0.73), bar(1)]).toEqual(['░░░░░░░░░░ 0.00', '███████░░░ 0.73', '██████████ 1.00'])
})

test('columns line up and long text says that it was cut', () => {
  expect(
    columns([
      ['a', 'bb', 'c'],
      ['aaa', 'b', ''],
    ]),
  ).toEqual(['a    bb  c', 'aaa  b'])
  expect([clip('abcdef', 4), clip('abcd', 4)]).toEqual(['abc…', 'abcd'])
})
