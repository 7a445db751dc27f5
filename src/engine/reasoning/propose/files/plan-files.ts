import type { Clause } from '../../language/language.ts'
import type { Look, MissingForCall, ProposedCall } from '../proposal.ts'
import { expandDeletion, expandPlacing, expandRename } from './expand-changes.ts'
import type { FileTask } from './file-task.ts'
import { planCalculation, planListing, planReading, planTally, planWriting } from './plan-other.ts'
import { listEverything, type Planning, propose } from './planning.ts'
import { readFileTask, readProhibitions } from './read-file-task.ts'
import { writeReport } from './write-report.ts'

/** What planning over the files of the workspace came to. */
export interface FilePlan {
  readonly calls: readonly ProposedCall[]
  readonly steps: readonly string[]
  readonly missing: readonly MissingForCall[]
  readonly risks: readonly string[]
  readonly notes: readonly string[]
  /** Clauses that were taken care of here. */
  readonly clauses: readonly Clause[]
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
  const prohibitions = readProhibitions(clauses)
  const planning: Planning = {
    ...options,
    leftAlone: prohibitions.paths,
    calls: [],
    steps: [],
    missing: [],
    risks: [],
    notes: [],
    changes: [],
    taken: new Set(),
    current: [],
    originals: [],
  }
  const folders = new Set((await listEverything(planning))?.folders ?? [])
  const asked = readTasks(clauses, { ...options, folders })
  const tasks = asked.filter(task => !prohibitions.kinds.has(task.kind))
  if (tasks.length < asked.length)
    planning.notes.push('The goal also forbids what it asks, so that part is left out.')
  const reports = tasks.filter(task => task.kind === 'report')
  for (const [at, task] of tasks.entries()) await planTask(task, planning, refersBack(tasks[at + 1]))
  for (const report of reports) await writeReport(report, planning)
  return { ...planning, clauses: [...asked.map(task => task.clause), ...prohibitions.clauses] }
}

function readTasks(
  clauses: readonly Clause[],
  options: { readonly tools: ReadonlySet<string>; readonly now: Date; readonly folders: ReadonlySet<string> },
): readonly FileTask[] {
  const tasks: FileTask[] = []
  const isAboutFiles = clauses.some(
    clause => readFileTask({ ...options, clause, follows: false }) !== undefined,
  )
  for (const clause of clauses) {
    const own = readFileTask({ ...options, clause, follows: tasks.length > 0 })
    const task =
      own ?? (isAboutFiles ? reportOnly(readFileTask({ ...options, clause, follows: true })) : undefined)
    if (task !== undefined && options.tools.has(toolsByKind[task.kind])) tasks.push(task)
  }
  return tasks
}

/** A report may be asked for before what it tells about. */
function reportOnly(task: FileTask | undefined): FileTask | undefined {
  return task?.kind === 'report' ? task : undefined
}

function refersBack(task: FileTask | undefined): boolean {
  return task !== undefined && 'files' in task && task.files.same
}

const toolsByKind: Readonly<Record<FileTask['kind'], string>> = {
  move: 'move_file',
  copy: 'copy_file',
  rename: 'move_file',
  delete: 'delete_file',
  read: 'read_file',
  find: 'list_files',
  list: 'list_files',
  summarise: 'read_file',
  write: 'write_file',
  append: 'append_file',
  report: 'write_file',
  tally: 'calculate',
  calculate: 'calculate',
  time: 'get_time',
  fetch: 'http_get',
}

async function planTask(task: FileTask, planning: Planning, isUsedNext: boolean): Promise<void> {
  switch (task.kind) {
    case 'move':
    case 'copy':
      return expandPlacing(task, planning)
    case 'delete':
      return expandDeletion(task, planning)
    case 'rename':
      return expandRename(task, planning)
    case 'write':
    case 'append':
      return planWriting(task, planning)
    case 'calculate':
      return planCalculation(task, planning)
    case 'tally':
      return planTally(task, planning)
    case 'read':
    case 'summarise':
      return planReading(task, planning)
    case 'list':
    case 'find':
      return planListing(task, planning, isUsedNext)
    case 'time':
      return propose(planning, {
        tool: 'get_time',
        arguments: readTimezone(task.clause.text),
        description: 'Tell the time',
        evidence: [`“${task.clause.text.trim()}”`],
      })
    case 'fetch':
      return propose(planning, {
        tool: 'http_get',
        arguments: { url: task.url },
        description: `Read ${task.url}`,
        evidence: [`“${task.clause.text.trim()}”`],
      })
    case 'report':
      return
  }
}

const zones = Intl.supportedValuesOf('timeZone').map(name => ({
  name,
  lower: name.toLowerCase(),
  city: ` in ${name
    .slice(name.lastIndexOf('/') + 1)
    .replaceAll('_', ' ')
    .toLowerCase()} `,
}))

/** A time zone by its own name or by its city: “in Tokyo” → Asia/Tokyo. */
function readTimezone(text: string): { readonly timezone?: string } {
  const lower = text.toLowerCase()
  const words = ` ${lower.replace(/[^\p{L}\p{N}'-]+/gu, ' ')} `
  const zone = zones.find(one => lower.includes(one.lower) || words.includes(one.city))
  return zone === undefined ? {} : { timezone: zone.name }
}
