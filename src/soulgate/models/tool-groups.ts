import type { Catalog } from '../../engine/catalog/catalog.ts'
import { createToolRegistry, type ExecutableTool } from '../../engine/tools/tools.ts'

/** Tools of agents alone: they work on the session that calls them, so nobody calls them from outside. */
export interface ToolGroup {
  readonly name: string
  readonly tools: readonly ExecutableTool[]
}

/** The tools that runs may call: those of the catalog, and the groups before them. */
export type AgentTools = Pick<Catalog, 'get' | 'executable' | 'list' | 'validate'>

/** A name of a group cannot be taken by a declared tool. Throws `invalid_tool` where two groups share one. */
export function withToolGroups(catalog: AgentTools, groups: readonly ToolGroup[]): AgentTools {
  const own = createToolRegistry({ tools: groups.flatMap(group => group.tools) })
  return {
    get: name => own.get(name) ?? catalog.get(name),
    executable: name => own.executable(name) ?? catalog.executable(name),
    list: () => [...own.list(), ...catalog.list().filter(tool => own.get(tool.name) === undefined)],
    validate: catalog.validate,
  }
}
