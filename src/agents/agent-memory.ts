import type { RunContext } from '../engine/run/run.ts'
import type { AgentDefinition, AgentMemory, Remembered } from './agent-context.ts'
import type { AgentEnvironment } from './model-agent.ts'

/** The memory of the session of a run: what is read is recorded, what is kept is kept once. */
export function createMemory({
  run,
  agent,
  environment: { memory },
}: {
  readonly run: RunContext
  readonly agent: AgentDefinition
  readonly environment: AgentEnvironment
}): AgentMemory {
  const { run_id: runId, session_id: sessionId } = run
  return {
    remember: async (name, text) => {
      const changeId = run.id('change')
      const reason = await run.step(`remember:${name}`, async () => {
        const refused = await memory.remember({ sessionId, runId, changeId, agent: agent.name, name, text })
        return refused ?? null
      })
      return reason === null ? { kept: true } : { kept: false, reason }
    },
    recall: async name => {
      const found = await run.step(`recall:${name}`, async () => {
        const standing = await memory.recall(sessionId, name)
        return standing === undefined ? null : { ...standing }
      })
      return found === null ? undefined : (found satisfies Remembered)
    },
  }
}
