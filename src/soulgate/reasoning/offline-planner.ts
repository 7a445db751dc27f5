import type { Clock } from '../../base/clock.ts'
import type { Catalog } from '../../engine/catalog/catalog.ts'
import { planFromGoal } from '../../engine/reasoning/reasoning.ts'
import type { OfflinePlanner } from '../../llm/offline/offline.ts'

/** Lends the offline model the deterministic proposer, over the tools that a request offers and no others. */
export function createOfflinePlanner(catalog: Pick<Catalog, 'list'>, clock: Clock): OfflinePlanner {
  return ({ goal, tools, look }) => {
    const offered = new Set(tools.map(tool => tool.name))
    return planFromGoal({
      goal,
      tools: catalog.list().filter(tool => offered.has(tool.name)),
      now: new Date(clock.now()),
      look: async (tool, args) => ({ success: true, output: await look(tool, args) }),
    })
  }
}
