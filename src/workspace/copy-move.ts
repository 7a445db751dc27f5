import { z } from 'zod'
import type { ExecutableTool, ToolOutcome } from '../engine/tools/tools.ts'
import { type Contents, readWhole } from './contents.ts'
import type { EffectContext } from './effects.ts'
import { readEvidence } from './evidence.ts'
import { refusal } from './paths.ts'
import { putWhereNothingIs, requireUnchanged, settle } from './publish.ts'
import { type JudgeReads, openReads } from './reads.ts'
import type { Place } from './root.ts'
import { keepBefore, type UndoRecord } from './undo.ts'
import { createWorkspaceTool, failed, pathArgument } from './workspace-tool.ts'
import { readTarget, replaceContent } from './write.ts'

const schema = z.strictObject({
  from: pathArgument('File to take, relative to the workspace'),
  to: pathArgument('Where it goes, including the file name, relative to the workspace'),
  overwrite: z.boolean().optional().describe('Replace a file that is there; default false'),
})

/** `copy_file`: one file to another place in the workspace. */
export function createCopyTool(context: EffectContext, judgeReads?: JudgeReads): ExecutableTool {
  return createWorkspaceTool({
    name: 'copy_file',
    act: 'Copy {from} to {to}',
    description: 'Copies one file inside the workspace; missing folders are made.',
    schema,
    annotations: { read_only: false, idempotent: false, destructive: true, open_world: false },
    reversibility: 'reversible',
    precheck: async ({ from, to }) => {
      await context.root.admit(from, 'reading')
      await context.root.admit(to, 'effect')
    },
    evidence: args => readBoth(context, args),
    changes: ({ from, to }) => [{ path: to, takes: from }],
    run: async ({ from, to, overwrite }, signal, execution) => {
      const { root } = context
      const reads = await openReads(judgeReads, 'copy_file', execution)
      const source = await root.locate(from, { for: 'reading' }, async place => {
        reads.require(from, place.path)
        return requireFile(context, place)
      })
      return context.effect(to, signal, async place => {
        const standing = await readTarget(context, place)
        if (standing !== undefined && overwrite !== true) return alreadyThere(place)
        const mode = source.stats.mode & 0o777
        return replaceContent(context, place, { standing, bytes: source.bytes, verb: 'copied', mode })
      })
    },
    undo: context.undo,
  })
}

/** `move_file`: moves or renames one file in the workspace. */
export function createMoveTool(context: EffectContext, judgeReads?: JudgeReads): ExecutableTool {
  return createWorkspaceTool({
    name: 'move_file',
    act: 'Move {from} to {to}',
    description: 'Moves or renames one file inside the workspace; missing folders are made.',
    schema,
    annotations: { read_only: false, idempotent: false, destructive: true, open_world: false },
    reversibility: 'reversible',
    precheck: async ({ from, to }) => {
      await context.root.admit(from, 'effect')
      await context.root.admit(to, 'effect')
    },
    evidence: args => readBoth(context, args),
    changes: ({ from, to }) => [
      { path: to, takes: from },
      { path: from, deletes: true },
    ],
    run: async (args, signal, execution) => {
      const reads = await openReads(judgeReads, 'move_file', execution)
      return context.effect(args.to, signal, to =>
        context.root.locate(args.from, { for: 'effect' }, async from => {
          reads.require(args.from, from.path)
          return moveFile(context, { from, to }, args.overwrite === true)
        }),
      )
    },
    undo: context.undo,
  })
}

async function readBoth({ root }: EffectContext, { from, to }: z.infer<typeof schema>) {
  return [await readEvidence(root, from), await readEvidence(root, to)]
}

async function moveFile(
  context: EffectContext,
  { from, to }: { readonly from: Place; readonly to: Place },
  isOverwriting: boolean,
): Promise<ToolOutcome> {
  const { root, undoStore } = context
  const moved = await requireFile(context, from)
  if (from.folder.realPath === to.folder.realPath && from.name === to.name) {
    return failed(`${from.path} is already there: both paths name the same file.`)
  }
  const standing = await readTarget(context, to)
  if (standing !== undefined && !isOverwriting) return alreadyThere(to)
  const overwritten = await keepBefore(undoStore, standing)
  await requireUnchanged(root, from, moved.stats)
  if (standing === undefined) {
    await putWhereNothingIs(root, from, to)
  } else {
    await requireUnchanged(root, to, standing.stats)
    await root.fileSystem.rename(from.folder.at(from.name), to.folder.at(to.name))
  }
  await settle(to.folder, to.path)
  await settle(from.folder, from.path)
  const undo: UndoRecord = {
    kind: 'file_moved',
    from: from.path,
    to: to.path,
    moved_sha256: moved.sha256,
    overwritten,
    created_folders: [...to.created],
  }
  const output = { from: from.path, to: to.path, moved: true, replaced: overwritten.exists }
  return {
    result: { success: true, output, artifacts: [{ path: to.path, type: 'file' }] },
    undo,
    effect: 'done',
  }
}

async function requireFile(context: EffectContext, place: Place): Promise<Contents> {
  if (place.stats === undefined) throw refusal('not_found', `There is no file ${place.path}.`)
  if (!place.stats.isFile()) throw refusal('path_refused', `${place.path} is a folder. Name one file.`)
  return readWhole(context.root, place)
}

function alreadyThere(place: Place): ToolOutcome {
  return failed(`${place.path} is already there. Pass overwrite to replace it.`)
}
