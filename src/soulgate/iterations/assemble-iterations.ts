import type { Clock } from '../../base/clock.ts'
import type { GuidelineService } from '../../engine/guardrails/guardrails.ts'
import { createIterationAgent, createModelPlanner, type Spoken } from '../../engine/iterations/iterations.ts'
import type { Memory } from '../../engine/memory/memory.ts'
import type { AgentDefinition } from '../../engine/run/run.ts'
import type { SettingsService } from '../../engine/settings/settings.ts'
import type { Llm } from '../../llm/llm.ts'
import type { Store } from '../../store/store.ts'
import { demandedTerms } from '../gates/gate-terms.ts'
import { createSpending } from '../models/spending.ts'
import type { AgentTools } from '../models/tool-groups.ts'

interface IterationBasis {
  readonly store: Store
  readonly clock: Clock
  readonly llm: Llm
  readonly memory: Memory
  readonly settings: SettingsService
  readonly guidelines: GuidelineService
  readonly toWorkspacePath: (path: string) => string
  readonly agentTools: AgentTools
}

const MAX_MESSAGES = 30
const MAX_BYTES = 16_000

/** The iteration agent over the models, the memory and the guidelines of this engine. */
export function assembleIterations(basis: IterationBasis): AgentDefinition {
  const { store, clock, llm, memory, settings, agentTools } = basis
  return createIterationAgent({
    store,
    clock,
    planner: createModelPlanner(llm),
    settings: settings.get,
    spentToday: createSpending(store, clock),
    canReadFiles: () => agentTools.executable('read_file') !== undefined,
    recall: sessionId => recall({ store, memory }, sessionId),
    demands: ({ event, context, ...opening }) =>
      demandedTerms(basis, { ...opening, context: { ...context, event } }),
  })
}

/**
 * What a plan may rest on beside its goal: what people said in this session, and the parts of its product doc that a
 * person wrote. Words of a model are no source.
 */
async function recall(
  { store, memory }: Pick<IterationBasis, 'store' | 'memory'>,
  sessionId: string,
): Promise<readonly Spoken[]> {
  const range = { limit: MAX_MESSAGES, maxBytes: MAX_BYTES, newestFirst: true, only: 'people' as const }
  const messages = await store.listMessages(sessionId, range)
  const own = messages.filter(({ said_by }) => said_by === undefined)
  const said = own.toReversed().map(({ content }) => {
    return { kind: 'person' as const, reference: 'what you said in this session', text: content }
  })
  const doc = await memory.productDocs.get(sessionId)
  const written = Object.values(doc?.sections ?? {})
    .filter(({ updated_by }) => updated_by === 'user')
    .map(({ title, content }) => {
      return { kind: 'memory' as const, reference: `product doc, ${title}`, text: content }
    })
  return [...said, ...written]
}
