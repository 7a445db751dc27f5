import { z } from 'zod'
import { sha256Hex } from '../base/digest.ts'
import type { ExecutableTool, ToolOutcome } from '../engine/tools/tools.ts'
import { type Contents, maxKeptBytes, readWhole } from './contents.ts'
import type { EffectContext } from './effects.ts'
import { readEvidence, readState } from './evidence.ts'
import { publish } from './publish.ts'
import type { Place } from './root.ts'
import { keepBefore, recordFileChange } from './undo.ts'
import { createWorkspaceTool, failed, pathArgument } from './workspace-tool.ts'

const maxContentCharacters = 2_000_000
const content = z
  .string()
  .refine(text => text.isWellFormed(), 'holds half a character')
  .max(maxContentCharacters)
  .describe('Text, stored as UTF-8')

/** `write_file`: makes a file or replaces its whole content; the same call again changes nothing more. */
export function createWriteTool(context: EffectContext): ExecutableTool {
  return createWorkspaceTool({
    name: 'write_file',
    act: 'Write {path}',
    description:
      'Writes a text file in the workspace, replacing what it held; missing folders are made. With create_only an existing file with other content is left alone.',
    schema: z.strictObject({
      path: pathArgument('File to write, relative to the workspace'),
      content,
      create_only: z.boolean().optional(),
    }),
    annotations: { read_only: false, idempotent: true, destructive: true, open_world: false },
    reversibility: 'reversible',
    precheck: ({ path }) => context.root.admit(path, 'effect'),
    evidence: async ({ path }) => [await readEvidence(context.root, path)],
    changes: ({ path, content }) => [{ path, content }],
    run: (args, signal) =>
      context.effect(args.path, signal, async place => {
        const standing = await readTarget(context, place)
        const bytes = Buffer.from(args.content, 'utf8')
        if (args.create_only === true && standing !== undefined && standing.sha256 !== sha256Hex(bytes)) {
          return failed(`${place.path} is already there with other content. Nothing was written.`)
        }
        return replaceContent(context, place, { standing, bytes, verb: 'written' })
      }),
    undo: context.undo,
  })
}

/** `append_file`: adds to the end of a file, making it when it is not there. */
export function createAppendTool(context: EffectContext): ExecutableTool {
  return createWorkspaceTool({
    name: 'append_file',
    act: 'Add to {path}',
    description: 'Adds text to the end of a file in the workspace; the file and missing folders are made.',
    schema: z.strictObject({ path: pathArgument('File to add to, relative to the workspace'), content }),
    annotations: { read_only: false, idempotent: false, destructive: false, open_world: false },
    reversibility: 'reversible',
    precheck: ({ path }) => context.root.admit(path, 'effect'),
    evidence: async ({ path }) => [await readState(context.root, path)],
    changes: ({ path, content }) => [{ path, adds: content }],
    run: (args, signal) =>
      context.effect(args.path, signal, async place => {
        const standing = await readTarget(context, place)
        const added = Buffer.from(args.content, 'utf8')
        const bytes = Buffer.concat([standing?.bytes ?? Buffer.alloc(0), added])
        if (bytes.length > maxKeptBytes) return failed(`${place.path} would become larger than 64 MiB.`)
        return replaceContent(context, place, { standing, bytes, verb: 'appended' })
      }),
    undo: context.undo,
  })
}

/** What stands at the target of a write: a file's content or nothing; a folder is refused. */
export async function readTarget(context: EffectContext, place: Place): Promise<Contents | undefined> {
  return place.stats === undefined ? undefined : readWhole(context.root, place)
}

/** Puts new content at a place, after the old one is kept. */
export async function replaceContent(
  context: EffectContext,
  place: Place,
  change: {
    readonly standing: Contents | undefined
    readonly bytes: Buffer
    readonly verb: string
    readonly mode?: number
  },
): Promise<ToolOutcome> {
  const { root, undoStore } = context
  const { standing, bytes, verb } = change
  const sha256 = sha256Hex(bytes)
  const output = { path: place.path, size_bytes: bytes.length, sha256 }
  if (standing?.sha256 === sha256) {
    return {
      result: { success: true, output: { ...output, [verb]: false, unchanged: true } },
      effect: 'none',
    }
  }
  const before = await keepBefore(undoStore, standing)
  const undo = await recordFileChange(undoStore, {
    path: place.path,
    before,
    after: bytes,
    created: place.created,
  })
  const mode = before.exists ? before.mode : change.mode
  await publish(root, place, { bytes, replaces: standing?.stats, ...(mode === undefined ? {} : { mode }) })
  return {
    result: {
      success: true,
      output: { ...output, [verb]: true, replaced: before.exists },
      artifacts: [{ path: place.path, type: 'file' }],
    },
    undo,
    effect: 'done',
  }
}
