import { type FakeClock, fakeClock, toIso } from '../../src/base/clock.ts'
import { createIds } from '../../src/base/ids.ts'
import type { Gate } from '../../src/contracts/gate.ts'
import type { Guideline, GuidelineAction, GuidelineCondition } from '../../src/contracts/guideline.ts'
import type { JsonObject } from '../../src/contracts/json-value.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { isRefusal, type Refusal } from '../../src/contracts/refusal.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../src/contracts/settings.ts'
import type { Tool } from '../../src/contracts/tool.ts'
import { createInProcessDispatch } from '../../src/dispatch/in-process/in-process.ts'
import { type CallService, createCallService } from '../../src/engine/calls/calls.ts'
import { type Catalog, createCatalog } from '../../src/engine/catalog/catalog.ts'
import {
  createGateService,
  createJudge,
  type GateDraft,
  type GateService,
  type ProveByPasskey,
} from '../../src/engine/gate/gate.ts'
import { compileGuidelines } from '../../src/engine/guardrails/guardrails.ts'
import { createStop, type Stop } from '../../src/engine/stop/stop.ts'
import { createToolRegistry, type ExecutableTool } from '../../src/engine/tools/tools.ts'
import { createVerdictKeeping } from '../../src/soulgate/policy/verdict-keeping.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { agent, START_MS } from './engine-fixture.ts'
import { requireReproduced } from './reproduced.ts'

export { agent, member, reviewer, START_MS } from './engine-fixture.ts'

export const second: Principal = { kind: 'person', id: 'person_sven', name: 'Sven', role: 'reviewer' }
export const admin: Principal = { kind: 'person', id: 'person_ada', name: 'Ada', role: 'admin' }
export const viewer: Principal = { kind: 'person', id: 'person_vera', name: 'Vera', role: 'viewer' }
export const otherAgent: Principal = { kind: 'agent', id: 'agent:scout', name: 'scout', role: 'agent' }

/** Gates and outside calls over a real store, without runs; rules, settings and time change when told. */
export interface Desk {
  readonly clock: FakeClock
  readonly store: Store
  readonly gates: GateService
  readonly calls: CallService
  readonly catalog: Catalog
  readonly stop: Stop
  settings: Settings
  guidelines: readonly Guideline[]
  /** Opens a gate as an outside agent does. */
  open(draft?: Partial<GateDraft>): Promise<Gate>
  gate(gateId: string): Promise<Gate>
  eventTypes(stream?: string): Promise<readonly string[]>
  close(): Promise<void>
}

export interface DeskOptions {
  readonly path?: string
  readonly clock?: FakeClock
  readonly store?: Store
  readonly tools?: readonly ExecutableTool[]
  readonly guidelines?: readonly Guideline[]
  readonly grade?: number
  /** What authenticators of people say. */
  readonly proveByPasskey?: ProveByPasskey
}

export async function openDesk(options: DeskOptions = {}): Promise<Desk> {
  const clock = options.clock ?? fakeClock(START_MS)
  const now = (): string => toIso(clock.now())
  const store = options.store ?? (await openSqliteStore({ path: options.path ?? ':memory:', now }))
  const ids = createIds({ clock })
  const catalog = createCatalog({
    store,
    clock,
    registry: createToolRegistry({ tools: options.tools ?? [] }),
  })
  await catalog.load()
  const world = { settings: DEFAULT_SETTINGS, guidelines: options.guidelines ?? [] }
  const settings = async () => world.settings
  const judge = createJudge({
    clock,
    tools: catalog,
    settings,
    guardrails: async () => ({
      compiled: compileGuidelines(world.guidelines),
      version: world.guidelines.length,
    }),
    keep: createVerdictKeeping(store, ids),
  })
  const dispatch = createInProcessDispatch({ store, clock, timers: clock.timers })
  const gates = createGateService({
    store,
    clock,
    ids,
    tools: catalog,
    judge,
    settings,
    timers: {
      wakeAt: (tx, gateId, dueMs) =>
        dispatch.enqueue(tx, { queue: 'gate_timer', key: gateId, due_at: dueMs, payload: {} }),
      forget: (tx, gateId) => dispatch.cancel(tx, 'gate_timer', gateId),
    },
    observer: () => {
      throw new TypeError('gates of the desk belong to no run')
    },
    ...(options.proveByPasskey === undefined ? {} : { proveByPasskey: options.proveByPasskey }),
  })
  const stop = createStop({ store, clock })
  await stop.ready()
  const grade = () => options.grade
  const calls = createCallService({
    store,
    clock,
    ids,
    gates,
    judge,
    tools: catalog,
    settings,
    isStopped: stop.isStopped,
    whyUnreadable: async () => undefined,
    grade,
  })
  await dispatch.start(
    { run: async () => {}, gate_timer: job => gates.wake(job.key), maintenance: async () => {} },
    { concurrency: 4 },
  )
  return Object.assign(world, {
    clock,
    store,
    gates,
    calls,
    catalog,
    stop,
    open: (draft: Partial<GateDraft> = {}) => openOutside({ store, gates, ids }, draft),
    gate: async (gateId: string) => found(await store.getGate(gateId)),
    eventTypes: async (stream = 'system') =>
      (await store.listStream(stream, 0, 1000)).map(event => event.type),
    close: async () => {
      stop.close()
      await dispatch.stop()
      if (options.store) return
      await requireReproduced(store)
      await store.close()
    },
  })
}

