import { diffLines } from 'diff'

/** One line of a difference, or the lines between two places that are the same in both. */
export type DifferenceLine =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly text: string; readonly line: number }
  | { readonly kind: 'gap'; readonly text: string; readonly line: number; readonly count: number }

/** How many unchanged lines stand around a change. */
const CONTEXT = 2

/**
 * Two texts as one list of lines: what went, what came, and a little of what stays around it. `line` is the place in
 * the text after the change, of removed lines in the text before.
 */
export function lineDifference(before: string, after: string): readonly DifferenceLine[] {
  const lines = allLines(before, after)
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(line => line.kind !== 'same'),
  )
  const shown: DifferenceLine[] = []
  for (const [index, line] of lines.entries()) {
    if (isNear[index]) {
      shown.push(line)
      continue
    }
    const last = shown.at(-1)
    if (last?.kind === 'gap') shown.splice(-1, 1, { ...last, count: last.count + 1 })
    else shown.push({ kind: 'gap', text: '', line: line.line, count: 1 })
  }
  return shown
}

/** How many lines came and went. */
export function countChanges(lines: readonly DifferenceLine[]): {
  readonly added: number
  readonly removed: number
} {
  return {
    added: lines.filter(line => line.kind === 'added').length,
    removed: lines.filter(line => line.kind === 'removed').length,
  }
}

function allLines(before: string, after: string): DifferenceLine[] {
  const place = { before: 0, after: 0 }
  // A last line without its break is not another line.
  return diffLines(withBreak(before), withBreak(after)).flatMap(change => {
    const kind = change.added ? 'added' : change.removed ? 'removed' : 'same'
    return change.value
      .replace(/\n$/, '')
      .split('\n')
      .map(text => {
        if (kind !== 'added') place.before += 1
        if (kind !== 'removed') place.after += 1
        return { kind, text, line: kind === 'removed' ? place.before : place.after } as const
      })
  })
}

function withBreak(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
