import {
  type CallToolResult,
  inputRequired,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Gate } from '../../contracts/gate.ts'
import { type ResultClient, SoulgateProblem } from '../../sdk/sdk.ts'
import { cardUrl, hasTasks, opensLinks, TASKS } from './waiting.ts'

/** A gate that waits is asked about for as long as there are gates: the id of the task is its own. */
const POLL_MS = 2000
const Named = z.looseObject({ taskId: z.string().max(200) })

interface GateTaskParts {
  readonly client: ResultClient
  readonly publicUrl: string
  /** What a tool says of a gate that is decided. */
  readonly tell: (gate: Gate) => CallToolResult
}

/** `tasks/get`, `tasks/update` and `tasks/cancel` of the extension to revision 2026-07-28, over one's own gates. */
export function registerGateTasks({ server }: McpServer, parts: GateTaskParts): void {
  const find = async (taskId: string, context: ServerContext) => {
    if (!hasTasks(server, context))
      throw new MissingRequiredClientCapabilityError({
        requiredCapabilities: { extensions: { [TASKS]: {} } },
      })
    return ownGate(parts.client, taskId)
  }
  server.setRequestHandler('tasks/get', { params: Named }, async ({ taskId }, context) => {
    const gate = await standing(parts.client, await find(taskId, context))
    const facts = toTask(server, context, { taskId, gate, publicUrl: parts.publicUrl })
    if (facts.status === 'completed') return { ...facts, result: parts.tell(gate) }
    if (facts.status !== 'input_required') return facts
    const url = cardUrl(parts.publicUrl, gate.gate_id)
    const card = inputRequired.elicitUrl({ message: facts.statusMessage ?? '', url })
    return { ...facts, inputRequests: { [gate.gate_id]: card } }
  })
  // What a client says of a link decides nothing.
  server.setRequestHandler('tasks/update', { params: Named }, async ({ taskId }, context) => {
    await find(taskId, context)
    return {}
  })
  server.setRequestHandler('tasks/cancel', { params: Named }, async ({ taskId }, context) => {
    const gate = await standing(parts.client, await find(taskId, context))
    if (gate.status === 'pending')
      await parts.client.gates.cancel(gate.gate_id, 'The client cancelled the task.')
    return {}
  })
}

/** A gate as a task, as it stands; of what is answered with one, `resultType` says that it is. */
export function toTask(
  server: Server,
  context: ServerContext,
  { taskId, gate, publicUrl }: { readonly taskId: string; readonly gate: Gate; readonly publicUrl: string },
) {
  const isPending = gate.status === 'pending'
  const waiting = opensLinks(server, context) ? 'input_required' : 'working'
  const ended = gate.status === 'cancelled' ? 'cancelled' : 'completed'
  const statusMessage = `A person must decide. ${cardUrl(publicUrl, gate.gate_id)}`
  return {
    taskId,
    status: isPending ? waiting : ended,
    ...(isPending ? { statusMessage } : {}),
    createdAt: gate.created_at,
    lastUpdatedAt: gate.decided_at ?? gate.created_at,
    ttlMs: null,
    pollIntervalMs: POLL_MS,
  }
}

/** Whoever may read the gates of others has no task in them. */
async function ownGate(client: ResultClient, taskId: string): Promise<Gate> {
  const notFound = new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Task not found: ${JSON.stringify(taskId.slice(0, 60))}.`,
  )
  if (!/^gate_[0-9a-z]{1,60}$/.test(taskId)) throw notFound
  const [gate, { person }] = await Promise.all([
    client.gates.get(taskId).catch((error: unknown) => {
      if (error instanceof SoulgateProblem && [403, 404].includes(error.status)) throw notFound
      throw error
    }),
    client.auth.me(),
  ])
  if (gate.requested_by !== person.id) throw notFound
  return gate
}

/** An edit and a reopening put another gate in the place of the first. */
async function standing(client: ResultClient, first: Gate): Promise<Gate> {
  let gate = first
  while (gate.superseded_by !== undefined && (gate.status === 'superseded' || gate.status === 'expired'))
    gate = await client.gates.get(gate.superseded_by)
  return gate
}
