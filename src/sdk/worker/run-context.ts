import {
  type AgentContext,
  type AgentDefinition,
  type CallOptions,
  createDerivation,
  type Duration,
  type GateChoice,
  type GateQuestion,
  type GateTypeDefinition,
  type PlannedCall,
  parse,
  type QuestionToPeople,
  readGateFields,
  type StepContext,
  type StepOptions,
  type ToolDefinition,
  type TypedGateOptions,
  toJson,
  toMilliseconds,
} from '../../agents/agents.ts'
import { SoulgateError } from '../../base/errors.ts'
import { JsonObject, type JsonValue } from '../../contracts/json-value.ts'
import type { ServerMessage, WorkerAnswer, WorkerOperation } from '../../contracts/worker-protocol.ts'
import { type Said, toAnswer } from './answers.ts'

type About<Type extends ServerMessage['type']> = Extract<ServerMessage, { type: Type }>
type WithoutNumber<Operation> = Operation extends unknown ? Omit<Operation, 'operation'> : never
type Called = WithoutNumber<WorkerOperation>
type StepWork = (signal: AbortSignal, use: StepContext) => unknown

/** One run as it executes here. */
export interface RunState {
  readonly leaseToken: number
  /** Everything that follows from an activation has been called when the event loop has turned. */
  activated(activation: number): void
  result(message: About<'result'>): void
  work(message: About<'work'>): void
  end(answer: WorkerAnswer): void
  /** Nothing of it is said any more; its work is aborted. */
  release(): void
}

interface Channel {
  readonly runId: string
  call(operation: Called): Promise<JsonValue>
  readonly works: Map<number, StepWork>
  /** The number of the next operation. */
  next(): number
}

/** The context of an agent whose methods are messages to the server, and the state that hears its answers. */
export function createRunContext(
  { run_id, lease_token, session_id, conditions: first }: About<'run'>,
  say: (message: Said) => void,
): { readonly context: AgentContext; readonly state: RunState } {
  const abort = new AbortController()
  const waiting = new Map<number, PromiseWithResolvers<JsonValue>>()
  const works = new Map<number, StepWork>()
  const conditions = [...first]
  let called: WorkerOperation[] = []
  let count = 0
  let ended: WorkerAnswer | undefined
  let isReleased = false
  let isFlushing = false

  const flush = (activation?: number): void => {
    if (isReleased || (called.length === 0 && ended === undefined && activation === undefined)) return
    const told = { operations: called, ...(activation === undefined ? {} : { activation }) }
    say({ type: 'operations', run_id, lease_token, ...told, ...(ended === undefined ? {} : { end: ended }) })
    called = []
    ended = undefined
  }
  /** What is called outside of an activation, after work that the context does not know of, is said too. */
  const flushSoon = (): void => {
    if (isFlushing) return
    isFlushing = true
    void afterTurns().then(() => {
      isFlushing = false
      flush()
    })
  }
  const channel: Channel = {
    runId: run_id,
    works,
    next: () => count + 1,
    call: operation => {
      if (isReleased) return new Promise(() => {})
      count += 1
      called.push({ ...operation, operation: count } as WorkerOperation)
      const answered = Promise.withResolvers<JsonValue>()
      waiting.set(count, answered)
      flushSoon()
      return answered.promise
    },
  }
  const state: RunState = {
    leaseToken: lease_token,
    activated: activation => {
      isFlushing = true
      void afterTurns().then(() => {
        isFlushing = false
        flush(activation)
      })
    },
    result: ({ operation, activation, answer, conditions: latest }) => {
      conditions.splice(0, conditions.length, ...latest)
      const answered = waiting.get(operation)
      waiting.delete(operation)
      works.delete(operation)
      if (answer.ok) answered?.resolve(answer.value)
      else answered?.reject(toError(answer.error))
      state.activated(activation)
    },
    work: ({ operation, attempt }) => {
      void doWork(works.get(operation), operation, abort.signal).then(answer => {
        if (!isReleased) say({ type: 'worked', run_id, lease_token, operation, attempt, answer })
      })
    },
    end: answer => {
      ended = answer
      flushSoon()
    },
    release: () => {
      isReleased = true
      abort.abort()
    },
  }
  const facts = { runId: run_id, sessionId: session_id, signal: abort.signal, conditions }
  return { context: createContext(facts, channel), state }
}

/** What the protocol of workers does not carry says so at the agent's own line. */
function notCarried(what: string): SoulgateError {
  return new SoulgateError(
    'invalid_input',
    `${what}, which a worker cannot tell. Run this agent in the program (soulgate up --config).`,
  )
}

function doWork(work: StepWork | undefined, operation: number, signal: AbortSignal): Promise<WorkerAnswer> {
  return toAnswer(async () => {
    if (work === undefined) throw new SoulgateError('invalid_worker', `Operation ${operation} has no work.`)
    return toJson(await work(signal, ON_WORKER), 'The step')
  })
}

const ON_WORKER: StepContext = {
  secret: name =>
    Promise.reject(
      new SoulgateError('secret_missing', `Secret ${name} lies on the server, which gives none to a worker.`),
    ),
  look: tool =>
    Promise.resolve({ success: false, output: null, error: `${tool} looks on the server, not on a worker.` }),
}

/** Two turns of the event loop: everything that can go on has gone on. */
async function afterTurns(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise(resolve => setImmediate(resolve))
}

