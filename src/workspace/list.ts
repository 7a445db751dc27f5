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
  include_hidden: z.boolean().optional().describe('Also names that begin with a dot; default false'),
})

/** `list_files`: what lies in a folder, by name, type, size and time of change. */
export function createListTool(root: Root, clock: Clock, judgeReads?: JudgeReads): ExecutableTool {
  return createWorkspaceTool({
    name: 'list_files',
    description: 'Lists files and folders in the workspace with type, size and time of last change.',
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
        return succeeded({ path, entries, truncated: isCut, ...told() })
      })
    },
  })
}

function createFilter(args: z.infer<typeof schema>, now: number): (met: Met) => boolean {
  const glob = args.glob === undefined ? undefined : compileGlob(args.glob)
  const { older_than_days: olderThanDays, newer_than_days: newerThanDays } = args
  const asksForAge = olderThanDays !== undefined || newerThanDays !== undefined
  return ({ path, stats }) => {
    if (glob !== undefined && !glob.test(path)) return false
    if (!asksForAge) return true
    const ageDays = (now - stats.mtimeMs) / msPerDay
    return stats.isFile() && ageDays > (olderThanDays ?? -Infinity) && ageDays <= (newerThanDays ?? Infinity)
  }
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
