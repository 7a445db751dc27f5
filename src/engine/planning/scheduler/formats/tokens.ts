/** A word of a file and the line it stands on, counted from 1. */
export interface Token {
  readonly text: string
  readonly line: number
}

/** Why a file cannot be read. Thrown by the readers of this folder, and turned into a value at its door. */
export class Unreadable extends Error {
  readonly line: number

  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}

/** The words of a text one after the other; anything unexpected is thrown as `Unreadable`. */
export interface TokenReader {
  /** The next whole number, between `least` (0 when not given) and `MAX_NUMBER`. */
  wholeNumber(what: string, least?: number): number
  /** The next word. */
  word(what: string): Token
  readonly isAtEnd: () => boolean
  /** Line of the next word; of the last one at the end. */
  readonly line: () => number
}

/** Larger values would leave the range in which times are added exactly. */
const MAX_NUMBER = 1_000_000_000

export function createTokenReader(tokens: readonly Token[]): TokenReader {
  let at = 0
  const lastLine = tokens.at(-1)?.line ?? 1
  const word = (what: string): Token => {
    const token = tokens[at]
    if (token === undefined) throw new Unreadable(lastLine, `the file ends where ${what} is expected`)
    at += 1
    return token
  }
  return {
    word,
    isAtEnd: () => at >= tokens.length,
    line: () => tokens[at]?.line ?? lastLine,
    wholeNumber: (what, least = 0) => toWholeNumber(word(what), what, least),
  }
}

/** A word as a whole number of at least `least`. */
export function toWholeNumber({ text, line }: Token, what: string, least = 0): number {
  const value = /^[+-]?\d+(\.0+)?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value)) throw new Unreadable(line, `${what} is “${text.slice(0, 40)}”, not a whole number`)
  if (value < least) throw new Unreadable(line, `${what} is ${value}; it must be at least ${least}`)
  if (value > MAX_NUMBER)
    throw new Unreadable(line, `${what} is ${value}; at most ${MAX_NUMBER} can be handled`)
  return value
}

/** A text of numbers only without what people wrote beside them: from `#`, `;`, `%` or `//` to the end of a line. */
export function withoutComments(text: string): string {
  return text.replace(/(?:[#;%]|\/\/)[^\r\n]*/g, '')
}

/** Every word of a text with its line. */
export function tokensOf(text: string): readonly Token[] {
  return linesOf(text).flat()
}

/** The words of each line; empty lines have none. */
export function linesOf(text: string): readonly (readonly Token[])[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line, at) => (line.match(/\S+/g) ?? []).map(word => ({ text: word, line: at + 1 })))
}
