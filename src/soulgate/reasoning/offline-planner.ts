import type { Clock } from '../../base/clock.ts'
import type { ModelTool } from '../../contracts/model.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import type { Catalog } from '../../engine/catalog/catalog.ts'
import { planGoal } from '../../engine/reasoning/reasoning.ts'
import type { OfflinePlanner } from '../../llm/offline/offline.ts'

/** Lends the offline model the deterministic proposer, over the tools that a request offers and no others. */
export function createOfflinePlanner(catalog: Pick<Catalog, 'list'>, clock: Clock): OfflinePlanner {
  const offer = rememberOffered()
  return ({ goal, tools, look, areReads }) => {
    const names = tools.map(tool => tool.name)
    const offered = areReads === true ? tools.map(asReading) : offer(catalog.list(), names)
    const question = { goal, tools: offered, context: {}, history: [], now: clock.now() }
    return planGoal(question, async (tool, args) => ({ success: true, output: await look(tool, args) }))
  }
}

function asReading({ name, description, input_schema }: ModelTool): RegisteredTool {
  return {
    ...{ name, description, input_schema, prerequisites: [], produces: [], reversibility: 'read_only' },
    annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
    ...{ origin: 'built_in', claimed: false, definition_hash: '', declared_by: '' },
  }
}

/** The same array for the same tools, because what was learnt of a set is kept by its identity. */
function rememberOffered() {
  let last: { readonly from: readonly RegisteredTool[]; readonly key: string } | undefined
  let offered: readonly RegisteredTool[] = []
  return (from: readonly RegisteredTool[], names: readonly string[]): readonly RegisteredTool[] => {
    const key = names.toSorted().join(' ')
    if (last?.from !== from || last.key !== key) {
      offered = from.filter(tool => names.includes(tool.name))
      last = { from, key }
    }
    return offered
  }
}
