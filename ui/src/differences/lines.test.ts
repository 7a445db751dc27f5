import { describe, expect, it } from 'vitest'
import { countChanges, foldLines, type Line, linesBetween, linesOfPatch, pairLines } from './lines.ts'

const ten = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`)
const side = (lines: readonly Line[], other: Line['kind']) =>
  lines.flatMap(line => (line.kind === other || line.kind === 'note' ? [] : [line.text])).join('\n')
const words = (line: Line | undefined) =>
  line?.words?.map(word => (word.isChanged ? `[${word.text}]` : word.text)).join('')

describe('the difference of two texts', () => {
  it('loses nothing of either side, and numbers each by its own lines', () => {
    const [before, after] = ['x\ny y\n\nz', 'x\ny q\nz\nw']
    const lines = linesBetween(before, after)
    expect([side(lines, 'added'), side(lines, 'removed')]).toEqual([before, after])
    expect(lines.flatMap(line => line.after ?? [])).toEqual([1, 2, 3, 4])
    expect(countChanges(lines)).toEqual({ added: 2, removed: 2 })
  })

  it('marks the words that changed in lines that stand for each other', () => {
    const lines = linesBetween('a b c\nsame', 'a x c\nsame')
    expect([words(lines[0]), words(lines[1])]).toEqual(['a [b] c', 'a [x] c'])
  })

  it('folds what stays the same, but for a few lines around a change, until it is opened', () => {
    const lines = linesBetween(ten.join('\n'), ten.with(5, 'changed').join('\n'))
    const kinds = (open: readonly number[]) => foldLines(lines, { context: 2, open }).map(line => line.kind)
    expect(kinds([])).toEqual(['gap', 'same', 'same', 'removed', 'added', 'same', 'same', 'gap'])
    expect(kinds([0])).toHaveLength(5 + 2 + 2 + 1)
    expect(foldLines(lines, { context: 2, open: [0, 7] })).toEqual(lines)
  })

  it('stands side by side with what came in the place of what went', () => {
    const rows = pairLines(linesBetween('a\nb\nc', 'a\nB'))
    expect(rows.map(({ left, right }) => [left?.text, right?.text])).toEqual([
      ['a', 'a'],
      ['b', 'B'],
      ['c', undefined],
    ])
  })

  it('is all new where there was nothing, and nothing where nothing changed', () => {
    expect(linesBetween('', 'a\nb').map(line => line.kind)).toEqual(['added', 'added'])
    expect(countChanges(linesBetween('a\nb', 'a\nb\n'))).toEqual({ added: 0, removed: 0 })
  })
})

describe('a patch', () => {
  it('is numbered by its hunks, and shows what is no line of one as it stands', () => {
    const patch = ['--- a/x', '+++ b/x', '@@ -4,2 +4,2 @@ f()', ' kept', '-old', '+new', 'odd words']
    expect(linesOfPatch(patch).map(line => [line.kind, line.text, line.before, line.after])).toEqual([
      ['note', '--- a/x', undefined, undefined],
      ['note', '+++ b/x', undefined, undefined],
      ['note', '@@ -4,2 +4,2 @@ f()', undefined, undefined],
      ['same', 'kept', 4, 4],
      ['removed', 'old', 5, undefined],
      ['added', 'new', undefined, 5],
      ['note', 'odd words', undefined, undefined],
    ])
  })
})
