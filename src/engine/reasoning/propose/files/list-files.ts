import type { JsonObject } from '../../../../contracts/json-value.ts'
import { describeFilter, type FileFilter } from './file-filter.ts'
import type { TaskOf } from './file-task.ts'
import { findFiles, listingArguments } from './find-files.ts'
import { countFiles, formatSize, type Planning } from './workspace.ts'

const MAX_NAMED = 10

function noteFound({ current, notes }: Planning): void {
  if (current.length === 0) return
  const named = current.slice(0, MAX_NAMED).map(file => `${file.path} (${formatSize(file.sizeBytes)})`)
  const more = current.length > MAX_NAMED ? ` and ${current.length - MAX_NAMED} more` : ''
  notes.push(`Now: ${countFiles(current.length)} – ${named.join(', ')}${more}.`)
}

/** Listing or searching, with the conditions that the tools take; one that they do not take stays untold. */
export async function planListing(
  task: TaskOf<'list' | 'find'>,
  planning: Planning,
  isUsedNext: boolean,
): Promise<void> {
  if (planning.look !== undefined) {
    planning.current = (await findFiles(task.files, planning)).files
    if (isUsedNext) return
    noteFound(planning)
  }
  if (task.files.same) return
  const { filter } = task.files
  const { scope, holds } = filter
  const { text } = task.clause
  const evidence = [`“${text.trim()}”`]
  const ofGlob = globOf(filter)
  const basis = describeFilter({ ...filter, excluded: [] })
  if (holds !== undefined && planning.tools.has('search_files')) {
    const place = scope === undefined ? {} : { path: scope }
    const args = { query: holds, ...place, ...ofGlob }
    planning.calls.push({
      ...{ tool: 'search_files', arguments: args, basis, evidence },
      description: `Search for “${holds}”`,
    })
    return
  }
  const isDeep = filter.recursive || scope === undefined
  const order = orderOf(text, filter)
  const args = {
    ...listingArguments(filter),
    ...ofGlob,
    ...(isDeep ? { recursive: true } : {}),
    ...typeOf(text),
    ...order.arguments,
  }
  const description = `List files${scope === undefined ? '' : ` in ${scope}/`}`
  const told = [basis, order.said].filter(Boolean).join(', ')
  planning.calls.push({ tool: 'list_files', arguments: args, description, basis: told, evidence })
}

/** Names that were said, and what names begin, end with or hold, as one pattern. */
function globOf({ globs, endings, paths, names }: FileFilter): JsonObject {
  const ofNames = names.map(({ kind, text }) => `${kind === 'starts' ? '' : '*'}${text}*`)
  const [name] = ofNames
  const ofEndings = endings.map(ending => `${name ?? '*.'}${name === undefined ? '' : '.'}${ending}`)
  const patterns = [...globs, ...(endings.length > 0 ? ofEndings : ofNames), ...paths]
  if (patterns.length === 0) return {}
  return { glob: patterns.length > 1 ? `{${patterns.join(',')}}` : String(patterns[0]) }
}

/** Files or folders alone, where only one of them is spoken of. */
function typeOf(text: string): JsonObject {
  const saysFiles = /\b(?:files?|documents?)\b/i.test(text)
  if (/\b(?:which|what|how many|list|show)\b(?:\s+\S+){0,3}?\s+(?:folders|directories)\b/i.test(text))
    return saysFiles ? {} : { type: 'folder' }
  return saysFiles ? { type: 'file' } : {}
}

const SUPERLATIVES = {
  newest: { sort_by: 'modified', order: 'descending' },
  oldest: { sort_by: 'modified', order: 'ascending' },
  largest: { sort_by: 'size', order: 'descending' },
  smallest: { sort_by: 'size', order: 'ascending' },
} as const

/** “the two oldest”, “by size”, “how big”, “when was it changed”: in which order, how many, and what is told of each. */
function orderOf(
  text: string,
  { limit }: FileFilter,
): { readonly arguments: JsonObject; readonly said: string } {
  if (limit !== undefined)
    return { arguments: { ...SUPERLATIVES[limit.by], limit: limit.count }, said: limit.said }
  const bySize = /\b(?:by|in order of) (?:their )?size\b|\bhow (?:big|large)\b|\bsizes?\b/i.exec(text)
  const byTime =
    /\b(?:by|in order of) (?:their )?(?:date|age|time)\b|\bwhen (?:was|were|did)\b.*|\bhow old\b|\b(?:changed|modified|edited) last\b|\blast (?:changed|modified|edited)\b/i.exec(
      text,
    )
  const said = (bySize ?? byTime)?.[0] ?? ''
  if (said === '') return { arguments: {}, said }
  const isAscending = /\b(?:smallest|oldest) first\b|\bascending\b/i.test(text)
  const order = isAscending ? 'ascending' : 'descending'
  return { arguments: { sort_by: bySize === null ? 'modified' : 'size', order }, said }
}

/** Lines, words and characters of a file, or of the files of a folder. */
export async function planCounting(task: TaskOf<'count'>, planning: Planning): Promise<void> {
  const evidence = [`“${task.clause.text.trim()}”`]
  const call = { tool: 'count_text', evidence, description: 'Count lines, words and characters' }
  const { files, meant } = await findFiles(task.files, planning)
  const isNamed = task.files.same || task.files.filter.paths.length > 0
  if (isNamed) {
    for (const { path } of files) planning.calls.push({ ...call, arguments: { path }, basis: meant })
    planning.current = files
    return
  }
  const { scope } = task.files.filter
  const args = { ...(scope === undefined ? {} : { path: scope }), ...globOf(task.files.filter) }
  planning.calls.push({ ...call, arguments: args, basis: meant })
}
