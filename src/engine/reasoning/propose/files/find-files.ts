import { distance } from 'fastest-levenshtein'
import type { JsonObject } from '../../../../contracts/json-value.ts'
import { applyLimit, describeFilter, type FileFilter, matchesFilter } from './file-filter.ts'
import type { FileSubject } from './file-task.ts'
import {
  cleanPath,
  countFiles,
  type FileEntry,
  field,
  joinPath,
  listEverything,
  lookUp,
  type Planning,
  readListing,
  splitPath,
} from './workspace.ts'

/** The files a task is about, and in words which files were meant. */
export interface FoundFiles {
  readonly files: readonly FileEntry[]
  readonly meant: string
  /** The folder whose files were asked for; paths below it keep their shape when copied. */
  readonly scope: string
}

/**
 * Finds the files a subject means in the workspace as it is now. Without a named folder the whole workspace is
 * searched; in a named one first the files lying directly in it, and those below only when there are none or they
 * were asked for (`whole`). What lies in the folder `outside` is left out. Whatever is not found is noted; nothing is guessed.
 */
export async function findFiles(
  subject: FileSubject,
  planning: Planning,
  options: { readonly whole?: boolean; readonly outside?: string } = {},
): Promise<FoundFiles> {
  if (subject.same) {
    const files = subject.originals === true ? planning.originals : planning.current
    return { files, meant: 'the files found before', scope: '' }
  }
  await listEverything(planning)
  const filter = { ...subject.filter, excluded: [...subject.filter.excluded, ...planning.leftAlone] }
  const found = { meant: describeFilter(filter), scope: filter.scope ?? '' }
  if (planning.look === undefined) return { ...found, files: namedFiles(filter, planning) }
  const all = await listMatching(filter, planning)
  const { outside } = options
  const holding = (await keepHolding(all, filter, planning)).filter(
    file => outside === undefined || outside === '' || !file.path.startsWith(`${outside}/`),
  )
  const reached = options.whole === true ? holding : keepNear(holding, filter, planning)
  const files = applyLimit(reached, filter.limit)
  if (files.length === 0 && filter.paths.length === 0) {
    const why =
      all.length > 0
        ? `none of them holds “${filter.holds}” or lies where asked`
        : 'nothing in the workspace matches'
    planning.notes.push(`No file found: ${found.meant} – ${why}.`)
  }
  noteUnknownPaths(filter, files, planning)
  return { ...found, files }
}

/** Without a look only exact paths can be taken at the person's word. */
function namedFiles(filter: FileFilter, planning: Planning): readonly FileEntry[] {
  const { paths, globs, endings, names, holds } = filter
  if (paths.length > 0 && globs.length + endings.length + names.length === 0 && holds === undefined)
    return paths.map(path => ({
      ...splitPath(inScope(path, filter)),
      sizeBytes: 0,
      modifiedAt: planning.now,
    }))
  planning.notes.push(
    `The workspace could not be looked at, so ${describeFilter(filter)} could not be found.`,
  )
  const why = 'The files must be listed before calls can name them.'
  planning.missing.push({ tool: 'list_files', name: 'files', why })
  return []
}

function inScope(path: string, { scope }: FileFilter): string {
  return scope === undefined || path.includes('/') ? cleanPath(path) : joinPath(scope, path)
}

/** Where the tool is to look, and for files of which age and size. */
export function listingArguments(filter: FileFilter): JsonObject {
  const { scope, olderThanDays, newerThanDays, largerThanBytes, smallerThanBytes } = filter
  return {
    ...(scope === undefined ? {} : { path: scope }),
    ...(olderThanDays === undefined ? {} : { older_than_days: olderThanDays }),
    ...(newerThanDays === undefined ? {} : { newer_than_days: newerThanDays }),
    ...(largerThanBytes === undefined ? {} : { larger_than_bytes: largerThanBytes }),
    ...(smallerThanBytes === undefined ? {} : { smaller_than_bytes: smallerThanBytes }),
  }
}

async function listMatching(filter: FileFilter, planning: Planning): Promise<readonly FileEntry[]> {
  const output = await lookUp(planning, 'list_files', { recursive: true, ...listingArguments(filter) })
  if (output === undefined) {
    const { scope } = filter
    planning.notes.push(
      scope === undefined ? 'The workspace could not be listed.' : `There is no folder ${scope}.`,
    )
    return []
  }
  const listing = readListing(output)
  if (listing.truncated)
    planning.risks.push('The folder holds more than could be listed; some files may be left out.')
  return listing.files.filter(file => matchesFilter(file, filter, planning.now))
}

async function keepHolding(
  files: readonly FileEntry[],
  { holds, scope }: FileFilter,
  planning: Planning,
): Promise<readonly FileEntry[]> {
  if (holds === undefined || files.length === 0) return files
  const place = scope === undefined ? {} : { path: scope }
  const output = await lookUp(planning, 'search_files', { query: holds, max_results: 1000, ...place })
  const matches = field(output, 'matches')
  if (field(output, 'truncated') === true)
    planning.risks.push(`The search for “${holds}” was cut; some files may be left out.`)
  const paths = new Set((Array.isArray(matches) ? matches : []).map(match => field(match, 'path')))
  return files.filter(file => paths.has(file.path))
}

function keepNear(files: readonly FileEntry[], filter: FileFilter, planning: Planning): readonly FileEntry[] {
  const { scope, recursive, saysFiles } = filter
  if (scope === undefined || recursive || !saysFiles) return files
  const near = files.filter(file => file.folder === scope || (scope === '.' && file.folder === ''))
  if (near.length === 0) return files
  if (files.length > near.length)
    planning.notes.push(
      `${countFiles(files.length - near.length)} in folders below ${scope}/ also match and are left alone; say “and its subfolders” to take them.`,
    )
  return near
}

function noteUnknownPaths(filter: FileFilter, files: readonly FileEntry[], planning: Planning): void {
  const known = planning.everything?.files ?? []
  for (const path of filter.paths) {
    const named = inScope(path, filter)
    if (files.some(file => file.path === named || file.name === path)) continue
    if (known.some(file => file.path === named)) {
      planning.notes.push(
        `${path} is left alone: ${describeFilter({ ...filter, paths: [] })} were asked for.`,
      )
      continue
    }
    const apart = (file: FileEntry) => Math.min(distance(file.path, path), distance(file.name, path))
    const [near] = known.toSorted((left, right) => apart(left) - apart(right))
    const isNear = near !== undefined && apart(near) <= Math.max(2, path.length / 4)
    planning.notes.push(`There is no file ${path}.${isNear ? ` Did you mean ${near.path}?` : ''}`)
  }
}
