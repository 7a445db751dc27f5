import { distance } from 'fastest-levenshtein'
import type { JsonObject } from '../../../../contracts/json-value.ts'
import { countFiles, type FileEntry, field, joinPath, readListing, splitPath } from './file-entries.ts'
import { applyLimit, cleanPath, type FileFilter, matchesFilter } from './file-filter.ts'
import type { FileSubject } from './file-task.ts'
import { lookUp, type Planning } from './planning.ts'

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
 * were asked for. Whatever is not found is noted; nothing is guessed.
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
  const filter = { ...subject.filter, excluded: [...subject.filter.excluded, ...planning.leftAlone] }
  const meant = describeFilter(filter)
  if (planning.look === undefined)
    return { files: namedFiles(filter, planning), meant, scope: filter.scope ?? '' }
  const all = await listMatching(filter, planning)
  const holding = await keepHolding(all, filter, planning)
  const outside =
    options.outside === undefined ? holding : holding.filter(file => !isInside(file, options.outside ?? ''))
  const reached = options.whole === true ? outside : keepNear(outside, filter, planning)
  const files = applyLimit(reached, filter.limit)
  if (files.length === 0) noteNothing(filter, { meant, all, planning })
  noteUnknownPaths(filter, files, planning)
  return { files, meant, scope: filter.scope ?? '' }
}

/** Without a look only exact paths can be taken at the person's word. */
function namedFiles(filter: FileFilter, planning: Planning): readonly FileEntry[] {
  const isExact =
    filter.globs.length + filter.endings.length + filter.names.length === 0 && filter.holds === undefined
  if (!isExact || filter.paths.length === 0) {
    planning.notes.push(
      `The workspace could not be looked at, so ${describeFilter(filter)} could not be found.`,
    )
    planning.missing.push({
      tool: 'list_files',
      name: 'files',
      why: 'The files must be listed before calls can name them.',
    })
    return []
  }
  return filter.paths.map(path => ({
    ...splitPath(inScope(path, filter)),
    sizeBytes: 0,
    modifiedAt: planning.now,
  }))
}

function inScope(path: string, { scope }: FileFilter): string {
  return scope === undefined || path.includes('/') ? cleanPath(path) : joinPath(scope, path)
}

async function listMatching(filter: FileFilter, planning: Planning): Promise<readonly FileEntry[]> {
  const args: JsonObject = {
    recursive: true,
    ...(filter.scope === undefined ? {} : { path: filter.scope }),
    ...listingGlob(filter),
    ...(filter.olderThanDays === undefined ? {} : { older_than_days: filter.olderThanDays }),
    ...(filter.newerThanDays === undefined ? {} : { newer_than_days: filter.newerThanDays }),
  }
  const output = await lookUp(planning, 'list_files', args)
  if (output === undefined) {
    planning.notes.push(
      filter.scope === undefined
        ? 'The workspace could not be listed.'
        : `There is no folder ${filter.scope}.`,
    )
    return []
  }
  const listing = readListing(output)
  if (listing.truncated)
    planning.risks.push('The folder holds more than could be listed; some files may be left out.')
  return listing.files.filter(file => matchesFilter(file, filter, planning.now))
}

/** One plain pattern can be left to the tool; several are filtered here. */
function listingGlob(filter: FileFilter): { readonly glob?: string } {
  const [glob, ...others] = [...filter.globs, ...filter.endings.map(ending => `*.${ending}`)]
  const isCaseSafe = glob !== undefined && filter.endings.length === 0
  return isCaseSafe && others.length === 0 && filter.paths.length === 0 ? { glob } : {}
}

async function keepHolding(
  files: readonly FileEntry[],
  filter: FileFilter,
  planning: Planning,
): Promise<readonly FileEntry[]> {
  if (filter.holds === undefined || files.length === 0) return files
  const args: JsonObject = {
    query: filter.holds,
    max_results: 1000,
    ...(filter.scope === undefined ? {} : { path: filter.scope }),
  }
  const output = await lookUp(planning, 'search_files', args)
  const matches = field(output, 'matches')
  if (field(output, 'truncated') === true)
    planning.risks.push(`The search for “${filter.holds}” was cut; some files may be left out.`)
  const paths = new Set((Array.isArray(matches) ? matches : []).map(match => field(match, 'path')))
  return files.filter(file => paths.has(file.path))
}

