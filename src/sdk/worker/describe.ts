import { type AgentDefinition, collect, type ToolDefinition, toWorkerAgent } from '../../agents/agents.ts'
import { SoulgateError } from '../../base/errors.ts'
import { clearTextRefusal } from '../../contracts/server-address.ts'
import { type OpenWorkerSessionRequest, WORKER_PROTOCOL_VERSION } from '../../contracts/worker-protocol.ts'
import type { WorkerOptions } from './options.ts'

/** What a worker carries, by name, and how it says so. */
export interface Carried {
  readonly agents: ReadonlyMap<string, AgentDefinition>
  readonly tools: ReadonlyMap<string, ToolDefinition>
  readonly hello: OpenWorkerSessionRequest
}

export function describeCarried(options: WorkerOptions): Carried {
  const { agents: given, tools: more = [], label } = options
  requireSafeAddress(options)
  const { agents, tools } = collect({ agents: given, tools: more })
  const byModel = agents.find(agent => agent.work.kind === 'model')
  if (byModel !== undefined)
    throw invalid(
      `Agent ${byModel.name} is driven by a model, which runs in the program. Put it into the configuration of the server; it may call tools that a worker carries.`,
    )
  return {
    agents: new Map(agents.map(agent => [`${agent.name}@${agent.version}`, agent])),
    tools: new Map(tools.map(tool => [tool.name, tool])),
    hello: {
      protocol: WORKER_PROTOCOL_VERSION,
      ...(label === undefined ? {} : { label }),
      agents: agents.map(toWorkerAgent),
      tools: tools.map(({ executable }) => ({
        ...executable.definition,
        ...(executable.undo === undefined ? {} : { has_undo: true }),
      })),
    },
  }
}

/** A token is not sent in the clear to another machine. */
function requireSafeAddress({ url, allowPlainHttp = false }: WorkerOptions): void {
  const { protocol } = new URL(url)
  if (!['https:', 'http:'].includes(protocol)) throw invalid(`${url} is no address of a server. Use https.`)
  const unsafe = clearTextRefusal(url, 'give `allowPlainHttp: true`')
  if (unsafe !== undefined && !allowPlainHttp) throw invalid(unsafe)
}

function invalid(detail: string): SoulgateError {
  return new SoulgateError('invalid_worker', detail)
}
