import type { Event } from '../contracts/event.ts'
import type { JsonValue } from '../contracts/json-value.ts'
import type { Run } from '../contracts/run.ts'
import { hasRunEnded, type RunHandle, type StartOptions, toRunResult } from '../contracts/run-handle.ts'
import { createGatesClient } from './gates.ts'
import { createRunsClient } from './runs.ts'
import { followStream, pause } from './stream.ts'
import type { Transport } from './transport.ts'

/** What the client needs of an agent's definition: its name, and its schemas as types. */
export interface AgentLike<Input = unknown, Output = unknown> {
  readonly name: string
  /** Types only; never set. */
  readonly types?: { readonly input: Input; readonly output: Output }
}

type InputOfAgent<Agent extends AgentLike> = NonNullable<Agent['types']>['input']
type OutputOfAgent<Agent extends AgentLike> = NonNullable<Agent['types']>['output']

/** Starts agents of one's own over HTTP. What is not done throws `SoulgateProblem`. */
export interface AgentsClient {
  /** By its definition. Throws `invalid` when the input does not fit, or nobody ever registered the agent. */
  start<Input, Output>(
    agent: AgentLike<Input, Output>,
    input: NoInfer<Input>,
    options?: StartOptions,
  ): Promise<RunHandle<Output>>
  /** By its name; typed where its definition is known as a type: `start<typeof refunds>('refunds', …)`. */
  start<Agent extends AgentLike = AgentLike<JsonValue, JsonValue>>(
    name: string,
    input: InputOfAgent<Agent>,
    options?: StartOptions,
  ): Promise<RunHandle<OutputOfAgent<Agent>>>
  /** The handle of a run that was started earlier; asks nothing of the server. */
  run<Output = JsonValue>(agent: AgentLike<unknown, Output> | string, runId: string): RunHandle<Output>
}

const LOOK_AGAIN_MS = 1000

export function createAgentsClient(transport: Transport): AgentsClient {
  const runs = createRunsClient(transport)
  const start = async (
    agent: AgentLike | string,
    input: unknown,
    { sessionId, idempotencyKey }: StartOptions = {},
  ): Promise<RunHandle<unknown>> => {
    const name = typeof agent === 'string' ? agent : agent.name
    const session = sessionId === undefined ? {} : { session_id: sessionId }
    // Sent as JSON anyway; the server checks it against the schema of the agent.
    const body = { kind: 'agent', agent: name, input: (input ?? null) as JsonValue, ...session } as const
    const { run_id } = (await runs.start(body, idempotencyKey)) as Run
    return handleOf(transport, run_id)
  }
  // The overloads say what the agent's own schemas are checked for by the server.
  return { start, run: (_agent, runId) => handleOf(transport, runId) } as AgentsClient
}

function handleOf<Output>(transport: Transport, id: string): RunHandle<Output> {
  const runs = createRunsClient(transport)
  const path = `/api/runs/${encodeURIComponent(id)}`
  return {
    id,
    status: async () => (await runs.get(id)).status,
    result: async () => toRunResult<Output>(await untilEnded(transport, id)),
    events: () => eventsOf(transport, `${path}/events`),
    gates: async () =>
      (await createGatesClient(transport).list({ run_id: id, status: 'pending', limit: 100 })).items,
    send: async (mailbox, message) => {
      await runs.send(id, mailbox, message)
    },
    cancel: async because => {
      const body = because === undefined ? {} : { because }
      const response = await transport.open('POST', `${path}/cancel`, { body })
      await transport.answerOf(response)
      return response.status === ACCEPTED
    },
  }
}

/** 202 where the run was asked to stop, 200 where it had ended already. */
const ACCEPTED = 202

async function untilEnded(transport: Transport, id: string): Promise<Run> {
  const { get } = createRunsClient(transport)
  let run = await get(id)
  while (!hasRunEnded(run.status)) {
    // The stream of a run ends with the run.
    await followStream(transport, `/api/runs/${encodeURIComponent(id)}/events`, { onEvent: () => {} })
    run = await get(id)
    if (!hasRunEnded(run.status)) await pause(LOOK_AGAIN_MS, undefined)
  }
  return run
}

/** The events of a stream one after the other; leaving the loop ends the connection. */
async function* eventsOf(transport: Transport, path: string): AsyncGenerator<Event> {
  const left = new AbortController()
  const waiting: Event[] = []
  let wake = () => {}
  let [isOver, failure]: [boolean, unknown] = [false, undefined]
  const followed = followStream(transport, path, {
    signal: left.signal,
    onEvent: event => {
      waiting.push(event)
      wake()
    },
  })
    .catch(error => {
      failure = error
    })
    .finally(() => {
      isOver = true
      wake()
    })
  try {
    for (;;) {
      const event = waiting.shift()
      if (event !== undefined) yield event
      else if (isOver) break
      else
        await new Promise<void>(done => {
          wake = done
        })
    }
    if (failure !== undefined) throw failure
  } finally {
    left.abort()
    await followed
  }
}
