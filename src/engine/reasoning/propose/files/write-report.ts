import { readWords } from '../../language/language.ts'
import { countFiles, endingOf, type FileEntry, field } from './file-entries.ts'
import { type ReadFile, reportChanges, reportContents, reportListing } from './file-report.ts'
import type { FileTask } from './file-task.ts'
import { findFiles } from './find-files.ts'
import { freePath, listEverything, lookUp, type Planning, propose } from './planning.ts'

type ReportTask = Extract<FileTask, { kind: 'report' }>

const maxRead = 20

/**
 * The call that writes a report: of the changes planned before it, of the contents of files, or a list of them.
 * It runs last, so it stands only when everything it tells has happened.
 */
export async function writeReport(task: ReportTask, planning: Planning): Promise<void> {
  await listEverything(planning)
  const written = await composeReport(task, planning)
  if (written === undefined) return
  const path = task.path ?? (await freePath(planning, `${written.name}.md`))
  const standing = planning.everything?.files.find(file => file.path === path)
  if (standing !== undefined)
    planning.risks.push(`${path} exists and would be replaced (${standing.sizeBytes} bytes now).`)
  planning.taken.add(path)
  propose(planning, {
    tool: 'write_file',
    arguments: { path, content: written.content },
    description: `Write ${written.what} to ${path}`,
    basis: `${written.what}: ${written.of.map(file => file.path).join(', ')}`,
    evidence: [`“${task.clause.text.trim()}”`],
  })
}

interface Written {
  readonly content: string
  readonly what: string
  readonly of: readonly FileEntry[]
  readonly name: string
}

async function composeReport(task: ReportTask, planning: Planning): Promise<Written | undefined> {
  const name = reportName(task)
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  const about = task.about
  const isOfChanges = about === undefined || about.same
  if (isOfChanges && planning.changes.length > 0) {
    const content = reportChanges(planning.changes, { title, now: planning.now, notes: planning.notes })
    const of = planning.changes.map(change => change.file)
    return { content, name, of, what: `a ${name} of ${countFiles(of.length)}` }
  }
  const files = about === undefined ? planning.current : (await findFiles(about, planning)).files
  if (files.length === 0) {
    planning.notes.push(`No ${name} is written: there is nothing to report.`)
    return undefined
  }
  if (isListing(task)) {
    const plain = task.path !== undefined && !['md', 'markdown'].includes(endingOf(task.path))
    return {
      content: reportListing(files, { title, plain }),
      name,
      of: files,
      what: `a ${name} of ${countFiles(files.length)}`,
    }
  }
  const read = await readAll(files, planning)
  if (read.length === 0)
    return {
      content: reportListing(files, { title, plain: false }),
      name,
      of: files,
      what: `a ${name} of ${countFiles(files.length)}`,
    }
  return {
    content: reportContents(read, title),
    name,
    of: read.map(one => one.file),
    what: `a ${name} of ${countFiles(read.length)}`,
  }
}

function isListing(task: ReportTask): boolean {
  return /\b(?:list|listing|index|inventory|table|manifest|catalog(?:ue)?)\b/i.test(task.clause.text)
}

function reportName(task: ReportTask): string {
  const known = new Set(
    'summary report overview list index inventory recap digest record log table catalogue catalog manifest'.split(
      ' ',
    ),
  )
  return readWords(task.clause.text).find(word => known.has(word.lower))?.lower ?? 'summary'
}

async function readAll(files: readonly FileEntry[], planning: Planning): Promise<readonly ReadFile[]> {
  const read: ReadFile[] = []
  for (const file of files.slice(0, maxRead)) {
    const output = await lookUp(planning, 'read_file', { path: file.path })
    const text = field(output, 'text')
    if (typeof text === 'string') read.push({ file, text, truncated: field(output, 'truncated') === true })
  }
  if (files.length > maxRead)
    planning.notes.push(`Only the first ${maxRead} of ${files.length} files were read.`)
  return read
}
