import {
  type CallToolResult,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { cardUrl, hasTasks, opensLinks, TASKS } from '../waiting.ts'
import { TASK_LIFE_MS, type TaskRecord } from './task-records.ts'
import type { TaskCaller, TaskStanding, Tasks } from './tasks.ts'

const POLL_MS = 2000
const Named = z.looseObject({ taskId: z.string().max(200) })

interface ServedTasks {
  readonly tasks: Tasks
  readonly server: Server
  readonly caller: TaskCaller
  readonly publicUrl: string
}

/** Whether this call is to become a task where it waits: its client said so, in the words of its revision. */
export function isTaskWanted(
  server: Server,
  context: ServerContext,
  { era, params }: { readonly era: 'legacy' | 'modern'; readonly params: object },
): boolean {
  if (era === 'modern') return hasTasks(server, context)
  return 'task' in params && params.task !== undefined
}

/** Tasks as revision 2025-11-25 has them: begun by the client, with a method for the result. */
export function serveTasksOf2025(served: ServedTasks): void {
  const { tasks, server, caller } = served
  server.setRequestHandler('tasks/get', { params: Named }, async ({ taskId }) => {
    const record = find(served, taskId)
    return toTask2025(record, await tasks.look(caller, record))
  })
  server.setRequestHandler('tasks/result', { params: Named }, async ({ taskId }, context) => {
    const record = find(served, taskId)
    await showCardOf(served, context, record)
    const end = await tasks.end(caller, record, context.mcpReq.signal)
    if (end.status !== 'completed') throw invalid(`Task ${taskId} was cancelled; it has no result.`)
    const { _meta } = end.result
    return { ...end.result, _meta: { ..._meta, ...relatedTo(taskId) } }
  })
  server.setRequestHandler('tasks/cancel', { params: Named }, async ({ taskId }) => {
    const record = find(served, taskId)
    if (record.cancelled || !(await tasks.cancel(caller, record)))
      throw invalid(`Task ${taskId} does not wait for people any more and cannot be cancelled.`)
    return toTask2025(find(served, taskId), { status: 'cancelled' })
  })
}

/** Tasks as the extension to revision 2026-07-28 has them: begun by the server, the result inside. */
export function serveTasksExtension(served: ServedTasks): void {
  const { tasks, server, caller, publicUrl } = served
  server.setRequestHandler('tasks/get', { params: Named }, async ({ taskId }, context) => {
    requireExtension(server, context)
    const record = find(served, taskId)
    const standing = await tasks.look(caller, record)
    const facts = toTask2026(record, standing, opensLinks(server, context))
    if (standing.status === 'completed') return { ...facts, result: standing.result }
    if (standing.status !== 'waiting' || facts.status !== 'input_required') return facts
    const url = cardUrl(publicUrl, standing.gate.gate_id)
    const card = inputRequired.elicitUrl({ message: standing.message, url })
    return { ...facts, inputRequests: { [standing.gate.gate_id]: card } }
  })
  // What a client says of a link decides nothing.
  server.setRequestHandler('tasks/update', { params: Named }, async ({ taskId }, context) => {
    requireExtension(server, context)
    find(served, taskId)
    return {}
  })
  server.setRequestHandler('tasks/cancel', { params: Named }, async ({ taskId }, context) => {
    requireExtension(server, context)
    await tasks.cancel(caller, find(served, taskId))
    return {}
  })
}

/** The answer to a call that became a task. Clients that know no tasks read in its content what to do. */
export function toCreated(
  { server, context, era }: { server: Server; context: ServerContext; era: 'legacy' | 'modern' },
  record: TaskRecord,
  { standing, content }: { readonly standing: TaskStanding; readonly content: CallToolResult['content'] },
): CallToolResult {
  if (era === 'legacy') return { content, task: toTask2025(record, standing) }
  return { content, resultType: 'task', ...toTask2026(record, standing, opensLinks(server, context)) }
}

function find({ tasks, caller }: ServedTasks, taskId: string): TaskRecord {
  const record = tasks.find(caller, taskId)
  if (record) return record
  throw invalid(`Task not found: ${JSON.stringify(taskId.slice(0, 60))}.`)
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

function requireExtension(server: Server, context: ServerContext): void {
  if (hasTasks(server, context)) return
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } })
}

function toTask2025(record: TaskRecord, standing: TaskStanding) {
  return {
    ...factsOf(record, standing),
    status: standing.status === 'waiting' ? 'input_required' : standing.status,
    ttl: TASK_LIFE_MS,
    pollInterval: POLL_MS,
  }
}

function toTask2026(record: TaskRecord, standing: TaskStanding, showsLinks: boolean) {
  const waiting = showsLinks ? 'input_required' : 'working'
  return {
    ...factsOf(record, standing),
    status: standing.status === 'waiting' ? waiting : standing.status,
    ttlMs: TASK_LIFE_MS,
    pollIntervalMs: POLL_MS,
  }
}

function factsOf({ task_id: taskId, created_at, updated_at }: TaskRecord, standing: TaskStanding) {
  const statusMessage = 'message' in standing ? { statusMessage: standing.message } : {}
  return { taskId, createdAt: created_at, lastUpdatedAt: updated_at, ...statusMessage }
}

function relatedTo(taskId: string) {
  return { [RELATED_TASK_META_KEY]: { taskId } }
}

/** Sends the person of a client that opens links to the card, while its client waits for the result. */
async function showCardOf(
  { tasks, server, caller, publicUrl }: ServedTasks,
  context: ServerContext,
  record: TaskRecord,
): Promise<void> {
  if (!opensLinks(server, context)) return
  const standing = await tasks.look(caller, record)
  if (standing.status !== 'waiting') return
  const { gate_id: gateId } = standing.gate
  const params = {
    ...{ mode: 'url' as const, message: standing.message, url: cardUrl(publicUrl, gateId) },
    ...{ elicitationId: gateId, _meta: relatedTo(record.task_id) },
  }
  // Whatever is answered: only the gate is asked afterwards.
  context.mcpReq.send({ method: 'elicitation/create', params }).catch(() => {})
}
