import { setTimeout as wait } from 'node:timers/promises'
import { systemClock, systemTimers, toIso } from '../src/base/clock.ts'
import { createIds } from '../src/base/ids.ts'
import type { DecideRequest } from '../src/contracts/decision.ts'
import type { Gate } from '../src/contracts/gate.ts'
import type { JsonObject } from '../src/contracts/json-value.ts'
import type { Principal } from '../src/contracts/principal.ts'
import { isRefusal } from '../src/contracts/refusal.ts'
import { DEFAULT_SETTINGS } from '../src/contracts/settings.ts'
import type { Tool } from '../src/contracts/tool.ts'
import { createInProcessDispatch } from '../src/dispatch/in-process/in-process.ts'
import { createPgBossDispatch } from '../src/dispatch/pg-boss/pg-boss.ts'
import { createGateService, createJudge, type GateService } from '../src/engine/gate/gate.ts'
import { staticGuidelines } from '../src/engine/guardrails/guardrails.ts'
import { createRunEngine, type RunEngine } from '../src/engine/run/run.ts'
import { createToolRegistry, type ExecutableTool, validateArguments } from '../src/engine/tools/tools.ts'
import { openPostgresStore } from '../src/store/postgres/postgres.ts'
import { openSqliteStore } from '../src/store/sqlite/sqlite.ts'
import type { Store } from '../src/store/store.ts'
import {
  ACKNOWLEDGED,
  append,
  EFFECTS,
  type RigEffect,
  type RigOptions,
  readLines,
} from '../test/crash/rig/files.ts'
import { agentOf, proposeMoves } from '../test/engine/run-desk.ts'

const rita: Principal = { kind: 'person', id: 'person_rita', name: 'Rita', role: 'reviewer' }
const mona: Principal = { kind: 'person', id: 'person_mona', name: 'Mona', role: 'member' }
const IN_FLIGHT = 24
const clock = systemClock
const ids = createIds({ clock })
const workerId = ids.newId('worker')
const options = JSON.parse(process.argv[2] ?? '{}') as RigOptions

const agent = agentOf(async (context, input) => {
  const { name } = input as { name: string }
  const released = await proposeMoves(context, [`${name}/released`], 0.95)
  const looked = await context.step('look', () => name.length)
  const held = await proposeMoves(context, [`${name}/held`, `${name}/too`], 0.7)
  const put = await proposeMoves(context, [`${name}/put`], 0.95, 'put_thing')
  const results = [...released.results, ...held.results, ...put.results]
  return { looked, statuses: results.map(result => result.status) }
})

/** One process of the engine under load, which may be killed at any moment. */
const store = await openStore()
const { dispatch, gates, runs } = assemble(store)
await beat()
await dispatch.start(
  { run: runs.execute, gate_timer: job => gates.wake(job.key), maintenance: runs.maintain },
  { concurrency: 20 },
)
runs.takeWork(20)
await runs.recover()
keepUp(500, beat)
keepUp(500, runs.recover)
process.stdout.write('ready\n')
while (!(await isOver())) {
  await Promise.all([startSome(), decideSome()]).catch(rideOut)
  await wait(5)
}
await dispatch.stop()
await runs.drain()
await store.close()
process.exit(0)

function openStore(): Promise<Store> {
  const now = (): string => toIso(clock.now())
  if (options.url) return openPostgresStore({ url: options.url, now, poolSize: 6 })
  return openSqliteStore({ path: `${options.folder}/store.db`, now })
}

function assemble(on: Store) {
  const registry = createToolRegistry({
    tools: [effectTool('move_thing', false), effectTool('put_thing', true)],
  })
  const tools = {
    get: registry.get,
    validate: (tool: Tool, args: JsonObject) => validateArguments(tool, args),
    executable: registry.executable,
  }
  const settings = async () => DEFAULT_SETTINGS
  const compiled = staticGuidelines()
  const judge = createJudge({ clock, tools, settings, guardrails: async () => ({ compiled, version: 1 }) })
  const dispatch = options.url
    ? createPgBossDispatch({ url: options.url, store: on, clock })
    : createInProcessDispatch({ store: on, clock, timers: systemTimers })
  let engine: RunEngine | undefined
  const gates: GateService = createGateService({
    ...{ store: on, clock, ids, tools, judge, settings },
    timers: {
      wakeAt: (tx, key, dueMs) =>
        dispatch.enqueue(tx, { queue: 'gate_timer', key, due_at: dueMs, payload: {} }),
      forget: (tx, key) => dispatch.cancel(tx, 'gate_timer', key),
    },
    observer: () => {
      if (!engine) throw new TypeError('the run engine is not there yet')
      return engine.observer
    },
  })
  const runs = createRunEngine({
    ...{ store: on, dispatch, clock, timers: systemTimers, ids, gates, judge, tools, settings, workerId },
    agent: ({ kind }) => (kind === agent.kind ? agent : undefined),
    turn: () => new Promise(resolve => setImmediate(resolve)),
    livingWorkers: living,
    report: () => {},
    stopped: () => false,
    isStopped: async () => false,
  })
  engine = runs
  return { dispatch, gates, runs }
}

