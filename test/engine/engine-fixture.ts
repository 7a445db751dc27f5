import { type FakeClock, fakeClock, toIso } from '../../src/base/clock.ts'
import { createIds } from '../../src/base/ids.ts'
import { createSeededRandom } from '../../src/base/random.ts'
import type { Guideline } from '../../src/contracts/guideline.ts'
import type { JsonObject } from '../../src/contracts/json-value.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { isRefusal } from '../../src/contracts/refusal.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../src/contracts/settings.ts'
import type { Tool } from '../../src/contracts/tool.ts'
import type { Dispatch } from '../../src/dispatch/dispatch.ts'
import { createInProcessDispatch } from '../../src/dispatch/in-process/in-process.ts'
import { createGateService, createJudge, type GateService } from '../../src/engine/gate/gate.ts'
import {
  type CompiledGuidelines,
  compileGuidelines,
  defaultGuidelines,
} from '../../src/engine/guardrails/guardrails.ts'
import {
  type Admission,
  type AgentDefinition,
  createRunEngine,
  type RunEngine,
  type RunEnvironment,
} from '../../src/engine/run/run.ts'
import { createToolRegistry, type ExecutableTool, validateArguments } from '../../src/engine/tools/tools.ts'
import { createVerdictKeeping } from '../../src/soulgate/policy/verdict-keeping.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { requireReproduced } from './reproduced.ts'

export const reviewer: Principal = { kind: 'person', id: 'person_rita', name: 'Rita', role: 'reviewer' }
export const member: Principal = { kind: 'person', id: 'person_mona', name: 'Mona', role: 'member' }
export const agent: Principal = { kind: 'agent', id: 'agent:builder', name: 'builder', role: 'agent' }

export const START_MS = Date.parse('2026-03-01T09:00:00.000Z')

/** Counts what really happened, outside the engine: the world that must not be touched twice. */
export interface World {
  readonly effects: { readonly tool: string; readonly arguments: JsonObject; readonly key: string }[]
}

export interface TestEngine {
  readonly clock: FakeClock
  readonly store: Store
  readonly gates: GateService
  readonly runs: RunEngine
  readonly world: World
  settings: Settings
  /** What the stop switch says. */
  stopped: boolean
  /** What the database says of the stop, where this process has not heard of it yet. */
  stoppedInStore?: boolean
  /** The guardrails of this moment. */
  guidelines: CompiledGuidelines
  stop(): Promise<void>
}

export interface TestEngineOptions {
  readonly agents: readonly AgentDefinition[]
  readonly tools?: readonly ExecutableTool[]
  readonly store?: Store
  readonly world?: World
  readonly clock?: FakeClock
  readonly capacity?: number
  readonly dispatch?: Dispatch
  readonly workerId?: string
  readonly living?: () => readonly string[]
  readonly admission?: Admission
  readonly trace?: RunEnvironment['trace']
  readonly resolveSecrets?: RunEnvironment['resolveSecrets']
}

/** A person's rule: what the agent is sure of runs by itself, as far as a rule may let it. */
const SURE_RULE: Guideline = {
  id: 'rule_sure',
  name: 'What is sure runs',
  description: '',
  enabled: true,
  category: 'custom',
  priority: 100,
  condition: { tools: ['*_thing', 'tag_book'], custom: 'confidence >= 0.85' },
  action: { type: 'release', expires_at: toIso(START_MS + 29 * 86_400_000) },
  metadata: {},
  version: 1,
  created_at: toIso(START_MS),
  updated_at: toIso(START_MS),
  created_by: reviewer.id,
}
const GUIDELINES = compileGuidelines([...defaultGuidelines(toIso(START_MS)), SURE_RULE])

export function memoryStore(): Promise<Store> {
  return openSqliteStore({ path: ':memory:', now: () => toIso(START_MS) })
}

