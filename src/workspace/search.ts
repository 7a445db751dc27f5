import { z } from 'zod'
import type { JsonObject } from '../contracts/json-value.ts'
import type { ExecutableTool } from '../engine/tools/tools.ts'
import { decodeText, readStart } from './contents.ts'
import { ifPresent } from './file-system.ts'
import { type Met, passOver, walkFolder } from './folder-walk.ts'
import { compileGlob, compileLinear, type LinearPattern } from './globs.ts'
import { type JudgeReads, leaveOut, openReads } from './reads.ts'
import type { Root } from './root.ts'
import { createWorkspaceTool, pathArgument, succeeded } from './workspace-tool.ts'

const defaultResults = 100
const maxVisited = 20_000
const maxFileBytes = 1024 * 1024
const maxLineCharacters = 2_000
const shownCharacters = 300
const timeBudgetMs = 5_000

const schema = z.strictObject({
  query: z.string().min(1).max(500).describe('Text to find, or a regular expression with regex'),
  path: pathArgument('Folder to search, relative to the workspace; default all of it').optional(),
  glob: z.string().min(1).max(500).optional().describe('Only files that match, such as *.md'),
  regex: z
    .boolean()
    .optional()
    .describe('Take the query as a regular expression (RE2 syntax); default false'),
  max_results: z.int().min(1).max(1_000).optional().describe('Default 100'),
})

interface Search {
  readonly matches: LinearPattern
  readonly maxResults: number
  readonly deadlineMs: number
  readonly found: JsonObject[]
  isCut: boolean
}

/** `search_files`: lines of text files that hold a text or match an expression, in time linear in the text. */
export function createSearchTool(root: Root, judgeReads?: JudgeReads): ExecutableTool {
  return createWorkspaceTool({
    name: 'search_files',
    description:
      'Finds lines in the text files of the workspace, ignoring case, by text or regular expression.',
    schema,
    annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
    reversibility: 'read_only',
    precheck: ({ path = '.' }) => root.admit(path, 'folder'),
    run: async (args, signal, execution) => {
      const reads = await openReads(judgeReads, 'search_files', execution)
      const { isLeftOut, told } = leaveOut(reads, args.path ?? '.')
      const glob = args.glob === undefined ? undefined : compileGlob(args.glob)
      const search = startSearch(args)
      return root.inFolder(args.path ?? '.', async (folder, path) => {
        const walking = walkFolder(
          root,
          { folder, path },
          {
            recursive: true,
            includeHidden: false,
            maxVisited,
            onCut: () => {
              search.isCut = true
            },
            signal,
            isLeftOut,
          },
        )
        let files = 0
        for await (const met of walking) {
          if (!met.stats.isFile() || glob?.test(met.path) === false) continue
          files += 1
          await searchFile(root, met, search)
          if (search.found.length >= search.maxResults || performance.now() > search.deadlineMs) {
            search.isCut = true
            break
          }
        }
        const facts = { files_searched: files, truncated: search.isCut, ...told() }
        return succeeded({ path, matches: search.found, ...facts })
      })
    },
  })
}

function startSearch(args: z.infer<typeof schema>): Search {
  const isRegex = args.regex === true
  const needle = args.query.toLowerCase()
  return {
    matches: isRegex
      ? compileLinear(args.query, { isCaseSensitive: false })
      : { test: text => text.toLowerCase().includes(needle) },
    maxResults: args.max_results ?? defaultResults,
    deadlineMs: performance.now() + timeBudgetMs,
    found: [],
    isCut: false,
  }
}

async function searchFile(root: Root, met: Met, search: Search): Promise<void> {
  const start = await passOver(ifPresent(readStart(root, met, maxFileBytes)))
  if (start === undefined) return
  const { bytes, stats } = start
  if (stats.size > bytes.length) search.isCut = true
  const text = decodeText(bytes, stats.size > bytes.length)
  if (text === undefined) return
  for (const [index, whole] of text.replace(/\n$/, '').split('\n').entries()) {
    if (search.found.length >= search.maxResults || performance.now() > search.deadlineMs) return
    const line = whole.slice(0, maxLineCharacters)
    if (line.length < whole.length) search.isCut = true
    if (!search.matches.test(line)) continue
    search.found.push({
      path: met.path.toWellFormed(),
      line: index + 1,
      text: line.slice(0, shownCharacters).trimEnd().toWellFormed(),
    })
  }
}
