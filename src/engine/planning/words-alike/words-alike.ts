import { isFunctionWord, likenessOfStems, readWords } from '../../reasoning/reasoning.ts'

/** Stems of the words of a text that say what it is about, each once. */
export function contentOf(text: string): readonly string[] {
  const words = readWords(text.replaceAll('-', ' ')).filter(
    ({ lower }) => lower.length > 2 && !isFunctionWord(lower),
  )
  return [...new Set(words.map(({ stem }) => stem.replace(/([aeou])i$/, '$1y')))]
}

/** How well the words of a name are answered by others, in [0,1]: 1 when each of them is there. */
export function likenessOf(asked: readonly string[], offered: readonly string[]): number {
  if (asked.length === 0) return 0
  const each = asked.map(stem =>
    offered.reduce((most, other) => Math.max(most, likenessOfStems(stem, other)), 0),
  )
  return each.reduce((sum, value) => sum + value, 0) / asked.length
}
