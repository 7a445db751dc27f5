import { readWords } from '../../language/language.ts'
import { type ReadFile, reportChanges, reportContents, reportListing } from './file-report.ts'
import type { TaskOf } from './file-task.ts'
import { findFiles } from './find-files.ts'
import {
  countFiles,
  endingOf,
  type FileEntry,
  freePath,
  type Planning,
  readText,
  standingAt,
} from './workspace.ts'

const MAX_READ = 20
const LISTS = /^(?:list|listing|index|inventory|table|manifest|catalog|catalogue)$/
const REPORTS = /^(?:summary|report|overview|recap|digest|record|log)$/

/**
 * The call that writes a report: of the changes planned before it, of the contents of files, or a list of them.
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
  const read = LISTS.test(name) ? [] : await readAll(files, planning)
  if (read.length > 0) return { content: reportContents(read, title), of: read.map(({ file }) => file) }
  const plain = LISTS.test(name) && path !== undefined && !/^(?:md|markdown)$/.test(endingOf(path))
  return { content: reportListing(files, { title, plain }), of: files }
}

async function readAll(files: readonly FileEntry[], planning: Planning): Promise<readonly ReadFile[]> {
  const read: ReadFile[] = []
  for (const file of files.slice(0, MAX_READ)) {
    const told = await readText(planning, file.path)
    if (told !== undefined) read.push({ file, ...told })
  }
  if (files.length > MAX_READ)
    planning.notes.push(`Only the first ${MAX_READ} of ${files.length} files were read.`)
  return read
}
