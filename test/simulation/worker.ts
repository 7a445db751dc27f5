import { createIds } from '../../src/base/ids.ts'
import { createSeededRandom } from '../../src/base/random.ts'
import type { JsonObject } from '../../src/contracts/json-value.ts'
import type { Settings } from '../../src/contracts/settings.ts'
import type { Tool } from '../../src/contracts/tool.ts'
import { createInProcessDispatch } from '../../src/dispatch/in-process/in-process.ts'
import { createGateService, createJudge, type GateService } from '../../src/engine/gate/gate.ts'
import { staticGuidelines } from '../../src/engine/guardrails/guardrails.ts'
import { createRunEngine, type RunEngine } from '../../src/engine/run/run.ts'
import { createToolRegistry, type ExecutableTool, validateArguments } from '../../src/engine/tools/tools.ts'
import type { Store } from '../../src/store/store.ts'
import { AGENTS } from './agents.ts'
import type { History } from './history.ts'
import type { Owner, Scheduler } from './scheduler.ts'
import { createSharedDispatch } from './shared-dispatch.ts'
import { createSimStore, type SimStoreOptions, type StoreFaults } from './sim-store.ts'
import { USER_AGENTS } from './user-agents.ts'
import { createWorldTools } from './world.ts'

/** One process of the engine inside the simulation. */
export interface Worker {
  readonly id: Owner
  readonly gates: GateService
  readonly runs: RunEngine
  readonly store: Store
  /** Failures that nobody waited for; only for people who look into a seed. */
  readonly reports: string[]
}

/** What a broken variant of the engine replaces, to see that the invariants catch it. */
export interface Plants {
  readonly store?: SimStoreOptions['plant']
  readonly tools?: (tools: readonly ExecutableTool[]) => readonly ExecutableTool[]
  readonly gates?: (gates: GateService, store: Store) => GateService
}

export interface WorkerOptions {
  readonly id: Owner
  readonly scheduler: Scheduler
  readonly real: Store
  readonly history: History
  readonly faults: StoreFaults
  readonly settings: () => Settings
  readonly living: () => readonly string[]
  /** Several workers live on one store, so that a call may be taken over while it is under way. */
  readonly isShared: boolean
  readonly plants: Plants
}

const RECOVER_EVERY_MS = 2_000

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { id, scheduler, plants } = options
  const store = createSimStore(options.real, {
    ...options,
    owner: id,
    ...(plants.store ? { plant: plants.store } : {}),
  })
  const { dispatch, gates, runs, reports } = assemble(options, store)
  const timers = scheduler.timersOf(id)
  const recover = (): void => {
    timers.after(RECOVER_EVERY_MS, () => {
      runs.recover().catch(() => {})
      recover()
    })
  }
  await dispatch.start(
    { run: runs.execute, gate_timer: job => gates.wake(job.key), maintenance: runs.maintain },
    { concurrency: 20 },
  )
  runs.takeWork(1 + scheduler.pick(6))
  recover()
  await runs.recover().catch(() => {})
  return { id, gates, runs, store, reports }
}

function assemble(options: WorkerOptions, store: Store) {
  const { id, scheduler, plants } = options
  const { clock } = scheduler
  const random = createSeededRandom(scheduler.pick(2 ** 31))
  const ids = createIds({ clock, random })
  const timers = scheduler.timersOf(id)
  const tools = createTools(options)
  const settings = async () => options.settings()
  const judge = createJudge({
    clock,
    tools,
    settings,
    guardrails: async () => ({ compiled: GUIDELINES, version: 1 }),
  })
  const reports: string[] = []
  const dispatch = options.isShared
    ? createSharedDispatch({ store, clock, timers })
    : createInProcessDispatch({ store, clock, timers, random })
  let engine: RunEngine | undefined
  const plain = createGateService({
    ...{ store, clock, ids, tools, judge, settings },
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
  const gates = plants.gates ? plants.gates(plain, store) : plain
  const runs = createRunEngine({
    ...{ store, dispatch, clock, timers: scheduler.timersOf(id), ids, gates, judge, tools, settings },
    agent: ({ kind, agent: name }) =>
      [...AGENTS, ...USER_AGENTS].find(agent => agent.kind === kind && agent.agent === name),
    workerId: id,
    turn: () => (scheduler.chance(0.25) ? scheduler.pause(id) : scheduler.real(nextTurn)),
    livingWorkers: async () => options.living(),
    report: error => void reports.push(String(error)),
    stopped: () => false,
    isStopped: async () => false,
  })
  engine = runs
  return { dispatch, gates, runs, reports }
}

const GUIDELINES = staticGuidelines()

function createTools({ id, plants, isShared, ...options }: WorkerOptions) {
  const tools = createWorldTools({ ...options, owner: id, pausesBefore: !isShared })
  const registry = createToolRegistry({ tools: plants.tools ? plants.tools(tools) : tools })
  return {
    get: registry.get,
    validate: (tool: Tool, args: JsonObject) => validateArguments(tool, args),
    executable: registry.executable,
  }
}

function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
