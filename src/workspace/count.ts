import { z } from 'zod'
import type { ExecutableTool } from '../engine/tools/tools.ts'
import { decodeText, readStart } from './contents.ts'
import { ifPresent } from './file-system.ts'
import { type Met, passOver, walkFolder } from './folder-walk.ts'
import { compileGlob } from './globs.ts'
import { refusal } from './paths.ts'
import { type JudgeReads, leaveOut, openReads, type Reads } from './reads.ts'
import type { Root } from './root.ts'
import { createWorkspaceTool, pathArgument, succeeded } from './workspace-tool.ts'

const MAX_VISITED = 20_000
const MAX_FILE_BYTES = 16 * 1024 * 1024
const MAX_MS = 5_000

interface Counted {
  files: number
  lines: number
  words: number
  characters: number
  isCut: boolean
}

/** `count_text`: how many lines, words and characters a text file has, or all text files of a folder. */
export function createCountTool(root: Root, judgeReads?: JudgeReads): ExecutableTool {
  return createWorkspaceTool({
    name: 'count_text',
    description: 'Counts the lines, words and characters of a text file, or of all text files in a folder.',
    schema: z.strictObject({
      path: pathArgument(
        'File or folder to count in, relative to the workspace; default all of it',
      ).optional(),
      glob: z.string().min(1).max(500).optional().describe('Only files that match, such as *.md'),
    }),
    annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
    reversibility: 'read_only',
    precheck: ({ path = '.' }) => root.admit(path, isWorkspace(path) ? 'folder' : 'reading'),
    run: async ({ path = '.', glob }, signal, execution) => {
      const reads = await openReads(judgeReads, 'count_text', execution)
      const counted: Counted = { files: 0, lines: 0, words: 0, characters: 0, isCut: false }
      const isFolder = isWorkspace(path) || (await countNamed(root, path, { reads, counted }))
      if (!isFolder) return succeeded(toOutput(path, counted, false))
      const { isLeftOut, told } = leaveOut(reads, path)
      const test = glob === undefined ? undefined : compileGlob(glob)
      const deadlineMs = performance.now() + MAX_MS
      return root.inFolder(path, async (folder, at) => {
        const onCut = () => {
          counted.isCut = true
        }
        const terms = {
          recursive: true,
          includeHidden: false,
          maxVisited: MAX_VISITED,
          onCut,
          signal,
          isLeftOut,
        }
        for await (const met of walkFolder(root, { folder, path: at }, terms)) {
          if (performance.now() > deadlineMs) {
            counted.isCut = true
            break
          }
          if (met.stats.isFile() && test?.test(met.path) !== false) await countFile(root, met, counted)
        }
        return succeeded({ ...toOutput(at, counted, true), ...told() })
      })
    },
  })
}

function isWorkspace(path: string): boolean {
  return /^(\.\/?)*$/.test(path)
}

/** Counts in the named file; answers true for a folder, whose files are then walked. */
function countNamed(
  root: Root,
  path: string,
  { reads, counted }: { readonly reads: Reads; readonly counted: Counted },
): Promise<boolean> {
  return root.locate(path, { for: 'reading' }, async place => {
    if (place.stats === undefined) throw refusal('not_found', `There is no file or folder ${place.path}.`)
    if (place.stats.isDirectory()) return true
    reads.require(path, place.path)
    const { bytes, stats } = await readStart(root, place, MAX_FILE_BYTES)
    const text = decodeText(bytes, stats.size > bytes.length)
    if (text === undefined) throw refusal('not_text', `${place.path} is no text.`)
    count(counted, text, stats.size > bytes.length)
    return false
  })
}

async function countFile(root: Root, met: Met, counted: Counted): Promise<void> {
  const start = await passOver(ifPresent(readStart(root, met, MAX_FILE_BYTES)))
  if (start === undefined) return
  const isCut = start.stats.size > start.bytes.length
  const text = decodeText(start.bytes, isCut)
  if (text !== undefined) count(counted, text, isCut)
}

function count(counted: Counted, text: string, isCut: boolean): void {
  counted.files += 1
  counted.lines += text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
  counted.words += text.match(/\S+/g)?.length ?? 0
  counted.characters += Array.from(text).length
  counted.isCut ||= isCut
}

function toOutput(path: string, { isCut, ...counts }: Counted, isFolder: boolean) {
  return { path, is_folder: isFolder, ...counts, truncated: isCut }
}
