import type { SessionMemory } from '../../agents/agents.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { type Memory, toSectionName } from '../../engine/memory/memory.ts'

/** The memory of sessions as people see it, in the sections of the product doc. */
export function createAgentMemory({ productDocs }: Pick<Memory, 'productDocs'>): SessionMemory {
  return {
    recall: async (sessionId, name) => {
      const section = (await productDocs.get(sessionId))?.sections[toSectionName(name) ?? name]
      if (section === undefined) return undefined
      const { content, updated_at, updated_by } = section
      return { text: content, by: updated_by === 'user' ? 'person' : 'agent', at: updated_at }
    },
    remember: async ({ sessionId, runId, changeId, agent, name, text }) => {
      const answer = await productDocs.change({
        ...{ session_id: sessionId, change_id: changeId },
        author: { kind: 'llm', agent, run_id: runId },
        sections: [{ section: name, title: name, content: text }],
      })
      return isRefusal(answer) ? answer.detail : answer.kept[0]?.detail
    },
  }
}
