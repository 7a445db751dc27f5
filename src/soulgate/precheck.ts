import type { WhyNeverRuns } from '../engine/gate/gate.ts'
import { findSecretReferences, type ToolRegistry } from '../engine/tools/tools.ts'

/**
 * Why a call can never run: one of ours whose tool refuses its arguments whatever happens before it, and one of a run
 * of ours whose tool runs outside alone. What a secret stands for is not known before the call runs.
 */
export function createPrecheck(tools: Pick<ToolRegistry, 'executable'>): WhyNeverRuns {
  return async ({ tool, arguments: args }, { executing_run_id: runId }) => {
    const executable = tools.executable(tool)
    if (executable === undefined)
      return runId === undefined
        ? undefined
        : `No process here runs ${tool}: it is declared by somebody outside, or was taken out of the configuration. Put it into its \`tools\`, then start the run again.`
    const why = findSecretReferences(args).length > 0 ? undefined : await executable.precheck?.(args)
    return why === undefined ? undefined : `${tool} can never run so: ${why}`
  }
}
