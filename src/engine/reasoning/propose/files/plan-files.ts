import { type Clause, findSpots } from '../../language/language.ts'
import type { Look, MissingForCall, ProposedCall } from '../proposal.ts'
import { planDeletion, planPlacing, planRenaming } from './change-files.ts'
import { type FileTask, kindsOfVerb, readFileTask, type TaskOf } from './file-task.ts'
import { findFiles } from './find-files.ts'
import { planCounting, planListing } from './list-files.ts'
import { writeReport } from './report.ts'
import {
  field,
  freePath,
  listEverything,
  lookUp,
  type Planning,
  readText,
  splitPath,
  standingAt,
} from './workspace.ts'

/** What planning over the files of the workspace came to. */
export interface FilePlan {
  readonly calls: readonly ProposedCall[]
  readonly missing: readonly MissingForCall[]
  readonly risks: readonly string[]
  readonly notes: readonly string[]
  /** Clauses that were taken care of here. */
  readonly clauses: readonly Clause[]
}

const TOOLS: Readonly<Record<FileTask['kind'], string>> = {
  ...{ move: 'move_file', copy: 'copy_file', rename: 'move_file', delete: 'delete_file', read: 'read_file' },
  ...{
    find: 'list_files',
    list: 'list_files',
    count: 'count_text',
    write: 'write_file',
  },
  ...{ append: 'append_file', report: 'write_file', calculate: 'calculate' },
}

/**
 * Turns the clauses of a goal that are about files into concrete calls on the workspace as it is now. Only
 * read-only, closed-world tools are called, through `look`; without it files cannot be found and only calls with
 * exact paths are proposed. Reports come last and say what the calls before them do.
 */
export async function planFiles(
  clauses: readonly Clause[],
  options: { readonly tools: ReadonlySet<string>; readonly look: Look | undefined; readonly now: Date },
): Promise<FilePlan> {
  const forbidden = readProhibitions(clauses)
  const planning: Planning = {
    ...options,
    leftAlone: forbidden.paths,
    ...{
      calls: [],
      missing: [],
      risks: [],
      notes: [],
      changes: [],
      taken: new Set(),
      current: [],
      originals: [],
    },
  }
  const folders = new Set((await listEverything(planning))?.folders ?? [])
  const asked = readTasks(clauses, { ...options, folders })
  const tasks = asked.filter(task => !forbidden.kinds.has(task.kind))
  if (tasks.length < asked.length)
    planning.notes.push('The goal also forbids what it asks, so that part is left out.')
  for (const [at, task] of tasks.entries()) {
    const next = tasks[at + 1]
    await planTask(task, planning, next !== undefined && 'files' in next && next.files.same)
  }
  for (const task of tasks) if (task.kind === 'report') await writeReport(task, planning)
  return { ...planning, clauses: [...asked.map(task => task.clause), ...forbidden.clauses] }
}

function readTasks(
  clauses: readonly Clause[],
  options: { readonly tools: ReadonlySet<string>; readonly now: Date; readonly folders: ReadonlySet<string> },
): readonly FileTask[] {
  const read = (clause: Clause, follows: boolean) => readFileTask({ ...options, clause, follows })
  const isAboutFiles = clauses.some(clause => read(clause, false) !== undefined)
  const tasks: FileTask[] = []
  for (const clause of clauses) {
    // A report may be asked for before what it tells about.
    const early = isAboutFiles ? read(clause, true) : undefined
    const task = read(clause, tasks.length > 0) ?? (early?.kind === 'report' ? early : undefined)
    if (task !== undefined && options.tools.has(TOOLS[task.kind])) tasks.push(task)
  }
  return tasks
}

/** Reads “do not touch web.log”, “keep a.txt” and “do not delete anything”. */
function readProhibitions(clauses: readonly Clause[]) {
  const paths: string[] = []
  const kinds = new Set<FileTask['kind']>()
  const kept: Clause[] = []
  for (const clause of clauses) {
    const verb = clause.verb?.base ?? ''
    if (!clause.negated && !/^(?:keep|leave|skip|ignore)$/.test(verb)) continue
    const spots = findSpots(clause.text).filter(({ kind }) =>
      ['path', 'glob', 'extension', 'quoted'].includes(kind),
    )
    paths.push(...spots.map(spot => (spot.kind === 'extension' ? `*${spot.text}` : String(spot.value))))
    if (spots.length === 0 && clause.negated) for (const kind of kindsOfVerb(verb)) kinds.add(kind)
    if (!clause.negated && spots.some(({ kind }) => kind !== 'quoted')) kept.push(clause)
  }
  return { paths, kinds, clauses: kept }
}

