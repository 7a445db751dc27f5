/** A stretch of text within a line. */
export interface Stretch {
  readonly kind: 'plain' | 'strong' | 'code'
  readonly text: string
}

export type Block =
  | { readonly kind: 'paragraph' | 'heading' | 'quote'; readonly text: string }
  /** The first row holds the headings. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly text: string }

const FENCE = /^\s*(?:```|~~~)/
const ITEM = /^\s{0,6}(?:[-*•]|(\d{1,3})[.)])\s+(.*)$/
const HEADING = /^#{1,6}\s+(.*)$/
const QUOTE = /^>\s?(.*)$/
const ROW = /^\s*\|(.*)\|\s*$/
const RULE = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/

/**
 * The little that a model's text is shown with: paragraphs, lists, headings, quotes, tables and code. Nothing else means anything;
 * links, images and tags stay the letters they are written with.
 */
export function readBlocks(text: string): readonly Block[] {
  const blocks: Block[] = []
  const lines = text.split('\n')
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (FENCE.test(line)) {
      const end = lines.findIndex((other, index) => index > at && FENCE.test(other))
      const until = end === -1 ? lines.length : end
      blocks.push({ kind: 'code', text: lines.slice(at + 1, until).join('\n') })
      at = until + 1
    } else if (ROW.test(line) && RULE.test(lines[at + 1] ?? '')) {
      const end = lines.findIndex((other, index) => index > at && !ROW.test(other))
      const until = end === -1 ? lines.length : end
      blocks.push({ kind: 'table', rows: [line, ...lines.slice(at + 2, until)].map(cellsOf) })
      at = until
    } else {
      takeLine(blocks, line)
      at += 1
    }
  }
  return blocks.filter(block => block.kind !== 'paragraph' || block.text.trim() !== '')
}

/** Splits one line into plain text, `**strong**` and `` `code` ``. */
export function readStretches(text: string): readonly Stretch[] {
  const stretches: Stretch[] = []
  let from = 0
  for (const match of text.matchAll(/`([^`\n]+)`|\*\*([^*\n]+)\*\*/g)) {
    if (match.index > from) stretches.push({ kind: 'plain', text: text.slice(from, match.index) })
    const [whole, code, strong] = match
    stretches.push(code === undefined ? { kind: 'strong', text: strong ?? '' } : { kind: 'code', text: code })
    from = match.index + whole.length
  }
  if (from < text.length) stretches.push({ kind: 'plain', text: text.slice(from) })
  return stretches
}

function takeLine(blocks: Block[], line: string): void {
  const last = blocks.at(-1)
  const item = ITEM.exec(line)
  const heading = HEADING.exec(line)
  const quote = QUOTE.exec(line)
  if (item) {
    const isNumbered = item[1] !== undefined
    const text = item[2] ?? ''
    if (last?.kind === 'list' && last.isNumbered === isNumbered)
      blocks.splice(-1, 1, { ...last, items: [...last.items, text] })
    else blocks.push({ kind: 'list', isNumbered, items: [text] })
  } else if (heading) blocks.push({ kind: 'heading', text: heading[1] ?? '' })
  else if (quote && last?.kind === 'quote')
    blocks.splice(-1, 1, { kind: 'quote', text: `${last.text}\n${quote[1] ?? ''}` })
  else if (quote) blocks.push({ kind: 'quote', text: quote[1] ?? '' })
  else if (line.trim() === '') blocks.push({ kind: 'paragraph', text: '' })
  else if (last?.kind === 'paragraph' && last.text !== '')
    blocks.splice(-1, 1, { kind: 'paragraph', text: `${last.text}\n${line}` })
  else blocks.push({ kind: 'paragraph', text: line })
}

/** The cells of `| one | two |`; `\\|` stands for the sign itself. */
function cellsOf(line: string): readonly string[] {
  const inner = ROW.exec(line)?.[1] ?? line
  return inner.split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll('\\|', '|'))
}
