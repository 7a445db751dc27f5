import type { Destination } from './file-destination.ts'
import { endingOf, type FileEntry, formatSize, joinPath, splitPath } from './file-entries.ts'
import type { FileChange } from './file-report.ts'
import type { FilesTask, NameChange, PlacingTask, RenamingTask } from './file-task.ts'
import { describeFilter, findFiles } from './find-files.ts'
import { freePath, listEverything, type Planning, propose } from './planning.ts'

/** One call for each file that is to be moved or copied. */
export async function expandPlacing(task: PlacingTask, planning: Planning): Promise<void> {
  if (task.to === undefined) {
    planning.missing.push({
      tool: `${task.kind}_file`,
      name: 'to',
      why: `“${task.clause.text}” does not say where to.`,
    })
    return
  }
  const to = task.to
  await listEverything(planning)
  const isWholeFolder = isFolderOnly(task) || isAllBelow(task)
  const outside = 'folder' in to && to.by === undefined ? to.folder : undefined
  const found = await findFiles(task.files, planning, {
    whole: isWholeFolder,
    ...(outside === undefined ? {} : { outside }),
  })
  const placed: FileEntry[] = []
  for (const file of found.files) {
    const wanted = targetOf(file, {
      to,
      scope: found.scope,
      keepShape: isWholeFolder,
      count: found.files.length,
    })
    if (wanted === file.path) continue
    const target = await freePath(planning, wanted)
    addChange(
      planning,
      { file, action: task.kind === 'move' ? 'moved' : 'copied', to: target },
      { words: task.clause.text, basis: found.meant },
    )
    if (target !== wanted) planning.notes.push(`${wanted} is taken, so ${file.path} goes to ${target}.`)
    placed.push(task.kind === 'move' ? { ...file, ...splitPath(target) } : file)
  }
  planning.originals = found.files
  planning.current = placed
}

/** A folder named without saying “files”: the folder itself is meant, with everything below it. */
function isFolderOnly({ files }: PlacingTask | FilesTask): boolean {
  return (
    !files.same &&
    files.filter.scope !== undefined &&
    !files.filter.saysFiles &&
    files.filter.limit === undefined
  )
}

/** “everything in notes/”, “notes and its subfolders”: what lies below keeps its shape. */
function isAllBelow({ files }: PlacingTask): boolean {
  return !files.same && files.filter.recursive && files.filter.scope !== undefined
}

function targetOf(
  file: FileEntry,
  { to, scope, keepShape, count }: { to: Destination; scope: string; keepShape: boolean; count: number },
): string {
  if ('path' in to) return count === 1 ? to.path : joinPath(to.path, file.name)
  if (to.by !== undefined) return joinPath(joinPath(scope, groupOf(file, to.by)), file.name)
  const below =
    keepShape && scope !== '' && file.path.startsWith(`${scope}/`)
      ? file.path.slice(scope.length + 1)
      : file.name
  return joinPath(to.folder, below)
}

function groupOf(file: FileEntry, by: 'ending' | 'year' | 'month'): string {
  if (by === 'ending') return endingOf(file.name) || 'other'
  return file.modifiedAt.toISOString().slice(0, by === 'year' ? 4 : 7)
}

const verbs: Readonly<Record<FileChange['action'], { readonly tool: string; readonly verb: string }>> = {
  moved: { tool: 'move_file', verb: 'Move' },
  renamed: { tool: 'move_file', verb: 'Rename' },
  copied: { tool: 'copy_file', verb: 'Copy' },
  deleted: { tool: 'delete_file', verb: 'Delete' },
}