async function planTask(task: FileTask, planning: Planning, isUsedNext: boolean): Promise<void> {
  switch (task.kind) {
    case 'move':
    case 'copy':
      return planPlacing(task, planning)
    case 'delete':
      return planDeletion(task, planning)
    case 'rename':
      return planRenaming(task, planning)
    case 'write':
    case 'append':
      return planWriting(task, planning)
    case 'calculate': {
      const { expression } = task
      return addCall(planning, task, { arguments: { expression }, description: `Work out ${expression}` })
    }
    case 'read':
      return planReading(task, planning)
    case 'list':
    case 'find':
      return planListing(task, planning, isUsedNext)
    case 'count':
      return planCounting(task, planning)
    case 'report':
      return
  }
}

type CallParts = Pick<ProposedCall, 'arguments' | 'description' | 'basis'> & { readonly tool?: string }

function addCall(planning: Planning, { kind, clause }: FileTask, parts: CallParts): void {
  planning.calls.push({ tool: TOOLS[kind], ...parts, evidence: [`“${clause.text.trim()}”`] })
}

/** A file with given content, or a line at the end of one. */
async function planWriting(task: TaskOf<'write' | 'append'>, planning: Planning): Promise<void> {
  const { text } = task.clause
  const [only, ...more] = planning.current
  const isNote = task.kind === 'write' && /\b(?:note|memo|reminder)\b/i.test(text)
  const path =
    task.kind === 'append' && more.length === 0
      ? only?.path
      : isNote
        ? await freePath(planning, 'note.md')
        : undefined
  const paths = task.paths.length > 0 ? task.paths : path === undefined ? [] : [path]
  const { content, basis } = await settleContent(task, planning)
  const lacks = (name: string, why: string) => planning.missing.push({ tool: TOOLS[task.kind], name, why })
  if (content === undefined)
    lacks('content', `“${text}” does not say what ${paths[0] ?? 'the file'} should hold.`)
  if (paths.length === 0) lacks('path', `“${text}” names no file.`)
  if (content !== undefined)
    for (const one of paths) await writeOne(planning, task, { path: one, content, basis })
}

interface Written {
  readonly path: string
  readonly content: string
  readonly basis: string
}

async function writeOne(
  planning: Planning,
  task: TaskOf<'write' | 'append'>,
  { path, content, basis }: Written,
): Promise<void> {
  const standing = await standingAt(planning, path)
  if (task.kind === 'write' && standing !== undefined)
    planning.risks.push(`${path} exists and would be replaced (${standing.sizeBytes} bytes now).`)
  const old = task.kind === 'append' && standing !== undefined ? await readText(planning, path) : undefined
  const isBroken = old !== undefined && old.text !== '' && !old.text.endsWith('\n')
  // What is added starts on a line of its own and ends it.
  const line = `${isBroken ? '\n' : ''}${content}${content.endsWith('\n') ? '' : '\n'}`
  const text = task.kind === 'append' ? line : content
  const description = task.kind === 'write' ? `Write ${path}` : `Add a line to ${path}`
  addCall(planning, task, { arguments: { path, content: text }, description, basis })
  if (content === '') planning.notes.push(`No content was said, so ${path} is empty.`)
  planning.taken.add(path)
  planning.current = [{ ...splitPath(path), sizeBytes: text.length, modifiedAt: planning.now }]
}

const SPOKEN_OF = /^(?:the|its|their|his|her|that|this|these|those)\s/i

/** What is written: the time now, nothing, or what was said. */
async function settleContent(
  { clause: { text }, content }: TaskOf<'write' | 'append'>,
  planning: Planning,
): Promise<{ readonly content: string | undefined; readonly basis: string }> {
  const said = content ?? text
  if (/\b(?:current|present|today's) (?:date|time)\b/i.test(said)) {
    const time = field(await lookUp(planning, 'get_time', {}), 'utc')
    if (typeof time === 'string') return { content: `${time}\n`, basis: 'the current date and time' }
  }
  // “the result”, “its decisions”: spoken of and not said.
  if (SPOKEN_OF.test(content?.trim() ?? '') && !/["'“`«„‘]/.test(text))
    return { content: undefined, basis: '' }
  const isEmpty = content === '' || (content === undefined && /\b(?:empty|blank)\b|\btouch\b/i.test(text))
  return isEmpty ? { content: '', basis: 'empty, blank, new' } : { content, basis: '' }
}

const MAX_READ = 20

async function planReading(task: TaskOf<'read'>, planning: Planning): Promise<void> {
  const { files, meant } = await findFiles(task.files, planning)
  for (const file of files.slice(0, MAX_READ)) {
    addCall(planning, task, {
      arguments: { path: file.path },
      description: `Read ${file.path}`,
      basis: meant,
    })
  }
  if (files.length > MAX_READ)
    planning.risks.push(`Only the first ${MAX_READ} of ${files.length} files are read.`)
  planning.current = files
}
