import { escapeHtml } from '../generate/html.ts'

/** Nothing is fetched and nothing runs: the page is whole in itself, and prints on paper. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

const STYLE = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 2.5rem 1.5rem 4rem; color: #1b1f24; background: #fff;
  font: 16px/1.6 Georgia, 'Times New Roman', serif; overflow-wrap: anywhere; }
h1, h2, h3 { font-family: system-ui, sans-serif; line-height: 1.25; margin: 2.2em 0 0.6em; break-after: avoid; }
h1 { font-size: 1.9rem; margin-top: 0; } h2 { font-size: 1.3rem; border-bottom: 1px solid #d6dae0; padding-bottom: 0.2em; }
h3 { font-size: 1.05rem; }
blockquote { margin: 1em 0; padding: 0.2em 1em; border-left: 3px solid #9aa4b2; color: #3d4654; }
table { border-collapse: collapse; width: 100%; margin: 1em 0; font-size: 0.92em; }
th, td { border: 1px solid #d6dae0; padding: 0.45em 0.6em; text-align: left; vertical-align: top; }
th { background: #f3f5f8; font-family: system-ui, sans-serif; }
tr { break-inside: avoid; } li { margin: 0.25em 0; }
code { font-size: 0.9em; background: #f3f5f8; padding: 0.1em 0.3em; }
@page { margin: 18mm; }
@media print { body { max-width: none; padding: 0; font-size: 11pt; } }
`

/**
 * A text in Markdown (headings, lists, tables, quotes, bold, emphasis, code) as one page that needs nothing else.
 * Everything in it is escaped: markup, scripts and links in the text stay text.
 */
export function markdownToDocument({
  title,
  markdown,
}: {
  readonly title: string
  readonly markdown: string
}): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    `<body>`,
    ...readBlocks(markdown.split(/\r?\n/)),
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** One kind of block: which lines belong to it, and what they become. */
interface BlockKind {
  readonly line: RegExp
  readonly write: (lines: readonly string[]) => string
}

const BLOCKS: readonly BlockKind[] = [
  { line: /^#{1,6}\s/, write: lines => lines.map(writeHeading).join('\n') },
  { line: /^\s*\|/, write: writeTable },
  { line: /^\s*[-*]\s/, write: lines => list('ul', lines, /^\s*[-*]\s+/) },
  { line: /^\s*\d+[.)]\s/, write: lines => list('ol', lines, /^\s*\d+[.)]\s+/) },
  {
    line: /^>/,
    write: lines =>
      `<blockquote><p>${lines.map(line => inline(line.replace(/^>\s?/, ''))).join('<br>')}</p></blockquote>`,
  },
]

function readBlocks(lines: readonly string[]): readonly string[] {
  const blocks: string[] = []
  let index = 0
  while (index < lines.length) {
    const first = lines[index] ?? ''
    if (first.trim() === '') {
      index += 1
      continue
    }
    const kind = BLOCKS.find(({ line }) => line.test(first))
    const isMine = (line: string): boolean =>
      kind === undefined
        ? line.trim() !== '' && !BLOCKS.some(other => other.line.test(line))
        : kind.line.test(line)
    const from = index
    while (index < lines.length && isMine(lines[index] ?? '')) index += 1
    const mine = lines.slice(from, index)
    blocks.push(kind === undefined ? `<p>${mine.map(inline).join('<br>')}</p>` : kind.write(mine))
  }
  return blocks
}

function writeHeading(line: string): string {
  const level = Math.min(/^#+/.exec(line)?.[0].length ?? 1, 6)
  return `<h${level}>${inline(line.replace(/^#+\s*/, ''))}</h${level}>`
}

function list(tag: 'ul' | 'ol', lines: readonly string[], marker: RegExp): string {
  return `<${tag}>${lines.map(line => `<li>${inline(line.replace(marker, ''))}</li>`).join('')}</${tag}>`
}

const RULE = /^[\s|:-]+$/

function writeTable(lines: readonly string[]): string {
  const rows = lines.map(cellsOf)
  const hasHead = lines.length > 1 && RULE.test(lines[1] ?? '')
  const head = hasHead ? rows.slice(0, 1) : []
  const body = rows.slice(hasHead ? 2 : 0)
  const write = (tag: 'th' | 'td') => (cells: readonly string[]) =>
    `<tr>${cells.map(cell => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`
  return `<table>${head.length > 0 ? `<thead>${head.map(write('th')).join('')}</thead>` : ''}<tbody>${body.map(write('td')).join('')}</tbody></table>`
}

function cellsOf(line: string): readonly string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll('\\|', '|'))
}

/** Escaped first; only the marks of our own subset become markup. */
function inline(text: string): string {
  return escapeHtml(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/(?<![*\w])\*([^*\s][^*]*)\*(?![*\w])/g, '<em>$1</em>')
}
