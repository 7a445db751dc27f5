import { readWords } from '../../language/language.ts'
import type { TaskOf } from './file-task.ts'
import { findFiles } from './find-files.ts'
import {
  countFiles,
  endingOf,
  type FileChange,
  type FileEntry,
  formatSize,
  freePath,
  type Planning,
  standingAt,
} from './workspace.ts'

const LISTS = /^(?:list|listing|index|inventory|table|manifest|catalog|catalogue)$/
const REPORTS = /^(?:summary|report|overview|recap|digest|record|log)$/

/**
 * The call that writes a report: of the changes planned before it, or a list of files.
 * It runs last, so it stands only when everything it tells has happened.
 */
export async function writeReport(task: TaskOf<'report'>, planning: Planning): Promise<void> {
  const words = readWords(task.clause.text).map(word => word.lower)
  const name = words.find(word => LISTS.test(word) || REPORTS.test(word)) ?? 'summary'
  const written = await compose(task, name, planning)
  if (written === undefined) {
    planning.notes.push(`No ${name} is written: there is nothing to report.`)
    return
  }
  const path = task.path ?? (await freePath(planning, `${name}.md`))
  const standing = await standingAt(planning, path)
  if (standing !== undefined)
    planning.risks.push(`${path} exists and would be replaced (${standing.sizeBytes} bytes now).`)
  planning.taken.add(path)
  const what = `a ${name} of ${countFiles(written.of.length)}`
  planning.calls.push({
    tool: 'write_file',
    arguments: { path, content: written.content },
    description: `Write ${what} to ${path}`,
    basis: `${what}: ${written.of.map(file => file.path).join(', ')}`,
    evidence: [`“${task.clause.text.trim()}”`],
  })
}

interface Composed {
  readonly content: string
  readonly of: readonly FileEntry[]
}

async function compose(
  { about, path }: TaskOf<'report'>,
  name: string,
  planning: Planning,
): Promise<Composed | undefined> {
  const { changes, notes, now, current } = planning
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  if ((about === undefined || about.same) && changes.length > 0)
    return { content: reportChanges(changes, { title, now, notes }), of: changes.map(({ file }) => file) }
  const files = about === undefined ? current : (await findFiles(about, planning)).files
  if (files.length === 0) return undefined
  if (!LISTS.test(name)) {
    const why = `Summing up what ${countFiles(files.length)} say needs a language model.`
    planning.missing.push({ tool: 'write_file', name: 'content', why })
    return undefined
  }
  const plain = path !== undefined && !/^(?:md|markdown)$/.test(endingOf(path))
  return { content: reportListing(files, { title, plain }), of: files }
}

/** A report of planned changes in Markdown: how many files, how large, from where to where, what was left. */
function reportChanges(
  changes: readonly FileChange[],
  { title, now, notes }: { readonly title: string; readonly now: Date; readonly notes: readonly string[] },
): string {
  const sections = [...new Set(changes.map(change => change.action))].flatMap(action => {
    const own = changes.filter(change => change.action === action)
    const folders = new Set(own.map(({ to }) => to?.slice(0, to.lastIndexOf('/') + 1)))
    const target = folders.size === 1 ? [...folders][0] : undefined
    const head = `${action.charAt(0).toUpperCase()}${action.slice(1)} ${countFiles(own.length)}${target ? ` to ${target}` : ''}`
    return [`${head}, ${formatSize(sumOf(own))} in all.`, '', ...tableOf(own), '']
  })
  const day = now.toISOString().slice(0, 10)
  const lines = [`# ${title}`, '', `Date: ${day}`, '', ...sections, ...notes.map(note => `- ${note}`)]
  return `${lines.join('\n').trimEnd()}\n`
}

/** A plain list of files in Markdown, or one path a line for other endings. */
function reportListing(
  files: readonly FileEntry[],
  { title, plain }: { readonly title: string; readonly plain: boolean },
): string {
  if (plain) return `${files.map(file => file.path).join('\n')}\n`
  const rows = files.map(file => ({ file }))
  const head = `${countFiles(files.length)}, ${formatSize(sumOf(rows))} in all.`
  return [`# ${title}`, '', head, '', ...tableOf(rows), ''].join('\n')
}

type Row = Pick<FileChange, 'file' | 'to'>

function sumOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { file }) => sum + file.sizeBytes, 0)
}

const MAX_ROWS = 500

function tableOf(rows: readonly Row[]): readonly string[] {
  const hasTarget = rows.some(({ to }) => to !== undefined)
  const line = (file: string, to: string, rest: string): string =>
    `| ${file.replaceAll('|', '\\|')} | ${hasTarget ? `${to.replaceAll('|', '\\|')} | ` : ''}${rest} |`
  return [
    line('File', 'Now at', 'Size | Last changed'),
    `|---|---|---|${hasTarget ? '---|' : ''}`,
    ...rows.slice(0, MAX_ROWS).map(({ file, to = '' }) => {
      const changed = file.modifiedAt.toISOString().slice(0, 10)
      return line(file.path, to, `${formatSize(file.sizeBytes)} | ${changed}`)
    }),
    ...(rows.length > MAX_ROWS ? [`… and ${rows.length - MAX_ROWS} more.`] : []),
  ]
}
