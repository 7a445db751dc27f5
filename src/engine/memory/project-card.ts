import type { ProductDoc } from '../../contracts/product-doc.ts'

/** Tokens of a card stay below this. */
export const CARD_TOKENS = 500

/** Sections of these names (or beginning so) come first, in this order; all others follow by name. */
const FIRST = [
  ...['overview', 'project', 'product', 'goal', 'brief', 'type', 'audience'],
  ...['page', 'screen', 'feature', 'constraint', 'brand', 'style', 'design', 'data'],
] as const
const GISTS = [400, 280, 200, 140, 90, 60, 40, 24, 12] as const
const MAX_TITLE_LENGTH = 40

/**
 * What a session is about in one look, made of the sections alone: each with its title and the beginning of its text,
 * as much of it as fits below 500 tokens. The same sections make the same card.
 */
export function makeProjectCard(
  doc: Pick<ProductDoc, 'sections' | 'status'>,
  countTokens: (text: string) => number,
): string {
  const sections = Object.entries(doc.sections)
    .map(([name, section]) => ({
      name,
      title: clip(oneLine(section.title), MAX_TITLE_LENGTH),
      text: oneLine(section.content),
    }))
    .sort((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1))
  const head = `Product doc: ${doc.status}, ${sections.length} ${sections.length === 1 ? 'section' : 'sections'}`
  for (const length of GISTS) {
    const card = [head, ...sections.map(({ title, text }) => `${title}: ${clip(text, length)}`)].join('\n')
    if (countTokens(card) < CARD_TOKENS) return card
  }
  return shorten([head, ...sections.map(section => section.title)], countTokens)
}

function rank(name: string): number {
  const found = FIRST.findIndex(first => name.startsWith(first))
  return found === -1 ? FIRST.length : found
}

/** Markdown on one line: its marks are of no use in a card. */
function oneLine(text: string): string {
  return text
    .replaceAll(/^\s*(?:#{1,6}|[-*+>]|\d+[.)]|```\w*)\s*/gmu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

function clip(text: string, length: number): string {
  const letters = [...text]
  if (letters.length <= length) return text
  return `${letters
    .slice(0, length - 1)
    .join('')
    .trimEnd()}…`
}

/** Titles alone, the last ones left out where even they are too long. */
function shorten(lines: readonly string[], countTokens: (text: string) => number): string {
  const kept = [...lines]
  while (kept.length > 1 && countTokens(kept.join('\n')) >= CARD_TOKENS) kept.pop()
  return kept.join('\n')
}
