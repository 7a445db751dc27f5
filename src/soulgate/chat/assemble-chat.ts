import type { Clock } from '../../base/clock.ts'
import { createChatAgent, createProductDocTools } from '../../engine/loop/loop.ts'
import type { Memory } from '../../engine/memory/memory.ts'
import { createPageTools, type Pages } from '../../engine/pages/pages.ts'
import type { AgentDefinition } from '../../engine/run/run.ts'
import type { SettingsService } from '../../engine/settings/settings.ts'
import type { Llm } from '../../llm/llm.ts'
import type { Store } from '../../store/store.ts'
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
}

/** Tools that only agents have, by what they are about. */
export function assembleToolGroups(
  parts: Pick<ChatParts, 'store' | 'memory' | 'pages' | 'llm' | 'settings'>,
): readonly ToolGroup[] {
  const { pages, llm, store, settings } = parts
  const moneyLeft = createMoneyLeft(store, settings.get)
  return [
    { name: 'product_doc', tools: createProductDocTools(parts) },
    { name: 'pages', tools: createPageTools({ pages, llm, moneyLeft, loadImage: createImageLoader(store) }) },
  ]
}

/** The chat agent over the models, the memory and the tools of this engine. */
export function assembleChat({ settings, live, agentTools, pages, ...parts }: ChatParts): AgentDefinition {
  return createChatAgent({
    ...parts,
    tools: agentTools,
    settings: settings.get,
    pages: pages.overview,
    spentToday: createSpending(parts.store, parts.clock),
    publish: live.publish,
  })
}
