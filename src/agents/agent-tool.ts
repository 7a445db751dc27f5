import type { AgentDefinition, AgentTool, Callable } from './agent-context.ts'
import type { Effect } from './define-tool.ts'
import { isMcpSource } from './mcp-source.ts'

const MILD_TO_STRICT: readonly Effect[] = ['read', 'reversible', 'external', 'irreversible']

/** An agent as a tool of another one. */
export function toAgentTool(
  agent: AgentDefinition,
  {
    description = agent.description ?? `Runs the agent ${agent.name}.`,
  }: { readonly description?: string } = {},
): AgentTool {
  return { name: agent.name, description, effect: effectOf(agent), agent }
}

/** What an item of a list of tools stands for. */
export function agentOf(item: Callable): AgentDefinition | undefined {
  if (typeof item === 'string' || isMcpSource(item)) return undefined
  if ('agent' in item) return item.agent
  return 'work' in item ? item : undefined
}

/** The strictest of what it may call; what is not known may do anything. */
function effectOf({ work }: AgentDefinition): Effect {
  if (work.tools === undefined) return 'irreversible'
  const effects = work.tools.map(effectOfItem)
  return MILD_TO_STRICT.findLast(effect => effects.includes(effect)) ?? 'read'
}

function effectOfItem(item: Callable): Effect {
  if (typeof item === 'string' || isMcpSource(item)) return 'irreversible'
  return 'effect' in item ? item.effect : effectOf(item)
}
