import { countFiles, endingOf, type FileChange, type FileEntry, formatSize } from './workspace.ts'

/** The text of a file that was read for a report. */
export interface ReadFile {
  readonly file: FileEntry
  readonly text: string
  /** Whether only a part was read. */
  readonly truncated: boolean
}

const maxRows = 500

/** A report of planned changes in Markdown: how many files, how large, from where to where, what was left. */
export function reportChanges(
  changes: readonly FileChange[],
  options: { readonly title: string; readonly now: Date; readonly notes: readonly string[] },
): string {
  const actions = [...new Set(changes.map(change => change.action))]
  const sections = actions.flatMap(action => {
    const own = changes.filter(change => change.action === action)
    const total = own.reduce((sum, change) => sum + change.file.sizeBytes, 0)
    const target = commonTarget(own)
    const head = `${capitalise(action)} ${countFiles(own.length)}${target === undefined ? '' : ` to ${target}`}, ${formatSize(total)} in all.`
    return [head, '', ...changeRows(own), '']
  })
  const notes = options.notes.map(note => `- ${note}`)
  const body = sections.length === 0 ? ['No file was changed.', ''] : sections
  return [`# ${options.title}`, '', `Date: ${options.now.toISOString().slice(0, 10)}`, '', ...body, ...notes]
    .join('\n')
    .trimEnd()
    .concat('\n')
}

function changeRows(changes: readonly FileChange[]): readonly string[] {
  const hasTarget = changes.some(change => change.to !== undefined)
  const head = hasTarget
    ? ['| File | Now at | Size | Last changed |', '|---|---|---|---|']
    : ['| File | Size | Last changed |', '|---|---|---|']
  const rows = changes.slice(0, maxRows).map(({ file, to }) => {
    const cells = [file.path, ...(hasTarget ? [to ?? ''] : []), formatSize(file.sizeBytes), day(file)]
    return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  const more = changes.length > maxRows ? [`… and ${changes.length - maxRows} more.`] : []
  return [...head, ...rows, ...more]
}

function commonTarget(changes: readonly FileChange[]): string | undefined {
  const folders = new Set(
    changes.map(change =>
      change.to === undefined ? undefined : change.to.slice(0, change.to.lastIndexOf('/') + 1),
    ),
  )
  const [folder] = folders
  return folders.size === 1 && folder !== undefined && folder !== '' ? folder : undefined
}

function day(file: FileEntry): string {
  return file.modifiedAt.toISOString().slice(0, 10)
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A plain list of files in Markdown, or one path a line for other endings. */
export function reportListing(
  files: readonly FileEntry[],
  options: { readonly title: string; readonly plain: boolean },
): string {
  if (options.plain) return `${files.map(file => file.path).join('\n')}\n`
  const total = files.reduce((sum, file) => sum + file.sizeBytes, 0)
  const rows = files
    .slice(0, maxRows)
    .map(file => `| ${file.path.replaceAll('|', '\\|')} | ${formatSize(file.sizeBytes)} | ${day(file)} |`)
  const more = files.length > maxRows ? [`… and ${files.length - maxRows} more.`] : []
  return [
    `# ${options.title}`,
    '',
    `${countFiles(files.length)}, ${formatSize(total)} in all.`,
    '',
    '| File | Size | Last changed |',
    '|---|---|---|',
    ...rows,
    ...more,
    '',
  ].join('\n')
}

/** A summary of texts by what can be counted and quoted: lines, words, headings, first lines, totals of columns. */
export function reportContents(read: readonly ReadFile[], title: string): string {
  const sections = read.flatMap(one => [`## ${one.file.path}`, '', ...describeContent(one), ''])
  return [`# ${title}`, '', `${countFiles(read.length)} read.`, '', ...sections].join('\n')
}

/** What can be said of one text without interpreting it. */
export function describeContent({ file, text, truncated }: ReadFile): readonly string[] {
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  const facts = [
    `${formatSize(file.sizeBytes)}, ${lines.length} lines with text, ${words} words${truncated ? ' in the part that was read' : ''}.`,
  ]
  const ending = endingOf(file.name)
  if (ending === 'csv' || ending === 'tsv')
    return [...facts, ...describeTable(lines, ending === 'csv' ? ',' : '\t')]
  if (ending === 'log') return [...facts, ...describeLog(lines)]
  if (ending === 'json') return [...facts, ...describeJson(text)]
  const headings = lines.filter(line => /^#{1,6}\s/.test(line)).map(line => line.replace(/^#+\s*/, ''))
  const open = lines.filter(line => /^[-*]\s\[ \]/.test(line)).length
  return [
    ...facts,
    ...(headings.length > 0 ? [`Headings: ${headings.slice(0, 12).join(' · ')}`] : []),
    ...(open > 0 ? [`Open items: ${open}`] : []),
    ...firstLines(lines.filter(line => !/^#{1,6}\s|^[-=*_]{3,}$/.test(line))),
  ]
}

function firstLines(lines: readonly string[]): readonly string[] {
  return lines.slice(0, 3).map(line => `> ${line.length > 200 ? `${line.slice(0, 197)}…` : line}`)
}

function describeLog(lines: readonly string[]): readonly string[] {
  const count = (pattern: RegExp): number => lines.filter(line => pattern.test(line)).length
  const last = lines.at(-1)
  return [
    `Errors: ${count(/\b(?:error|fatal|exception)\b/i)}, warnings: ${count(/\bwarn(?:ing)?\b/i)}`,
    ...firstLines(lines.slice(0, 1)),
    ...(last === undefined || lines.length < 2 ? [] : firstLines([last])),
  ]
}

function describeJson(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return [`A list of ${value.length} entries.`]
    return typeof value === 'object' && value !== null
      ? [`Keys: ${Object.keys(value).slice(0, 30).join(', ')}`]
      : []
  } catch {
    return ['Not valid JSON.']
  }
}

function describeTable(lines: readonly string[], separator: string): readonly string[] {
  const table = readTable(lines, separator)
  const totals = table.columns.flatMap((column, at) => {
    const numbers = numbersOfColumn(table, at)
    return numbers.length === 0 || numbers.length < table.rows.length
      ? []
      : [`${column}: total ${addUp(numbers)}`]
  })
  return [`${table.rows.length} rows, columns: ${table.columns.join(', ')}`, ...totals]
}

export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Reads separated values with a head line; quoted cells may hold the separator. */
export function readTable(lines: readonly string[], separator: string): Table {
  const cells = lines.map(line => splitCells(line, separator))
  return { columns: cells[0] ?? [], rows: cells.slice(1) }
}

function splitCells(line: string, separator: string): readonly string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (const sign of line) {
    if (sign === '"') quoted = !quoted
    else if (sign === separator && !quoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  return [...cells, cell.trim()]
}

/** The numbers of a column in order; cells that are no numbers are left out. */
export function numbersOfColumn(table: Table, column: number): readonly number[] {
  return table.rows.flatMap(row => {
    const plain = (row[column] ?? '').replace(/[$€£,\s]/g, '')
    return /^-?\d+(?:\.\d+)?$/.test(plain) ? [Number(plain)] : []
  })
}

function addUp(numbers: readonly number[]): number {
  return Number(numbers.reduce((sum, value) => sum + value, 0).toFixed(6))
}
