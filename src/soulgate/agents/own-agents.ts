import {
  type AgentDefinition,
  type AgentEnvironment,
  collect,
  collectGateTypes,
  type GateTypeDefinition,
  type SoulgateConfig,
  toEngineAgent,
  triggersOf,
  validate,
} from '../../agents/agents.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { AgentReference, AgentDefinition as EngineAgent } from '../../engine/run/run.ts'
import type { TriggerDefinition } from '../../engine/triggers/triggers.ts'

/** The agents and tools of one's own that this process carries. */
export interface OwnAgents {
  /** In the version that is named, else the newest. */
  find(of: AgentReference): EngineAgent | undefined
  /** Why a run of this agent cannot start with this input; undefined where it can, or where another process carries it. */
  refuseInput(name: string, input: JsonValue): Promise<Refusal | undefined>
  /** Of the newest version of an agent. */
  findTrigger(agent: string, name: string): TriggerDefinition | undefined
  /** The names, each once. */
  readonly names: readonly string[]
  /** Gate types that agents outside of the program may open, by name. */
  readonly gateTypes: ReadonlyMap<string, GateTypeDefinition>
}

/** Agents of a configuration as the engine runs them. Throws `invalid_config` where two share a name and a version. */
export function createOwnAgents(config: SoulgateConfig, environment: AgentEnvironment): OwnAgents {
  const { agents } = collect(config)
  const newest = new Map(agents.map(agent => [agent.name, agent]))
  const engineAgents = new Map(agents.map(agent => [keyOf(agent), toEngineAgent(agent, environment)]))
  const triggers = [...newest.values()].flatMap(agent => triggersOf(agent))
  return {
    findTrigger: (agent, name) => triggers.find(one => one.agent === agent && one.name === name),
    names: [...newest.keys()],
    gateTypes: collectGateTypes(config),
    find: ({ agent: name = '', definition_version: version }) => {
      const meant = version === undefined ? newest.get(name) : { name, version }
      return meant && engineAgents.get(keyOf(meant))
    },
    refuseInput: async (name, input) => {
      const agent = newest.get(name)
      if (agent === undefined) return undefined
      const valid = await validate(agent.input, input)
      if (valid.ok) return undefined
      const errors = [{ field: 'input', message: valid.problems }]
      return refuse('invalid', `The input does not fit agent ${name}: ${valid.problems}`, { errors })
    },
  }
}

function keyOf({ name, version }: Pick<AgentDefinition, 'name' | 'version'>): string {
  return `${name}@${version}`
}
