import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { AgentDefinition, InputOf } from '../../agents/agents.ts'
import { SoulgateError } from '../../base/errors.ts'
import type { Event } from '../../contracts/event.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import { isRefusal, type Refusal } from '../../contracts/refusal.ts'
import type { Run, RunKind } from '../../contracts/run.ts'
import { hasRunEnded, type RunHandle, type StartOptions, toRunResult } from '../../contracts/run-handle.ts'
import type { ReplayResult } from '../../engine/run/run.ts'
import type { Engine } from '../engine.ts'
import { toRun } from '../visibility.ts'
import { waitFor } from '../waiting.ts'
import { SYSTEM_PRINCIPAL } from './program-principal.ts'

/** What came of replaying one run. */
export type ReplayedRun = {
  readonly run_id: string
  readonly agent: string
  readonly version: string
} & ReplayResult

/** Starts runs of agents of one's own from the code around them: what they are given is data, nobody's words. */
export interface AgentRuns {
  /** Throws `invalid` when the input does not fit the agent, or nobody ever registered it. */
  start<Input extends StandardSchemaV1, Output>(
    agent: AgentDefinition<Input, Output>,
    input: NoInfer<InputOf<Input>>,
    options?: StartOptions,
  ): Promise<RunHandle<Output>>
  /**
   * Holds the agents carried here against the journals of their runs, newest first, without running anything: what a
   * deploy of this code would do to runs under way. `since` is an ISO date; absent: all runs.
   */
  replay(which?: { readonly runId?: string; readonly since?: string }): AsyncIterable<ReplayedRun>
  /** The handle of a run that was started earlier. */
  run<Output>(agent: AgentDefinition<StandardSchemaV1, Output>, runId: string): RunHandle<Output>
}

const LOOK_AGAIN_MS = 60_000

export function createAgentRuns(engine: Engine): AgentRuns {
  return {
    start: async (agent, input, { sessionId, idempotencyKey } = {}) => {
      const json: JsonValue = JSON.parse(JSON.stringify(input ?? null))
      const refused = await engine.ownAgents.refuseInput(agent.name, json)
      if (refused) throw toError(refused)
      const started = await engine.runs.start({
        who: SYSTEM_PRINCIPAL,
        ...{ kind: 'agent', agent: agent.name, input: json, trigger_source: 'sdk' },
        ...(sessionId === undefined ? {} : { session_id: sessionId }),
        ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
      })
      if (isRefusal(started)) throw toError(started)
      return handleOf(engine, started.run.run_id)
    },
    replay: which => replayRuns(engine, which ?? {}),
    run: (_agent, runId) => handleOf(engine, runId),
  }
}

function handleOf<Output>(engine: Engine, id: string): RunHandle<Output> {
  const { store } = engine
  return {
    id,
    status: async () => (await readRun(engine, id)).status,
    result: async () => toRunResult<Output>(await untilEnded(engine, id)),
    events: () => followEvents(engine, id),
    gates: async () => {
      const { items } = await store.listGates({ run_id: id, status: 'pending' }, { limit: 100 })
      return items
    },
    send: async (mailbox, body) => {
      const refused = await store.transact(tx => engine.runs.send(tx, { run_id: id, mailbox, body }))
      if (refused) throw toError(refused)
    },
    cancel: async (because = 'cancelled by the program') => {
      const cancelled = await engine.runs.cancel(SYSTEM_PRINCIPAL, id, because)
      if (isRefusal(cancelled)) throw toError(cancelled)
      return cancelled.accepted
    },
  }
}

/** Runs of agents that `defineAgent` made: a user's own, and those of ours that are written like them. */
const REPLAYED: readonly RunKind[] = ['agent', 'workitem', 'reasoning']

async function* replayRuns(
  engine: Engine,
  which: { readonly runId?: string; readonly since?: string },
): AsyncIterable<ReplayedRun> {
  for (const kind of REPLAYED) yield* replayRunsOf(engine, kind, which)
}

async function* replayRunsOf(
  { store, runs }: Engine,
  kind: RunKind,
  { runId, since }: { readonly runId?: string; readonly since?: string },
): AsyncIterable<ReplayedRun> {
  let cursor: string | undefined
  do {
    const page = await store.listRuns({ kind }, { limit: 100, ...(cursor === undefined ? {} : { cursor }) })
    for (const { run_id, agent = kind, definition_version: version, created_at } of page.items) {
      if (since !== undefined && created_at < since) return
      if (runId !== undefined && runId !== run_id) continue
      const result = await runs.replay(run_id)
      if (result) yield { run_id, agent, version, ...result }
    }
    cursor = page.next_cursor
  } while (cursor !== undefined)
}

async function readRun({ store }: Pick<Engine, 'store'>, id: string): Promise<Run> {
  const run = await store.getRun(id)
  if (run === undefined) throw new SoulgateError('not_found', `There is no run ${id}.`)
  return toRun(run)
}

async function untilEnded(engine: Engine, id: string): Promise<Run> {
  while (true) {
    const ended = await waitFor(engine, { topic: `run:${id}`, waitMs: LOOK_AGAIN_MS }, async () => {
      const run = await readRun(engine, id)
      return hasRunEnded(run.status) ? run : undefined
    })
    if (ended) return ended
  }
}

async function* followEvents(engine: Engine, id: string): AsyncIterable<Event> {
  let seq = 0
  while (true) {
    const run = await readRun(engine, id)
    const events = await engine.store.listStream(`run:${id}`, seq, 500)
    yield* events
    seq = events.at(-1)?.seq ?? seq
    if (events.length > 0) continue
    if (hasRunEnded(run.status)) return
    await waitFor(engine, { topic: `stream:run:${id}`, waitMs: LOOK_AGAIN_MS }, async () => {
      const more = await engine.store.listStream(`run:${id}`, seq, 1)
      return more.length > 0 ? true : undefined
    })
  }
}

function toError({ code, detail, errors, data }: Refusal): SoulgateError {
  return new SoulgateError(code, detail, {
    data: JSON.parse(JSON.stringify({ ...data, ...(errors ? { errors } : {}) })),
  })
}
