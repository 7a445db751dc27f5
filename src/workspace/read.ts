import { z } from 'zod'
import { sha256Hex } from '../base/digest.ts'
import type { ExecutableTool } from '../engine/tools/tools.ts'
import { decodeText, readStart } from './contents.ts'
import { refusal } from './paths.ts'
import { type JudgeReads, openReads } from './reads.ts'
import type { Root } from './root.ts'
import { createWorkspaceTool, pathArgument, succeeded } from './workspace-tool.ts'

const defaultBytes = 256 * 1024
const mostBytes = 2 * 1024 * 1024

/** `read_file`: the text of a file, or that it is not text. */
export function createReadTool(root: Root, judgeReads?: JudgeReads): ExecutableTool {
  return createWorkspaceTool({
    name: 'read_file',
    act: 'Read {path}',
    description: 'Reads a text file in the workspace. Of a file that is not text only the size is told.',
    schema: z.strictObject({
      path: pathArgument('File to read, relative to the workspace'),
      max_bytes: z.int().min(1).max(mostBytes).optional().describe('Read no more than this; default 262144'),
    }),
    annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
    reversibility: 'read_only',
    precheck: ({ path }) => root.admit(path, 'reading'),
    run: async ({ path, max_bytes: maxBytes = defaultBytes }, _signal, execution) => {
      const reads = await openReads(judgeReads, 'read_file', execution)
      return root.locate(path, { for: 'reading' }, async place => {
        reads.require(path, place.path)
        if (place.stats === undefined) throw refusal('not_found', `There is no file ${place.path}.`)
        if (place.stats.isDirectory())
          throw refusal('path_refused', `${place.path} is a folder. Use list_files.`)
        const { bytes, stats } = await readStart(root, place, maxBytes)
        const isCut = stats.size > bytes.length
        const text = decodeText(bytes, isCut)
        const facts = { path: place.path, size_bytes: stats.size }
        if (text === undefined) return succeeded({ ...facts, binary: true })
        const whole = { ...facts, binary: false, text, truncated: isCut }
        return succeeded(isCut ? whole : { ...whole, sha256: sha256Hex(bytes) })
      })
    },
  })
}
