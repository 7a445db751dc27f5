import { changeDraft, draftOf, type LineComment } from '../drafts/drafts.ts'

type Place = Pick<LineComment, 'part' | 'line' | 'side'>

function isAt(place: Place) {
  return (other: Place) => other.part === place.part && other.line === place.line && other.side === place.side
}

/** Writes a comment anew; one without words is taken away. */
export function keepComment(gateId: string, comment: LineComment): void {
  const isSame = isAt(comment)
  const others = (draftOf(gateId).lineComments ?? []).filter(other => !isSame(other))
  changeDraft(gateId, { lineComments: comment.text === '' ? others : [...others, comment] })
}

export function commentAt(comments: readonly LineComment[], place: Place): LineComment | undefined {
  return comments.find(isAt(place))
}

/** Comments as lines of a message: `src/a.ts:12: use a constant`, after what else is said. */
export function withComments(words: string, comments: readonly LineComment[] = []): string {
  const said = comments
    .toSorted((a, b) => (a.part === b.part ? a.line - b.line : a.part < b.part ? -1 : 1))
    .map(
      ({ path, line, side, text }) =>
        `${path}:${line}${side === 'before' ? ' (before)' : ''}: ${text.trim()}`,
    )
  return [words.trim(), ...said].filter(text => text !== '').join('\n')
}
