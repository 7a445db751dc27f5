import type { AgentDefinition } from '../run/run.ts'
import { iterate } from './iterating.ts'
import { openIterationRun } from './iteration-run.ts'
import type { IterationParts } from './ports.ts'
import { proposeUntilApproved } from './proposing.ts'
import { synthesize } from './synthesizing.ts'

/**
 * The agent that plans in iterations: a proposal that people approve, iterations with checkpoints at which they go on,
 * redirect or stop, and one plan at the end, which also an early stop leads to.
 */
export function createIterationAgent(parts: IterationParts): AgentDefinition {
  return {
    kind: 'iteration',
    version: '1',
    run: async (context, input) => {
      const iterationRun = await openIterationRun(parts, context, input)
      await proposeUntilApproved(iterationRun)
      await iterate(iterationRun)
      return synthesize(iterationRun)
    },
  }
}