function effectTool(name: string, idempotent: boolean): ExecutableTool {
  return {
    definition: {
      name,
      description: name,
      input_schema: {
        type: 'object',
        properties: { path: { type: 'string', 'x-soulgate': 'path' } },
        required: ['path'],
        additionalProperties: false,
      },
      annotations: { read_only: false, idempotent, destructive: false, open_world: false },
      reversibility: 'reversible',
      prerequisites: [],
      produces: [],
    },
    execute: async call => {
      const effect = {
        tool: name,
        path: String(call.arguments.path),
        key: call.idempotencyKey,
        worker: workerId,
      }
      append(options.folder, EFFECTS, effect)
      await wait(Math.random() * 8)
      return { result: { success: true, output: { done: true } } }
    },
  }
}

async function beat(): Promise<void> {
  const at = toIso(clock.now())
  const body = { worker_id: workerId, beat_ms: clock.now() }
  await store.transact(async tx => void (await tx.putDocument({ kind: 'worker', id: workerId, body, at })))
}

async function living(): Promise<readonly string[]> {
  if (!options.url) return [workerId]
  const since = clock.now() - options.silenceMs
  const workers = (await store.listDocuments('worker')).map(document => document.body as JsonObject)
  const alive = workers
    .filter(worker => Number(worker.beat_ms) >= since)
    .map(worker => String(worker.worker_id))
  return [...new Set([workerId, ...alive])]
}

function keepUp(everyMs: number, act: () => Promise<unknown>): void {
  setTimeout(() => {
    act()
      .catch(() => {})
      .finally(() => keepUp(everyMs, act))
  }, everyMs).unref()
}

/** The database may be gone for a while; what was not acknowledged is simply asked again. */
async function rideOut(error: unknown): Promise<void> {
  if (!options.url) throw error
  await wait(50)
}

async function isOver(): Promise<boolean> {
  return options.last && isAtRest()
}

async function isAtRest(): Promise<boolean> {
  const counts = await store.countRuns()
  return !counts.queued && !counts.running && !counts.waiting_input
}

async function startSome(): Promise<void> {
  if (options.last) return
  const { queued = 0, running = 0, waiting_input: waiting = 0 } = await store.countRuns()
  for (let count = queued + running + waiting; count < IN_FLIGHT; count += 1) {
    const input = { name: ids.newId('load') }
    await runs.start({ who: mona, kind: 'reasoning', input, trigger_source: 'api' })
  }
}

/** Writes down what was acknowledged, after it was. */
async function decideSome(): Promise<void> {
  const { items } = await store.listGates({ status: 'pending' }, { limit: 20 })
  await Promise.all(
    items.map(async gate => {
      const answer = await gates.decide(rita, gate.gate_id, answerTo(gate))
      if (isRefusal(answer)) return
      append(options.folder, ACKNOWLEDGED, {
        gate_id: gate.gate_id,
        decision_id: answer.decision.decision_id,
      })
    }),
  )
}

/** Whoever is asked what happened looks at the world. */
function answerTo(gate: Gate): DecideRequest {
  if (gate.type !== 'unknown_outcome' || !('tool_calls' in gate.subject)) return { decision: 'approve' }
  const path = gate.subject.tool_calls[0]?.arguments.path
  const isDone = readLines<RigEffect>(options.folder, EFFECTS).some(effect => effect.path === path)
  return isDone
    ? { decision: 'answer', option_id: 'happened' }
    : { decision: 'approve', option_id: 'run_again' }
}
