import type { Clock } from '../../base/clock.ts'
import type { GuidelineService } from '../../engine/guardrails/guardrails.ts'
import { ChatInput, createChatAgent, createProductDocTools } from '../../engine/loop/loop.ts'
import type { Memory } from '../../engine/memory/memory.ts'
import { createPageTools, type Pages } from '../../engine/pages/pages.ts'
import type { AgentDefinition } from '../../engine/run/run.ts'
import type { SettingsService } from '../../engine/settings/settings.ts'
import type { Llm } from '../../llm/llm.ts'
import type { Store } from '../../store/store.ts'
import { demandedTerms } from '../gates/gate-terms.ts'
import { createMoneyLeft, createSpending } from '../models/spending.ts'
import type { AgentTools, ToolGroup } from '../models/tool-groups.ts'
import type { LiveText } from './live-text.ts'
import { createImageLoader } from './page-images.ts'

interface ChatParts {
  readonly store: Store
  readonly clock: Clock
  readonly settings: SettingsService
  readonly llm: Llm
  readonly memory: Memory
  readonly pages: Pages
  readonly live: LiveText
  readonly agentTools: AgentTools
  readonly guidelines: GuidelineService
  readonly toWorkspacePath: (path: string) => string
}

/** Tools that only agents have, by what they are about. */
export function assembleToolGroups(
  parts: Pick<ChatParts, 'store' | 'memory' | 'pages' | 'llm' | 'settings'>,
): readonly ToolGroup[] {
  const { pages, llm, store, settings } = parts
  const moneyLeft = createMoneyLeft(store, settings.get)
  const targetPages = async (runId: string): Promise<readonly string[]> => {
    const run = await store.getRun(runId)
    const bound = ChatInput.pick({ target_pages: true }).safeParse(run?.input)
    return bound.success ? bound.data.target_pages : []
  }
  return [
    { name: 'product_doc', tools: createProductDocTools(parts) },
    {
      name: 'pages',
      tools: createPageTools({ pages, llm, moneyLeft, targetPages, loadImage: createImageLoader(store) }),
    },
  ]
}

/** The chat agent over the models, the memory and the tools of this engine. */
export function assembleChat({
  settings,
  live,
  agentTools,
  pages,
  guidelines,
  toWorkspacePath,
  ...parts
}: ChatParts): AgentDefinition {
  return createChatAgent({
    ...parts,
    tools: agentTools,
    settings: settings.get,
    isConfidenceGuarded: async sessionId => {
      const opening = {
        type: 'confidence_threshold' as const,
        agent: 'chat',
        session_id: sessionId,
        paths: [],
      }
      return (await demandedTerms({ guidelines, toWorkspacePath }, opening)).terms !== undefined
    },
    pages: pages.overview,
    spentToday: createSpending(parts.store, parts.clock),
    publish: live.publish,
  })
}
