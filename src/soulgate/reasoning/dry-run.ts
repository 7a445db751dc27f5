import { type FakeClock, toIso } from '../../base/clock.ts'
import { SoulgateError } from '../../base/errors.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { ReasoningRequest, ReasoningResponse } from '../../contracts/reasoning.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import type { Tool } from '../../contracts/tool.ts'
import { createInProcessDispatch } from '../../dispatch/in-process/in-process.ts'
import type { ExecutableTool } from '../../engine/tools/tools.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import { assembleEngine, type Engine } from '../engine.ts'
import type { ModelSettings } from '../models/language-models.ts'
import { createRuns } from '../runs.ts'
import { createReasoning } from './reasoning.ts'
import { timeSoul } from './timed-soul.ts'

/** The real engine over a store in memory, with tools that only count how often they would have run. */
export interface DryRun {
  execute(request: ReasoningRequest): Promise<ReasoningResponse>
  /** Whether the gate that a response waits for quotes a condition of the goal. */
  quotesCondition(response: ReasoningResponse): Promise<boolean>
  /** Approves the calls that a response waits for, and answers the response after that; others stay as they are. */
  approve(response: ReasoningResponse): Promise<ReasoningResponse>
  /** How many executions since the last question had no recorded, consumed grant. */
  executionsWithoutGrant(): Promise<number>
  /** How long each answer of Soul took, in milliseconds. */
  readonly soulTimesMs: readonly number[]
  close(): Promise<void>
}

const ASKER: Principal = { kind: 'person', id: 'person_asker', name: 'asker', role: 'member' }
const REVIEWER: Principal = { kind: 'person', id: 'person_reviewer', name: 'reviewer', role: 'reviewer' }
const ADMIN: Principal = { kind: 'person', id: 'person_admin', name: 'admin', role: 'admin' }
const CAPACITY = 1000
const WEEK_MS = 604_800_000
const MAX_ANSWER_MS = 60_000

export interface DryRunOptions {
  /** Language models that read the goals; without them the built-in reader does. */
  readonly models?: ModelSettings
  /** Tools that a person's rule lets run. */
  readonly released?: readonly string[]
}

/** Opens a rehearsal of these tools. The clock stands still, so nothing expires. */
export async function openDryRun(
  tools: readonly Tool[],
  clock: FakeClock,
  { models, released = [] }: DryRunOptions = {},
): Promise<DryRun> {
  const store = await openSqliteStore({ path: ':memory:', now: () => toIso(clock.now()) })
  const dispatch = createInProcessDispatch({ store, clock, timers: clock.timers })
  const executedKeys: string[] = []
  const soulTimesMs: number[] = []
  const engine = await assembleEngine({
    store,
    dispatch,
    clock,
    timers: clock.timers,
    home: '/rehearsal/home',
    workspace: '/rehearsal/workspace',
    watchSoul: soul => timeSoul(soul, ms => soulTimesMs.push(ms)),
    ...(models === undefined ? {} : { models }),
    dryRunTools: tools.map(tool => countingTool(tool, executedKeys)),
  })
  await engine.guidelines.bootstrap({ onlyWhenNew: true })
  if (released.length > 0) await release(engine, released, clock)
  await dispatch.start(
    {
      run: engine.runs.execute,
      gate_timer: job => engine.gates.wake(job.key),
      maintenance: engine.runs.maintain,
    },
    { concurrency: CAPACITY },
  )
  engine.runs.takeWork(CAPACITY)
  const reasoning = createReasoning(engine, createRuns(engine))
  const runIds: string[] = []
  return {
    execute: async request => {
      const response = await reasoning.execute(ASKER, request)
      runIds.push(response.run_id)
      return response
    },
    quotesCondition: async ({ soul_request_id: gateId }) => {
      const gate = gateId === null ? undefined : await engine.store.getGate(gateId)
      return gate?.why_held.some(({ source }) => source === 'condition') ?? false
    },
    approve: async response => {
      const gateId = response.soul_request_id
      if (response.approval_state !== 'awaiting_approval' || gateId === null) return response
      await approveGate(engine, gateId)
      const after = await reasoning.response(REVIEWER, gateId, MAX_ANSWER_MS)
      return isRefusal(after) ? response : after
    },
    soulTimesMs,
    executionsWithoutGrant: () => countUngranted(engine, runIds.splice(0), executedKeys.splice(0)),
    close: async () => {
      await dispatch.stop()
      await engine.runs.drain()
      await store.close()
    },
  }
}

async function release(engine: Engine, tools: readonly string[], clock: FakeClock): Promise<void> {
  const made = await engine.guidelines.create(ADMIN, {
    name: 'released in the rehearsal',
    category: 'custom',
    condition: { tools: [...tools] },
    action: { type: 'release', expires_at: toIso(clock.now() + WEEK_MS) },
  })
  if (isRefusal(made)) throw new SoulgateError(made.code, made.detail)
}

function countingTool(definition: Tool, executedKeys: string[]): ExecutableTool {
  return {
    definition,
    execute: async ({ idempotencyKey }) => {
      executedKeys.push(idempotencyKey)
      return { result: { success: true, output: { rehearsed: true } } }
    },
  }
}

async function approveGate(engine: Engine, gateId: string): Promise<void> {
  const gate = await engine.store.getGate(gateId)
  if (!gate) return
  const decided = await engine.gates.decide(REVIEWER, gateId, {
    decision: 'approve',
    view_digest: gate.view_digest,
    ...(gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }),
  })
  if (isRefusal(decided)) engine.report(new Error(decided.detail), { gate_id: gateId })
}

async function countUngranted(
  { store }: Engine,
  runIds: readonly string[],
  executedKeys: readonly string[],
): Promise<number> {
  const granted = new Set<string>()
  for (const runId of runIds.filter(id => id !== '')) {
    const grants = await store.listGrants({ run_id: runId })
    const consumed = new Set(grants.filter(grant => grant.status === 'consumed').map(grant => grant.grant_id))
    for (const call of await store.listCalls(runId))
      if (consumed.has(call.grant_id)) granted.add(call.idempotency_key)
  }
  return executedKeys.filter(key => !granted.has(key)).length
}