function addChange(
  planning: Planning,
  change: FileChange,
  { words, basis }: { readonly words: string; readonly basis: string },
): void {
  const { tool, verb } = verbs[change.action]
  const { file, to } = change
  planning.changes.push(change)
  if (to !== undefined) planning.taken.add(to)
  const isKnown = planning.look !== undefined
  propose(planning, {
    tool,
    arguments: to === undefined ? { path: file.path } : { from: file.path, to },
    description: to === undefined ? `${verb} ${file.path}` : `${verb} ${file.path} to ${to}`,
    basis,
    evidence: [
      `“${words.trim()}”`,
      ...(isKnown
        ? [
            `${file.path}: ${formatSize(file.sizeBytes)}, last changed ${file.modifiedAt.toISOString().slice(0, 10)}`,
          ]
        : []),
    ],
  })
}

/** One call for each file that is to be deleted, or one for a whole folder. */
export async function expandDeletion(task: FilesTask, planning: Planning): Promise<void> {
  const listing = await listEverything(planning)
  const { files } = task
  const keepsFolder = /\b(?:clear|clean|empty|contents?|everything)\b/i.test(task.clause.text)
  if (
    !files.same &&
    isFolderOnly(task) &&
    !keepsFolder &&
    listing?.folders.includes(files.filter.scope ?? '') === true
  ) {
    const folder = files.filter.scope ?? ''
    const held = listing.files.filter(file => file.path.startsWith(`${folder}/`))
    propose(planning, {
      tool: 'delete_file',
      arguments: { path: folder, recursive: true },
      description: `Delete the folder ${folder} with ${held.length} files`,
      evidence: [`“${task.clause.text.trim()}”`],
    })
    planning.changes.push(...held.map(file => ({ file, action: 'deleted' as const })))
    planning.risks.push(`Deleting ${folder} cannot be taken back; ${held.length} files are in it.`)
    return
  }
  const found = await findFiles(files, planning, { whole: keepsFolder && isFolderOnly(task) })
  for (const file of found.files)
    addChange(planning, { file, action: 'deleted' }, { words: task.clause.text, basis: found.meant })
  if (found.files.length > 0)
    planning.risks.push(
      `Deleting cannot be taken back: ${files.same ? found.meant : describeFilter(files.filter)}.`,
    )
  planning.current = []
}

/** One move within its folder for each file that is renamed. */
export async function expandRename(task: RenamingTask, planning: Planning): Promise<void> {
  const { change } = task
  if (change === undefined) {
    planning.missing.push({
      tool: 'move_file',
      name: 'to',
      why: `“${task.clause.text}” does not say the new name.`,
    })
    return
  }
  await listEverything(planning)
  const { files, meant } = await findFiles(task.files, planning)
  if (change.kind === 'to' && files.length > 1) {
    planning.missing.push({
      tool: 'move_file',
      name: 'to',
      why: `${files.length} files cannot all be called ${change.path}.`,
    })
    return
  }
  const renamed: FileEntry[] = []
  for (const file of files) {
    const wanted = newPath(file, change)
    if (wanted === file.path) continue
    const target = await freePath(planning, wanted)
    addChange(planning, { file, action: 'renamed', to: target }, { words: task.clause.text, basis: meant })
    renamed.push({ ...file, ...splitPath(target) })
  }
  planning.current = renamed
}

function newPath(file: FileEntry, change: NameChange): string {
  const dot = file.name.lastIndexOf('.')
  const stem = dot <= 0 ? file.name : file.name.slice(0, dot)
  const ending = dot <= 0 ? '' : file.name.slice(dot)
  switch (change.kind) {
    case 'to': {
      const path = change.path.includes('/') ? change.path : joinPath(file.folder, change.path)
      return endingOf(path) === '' ? `${path}${ending}` : path
    }
    case 'ending':
      return joinPath(file.folder, `${stem}.${change.ending}`)
    case 'prefix':
      return joinPath(file.folder, `${change.text}${file.name}`)
    case 'suffix':
      return joinPath(file.folder, `${stem}${change.text}${ending}`)
    case 'replace':
      return joinPath(file.folder, file.name.replaceAll(change.from, change.to))
    case 'case':
      return joinPath(file.folder, change.to === 'lower' ? file.name.toLowerCase() : file.name.toUpperCase())
  }
}
