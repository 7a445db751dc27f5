import type { Span } from './words.ts'

/** Where words stand in a text as whole words; letter case, spacing and the form of quotation marks do not matter. */
export function findWords(text: string, words: string): Span | undefined {
  const pieces = words.trim().split(/\s+/).filter(Boolean)
  // Most words that are looked for stand nowhere: that is told without a pattern.
  const [letters] = PLAIN.exec(words) ?? []
  if (pieces.length === 0 || (letters && !text.toLowerCase().includes(letters.toLowerCase())))
    return undefined
  const pattern = new RegExp(pieces.map(toPattern).join('\\s+'), 'giu')
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [said] = found
    const end = found.index + said.length
    if (!isWithinWord(text, found.index) && !isWithinWord(text, end))
      return { start: found.index, end, text: said }
    pattern.lastIndex = found.index + 1
  }
  return undefined
}

const PLAIN = /[\p{L}\p{N}]+/u
const ENDS_IN_WORD = /[\p{L}\p{N}]$/u
const STARTS_WITH_WORD = /^[\p{L}\p{N}]/u

/** Between two letters, or two digits, a word goes on; beside a sign it ends. */
function isWithinWord(text: string, at: number): boolean {
  return (
    ENDS_IN_WORD.test(text.slice(Math.max(0, at - 2), at)) && STARTS_WITH_WORD.test(text.slice(at, at + 2))
  )
}

function toPattern(piece: string): string {
  return piece
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/["“”„«»]/g, '["“”„«»]')
    .replace(/['‘’`]/g, "['‘’`]")
}
