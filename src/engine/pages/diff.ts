import { diffLines } from 'diff'
import type { PageDiff, PageDiffHunk } from '../../contracts/page.ts'

/** Line by line, what became of one text in another. Pure. */
export function diffHtml(
  before: string,
  after: string,
): Pick<PageDiff, 'added_lines' | 'removed_lines' | 'hunks'> {
  const hunks: PageDiffHunk[] = []
  let [beforeLine, afterLine] = [1, 1]
  let open: PageDiffHunk | undefined
  for (const part of diffLines(before, after)) {
    const lines = linesOf(part.value)
    if (!part.added && !part.removed) {
      open = undefined
      beforeLine += lines.length
      afterLine += lines.length
      continue
    }
    if (!open) {
      open = { before_start: beforeLine, after_start: afterLine, removed: [], added: [] }
      hunks.push(open)
    }
    if (part.removed) {
      open.removed.push(...lines)
      beforeLine += lines.length
    } else {
      open.added.push(...lines)
      afterLine += lines.length
    }
  }
  const count = (side: 'added' | 'removed') => hunks.reduce((sum, hunk) => sum + hunk[side].length, 0)
  return { added_lines: count('added'), removed_lines: count('removed'), hunks }
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
