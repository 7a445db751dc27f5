import { z } from 'zod'
import type { ExecutableTool, ToolOutcome } from '../engine/tools/tools.ts'
import type { EffectContext } from './effects.ts'
import { readEvidence } from './evidence.ts'
import { refusal } from './paths.ts'
import { settle, unknownOutcome } from './publish.ts'
import type { Folder, Place, Root } from './root.ts'
import { createWorkspaceTool, failed, pathArgument, succeeded } from './workspace-tool.ts'

const maxEntries = 10_000
const maxDepth = 64

/** `delete_file`: removes a file, or with `recursive` a folder with all it holds. Nothing is kept. */
export function createDeleteTool({ root, serially }: EffectContext): ExecutableTool {
  return createWorkspaceTool({
    name: 'delete_file',
    act: 'Delete {path}',
    description: 'Deletes a file in the workspace for good; a folder with all it holds only with recursive.',
    schema: z.strictObject({
      path: pathArgument('File or folder to delete, relative to the workspace'),
      recursive: z.boolean().optional().describe('Also delete a folder and everything in it; default false'),
    }),
    annotations: { read_only: false, idempotent: false, destructive: true, open_world: false },
    reversibility: 'irreversible',
    precheck: ({ path }) => root.admit(path, 'effect'),
    evidence: async ({ path }) => [await readEvidence(root, path)],
    changes: ({ path }) => [{ path, deletes: true }],
    run: (args, signal) =>
      serially(() =>
        root.locate(args.path, { for: 'effect' }, place => {
          if (signal.aborted) throw refusal('cancelled', 'The call was cancelled before it began.')
          return deletePlace(root, place, args.recursive === true)
        }),
      ),
  })
}

async function deletePlace(root: Root, place: Place, isRecursive: boolean): Promise<ToolOutcome> {
  if (place.stats === undefined)
    return failed(`There is no file or folder ${place.path}. Nothing was deleted.`)
  if (place.stats.isDirectory()) {
    if (!isRecursive)
      return failed(`${place.path} is a folder. Pass recursive to delete it with all it holds.`)
    return deleteFolder(root, place)
  }
  await root.fileSystem.unlink(place.folder.at(place.name))
  await settle(place.folder, place.path)
  return succeeded({ path: place.path, deleted: true, files: 1, folders: 0 })
}

interface Count {
  files: number
  folders: number
}

async function deleteFolder(root: Root, place: Place): Promise<ToolOutcome> {
  const planned: Count = { files: 0, folders: 0 }
  // Everything below is looked at before anything goes: a forbidden place inside stops the whole call.
  await withEntered(root, place, folder => countEntries(root, folder, planned, 0))
  const done: Count = { files: 0, folders: 0 }
  try {
    await withEntered(root, place, folder => emptyFolder(root, folder, done))
    await root.fileSystem.rmdir(place.folder.at(place.name))
  } catch (cause) {
    if (done.files + done.folders === 0) throw cause
    throw unknownOutcome(place.path, cause)
  }
  await settle(place.folder, place.path)
  return succeeded({ path: place.path, deleted: true, files: done.files, folders: done.folders + 1 })
}

async function withEntered<T>(
  root: Root,
  at: { readonly folder: Folder; readonly name: string },
  act: (folder: Folder) => Promise<T>,
): Promise<T> {
  const folder = await root.enter(at.folder, at.name)
  try {
    return await act(folder)
  } finally {
    await folder.close()
  }
}

async function countEntries(root: Root, folder: Folder, count: Count, depth: number): Promise<void> {
  if (depth > maxDepth)
    throw refusal('too_large', `The folder is deeper than ${maxDepth} levels. Delete parts of it.`)
  for (const entry of await root.fileSystem.readdir(folder.self, { withFileTypes: true })) {
    if (count.files + count.folders >= maxEntries) {
      throw refusal('too_large', `The folder holds more than ${maxEntries} entries. Delete parts of it.`)
    }
    if (entry.isDirectory()) {
      count.folders += 1
      await withEntered(root, { folder, name: entry.name }, inner =>
        countEntries(root, inner, count, depth + 1),
      )
    } else {
      count.files += 1
      await root.requireAllowed(
        `${folder.realPath}/${entry.name}`,
        await root.fileSystem.lstat(folder.at(entry.name)),
      )
    }
  }
}

async function emptyFolder(root: Root, folder: Folder, done: Count): Promise<void> {
  for (const entry of await root.fileSystem.readdir(folder.self, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      await withEntered(root, { folder, name: entry.name }, inner => emptyFolder(root, inner, done))
      await root.fileSystem.rmdir(folder.at(entry.name))
      done.folders += 1
    } else {
      await root.fileSystem.unlink(folder.at(entry.name))
      done.files += 1
    }
  }
}