function isInside(file: FileEntry, folder: string): boolean {
  return folder !== '' && file.path.startsWith(`${folder}/`)
}

function keepNear(files: readonly FileEntry[], filter: FileFilter, planning: Planning): readonly FileEntry[] {
  if (filter.scope === undefined || filter.recursive || !filter.saysFiles) return files
  const scope = filter.scope.replace(/\/+$/, '')
  const near = files.filter(file => file.folder === scope || (scope === '.' && file.folder === ''))
  const below = files.length - near.length
  if (near.length > 0 && below > 0)
    planning.notes.push(
      `${countFiles(below)} in folders below ${scope}/ also match and are left alone; say “and its subfolders” to take them.`,
    )
  return near.length > 0 ? near : files
}

function noteNothing(
  filter: FileFilter,
  { meant, all, planning }: { meant: string; all: readonly FileEntry[]; planning: Planning },
): void {
  if (filter.paths.length > 0) return
  const why =
    all.length > 0
      ? `none of them holds “${filter.holds}” or lies where asked`
      : 'nothing in the workspace matches'
  planning.notes.push(`No file found: ${meant} – ${why}.`)
}

function noteUnknownPaths(filter: FileFilter, files: readonly FileEntry[], planning: Planning): void {
  for (const path of filter.paths) {
    const named = inScope(path, filter)
    if (files.some(file => file.path === named || file.name === path)) continue
    if (planning.everything?.files.some(file => file.path === named)) {
      planning.notes.push(
        `${path} is left alone: ${describeFilter({ ...filter, paths: [] })} were asked for.`,
      )
      continue
    }
    const near = nearestName(path, planning)
    planning.notes.push(
      `There is no file ${path}${near === undefined ? '' : `. Did you mean ${near}`}${near === undefined ? '.' : '?'}`,
    )
  }
}

function nearestName(path: string, planning: Planning): string | undefined {
  const known = planning.everything?.files ?? []
  return known
    .map(file => ({ path: file.path, apart: Math.min(distance(file.path, path), distance(file.name, path)) }))
    .filter(({ apart }) => apart <= Math.max(2, path.length / 4))
    .sort((left, right) => left.apart - right.apart)[0]?.path
}

/** Which files are meant, in words: “.log files older than 7 days in logs/”. */
export function describeFilter(filter: FileFilter): string {
  const days = (value: number): string => `${Number(value.toFixed(1))} ${value === 1 ? 'day' : 'days'}`
  const what = [...filter.paths, ...filter.globs, ...filter.endings.map(ending => `.${ending}`)].join(', ')
  const parts = [
    what === '' ? 'all files' : filter.paths.length > 0 ? what : `${what} files`,
    ...filter.names.map(
      test => `whose name ${test.kind === 'contains' ? 'contains' : `${test.kind} with`} “${test.text}”`,
    ),
    ...(filter.holds === undefined ? [] : [`holding “${filter.holds}”`]),
    ...(filter.olderThanDays === undefined ? [] : [`older than ${days(filter.olderThanDays)}`]),
    ...(filter.newerThanDays === undefined ? [] : [`changed within ${days(filter.newerThanDays)}`]),
    ...(filter.largerThanBytes === undefined ? [] : [`larger than ${filter.largerThanBytes} bytes`]),
    ...(filter.smallerThanBytes === undefined
      ? []
      : [filter.smallerThanBytes === 1 ? 'that are empty' : `smaller than ${filter.smallerThanBytes} bytes`]),
    ...(filter.scope === undefined ? [] : [`in ${filter.scope}/`]),
    ...(filter.excluded.length === 0 ? [] : [`except ${filter.excluded.join(', ')}`]),
  ]
  const limit = filter.limit === undefined ? '' : `the ${filter.limit.count} ${filter.limit.by} of `
  return limit + parts.join(' ')
}
