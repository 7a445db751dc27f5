import type { Artifact, Gate } from './gate.ts'

/** The part of a unified diff that is about one file. */
export interface DiffFile {
  /** As the diff names it after the change; before it where the file is deleted. */
  readonly path: string
  /** All of its lines with its headers: the files together are the whole diff. */
  readonly lines: readonly string[]
}

const GIT_HEADER = /^diff --git (?:"?a\/.*"?) (?:"?b\/(.*?)"?)$/
const NEW_NAME = /^\+\+\+ (?:"?b\/)?(.*?)"?(?:\t.*)?$/
const OLD_NAME = /^--- (?:"?a\/)?(.*?)"?(?:\t.*)?$/

/**
 * A unified diff by its files, in their order. Every line is in exactly one of them, whatever it holds: what stands
 * before the first header belongs to the first file.
 */
export function splitDiff(text: string): readonly DiffFile[] {
  const files: { path: string; lines: string[] }[] = []
  const lines = text.split('\n')
  let open: { path: string; lines: string[] } = { path: '', lines: [] }
  let left = 0
  for (const [index, line] of lines.entries()) {
    const isHeader = left === 0 && (GIT_HEADER.test(line) || isBareHeader(lines, index, open))
    if (isHeader && open.path !== '') {
      files.push(open)
      open = { path: '', lines: [] }
    }
    if (isHeader) open.path = GIT_HEADER.exec(line)?.[1] ?? nameOf(line, lines[index + 1] ?? '')
    left = leftAfter(line, left)
    open.lines.push(line)
  }
  return [...files, open]
}

/** `---` and `+++` one after the other, without a line of git above them. */
function isBareHeader(lines: readonly string[], index: number, open: { readonly lines: readonly string[] }) {
  const [line = '', next = ''] = lines.slice(index, index + 2)
  if (!line.startsWith('--- ') || !next.startsWith('+++ ')) return false
  return !open.lines.some(each => GIT_HEADER.test(each)) || open.lines.some(each => each.startsWith('@@'))
}

function nameOf(before: string, after: string): string {
  const name = NEW_NAME.exec(after)?.[1] ?? ''
  return name === '/dev/null' || name === '' ? (OLD_NAME.exec(before)?.[1] ?? '') : name
}

/** How many lines of the open hunk are still to come, by its header: a removed line `-- a` is no header. */
function leftAfter(line: string, left: number): number {
  const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line)
  if (left === 0) return hunk === null ? 0 : Number(hunk[1] ?? 1) + Number(hunk[2] ?? 1)
  if (line.startsWith('+') || line.startsWith('-')) return left - 1
  return line.startsWith('\\') ? left : Math.max(0, left - 2)
}

/** The files of an attached diff; undefined where it is none, or is not attached as text. */
export function diffFilesOf({ type, preview }: Artifact): readonly DiffFile[] | undefined {
  return type === 'diff' && preview !== undefined ? splitDiff(preview) : undefined
}

/**
 * What has to be looked at one by one before a review is approved: `artifact/2`, and of a diff over several files
 * `artifact/2/0`, `artifact/2/1` and so on. They hold within one view of a gate, which never changes.
 */
export function reviewParts({ artifacts }: Pick<Gate, 'artifacts'>): readonly string[] {
  return artifacts.flatMap((artifact, index) => {
    const files = diffFilesOf(artifact) ?? []
    const key = `artifact/${index}`
    return files.length > 1 ? files.map((_, file) => `${key}/${file}`) : [key]
  })
}
