import { type AgentEnvironment, toEngineAgent } from '../../src/agents/agents.ts'
import type { FakeClock } from '../../src/base/clock.ts'
import { assembleResponse, createReasoningAgent } from '../../src/bundled/reasoning/reasoning.ts'
import type { Decision } from '../../src/contracts/decision.ts'
import type { Gate } from '../../src/contracts/gate.ts'
import type { JsonObject } from '../../src/contracts/json-value.ts'
import { ReasoningResponse } from '../../src/contracts/reasoning.ts'
import { isRefusal } from '../../src/contracts/refusal.ts'
import type { Tool } from '../../src/contracts/tool.ts'
import type { Soul } from '../../src/engine/soul/soul.ts'
import { createLocalSoul } from '../../src/engine/soul/soul.ts'
import { createToolRegistry, type ExecutableTool } from '../../src/engine/tools/tools.ts'
import type { Llm } from '../../src/llm/llm.ts'
import { reasoningHost } from '../../src/soulgate/reasoning/assemble-reasoning.ts'
import type { Store } from '../../src/store/store.ts'
import {
  member,
  memoryStore,
  reviewer,
  settled,
  startEngine,
  type TestEngine,
  type World,
} from './engine-fixture.ts'

/** A reading room: its tools touch a world that only counts. */
export interface ReadingRoom {
  readonly engine: TestEngine
  readonly world: World
  /** Asks a goal and answers the response as soon as the run waits or has ended. */
  ask(goal: string, more?: JsonObject & { session_id?: string }): Promise<ReasoningResponse>
  /** The response as it stands now. */
  now(runId: string): Promise<ReasoningResponse>
  /** Decides the gate that a response waits at, as the reviewer, and answers the next response. */
  decide(response: ReasoningResponse, body: DecideBody): Promise<ReasoningResponse>
  gateOf(response: ReasoningResponse): Promise<Gate>
  stop(): Promise<void>
}

type DecideBody = Partial<Decision> & Pick<Decision, 'decision'> & { readonly confirm?: string }

function tool(
  name: string,
  description: string,
  facts: {
    readonly parameters: Readonly<Record<string, string>>
    readonly reads?: boolean
    readonly idempotent?: boolean
    readonly reversibility?: Tool['reversibility']
    readonly open?: boolean
  },
): Tool {
  const properties = Object.fromEntries(
    Object.entries(facts.parameters).map(([key, text]) => [key, { type: 'string', description: text }]),
  )
  return {
    name,
    description,
    input_schema: { type: 'object', properties, required: Object.keys(facts.parameters) },
    annotations: {
      read_only: facts.reads === true,
      idempotent: facts.reads === true || facts.idempotent === true,
      destructive: facts.reversibility === 'irreversible',
      open_world: facts.open === true,
    },
    reversibility: facts.reads === true ? 'read_only' : (facts.reversibility ?? 'reversible'),
    prerequisites: [],
    produces: [],
  }
}

export const ROOM_TOOLS: readonly Tool[] = [
  tool('find_book', 'Find books by title, author or subject', {
    parameters: { query: 'Words to look for' },
    reads: true,
  }),
  tool('tag_book', 'Put a tag on a book', {
    parameters: { book: 'Number such as B-12', tag: 'The tag' },
    idempotent: true,
  }),
  tool('send_reminder', 'Send a reminder by mail to a member about an overdue book', {
    parameters: { member: 'Number such as M-7' },
    reversibility: 'externally_reversible',
    open: true,
  }),
  tool('remove_member', 'Remove a member and all their data for good', {
    parameters: { member: 'Number such as M-7' },
    reversibility: 'irreversible',
  }),
]

function counting(world: World, definition: Tool, isBroken: (name: string) => boolean): ExecutableTool {
  return {
    definition,
    execute: async call => {
      world.effects.push({ tool: definition.name, arguments: call.arguments, key: call.idempotencyKey })
      return isBroken(definition.name)
        ? { result: { success: false, output: null, error: 'The shelf is locked.' } }
        : { result: { success: true, output: { done: true } } }
    },
  }
}

