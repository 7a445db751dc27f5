import { runCodeAgent } from '../../agents/agents.ts'
import { SoulgateError } from '../../base/errors.ts'
import type { ServerMessage } from '../../contracts/worker-protocol.ts'
import { type Said, toWorkerError } from './answers.ts'
import type { Carried } from './describe.ts'
import { createRunContext, type RunState } from './run-context.ts'
import { createToolRunner } from './tool-runner.ts'

type About<Type extends ServerMessage['type']> = Extract<ServerMessage, { type: Type }>

/** Executes what the server leases, and says what comes of it. */
export interface Runner {
  /** `deliveredMs` is when the exchange began that brought the message, by a clock that never goes back. */
  take(message: ServerMessage, at: { readonly deliveredMs: number; readonly silentAfterMs: number }): void
  /** A new connection: messages go here, and nothing that was leased before counts. */
  connect(say: (message: Said) => void): void
  /** The connection is lost for good: everything that was leased is let go of. */
  lose(): void
  /** Begins no further tool and waits for those that run. */
  drain(): Promise<void>
}

export function createRunner(carried: Carried): Runner {
  const runs = new Map<string, RunState>()
  const tools = createToolRunner(carried)
  let say = (_message: Said): void => {}
  const release = (runId: string): void => {
    runs.get(runId)?.release()
    runs.delete(runId)
  }
  const runOf = ({ run_id, lease_token }: { run_id: string; lease_token: number }): RunState | undefined => {
    const state = runs.get(run_id)
    return state?.leaseToken === lease_token ? state : undefined
  }
  return {
    connect: speak => {
      say = speak
      tools.connect(speak)
    },
    lose: () => {
      say = () => {}
      tools.lose()
      for (const runId of [...runs.keys()]) release(runId)
    },
    drain: tools.drain,
    take: (message, at) => {
      switch (message.type) {
        case 'run': {
          release(message.run_id)
          const speak = say
          runs.set(
            message.run_id,
            begin(carried, message, said => speak(said)),
          )
          return
        }
        case 'result':
          return runOf(message)?.result(message)
        case 'work':
          return runOf(message)?.work(message)
        case 'release':
          if (runOf(message)) release(message.run_id)
          return
        case 'tool':
          return tools.execute(message, at)
        case 'abort':
          return tools.abort(message.task_id)
        case 'undo':
          return tools.undo(message)
      }
    },
  }
}

function begin(carried: Carried, message: About<'run'>, say: (message: Said) => void): RunState {
  const { context, state } = createRunContext(message, say)
  const agent = carried.agents.get(`${message.agent}@${message.version}`)
  const running =
    agent === undefined
      ? Promise.reject(new SoulgateError('invalid_worker', `This worker does not carry ${message.agent}.`))
      : runCodeAgent(agent, context, message.input)
  running.then(
    value => state.end({ ok: true, value }),
    error => state.end({ ok: false, error: toWorkerError(error) }),
  )
  state.activated(message.activation)
  return state
}
