import { toJson } from '../../agents/agents.ts'
import type { ServerMessage, WorkerToolOutcome } from '../../contracts/worker-protocol.ts'
import { type Said, toAnswer } from './answers.ts'
import type { Carried } from './describe.ts'

type About<Type extends ServerMessage['type']> = Extract<ServerMessage, { type: Type }>

/** Time that is left before the server counts a silent worker as gone; later than that no tool is begun. */
const MARGIN_MS = 2_000

/** Runs tools, each task once, and keeps what could not be told until it can. */
export function createToolRunner({ tools }: Carried) {
  const seen = new Set<string>()
  const running = new Map<string, { readonly abort: AbortController; readonly over: Promise<void> }>()
  let late: Extract<Said, { type: 'late_result' }>[] = []
  let connection = { say: (_message: Said): void => {} }
  let isDraining = false

  const begin = async (message: About<'tool'>, abort: AbortController): Promise<void> => {
    const { task_id, run_id, idempotency_key, tool } = message
    const mine = connection
    const outcome = await runTool(tools, message, abort.signal)
    running.delete(task_id)
    if (mine === connection) return mine.say({ type: 'tool_result', task_id, outcome })
    if (run_id === undefined) return
    const told: Extract<Said, { type: 'late_result' }> = {
      ...{ type: 'late_result', tool, run_id, idempotency_key, outcome },
    }
    late.push(told)
    flushLate()
  }
  const flushLate = (): void => {
    const told = late
    late = []
    for (const message of told) connection.say(message)
  }
  return {
    connect: (say: (message: Said) => void): void => {
      connection = { say }
      flushLate()
    },
    lose: (): void => {
      connection = { say: message => void (message.type === 'late_result' && late.push(message)) }
    },
    execute: (
      message: About<'tool'>,
      { deliveredMs, silentAfterMs }: { readonly deliveredMs: number; readonly silentAfterMs: number },
    ): void => {
      const { task_id } = message
      if (seen.has(task_id)) return
      seen.add(task_id)
      // A process that was stopped for a while may have lost the lease: then the server asks a person, and nothing runs.
      const isStale = performance.now() - deliveredMs > silentAfterMs - MARGIN_MS
      if (isStale || isDraining) {
        const error = isStale ? 'The worker was silent for too long.' : 'The worker is closing.'
        connection.say({
          type: 'tool_result',
          task_id,
          outcome: { success: false, output: null, error, effect: 'none' },
        })
        return
      }
      const abort = new AbortController()
      running.set(task_id, { abort, over: begin(message, abort) })
    },
    abort: (taskId: string): void => running.get(taskId)?.abort.abort(),
    undo: ({ task_id, tool, record, idempotency_key: idempotencyKey = task_id }: About<'undo'>): void => {
      if (seen.has(task_id)) return
      seen.add(task_id)
      const { say } = connection
      void toAnswer(async () => {
        const undone = await tools
          .get(tool)
          ?.executable.undo?.(record, { idempotencyKey, signal: new AbortController().signal })
        if (undone?.status === 'undone') return null
        throw new Error(undone?.message ?? `This worker cannot take ${tool} back.`)
      }).then(answer => say({ type: 'undone', task_id, answer }))
    },
    drain: async (): Promise<void> => {
      isDraining = true
      await Promise.all([...running.values()].map(({ over }) => over))
    },
  }
}

async function runTool(
  tools: Carried['tools'],
  { tool, arguments: args, idempotency_key, run_id, session_id }: About<'tool'>,
  signal: AbortSignal,
): Promise<WorkerToolOutcome> {
  const carried = tools.get(tool)
  if (carried === undefined)
    return { success: false, output: null, error: `This worker does not carry ${tool}.`, effect: 'none' }
  try {
    const { result, effect, undo } = await carried.executable.execute({
      ...{ arguments: args, idempotencyKey: idempotency_key, signal },
      ...(run_id === undefined ? {} : { runId: run_id }),
      ...(session_id === undefined ? {} : { sessionId: session_id }),
    })
    return {
      ...{ success: result.success, output: toJson(result.output, `Tool ${tool}`) },
      ...(result.error === undefined ? {} : { error: result.error.slice(0, 20_000) }),
      ...(effect === undefined ? {} : { effect }),
      ...(undo === undefined ? {} : { undo }),
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { success: false, output: null, error: message.slice(0, 20_000), effect: 'unknown' }
  }
}