function toError({ code, message }: { readonly code?: string | undefined; readonly message: string }): Error {
  return code === undefined ? new Error(message) : new SoulgateError(code, message)
}

function createContext(facts: object, channel: Channel): AgentContext {
  const { call } = channel
  const derived = createDerivation(channel.runId)
  const calls = async (planned: readonly PlannedCall[], options: CallOptions = {}): Promise<JsonValue> => {
    const { reason, within } = options
    const listed = planned.map(({ tool, input }) => ({ tool, input: toArguments(input, tool) }))
    return call({
      ...{ kind: 'calls', calls: listed },
      ...(reason === undefined ? {} : { reason }),
      ...(within === undefined ? {} : { within_ms: toMilliseconds(within) }),
    })
  }
  const context = {
    ...facts,
    ...derived,
    step: (name: string, work: StepWork, options?: StepOptions) => callStep(channel, name, { work, options }),
    call: async (tool: ToolDefinition | string, input: JsonObject, options?: CallOptions) => {
      const planned = { tool: typeof tool === 'string' ? tool : tool.name, input }
      const [result] = (await calls([planned], options)) as readonly JsonValue[]
      return result
    },
    calls,
    ask: (name: string, questions: Readonly<Record<string, QuestionToPeople>>) =>
      call({ kind: 'ask', name, questions: copy(questions) }),
    gate: (of: string | GateTypeDefinition, about: unknown, options: TypedGateOptions = {}) => {
      const name = typeof of === 'string' ? of : (options.name ?? of.name)
      const question = typeof of === 'string' ? (about as Question) : toQuestion(of, about, options)
      const { within, ...rest } = question
      const asked =
        within === undefined ? rest : { ...rest, within: { milliseconds: toMilliseconds(within) } }
      return call({ kind: 'gate', name, question: copy(asked) as never })
    },
    child: (agent: AgentDefinition, input: unknown) =>
      call({ kind: 'child', agent: agent.name, input: toJson(input, `The input of ${agent.name}`) }),
    all: (work: readonly Promise<unknown>[]) => Promise.all(work),
    sleep: (duration: Duration, options: { readonly name?: string } = {}) => {
      if (options.name !== undefined) throw notCarried(`Sleep “${options.name}” has a name`)
      return call({ kind: 'sleep', duration_ms: toMilliseconds(duration) })
    },
    until: async (moment: Date | string) => {
      const due = new Date(moment)
      if (Number.isNaN(due.getTime()))
        throw new SoulgateError('invalid_input', `${String(moment)} is no date.`)
      return call({ kind: 'until', moment: due.toISOString() })
    },
    receive: async (mailbox: string, schema?: Parameters<typeof parse>[0]) => {
      const body = await call({ kind: 'receive', mailbox })
      return schema === undefined ? body : parse(schema, body, `The message in ${mailbox}`)
    },
    emit: (progress: JsonObject | string) => {
      if (typeof progress === 'string') throw notCarried(`An event of type ${progress}`)
      void call({ kind: 'emit', progress: copy(progress) })
    },
    propose: () => Promise.reject(notCarried('`propose` says more of a call than `calls`')),
    standardGate: (type: string) => Promise.reject(notCarried(`A gate of the standard type ${type}`)),
    memory: {
      remember: (name: string, text: string) => {
        // One of the values of the run goes into the change, as in process.
        derived.random()
        return call({ kind: 'remember', name, text })
      },
      recall: async (name: string) => (await call({ kind: 'recall', name })) ?? undefined,
    },
    now: () => call({ kind: 'now' }),
    patched: (change: string) => call({ kind: 'patched', change }),
    continueWith: (instruction: string) => call({ kind: 'continue', instruction }),
  }
  // The methods answer what their types say by way of the server and its journal, which no type can follow.
  return context as unknown as AgentContext
}

function callStep(
  { works, next, call }: Channel,
  name: string,
  { work, options }: { readonly work: StepWork; readonly options: StepOptions | undefined },
): Promise<JsonValue> {
  const told = (['usage', 'kind'] as const).find(option => options?.[option] !== undefined)
  if (told !== undefined) throw notCarried(`Step “${name}” has \`${told}\``)
  works.set(next(), work)
  return call({ kind: 'step', name, ...(options === undefined ? {} : { options: copy(options) as never }) })
}

type Question = GateQuestion<Readonly<Record<string, GateChoice>>>

/** A gate of the worker's own type, with its definition. */
function toQuestion(
  type: GateTypeDefinition,
  fields: unknown,
  { reason, within }: TypedGateOptions,
): Question & Pick<GateTypeDefinition, 'terms'> & { readonly definition: object } {
  const { claimed: _ours, ...definition } = type.definition
  const choices = type.options.map(({ id, label, decision, default_instruction: instruction }) => {
    const steered = instruction === undefined ? {} : { instruction }
    return [id, { label, outcome: decision as GateChoice['outcome'], ...steered }] as const
  })
  return {
    ...{ title: reason ?? definition.title, definition, terms: type.terms },
    ...{ card: readGateFields(type, fields), choices: Object.fromEntries(choices) },
    ...(within === undefined ? {} : { within }),
  }
}

/** A copy as JSON carries it: what the agent changes afterwards is not said. */
function copy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}

function toArguments(input: unknown, tool: string): JsonObject {
  const object = JsonObject.safeParse(toJson(input, `A call of ${tool}`))
  if (object.success) return object.data
  throw new SoulgateError('invalid_input', `The arguments of ${tool} must be an object.`)
}
