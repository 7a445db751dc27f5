import type { Clock } from '../base/clock.ts'
import type { ExecutableTool, UndoStore } from '../engine/tools/tools.ts'
import { type ResolveHost, systemResolveHost } from '../network/network.ts'
import { createCalculateTool } from './calculate.ts'
import { createCopyTool, createMoveTool } from './copy-move.ts'
import { createCountTool } from './count.ts'
import { createDeleteTool } from './delete.ts'
import { createEffectContext } from './effects.ts'
import { type FileSystem, nodeFileSystem } from './file-system.ts'
import { createHttpGetTool } from './http-get.ts'
import { createListTool } from './list.ts'
import { createReadTool } from './read.ts'
import type { JudgeReads } from './reads.ts'
import { openRoot } from './root.ts'
import { createSearchTool } from './search.ts'
import { createTimeTool } from './time.ts'
import { createAppendTool, createWriteTool } from './write.ts'

export type { FileSystem } from './file-system.ts'
export { createFolderFiles, type FolderFiles } from './folder-files.ts'
export { foldsCase } from './folds-case.ts'
export { createLocator, toWorkspacePath } from './locate.ts'
export { createPlaceFacts } from './place-facts.ts'
export type { JudgeReads } from './reads.ts'

export interface WorkspaceOptions {
  /** The one folder the tools work in; made when it is not there. */
  readonly root: string
  /** Folders and files that no tool may touch, such as `SOULGATE_HOME`, wherever they lie. */
  readonly forbiddenPaths: readonly string[]
  /** Default: the files of this machine. */
  readonly fileSystem?: FileSystem
  readonly clock: Clock
  readonly undoStore: UndoStore
  /** What an execution may read of the workspace, whichever tool reads; absent, everything. */
  readonly judgeReads?: JudgeReads
  /**
   * Hosts that `http_get` may read: `host`, `*.host`, `host:port`. Only `host:port` can admit a private address.
   * A function is asked anew at each call.
   */
  readonly httpAllowList: readonly string[] | (() => readonly string[])
  /** Default: this machine's resolver. */
  readonly resolveHost?: ResolveHost
  readonly httpLimits?: { readonly maxBytes?: number; readonly timeoutMs?: number }
}

/**
 * The workspace tools: list_files, read_file, search_files, count_text, calculate, get_time, http_get (read only), write_file,
 * append_file, copy_file, move_file (undoable), delete_file (for good). Effects run one at a time.
 * Throws `root_refused` when the root is a whole disk or lies in a forbidden path.
 */
export function createWorkspaceTools(options: WorkspaceOptions): readonly ExecutableTool[] {
  const { forbiddenPaths, clock, undoStore, httpAllowList, httpLimits, judgeReads } = options
  const root = openRoot({
    root: options.root,
    forbiddenPaths,
    fileSystem: options.fileSystem ?? nodeFileSystem,
  })
  const effects = createEffectContext(root, undoStore)
  return [
    createListTool(root, clock, judgeReads),
    createReadTool(root, judgeReads),
    createSearchTool(root, judgeReads),
    createCountTool(root, judgeReads),
    createCalculateTool(),
    createTimeTool(clock),
    createWriteTool(effects),
    createAppendTool(effects),
    createCopyTool(effects, judgeReads),
    createMoveTool(effects, judgeReads),
    createDeleteTool(effects),
    createHttpGetTool({
      ...httpLimits,
      allowList: typeof httpAllowList === 'function' ? httpAllowList : () => httpAllowList,
      resolveHost: options.resolveHost ?? systemResolveHost,
    }),
  ]
}
