import {
  type AgentDefinition,
  collect,
  describeAgent,
  type SoulgateConfig,
  schedulesOf,
  triggersOf,
} from '../../agents/agents.ts'
import { toIso } from '../../base/clock.ts'
import { SoulgateError } from '../../base/errors.ts'
import { registerAgent } from '../../engine/run/run.ts'
import type { Engine } from '../engine.ts'
import { SYSTEM_PRINCIPAL } from './program-principal.ts'

/**
 * Makes agents and tools of a configuration known to every process and to people, before anything runs. A tool that is
 * new or has changed is held until a person confirms what it says of itself. Throws `invalid_tool` and
 * `agent_name_taken`.
 */
export async function registerOwn(
  engine: Pick<Engine, 'store' | 'clock' | 'catalog' | 'access' | 'schedules' | 'triggers' | 'ownAgents'>,
  config: SoulgateConfig,
): Promise<void> {
  const { agents, tools } = collect(config)
  await engine.catalog.carry(
    tools.map(({ executable }) => executable),
    SYSTEM_PRINCIPAL,
  )
  if (agents.length === 0) return
  await refuseTakenNames(engine, agents)
  const newest = new Map(agents.map(agent => [agent.name, agent]))
  const at = toIso(engine.clock.now())
  await engine.store.transact(async tx => {
    for (const agent of newest.values()) await registerAgent(tx, describeAgent(agent), at)
  })
  const definitions = [...newest.values()].flatMap(agent => schedulesOf(agent))
  for (const { agent, name, input } of definitions) {
    const refused = await engine.ownAgents.refuseInput(agent, input)
    if (refused) throw new SoulgateError('invalid_config', `Schedule ${name}: ${refused.detail}`)
  }
  await engine.schedules.register([...newest.keys()], definitions)
  const triggers = [...newest.values()].flatMap(agent => triggersOf(agent))
  await engine.triggers.register([...newest.keys()], triggers)
}

/** A key of the same name could consume the grants of the agent, and the other way round. */
async function refuseTakenNames(
  { access }: Pick<Engine, 'access'>,
  agents: readonly AgentDefinition[],
): Promise<void> {
  const tokens = await access.listTokens(SYSTEM_PRINCIPAL)
  const keys = new Set(
    tokens.flatMap(({ role, name, revoked_at }) =>
      role === 'agent' && revoked_at === undefined ? [name] : [],
    ),
  )
  const taken = agents.find(({ name }) => keys.has(name))
  if (taken === undefined) return
  throw new SoulgateError(
    'agent_name_taken',
    `An agent’s key is called ${taken.name}, as is an agent of the configuration. Rename the agent, or revoke the key (\`soulgate tokens\`).`,
  )
}