/** The reasoning agent asks the program for nothing but its tools. */
const NOTHING_AROUND: Omit<AgentEnvironment, 'tool'> = {
  llm: {
    generate: () => Promise.reject(new Error('no model of the program')),
    describe: () => ({ model: 'none', isOffline: true, fallbacks: [], isPriced: false, contextWindow: 0 }),
  },
  toolsOf: () => [],
  budgetUsd: async () => 0,
  memory: { recall: async () => undefined, remember: async () => 'nothing is kept' },
  demands: async () => ({ terms: undefined, why: [] }),
}

export async function openReadingRoom(
  options: {
    readonly soul?: (store: Store) => Soul
    readonly broken?: string
    readonly clock?: FakeClock
    readonly llm?: Llm
    readonly store?: Store
  } = {},
): Promise<ReadingRoom> {
  const store = options.store ?? (await memoryStore())
  const world: World & { effects: World['effects'][number][] } = { effects: [] }
  const tools = ROOM_TOOLS.map(item => counting(world, item, name => name === options.broken))
  const registry = createToolRegistry({ tools })
  const late: { engine?: TestEngine } = {}
  const engineNow = (): TestEngine => {
    if (!late.engine) throw new TypeError('the engine is not there yet')
    return late.engine
  }
  const agent = createReasoningAgent(
    reasoningHost({
      tools: registry.list,
      mayLook: false,
      settings: async () => engineNow().settings,
      soul: (options.soul ?? (inner => createLocalSoul({ store: inner })))(store),
      ...(options.llm ? { llm: options.llm } : {}),
      gate: id => store.getGate(id),
      now: () => engineNow().clock.now(),
    }),
  )
  const engine = await startEngine({
    agents: [toEngineAgent(agent, { ...NOTHING_AROUND, tool: registry.get }, 'reasoning')],
    tools,
    store,
    world,
    ...(options.clock ? { clock: options.clock } : {}),
  })
  late.engine = engine
  const now = async (runId: string): Promise<ReasoningResponse> => {
    const run = await settled(engine, runId)
    const gates = await store.getGates(run.waiting_gate_ids)
    const response = assembleResponse({ run, steps: await store.listSteps(runId), gate: gates.at(-1) })
    return ReasoningResponse.parse(response)
  }
  return {
    engine,
    world,
    now,
    ask: async (goal, { session_id, ...more } = {}) => {
      const started = await engine.runs.start({
        who: member,
        kind: 'reasoning',
        input: { goal, ...more },
        trigger_source: 'api',
        ...(session_id === undefined ? {} : { session_id }),
      })
      if (isRefusal(started)) throw new Error(started.detail)
      return now(started.run.run_id)
    },
    decide: async (response, body) => {
      const gateId = response.soul_request_id ?? ''
      const gate = await store.getGate(gateId)
      const decided = await engine.gates.decide(reviewer, gateId, {
        view_digest: gate?.view_digest,
        ...(gate?.confirm_word === undefined ? {} : { confirm: gate.confirm_word }),
        ...body,
      } as never)
      if (isRefusal(decided)) throw new Error(`${decided.code}: ${decided.detail}`)
      await moved(store, response.run_id, gateId)
      return now(response.run_id)
    },
    gateOf: async response => {
      const gate = await store.getGate(response.soul_request_id ?? '')
      if (!gate) throw new Error(`run ${response.run_id} waits at no gate`)
      return gate
    },
    stop: async () => {
      await engine.stop()
      await store.close()
    },
  }
}

/** Until the run waits at this gate no more. */
async function moved(store: Store, runId: string, gateId: string): Promise<void> {
  for (let turn = 0; turn < 20_000; turn += 1) {
    const run = await store.getRun(runId)
    if (run?.status !== 'waiting_input' || !run.waiting_gate_ids.includes(gateId)) return
    await new Promise(resolve => setImmediate(resolve))
  }
  throw new Error(`run ${runId} still waits at ${gateId}`)
}
