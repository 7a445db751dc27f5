import { describe, expect, it } from 'vitest'
import { countHiddenCharacters, escapeHiddenCharacters, splitHiddenCharacters } from './hidden-characters.ts'

describe('hidden characters', () => {
  it.each([
    ['a right-to-left override', 'pay\u202Egpj.exe', 'pay⟨U+202E⟩gpj.exe'],
    ['an isolate', 'a\u2066b\u2069', 'a⟨U+2066⟩b⟨U+2069⟩'],
    ['zero width characters', 'ad\u200Bmin\u200D\uFEFF', 'ad⟨U+200B⟩min⟨U+200D⟩⟨U+FEFF⟩'],
    ['tag characters', 'ok\u{E0049}\u{E0067}', 'ok⟨U+E0049⟩⟨U+E0067⟩'],
    ['terminal escapes', '\u001B[31mred\u009B0m', '⟨U+001B⟩[31mred⟨U+009B⟩0m'],
    ['carriage return and backspace', 'safe\rrm\b', 'safe⟨U+000D⟩rm⟨U+0008⟩'],
    ['blank fillers', 'a\u3164b\u2800', 'a⟨U+3164⟩b⟨U+2800⟩'],
    ['soft hyphens', 'exam\u00ADple', 'exam⟨U+00AD⟩ple'],
    ['a lone surrogate', 'x\uD800y', 'x⟨U+D800⟩y'],
    ['a run of one character', 'a\u200B\u200B\u200Bb', 'a⟨U+200B ×3⟩b'],
  ])('shows %s by code', (_, text, shown) => {
    expect(escapeHiddenCharacters(text)).toBe(shown)
  })

  it('leaves what can be read as it stands', () => {
    const text = 'Ünïcode, 日本語, العربية, emoji 👩🏽, <b>not bold</b>\n\ttabbed'
    expect(splitHiddenCharacters(text)).toEqual([{ kind: 'plain', text }])
  })

  it('leaves emoji whole, and names what only pretends to be one', () => {
    const text = 'family 👨‍👩‍👧‍👦, flag 🏴󠁧󠁢󠁳󠁣󠁴󠁿, heart ❤️, key 1️⃣'
    expect(splitHiddenCharacters(text)).toEqual([{ kind: 'plain', text }])
    expect(countHiddenCharacters('a\u200Db 👨\u200D')).toBe(2)
  })

  it('loses no readable character and counts each hidden one', () => {
    const text = '\u202Aone\u202C two\u200B\u200B'
    const plain = splitHiddenCharacters(text)
      .map(piece => (piece.kind === 'plain' ? piece.text : ''))
      .join('')
    expect(plain).toBe('one two')
    expect(countHiddenCharacters(text)).toBe(4)
  })
})
