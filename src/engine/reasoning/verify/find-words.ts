import type { Span } from './words.ts'

/** Where words stand in a text as whole words; letter case, spacing and the form of quotation marks do not matter. */
export function findWords(text: string, words: string): Span | undefined {
  const pieces = words.trim().split(/\s+/).filter(Boolean)
  // Most words that are looked for stand nowhere: that is told without a pattern.
  const [letters] = PLAIN.exec(words) ?? []
  if (pieces.length === 0 || (letters && !text.toLowerCase().includes(letters.toLowerCase())))
    return undefined
  const found = new RegExp(
    `${NO_WORD_BEFORE}${pieces.map(toPattern).join('\\s+')}${NO_WORD_AFTER}`,
    'iu',
  ).exec(text)
  return found === null
    ? undefined
    : { start: found.index, end: found.index + found[0].length, text: found[0] }
}

const PLAIN = /[\p{L}\p{N}]+/u

// Between two letters, or two digits, a word goes on; beside a sign it ends.
const NO_WORD_BEFORE = '(?<![\\p{L}\\p{N}](?=[\\p{L}\\p{N}]))'
const NO_WORD_AFTER = '(?!(?<=[\\p{L}\\p{N}])[\\p{L}\\p{N}])'

function toPattern(piece: string): string {
  return piece
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/["“”„«»]/g, '["“”„«»]')
    .replace(/['‘’`]/g, "['‘’`]")
}
