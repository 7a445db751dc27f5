import { diffLines, diffWordsWithSpace } from 'diff'

export interface Word {
  readonly text: string
  readonly isChanged: boolean
}

/** One line of a difference; `note` is a line of a patch that stands in neither text. */
export interface Line {
  readonly kind: 'same' | 'added' | 'removed' | 'note'
  readonly text: string
  /** Its number in the text before, counted from 1; absent where it does not stand there. */
  readonly before?: number
  readonly after?: number
  /** The text by its words, where another line stands for this one on the other side. */
  readonly words?: readonly Word[]
}

/** Unchanged lines between two places, folded. */
export interface Gap {
  readonly kind: 'gap'
  readonly at: number
  readonly count: number
}

/** Beyond this a comparison takes longer than anybody looks. */
const MAX_COMPARED = 400_000
const MAX_WORDS = 2000

/** What a text was and what it became, line by line. */
export function linesBetween(before: string, after: string): readonly Line[] {
  if (before.length + after.length > MAX_COMPARED && before !== after)
    return withWords(numbered([...all('removed', before), ...all('added', after)]))
  // A last line without its break is not another line.
  const changes = diffLines(withBreak(before), withBreak(after))
  const lines = changes.flatMap(({ added, removed, value }) =>
    all(added ? 'added' : removed ? 'removed' : 'same', value),
  )
  return withWords(numbered(lines))
}

/** The lines of one file of a unified patch; what is no line of a hunk is a note, so that nothing is left out. */
export function linesOfPatch(patch: readonly string[]): readonly Line[] {
  const lines: Line[] = []
  let [before, after, isInside] = [0, 0, false]
  for (const text of patch) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text)
    if (hunk) [before, after, isInside] = [Number(hunk[1]), Number(hunk[2]), true]
    const sign = text[0]
    if (hunk || !isInside || !(sign === '+' || sign === '-' || sign === ' '))
      lines.push({ kind: 'note', text })
    else if (sign === '+') lines.push({ kind: 'added', text: text.slice(1), after: after++ })
    else if (sign === '-') lines.push({ kind: 'removed', text: text.slice(1), before: before++ })
    else lines.push({ kind: 'same', text: text.slice(1), before: before++, after: after++ })
  }
  // The text ends with a break, after which nothing stands.
  if (lines.at(-1)?.kind === 'note' && lines.at(-1)?.text === '') lines.pop()
  return withWords(lines)
}

/** A whole text as lines that are all there already. */
export function linesOfText(text: string): readonly Line[] {
  return numbered(all('same', text))
}

/** How many lines came and went. */
export function countChanges(lines: readonly Line[]): { readonly added: number; readonly removed: number } {
  const count = (kind: Line['kind']) => lines.filter(line => line.kind === kind).length
  return { added: count('added'), removed: count('removed') }
}

/** Long stretches that stay the same as gaps, but for a few lines around each change; `open` are gaps that were opened. */
export function foldLines(
  lines: readonly Line[],
  { context, open }: { readonly context: number; readonly open: readonly number[] },
): readonly (Line | Gap)[] {
  const shown: (Line | Gap)[] = []
  let start = 0
  while (start < lines.length) {
    let end = start
    while (lines[end]?.kind === 'same') end += 1
    const [head, tail] = [start === 0 ? 0 : context, end === lines.length ? 0 : context]
    const count = end - start - head - tail
    if (count > 1 && !open.includes(start)) {
      shown.push(...lines.slice(start, start + head), { kind: 'gap', at: start, count })
      shown.push(...lines.slice(end - tail, end))
    } else shown.push(...lines.slice(start, end))
    if (end < lines.length) shown.push(...lines.slice(end, end + 1))
    start = end + 1
  }
  return shown
}

/** Lines side by side: what went on the left of what came in its place. */
export function pairLines(lines: readonly (Line | Gap)[]): readonly {
  readonly left?: Line | undefined
  readonly right?: Line | undefined
  readonly across?: Line | Gap
}[] {
  const rows: ReturnType<typeof pairLines>[number][] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]
    const removed = run(lines, at, 'removed')
    const added = run(lines, at + removed.length, 'added')
    if (removed.length + added.length > 0) {
      for (let row = 0; row < Math.max(removed.length, added.length); row += 1)
        rows.push({ left: removed[row], right: added[row] })
      at += removed.length + added.length
      continue
    }
    if (line) rows.push(line.kind === 'same' ? { left: line, right: line } : { across: line })
    at += 1
  }
  return rows
}

function run(lines: readonly (Line | Gap)[], from: number, kind: 'added' | 'removed'): readonly Line[] {
  const found: Line[] = []
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at]
    if (line === undefined || line.kind === 'gap' || line.kind !== kind) break
    found.push(line)
  }
  return found
}

/** In lines that stand for each other the words that changed are marked. */
function withWords(lines: readonly Line[]): readonly Line[] {
  const marked = [...lines]
  for (let at = 0; at < lines.length; at += 1) {
    const removed = run(lines, at, 'removed')
    const added = run(lines, at + removed.length, 'added')
    for (const [index, before] of removed.entries()) {
      const after = added[index]
      if (after === undefined || before.text.length + after.text.length > MAX_WORDS) continue
      const words = diffWordsWithSpace(before.text, after.text)
      const side = (other: 'added' | 'removed') =>
        words
          .filter(word => !word[other])
          .map(word => ({ text: word.value, isChanged: word.added || word.removed }))
      marked[at + index] = { ...before, words: side('added') }
      marked[at + removed.length + index] = { ...after, words: side('removed') }
    }
    at += Math.max(0, removed.length + added.length - 1)
  }
  return marked
}

function all(kind: 'same' | 'added' | 'removed', text: string): readonly Line[] {
  if (text === '') return []
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map(line => ({ kind, text: line }))
}

function numbered(lines: readonly Line[]): readonly Line[] {
  let [before, after] = [0, 0]
  return lines.map(line => ({
    ...line,
    ...(line.kind === 'added' ? {} : { before: ++before }),
    ...(line.kind === 'removed' ? {} : { after: ++after }),
  }))
}

function withBreak(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
