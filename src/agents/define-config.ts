import { SoulgateError } from '../base/errors.ts'
import type { AgentDefinition } from './agent-context.ts'
import { agentOf } from './agent-tool.ts'
import type { GateTypeDefinition } from './define-gate-type.ts'
import type { ToolDefinition } from './define-tool.ts'
import { isMcpSource, type McpSource } from './mcp-source.ts'

/** What a program carries beside its own agents and tools: the default export of `soulgate.config.ts`. */
export interface SoulgateConfig {
  /** The same name may stand several times with different versions; new runs take the last. */
  readonly agents?: readonly AgentDefinition[]
  /** Those that agents name are carried anyway. */
  readonly tools?: readonly (ToolDefinition | McpSource)[]
  /** Those that agents outside of the program may open by name; agents of the configuration use theirs anyway. */
  readonly gateTypes?: readonly GateTypeDefinition[]
  /**
   * A YAML file of guidelines, or a folder of them, relative to the configuration; policy of the program beside what people
   * set, which it cannot loosen.
   */
  readonly guidelines?: string
}

/** A configuration, checked: throws `invalid_config` naming what stands twice. */
export function defineConfig<const Config extends SoulgateConfig>(config: Config): Config {
  collect(config)
  collectGateTypes(config)
  return config
}

/** What a configuration carries, each once. */
export interface Collected {
  readonly agents: readonly AgentDefinition[]
  readonly tools: readonly ToolDefinition[]
  readonly sources: readonly McpSource[]
}

/** Every agent, tool and MCP server that a configuration names, also those that stand only among the tools of an agent. */
export function collect({ agents = [], tools = [] }: SoulgateConfig): Collected {
  const allAgents = new Map<string, AgentDefinition>()
  const allTools = new Map<string, ToolDefinition>()
  const sources = new Map<string, McpSource>()
  const addSource = (source: McpSource): void => {
    const standing = sources.get(source.name)
    if (standing !== undefined && standing !== source)
      throw twice(`Two MCP servers are called ${source.name}`)
    sources.set(source.name, source)
  }
  const addTool = (tool: ToolDefinition): void => {
    const standing = allTools.get(tool.name)
    if (standing !== undefined && standing !== tool) throw twice(`Two tools are called ${tool.name}`)
    allTools.set(tool.name, tool)
  }
  const addAgent = (agent: AgentDefinition): void => {
    const key = `${agent.name}@${agent.version}`
    const standing = allAgents.get(key)
    if (standing === agent) return
    if (standing !== undefined)
      throw twice(`Two agents are called ${agent.name} and have version ${agent.version}`, 'name or version')
    allAgents.set(key, agent)
    for (const item of agent.work.tools ?? []) {
      const child = agentOf(item)
      if (child !== undefined) addAgent(child)
      else if (isMcpSource(item)) addSource(item)
      else if (typeof item === 'object' && 'executable' in item) addTool(item)
    }
  }
  for (const agent of agents) addAgent(agent)
  for (const tool of tools)
    if (isMcpSource(tool)) addSource(tool)
    else addTool(tool)
  return { agents: [...allAgents.values()], tools: [...allTools.values()], sources: [...sources.values()] }
}

/** The declared gate types by name. Throws `invalid_config` where two share one. */
export function collectGateTypes({
  gateTypes = [],
}: Pick<SoulgateConfig, 'gateTypes'>): ReadonlyMap<string, GateTypeDefinition> {
  const byName = new Map<string, GateTypeDefinition>()
  for (const type of gateTypes) {
    const standing = byName.get(type.name)
    if (standing !== undefined && standing !== type) throw twice(`Two gate types are called ${type.name}`)
    byName.set(type.name, type)
  }
  return byName
}

function twice(what: string, mark = 'name'): SoulgateError {
  return new SoulgateError('invalid_config', `${what}. Give one of them another ${mark}.`)
}
