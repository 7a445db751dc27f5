import { type AgentEnvironment, createRemoteContext, performOperation } from '../../agents/agents.ts'
import { SoulgateError } from '../../base/errors.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import type {
  WorkerAgent,
  WorkerAnswer,
  WorkerError,
  WorkerOperation,
} from '../../contracts/worker-protocol.ts'
import { endsExecution, type RunContext } from '../../engine/run/run.ts'
import type { About, RefusedMessage, RemoteRun, WorkerLink } from './worker-session.ts'

interface Attaching {
  readonly link: WorkerLink
  readonly agent: WorkerAgent
  readonly environment: AgentEnvironment
  readonly run: { readonly run_id: string; readonly lease_token: number }
}

interface State extends Attaching {
  readonly activations: ReturnType<typeof createActivations>
  readonly works: Map<string, PromiseWithResolvers<JsonValue>>
  readonly attempts: Map<number, number>
  readonly ended: PromiseWithResolvers<JsonValue>
  context?: { readonly run: RunContext; readonly agent: ReturnType<typeof createRemoteContext> }
  operations: number
  isOver: boolean
}

/**
 * Hands results to the worker one after the other, each as an activation that the worker answers with everything that
 * its agent then called; places, times and ids are the engine's. The worker's messages say what the agent calls and what
 * its steps answered, and nothing else.
 */
export function createRemoteRun(attaching: Attaching): RemoteRun {
  const { link, agent, environment, run } = attaching
  const { run_id, lease_token } = run
  const state: State = {
    ...attaching,
    activations: createActivations(),
    works: new Map(),
    attempts: new Map(),
    ended: Promise.withResolvers<JsonValue>(),
    operations: 0,
    isOver: false,
  }
  state.ended.promise.catch(() => {})
  const leave = (): boolean => {
    if (state.isOver) return false
    state.isOver = true
    state.activations.end()
    if (link.runs.get(run_id) === self) link.runs.delete(run_id)
    return true
  }
  const self: RemoteRun = {
    leaseToken: lease_token,
    run: (runContext, input) => {
      state.context = {
        run: runContext,
        agent: createRemoteContext(runContext, { agent, environment, input }),
      }
      const { name, version } = agent
      const { session_id, conditions } = runContext
      link.send({
        ...{ type: 'run', run_id, lease_token, agent: name, version, session_id, input },
        ...{ conditions: [...conditions], activation: state.activations.begin() },
      })
      return state.ended.promise
    },
    quiet: state.activations.quiet,
    detach: () => {
      if (leave()) link.send({ type: 'release', run_id, lease_token })
    },
    lose: () => {
      if (leave())
        state.ended.reject(
          new SoulgateError('worker_lost', `The worker that executed run ${run_id} is gone.`),
        )
    },
    operations: message => takeOperations(state, message),
    worked: message => takeWork(state, message),
  }
  return self
}

/** The last of these may be that the function has ended; everything that it called first has its place by then. */
function takeOperations(
  state: State,
  { operations, activation, end }: About<'operations'>,
): RefusedMessage | undefined {
  for (const operation of operations) {
    if (operation.operation !== state.operations + 1) {
      const detail = `Run ${state.run.run_id} has called ${state.operations} operations; number ${operation.operation} does not follow.`
      return { code: 'out_of_order', detail }
    }
    state.operations += 1
    perform(state, operation)
  }
  if (end?.ok === true) state.ended.resolve(end.value)
  if (end?.ok === false) state.ended.reject(toError(end.error))
  if (activation !== undefined) state.activations.settle(activation)
  return undefined
}

function takeWork(
  { works, run }: State,
  { operation, attempt, answer }: About<'worked'>,
): RefusedMessage | undefined {
  const key = `${operation}:${attempt}`
  const working = works.get(key)
  if (working === undefined)
    return { code: 'unknown_work', detail: `Run ${run.run_id} asked for no work of operation ${operation}.` }
  works.delete(key)
  if (answer.ok) working.resolve(answer.value)
  else working.reject(toError(answer.error))
  return undefined
}

function perform(state: State, operation: WorkerOperation): void {
  if (state.context === undefined) return
  const { operation: number, kind } = operation
  performOperation(state.context.agent, operation, () => work(state, number)).then(
    value => {
      if (kind !== 'emit') answer(state, number, { ok: true, value: toValue(value) })
    },
    error => {
      if (endsExecution(error)) state.ended.reject(error)
      else answer(state, number, { ok: false, error: toWorkerError(error) })
    },
  )
}

function work({ link, run, works, attempts }: State, operation: number): Promise<JsonValue> {
  const attempt = (attempts.get(operation) ?? 0) + 1
  attempts.set(operation, attempt)
  const working = Promise.withResolvers<JsonValue>()
  works.set(`${operation}:${attempt}`, working)
  const { run_id, lease_token } = run
  link.send({ type: 'work', run_id, lease_token, operation, attempt })
  return working.promise
}

function answer(
  { link, run, activations, context, isOver }: State,
  operation: number,
  given: WorkerAnswer,
): void {
  if (isOver) return
  const { run_id, lease_token } = run
  link.send({
    ...{ type: 'result', run_id, lease_token, operation, activation: activations.begin(), answer: given },
    conditions: [...(context?.run.conditions ?? [])],
  })
}

/** What the worker was handed and has not answered yet. */
function createActivations() {
  const unanswered = new Set<number>()
  let waiting: (() => void)[] = []
  let count = 0
  let isOver = false
  const release = (): void => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  return {
    begin: (): number => {
      count += 1
      unanswered.add(count)
      return count
    },
    settle: (activation: number): void => {
      unanswered.delete(activation)
      if (unanswered.size === 0) release()
    },
    quiet: (): Promise<void> =>
      isOver || unanswered.size === 0 ? Promise.resolve() : new Promise(resolve => waiting.push(resolve)),
    end: (): void => {
      isOver = true
      release()
      waiting = []
    },
  }
}

function toValue(value: unknown): JsonValue {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as JsonValue)
}

function toWorkerError(error: unknown): WorkerError {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 8_000)
  return error instanceof SoulgateError ? { code: error.code, message } : { message }
}

/** An error as the agent threw it. Codes by which the engine speaks to itself are not an agent's to use. */
function toError({ code, name, message }: WorkerError): Error {
  const plain = new Error(message)
  if (name !== undefined) plain.name = name
  if (code === undefined) return plain
  const error = new SoulgateError(code, message)
  return endsExecution(error) ? plain : error
}