async function openOutside(
  { store, gates, ids }: { store: Store; gates: GateService; ids: ReturnType<typeof createIds> },
  draft: Partial<GateDraft>,
): Promise<Gate> {
  return store.transact(async tx => {
    const gate = await gates.open(tx, {
      gate_id: ids.newId('gate'),
      terms: { type: 'code_review' },
      requested_by: agent.id,
      agent: agent.name,
      summary: 'Look at this change',
      subject: { document: { text: 'a change' } },
      why_held: [{ source: 'agent_request', text: 'builder asked for this decision.' }],
      ...draft,
    })
    await tx.appendEvents([gates.openedEvent(gate)])
    return gate
  })
}

/** What must be there. */
export function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError('there is nothing')
  return value
}

/** The answer, which must not be a refusal. */
export async function granted<Answer extends object>(work: Promise<Answer | Refusal>): Promise<Answer> {
  const answer = await work
  if (isRefusal(answer)) throw new Error(`${answer.code}: ${answer.detail}`)
  return answer
}

/** The refusal, which must be one. */
export async function refused(work: Promise<object>): Promise<Refusal> {
  const answer = await work
  if (!isRefusal(answer)) throw new Error(`not refused: ${JSON.stringify(answer)}`)
  return answer
}

/** Looks, without a clock, until the look finds something. */
export async function eventually<Found>(look: () => Promise<Found | undefined | false>): Promise<Found> {
  for (let turn = 0; turn < 20_000; turn += 1) {
    const seen = await look()
    if (seen !== undefined && seen !== false) return seen
    await new Promise(resolve => setImmediate(resolve))
  }
  throw new Error('it did not come about')
}

export function rule(
  id: string,
  condition: GuidelineCondition,
  action: Partial<GuidelineAction> & Pick<GuidelineAction, 'type'>,
): Guideline {
  const at = toIso(START_MS)
  return {
    id,
    name: `name of ${id}`,
    description: '',
    enabled: true,
    category: 'custom',
    priority: 100,
    condition,
    action,
    metadata: {},
    version: 1,
    created_at: at,
    updated_at: at,
    created_by: 'person_ada',
  }
}

/** A tool as somebody declares it. */
export function declared(name: string, changes: Partial<Tool> = {}): Tool {
  return {
    name,
    description: `Does ${name}`,
    input_schema: {
      type: 'object',
      properties: { path: { type: 'string', 'x-soulgate': 'path' } },
      required: ['path'],
      additionalProperties: false,
    },
    annotations: { read_only: false, idempotent: false, destructive: false, open_world: false },
    reversibility: 'reversible',
    prerequisites: [],
    produces: [],
    ...changes,
  }
}

export const readsThings: Partial<Tool> = {
  annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
  reversibility: 'read_only',
  input_schema: { type: 'object', properties: {}, additionalProperties: false },
}

/** An outside call that people must look at, with its gate. */
export async function heldCall(
  desk: Desk,
  call: { tool?: string; arguments?: JsonObject; run_id?: string; session_id?: string } = {},
  who: Principal = agent,
) {
  const answer = await granted(
    desk.calls.propose(who, { tool: 'move_thing', arguments: { path: 'a.log' }, ...call }),
  )
  return { ...answer, gate: found(answer.gate) }
}
