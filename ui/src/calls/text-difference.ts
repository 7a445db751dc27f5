import { diffLines, diffWordsWithSpace } from 'diff'

/** One row of a side-by-side view: what stood there, what stands there now; a side is absent where it has none. */
export interface DifferenceRow {
  readonly before?: readonly DifferencePart[]
  readonly after?: readonly DifferencePart[]
}

export interface DifferencePart {
  readonly text: string
  readonly isChanged: boolean
}

/** Beyond this a word by word comparison takes longer than anybody looks. */
const MAX_CHARACTERS = 20_000

/** Two texts line by line, side by side; in lines that stand for each other the changed words are marked. */
export function differenceOf(before: string, after: string): readonly DifferenceRow[] {
  if (before.length + after.length > MAX_CHARACTERS)
    return before === after
      ? [same(before)]
      : [{ before: [{ text: before, isChanged: true }], after: [{ text: after, isChanged: true }] }]
  const rows: DifferenceRow[] = []
  const changes = diffLines(before, after)
  for (let at = 0; at < changes.length; at += 1) {
    const change = changes[at]
    const next = changes[at + 1]
    if (!change) continue
    if (change.removed && next?.added) {
      rows.push(...pairLines(linesOf(change.value), linesOf(next.value)))
      at += 1
    } else if (change.removed || change.added)
      rows.push(
        ...linesOf(change.value).map(text =>
          change.removed ? { before: [{ text, isChanged: true }] } : { after: [{ text, isChanged: true }] },
        ),
      )
    else rows.push(...linesOf(change.value).map(same))
  }
  return rows
}

function pairLines(before: readonly string[], after: readonly string[]): readonly DifferenceRow[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const [old, fresh] = [before[index], after[index]]
    if (old === undefined) return { after: [{ text: fresh ?? '', isChanged: true }] }
    if (fresh === undefined) return { before: [{ text: old, isChanged: true }] }
    const words = diffWordsWithSpace(old, fresh)
    const side = (other: 'added' | 'removed') =>
      words
        .filter(word => !word[other])
        .map(word => ({ text: word.value, isChanged: word.added || word.removed }))
    return { before: side('added'), after: side('removed') }
  })
}

function same(text: string): DifferenceRow {
  const parts = [{ text, isChanged: false }]
  return { before: parts, after: parts }
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n')
}
