import type { JsonObject } from '../../../../contracts/json-value.ts'
import type { Destination, NameChange } from './file-destination.ts'
import { describeFilter } from './file-filter.ts'
import type { TaskOf } from './file-task.ts'
import { findFiles } from './find-files.ts'
import {
  endingOf,
  type FileChange,
  type FileEntry,
  formatSize,
  freePath,
  joinPath,
  listEverything,
  type Planning,
  splitPath,
} from './workspace.ts'

const ACTS: Readonly<Record<FileChange['action'], { readonly tool: string; readonly verb: string }>> = {
  moved: { tool: 'move_file', verb: 'Move' },
  renamed: { tool: 'move_file', verb: 'Rename' },
  copied: { tool: 'copy_file', verb: 'Copy' },
  deleted: { tool: 'delete_file', verb: 'Delete' },
}

/** One call for each file that is to be moved or copied. */
export async function planPlacing(task: TaskOf<'move' | 'copy'>, planning: Planning): Promise<void> {
  const { to, kind, clause } = task
  if (to === undefined) {
    const why = `“${clause.text}” does not say where to.`
    planning.missing.push({ tool: `${kind}_file`, name: 'to', why })
    return
  }
  const isWhole =
    isFolderOnly(task) ||
    (!task.files.same && task.files.filter.recursive && task.files.filter.scope !== undefined)
  const outside = 'folder' in to ? { outside: to.folder } : {}
  const found = await findFiles(task.files, planning, { whole: isWhole, ...outside })
  const action = kind === 'move' ? 'moved' : 'copied'
  await changeEach(planning, { found, action, words: clause.text }, file =>
    targetOf(file, { to, scope: found.scope, keepShape: isWhole, count: found.files.length }),
  )
  planning.originals = found.files
  if (action === 'copied') planning.current = found.files
}

/** A folder named without saying “files”: the folder itself is meant, with everything below it. */
function isFolderOnly({ files }: TaskOf<'move' | 'copy' | 'delete'>): boolean {
  return (
    !files.same &&
    files.filter.scope !== undefined &&
    !files.filter.saysFiles &&
    files.filter.limit === undefined
  )
}

interface Placing {
  readonly to: Destination
  readonly scope: string
  readonly keepShape: boolean
  readonly count: number
}

function targetOf(file: FileEntry, { to, scope, keepShape, count }: Placing): string {
  if ('path' in to) return count === 1 ? to.path : joinPath(to.path, file.name)
  const isBelow = keepShape && scope !== '' && file.path.startsWith(`${scope}/`)
  return joinPath(to.folder, isBelow ? file.path.slice(scope.length + 1) : file.name)
}

interface Change {
  readonly found: { readonly files: readonly FileEntry[]; readonly meant: string }
  readonly action: FileChange['action']
  readonly words: string
}

/** One call for each file that gets another place; one that is taken gets a number. */
async function changeEach(
  planning: Planning,
  change: Change,
  wantedFor: (file: FileEntry) => string,
): Promise<void> {
  const changed: FileEntry[] = []
  for (const file of change.found.files) {
    const wanted = wantedFor(file)
    if (wanted === file.path) continue
    const to = await freePath(planning, wanted)
    addChange(planning, { file, action: change.action, to }, change)
    if (to !== wanted) planning.notes.push(`${wanted} is taken, so ${file.path} goes to ${to}.`)
    changed.push({ ...file, ...splitPath(to) })
  }
  planning.current = changed
}

function addChange(planning: Planning, made: FileChange, { words, found }: Omit<Change, 'action'>): void {
  const { file, to, action } = made
  const { tool, verb } = ACTS[action]
  planning.changes.push(made)
  if (to !== undefined) planning.taken.add(to)
  const seen = `${file.path}: ${formatSize(file.sizeBytes)}, last changed ${file.modifiedAt.toISOString().slice(0, 10)}`
  planning.calls.push({
    tool,
    arguments: to === undefined ? { path: file.path } : { from: file.path, to },
    description: to === undefined ? `${verb} ${file.path}` : `${verb} ${file.path} to ${to}`,
    basis: found.meant,
    evidence: [`“${words.trim()}”`, ...(planning.look === undefined ? [] : [seen])],
  })
}

/** One call for each file that is to be deleted, or one for a whole folder. */
export async function planDeletion(task: TaskOf<'delete'>, planning: Planning): Promise<void> {
  const { files, clause } = task
  const keepsFolder = /\b(?:clear|clean|empty|contents?|everything)\b/i.test(clause.text)
  const listing = await listEverything(planning)
  const folder = !files.same && isFolderOnly(task) && !keepsFolder ? files.filter.scope : undefined
  if (folder !== undefined && listing?.folders.includes(folder) === true) {
    const held = listing.files.filter(file => file.path.startsWith(`${folder}/`))
    const args: JsonObject = { path: folder, recursive: true }
    const description = `Delete the folder ${folder} with ${held.length} files`
    planning.calls.push({
      tool: 'delete_file',
      arguments: args,
      description,
      evidence: [`“${clause.text.trim()}”`],
    })
    planning.changes.push(...held.map(file => ({ file, action: 'deleted' as const })))
    planning.risks.push(`Deleting ${folder} cannot be taken back; ${held.length} files are in it.`)
    return
  }
  const found = await findFiles(files, planning, { whole: keepsFolder && isFolderOnly(task) })
  for (const file of found.files)
    addChange(planning, { file, action: 'deleted' }, { words: clause.text, found })
  const meant = files.same ? found.meant : describeFilter(files.filter)
  if (found.files.length > 0) planning.risks.push(`Deleting cannot be taken back: ${meant}.`)
  planning.current = []
}

/** One move within its folder for each file that is renamed. */
export async function planRenaming(
  { change, clause, files }: TaskOf<'rename'>,
  planning: Planning,
): Promise<void> {
  const lacks = (why: string) => planning.missing.push({ tool: 'move_file', name: 'to', why })
  if (change === undefined) {
    lacks(`“${clause.text}” does not say the new name.`)
    return
  }
  const found = await findFiles(files, planning)
  if (change.kind === 'to' && found.files.length > 1) {
    lacks(`${found.files.length} files cannot all be called ${change.path}.`)
    return
  }
  await changeEach(planning, { found, action: 'renamed', words: clause.text }, file => newPath(file, change))
}

function newPath(file: FileEntry, change: NameChange): string {
  const ending = endingOf(file.name)
  if (change.kind === 'ending') {
    const stem = ending === '' ? file.name : file.name.slice(0, -ending.length - 1)
    return joinPath(file.folder, `${stem}.${change.ending}`)
  }
  const path = change.path.includes('/') ? change.path : joinPath(file.folder, change.path)
  return endingOf(splitPath(path).name) === '' && ending !== '' ? `${path}.${ending}` : path
}
