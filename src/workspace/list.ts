import type { Stats } from 'node:fs'
import { z } from 'zod'
import { type Clock, toIso } from '../base/clock.ts'
import type { JsonObject } from '../contracts/json-value.ts'
import type { ExecutableTool } from '../engine/tools/tools.ts'
import { type Met, walkFolder } from './folder-walk.ts'
import { compileGlob } from './globs.ts'
import { isPlainName } from './paths.ts'
import { type JudgeReads, leaveOut, openReads } from './reads.ts'
import type { Root } from './root.ts'
import { createWorkspaceTool, pathArgument, succeeded } from './workspace-tool.ts'

const maxEntries = 1_000
const maxVisited = 20_000
const msPerDay = 86_400_000

const schema = z.strictObject({
  path: pathArgument('Folder to list, relative to the workspace; default the workspace itself').optional(),
  recursive: z.boolean().optional().describe('Also list what lies in folders below; default false'),
  glob: z.string().min(1).max(500).optional().describe('Only entries that match, such as *.md or docs/**'),
  older_than_days: z.number().min(0).max(100_000).optional().describe('Only files last changed longer ago'),
  newer_than_days: z
    .number()
    .min(0)
    .max(100_000)
    .optional()
    .describe('Only files changed within so many days'),
  larger_than_bytes: z.number().min(0).optional().describe('Only files larger than this'),
  smaller_than_bytes: z.number().min(0).optional().describe('Only files smaller than this'),
  type: z.enum(['file', 'folder']).optional().describe('Only files, or only folders'),
  sort_by: z
    .enum(['name', 'modified', 'size'])
    .optional()
    .describe(
      'Order by name, time of last change (newest, oldest) or size (largest, smallest); default name',
    ),
  order: z
    .enum(['ascending', 'descending'])
    .optional()
    .describe('descending: newest or largest first; ascending: oldest or smallest first; default ascending'),
  limit: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Only the first so many, such as 1 for the newest file'),
  include_hidden: z.boolean().optional().describe('Also names that begin with a dot; default false'),
})

/** `list_files`: what lies in a folder, by name, type, size and time of change. */
export function createListTool(root: Root, clock: Clock, judgeReads?: JudgeReads): ExecutableTool {
  return createWorkspaceTool({
    name: 'list_files',
    description:
      'Lists files and folders in the workspace with type, size and time of last change; finds the newest, oldest, largest or smallest.',
    schema,
    annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
    reversibility: 'read_only',
    precheck: ({ path = '.' }) => root.admit(path, 'folder'),
    run: async (args, signal, execution) => {
      const reads = await openReads(judgeReads, 'list_files', execution)
      const { isLeftOut, told } = leaveOut(reads, args.path ?? '.')
      const isWanted = createFilter(args, clock.now())
      return root.inFolder(args.path ?? '.', async (folder, path) => {
        const entries: JsonObject[] = []
        let isCut = false
        const walking = walkFolder(
          root,
          { folder, path },
          {
            recursive: args.recursive === true,
            includeHidden: args.include_hidden === true,
            maxVisited,
            onCut: () => {
              isCut = true
            },
            signal,
            isLeftOut,
          },
        )
        for await (const met of walking) {
          if (!isWanted(met)) continue
          if (entries.length === maxEntries) {
            isCut = true
            break
          }
          entries.push(describeEntry(met))
        }
        const { sort_by: sortBy, order, limit = maxEntries } = args
        const sorted = sortEntries(entries, { sortBy, order }).slice(0, limit)
        const counted = sorted.length < entries.length ? { of: entries.length } : {}
        return succeeded({ path, entries: sorted, ...counted, truncated: isCut, ...told() })
      })
    },
  })
}

function createFilter(args: z.infer<typeof schema>, now: number): (met: Met) => boolean {
  const glob = args.glob === undefined ? undefined : compileGlob(args.glob)
  const { older_than_days: olderThanDays, newer_than_days: newerThanDays } = args
  const asksForAge = olderThanDays !== undefined || newerThanDays !== undefined
  const { larger_than_bytes: largerThan, smaller_than_bytes: smallerThan, type, sort_by: sortBy } = args
  const asksForSize = largerThan !== undefined || smallerThan !== undefined || sortBy === 'size'
  return ({ path, stats }) => {
    if (glob !== undefined && !glob.test(path)) return false
    if (type !== undefined && type !== typeOf(stats)) return false
    if (asksForSize && !stats.isFile()) return false
    if (stats.size <= (largerThan ?? -1) || stats.size >= (smallerThan ?? Infinity)) return false
    if (!asksForAge) return true
    const ageDays = (now - stats.mtimeMs) / msPerDay
    return stats.isFile() && ageDays > (olderThanDays ?? -Infinity) && ageDays <= (newerThanDays ?? Infinity)
  }
}

function sortEntries(
  entries: readonly JsonObject[],
  { sortBy, order }: Readonly<Record<'sortBy' | 'order', string | undefined>>,
): readonly JsonObject[] {
  if (sortBy === undefined && order === undefined) return entries
  const keyOf = ({ path, modified_at, size_bytes }: JsonObject) =>
    sortBy === 'size' ? Number(size_bytes ?? 0) : String(sortBy === 'modified' ? modified_at : path)
  const sign = order === 'descending' ? -1 : 1
  return entries.toSorted((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)]
    return left === right ? 0 : left < right ? -sign : sign
  })
}

function describeEntry({ name, path, stats }: Met): JsonObject {
  const entry = {
    path: path.toWellFormed(),
    type: typeOf(stats),
    modified_at: toIso(Math.trunc(stats.mtimeMs)),
  }
  const sized = stats.isFile() ? { ...entry, size_bytes: stats.size } : entry
  // A name with hidden characters is shown but cannot be given to another tool.
  return isPlainName(name) ? sized : { ...sized, refused: true }
}

function typeOf(stats: Stats): string {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  return stats.isSymbolicLink() ? 'link' : 'special'
}
