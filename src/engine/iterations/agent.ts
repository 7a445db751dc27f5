import type { AgentDefinition } from '../run/run.ts'
import { openCourse } from './course.ts'
import { iterate } from './iterating.ts'
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
      const course = await openCourse(parts, context, input)
      await proposeUntilApproved(course)
      await iterate(course)
      return synthesize(course)
    },
  }
}