/** The real engine over a real store, with a clock that only moves when told. */
export async function startEngine(options: TestEngineOptions): Promise<TestEngine> {
  const clock = options.clock ?? fakeClock(START_MS)
  const store = options.store ?? (await memoryStore())
  const world: World = options.world ?? { effects: [] }
  const ids = createIds({ clock, random: createSeededRandom(Math.floor(Math.random() * 1e9)) })
  const registry = createToolRegistry({ tools: options.tools ?? [moveTool(world), deleteTool(world)] })
  const tools = {
    get: registry.get,
    validate: (tool: Tool, args: JsonObject) => validateArguments(tool, args),
    executable: registry.executable,
  }
  const engine: Pick<TestEngine, 'settings' | 'stopped' | 'stoppedInStore' | 'guidelines'> = {
    settings: DEFAULT_SETTINGS,
    stopped: false,
    guidelines: GUIDELINES,
  }
  const settings = async () => engine.settings
  const dispatch = options.dispatch ?? createInProcessDispatch({ store, clock, timers: clock.timers })
  const judge = createJudge({
    clock,
    tools,
    settings,
    guardrails: async () => ({ compiled: engine.guidelines, version: 1 }),
    keep: createVerdictKeeping(store, ids),
  })
  const workerId = options.workerId ?? ids.newId('worker')
  let runs: RunEngine | undefined
  const gates = createGateService({
    store,
    clock,
    ids,
    tools,
    judge,
    settings,
    timers: {
      wakeAt: (tx, gateId, dueMs) =>
        dispatch.enqueue(tx, { queue: 'gate_timer', key: gateId, due_at: dueMs, payload: {} }),
      forget: (tx, gateId) => dispatch.cancel(tx, 'gate_timer', gateId),
    },
    observer: () => {
      if (!runs) throw new TypeError('the run engine is not there yet')
      return runs.observer
    },
  })
  const engineRuns = createRunEngine({
    store,
    dispatch,
    clock,
    timers: clock.timers,
    ids,
    gates,
    judge,
    tools,
    settings,
    agent: ({ kind, agent }) =>
      options.agents.find(definition => definition.kind === kind && definition.agent === agent),
    workerId,
    turn: () => new Promise(resolve => setImmediate(resolve)),
    livingWorkers: async () => options.living?.() ?? [workerId],
    report: () => {},
    stopped: () => engine.stopped,
    isStopped: async () => engine.stoppedInStore ?? engine.stopped,
    ...(options.admission ? { admission: options.admission } : {}),
    ...(options.trace ? { trace: options.trace } : {}),
    ...(options.resolveSecrets ? { resolveSecrets: options.resolveSecrets } : {}),
  })
  runs = engineRuns
  await dispatch.start(
    { run: engineRuns.execute, gate_timer: job => gates.wake(job.key), maintenance: engineRuns.maintain },
    { concurrency: 20 },
  )
  engineRuns.takeWork(options.capacity ?? 20)
  return Object.assign(engine, {
    clock,
    store,
    gates,
    runs: engineRuns,
    world,
    stop: async () => {
      await engineRuns.drain()
      await dispatch.stop()
      if (options.store) return
      await requireReproduced(store)
      await store.close()
    },
  })
}

/** Waits, without a clock, until the run is in one of the given states. */
export async function settled(
  engine: TestEngine,
  runId: string,
): Promise<NonNullable<Awaited<ReturnType<Store['getRun']>>>> {
  for (let turn = 0; turn < 20_000; turn += 1) {
    const run = await engine.store.getRun(runId)
    if (run && run.status !== 'queued' && run.status !== 'running') return run
    await new Promise(resolve => setImmediate(resolve))
  }
  throw new Error(`run ${runId} did not settle`)
}

export async function startRun(engine: TestEngine, input: JsonObject = {}, who: Principal = member) {
  const started = await engine.runs.start({ who, kind: 'reasoning', input, trigger_source: 'api' })
  if (isRefusal(started)) throw new Error(started.detail)
  return started.run
}

function effectTool(world: World, definition: Tool): ExecutableTool {
  return {
    definition,
    execute: async call => {
      world.effects.push({ tool: definition.name, arguments: call.arguments, key: call.idempotencyKey })
      return { result: { success: true, output: { done: true } }, undo: { undo: definition.name } }
    },
  }
}

const pathSchema = {
  type: 'object',
  properties: { path: { type: 'string', 'x-soulgate': 'path' } },
  required: ['path'],
  additionalProperties: false,
}

/** Reversible, not idempotent. */
export function moveTool(world: World): ExecutableTool {
  return effectTool(world, {
    name: 'move_thing',
    description: 'Moves a thing',
    input_schema: pathSchema,
    annotations: { read_only: false, idempotent: false, destructive: false, open_world: false },
    reversibility: 'reversible',
    prerequisites: [],
    produces: [],
  })
}

/** Irreversible. */
export function deleteTool(world: World): ExecutableTool {
  return effectTool(world, {
    name: 'delete_thing',
    description: 'Deletes a thing for good',
    input_schema: pathSchema,
    annotations: { read_only: false, idempotent: false, destructive: true, open_world: false },
    reversibility: 'irreversible',
    prerequisites: [],
    produces: [],
  })
}

/** An agent that moves things and reports what became of it. */
export const mover: AgentDefinition = {
  kind: 'reasoning',
  version: '1',
  run: async (context, input) => {
    const paths = (input as { paths?: string[] }).paths ?? ['a.log']
    const confidence = (input as { confidence?: number }).confidence ?? 0.7
    const outcome = await context.propose(
      paths.map(path => ({ tool: (input as { tool?: string }).tool ?? 'move_thing', arguments: { path } })),
      { confidence: { score: confidence, factors: [], adjustments: [] } },
    )
    return { outcome: outcome.outcome, statuses: outcome.results.map(result => result.status) }
  },
}
