import type { ToolExecution } from '../engine/tools/tools.ts'
import { refusal } from './paths.ts'

/** What one execution may read: of a path everything, only what people approved this call for, or nothing. */
export type ReadVerdict = 'allowed' | 'held' | 'denied'

/** Says for one execution what `tool` is told about each path. Asked anew for each execution. */
export type JudgeReads = (
  execution: Pick<ToolExecution, 'sessionId' | 'runId'>,
) => Promise<(tool: string, path: string) => ReadVerdict>

/** What one execution of a tool may read of the workspace; whatever reads on behalf of somebody asks here. */
export interface Reads {
  /** Whether this execution may read what stands at `real`, where the call as it was judged said `written`. */
  may(written: string, real: string): boolean
  /** The same, thrown as `path_refused`. */
  require(written: string, real: string): void
}

/** The rules of `read_file` hold for every tool that reads, beside the tool's own. */
export async function openReads(
  judgeReads: JudgeReads | undefined,
  tool: string,
  execution: ToolExecution,
): Promise<Reads> {
  const judge = await judgeReads?.(execution)
  const may = (written: string, real: string): boolean => {
    if (judge === undefined) return true
    const verdicts = [judge(tool, real), judge('read_file', real)]
    if (verdicts.includes('denied')) return false
    // A call that was held for what it says was approved by a person; where a link leads it did not say.
    return !verdicts.includes('held') || (execution.runId !== undefined && judge(tool, written) === 'held')
  }
  return {
    may,
    require: (written, real) => {
      if (may(written, real)) return
      throw refusal('path_refused', `Reading ${real} is denied by a rule, or needs an approval of its own.`)
    },
  }
}

/** Counts the places that a walk leaves out; a folder counts once, however much it holds. */
export function leaveOut(reads: Reads, written: string) {
  let count = 0
  return {
    isLeftOut: (real: string): boolean => {
      const isOut = !reads.may(written, real)
      if (isOut) count += 1
      return isOut
    },
    told: () => (count === 0 ? {} : { left_out: count }),
  }
}
