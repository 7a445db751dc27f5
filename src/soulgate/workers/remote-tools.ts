import type { Ids } from '../../base/ids.ts'
import type { Tool } from '../../contracts/tool.ts'
import type { ServerMessage, WorkerAnswer, WorkerToolOutcome } from '../../contracts/worker-protocol.ts'
import type { ExecutableTool, ToolExecution, ToolOutcome } from '../../engine/tools/tools.ts'
import type { WorkerLink } from './worker-session.ts'

export interface RemoteTools {
  readonly ids: Ids
  /** Open connections, latest first. */
  readonly links: () => readonly WorkerLink[]
  /** Whether a person confirmed that a second execution has no second effect. */
  readonly mayRepeat: (tool: string) => boolean
}

/** The tool as the engine runs it: executing it is asking a worker that carries exactly this definition. */
export function createRemoteTool(
  parts: RemoteTools,
  {
    definition,
    hash,
    hasUndo,
  }: { readonly definition: Tool; readonly hash: string; readonly hasUndo: boolean },
): ExecutableTool {
  const find = (runId?: string): WorkerLink | undefined => {
    const carrying = parts
      .links()
      .filter(link => !link.isClosed() && link.tools.get(definition.name) === hash)
    return carrying.find(link => runId !== undefined && link.runs.has(runId)) ?? carrying[0]
  }
  const execute = (call: ToolExecution): Promise<ToolOutcome> => {
    const link = find(call.runId)
    return link === undefined
      ? Promise.resolve(notThere(definition.name))
      : runThere(parts, link, { hash, definition, call })
  }
  const tool = { definition, runsElsewhere: true, execute } as const
  if (!hasUndo) return tool
  return {
    ...tool,
    undo: async (record, { idempotencyKey }) => {
      const link = find()
      const message = {
        definition_hash: hash,
        tool: definition.name,
        record,
        idempotency_key: idempotencyKey,
      }
      const answer = link && (await undoThere(parts, link, message))
      if (answer?.ok === true)
        return {
          status: 'undone',
          message: `${definition.name} was taken back.`,
          restored: [definition.name],
        }
      const why = answer === undefined ? 'no worker that carries it is connected' : answer.error.message
      const detail = `${definition.name} could not be taken back: ${why}`
      return { status: 'refused', because: 'failed', message: detail, changes: [] }
    },
  }
}

function notThere(tool: string): ToolOutcome {
  const error = `No worker that carries ${tool} is connected. Nothing ran; start the worker and propose the call again.`
  return { result: { success: false, output: null, error }, effect: 'none' }
}

function runThere(
  { ids, mayRepeat }: RemoteTools,
  link: WorkerLink,
  {
    definition,
    hash,
    call,
  }: { readonly definition: Tool; readonly hash: string; readonly call: ToolExecution },
): Promise<ToolOutcome> {
  const taskId = ids.newId('task')
  const done = Promise.withResolvers<ToolOutcome>()
  const abort = (): void => link.send({ type: 'abort', task_id: taskId })
  const isOfRun = call.runId !== undefined && link.runs.has(call.runId)
  const end = (): void => {
    link.tasks.delete(taskId)
    call.signal.removeEventListener('abort', abort)
  }
  link.tasks.set(taskId, {
    settle: outcome => {
      end()
      if (outcome.effect === 'unknown') done.reject(new Error(outcome.error ?? 'The worker could not say.'))
      else done.resolve(toOutcome(outcome))
    },
    undone: () => {},
    lose: () => {
      end()
      // The run is taken up anew, and then repeats what may be repeated.
      if (isOfRun && mayRepeat(definition.name)) return
      done.reject(new Error(`The worker that ran ${definition.name} is gone; nobody knows what it did.`))
    },
  })
  call.signal.addEventListener('abort', abort)
  link.send({
    ...{ type: 'tool', task_id: taskId, tool: definition.name, definition_hash: hash },
    ...{ arguments: call.arguments, idempotency_key: call.idempotencyKey },
    ...(call.runId === undefined ? {} : { run_id: call.runId }),
    ...(call.sessionId === undefined ? {} : { session_id: call.sessionId }),
  })
  return done.promise
}

function toOutcome({ success, output, error, effect, undo }: WorkerToolOutcome): ToolOutcome {
  return {
    result: { success, output, ...(error === undefined ? {} : { error }) },
    ...(effect === undefined ? {} : { effect }),
    ...(undo === undefined ? {} : { undo }),
  }
}

function undoThere(
  { ids }: RemoteTools,
  link: WorkerLink,
  message: Omit<Extract<ServerMessage, { type: 'undo' }>, 'type' | 'seq' | 'task_id'>,
): Promise<WorkerAnswer> {
  const taskId = ids.newId('task')
  return new Promise(resolve => {
    const settle = (answer: WorkerAnswer): void => {
      link.tasks.delete(taskId)
      resolve(answer)
    }
    link.tasks.set(taskId, {
      settle: () => {},
      undone: settle,
      lose: () => settle({ ok: false, error: { message: 'the worker is gone; look at the target' } }),
    })
    link.send({ type: 'undo', task_id: taskId, ...message })
  })
}
