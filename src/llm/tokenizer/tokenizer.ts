import { createRequire } from 'node:module'
import { approximateTokens } from '../llm.ts'

/** Longest piece that is given to the tokenizer: its time grows with the square of an unbroken run of characters. */
const MAX_PIECE_LENGTH = 256

/**
 * Counts tokens with the vocabulary cl100k, whose counts lie at or above those of newer ones, so that what fits by it
 * fits. The tables (about 60 MB in memory) are read at the first count, in the middle of it; where they cannot be read,
 * a third of the characters stands in.
 */
export function createTokenizer(): (text: string) => number {
  let count: ((text: string) => number) | undefined
  return text => {
    if (text === '') return 0
    count ??= loadCounter()
    let tokens = 0
    for (let from = 0; from < text.length; from += MAX_PIECE_LENGTH) {
      const cut = text.slice(from, from + MAX_PIECE_LENGTH)
      tokens += count(cut)
    }
    return tokens
  }
}

function loadCounter(): (text: string) => number {
  try {
    const load = createRequire(import.meta.url)
    const tables: typeof import('gpt-tokenizer/encoding/cl100k_base') = load(
      'gpt-tokenizer/encoding/cl100k_base',
    )
    // Words that steer a model are text here, like everything that people and agents write.
    const asText = { disallowedSpecial: new Set<string>() }
    return text => tables.countTokens(text, asText)
  } catch {
    return approximateTokens
  }
}
