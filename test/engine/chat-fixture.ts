import { type FakeClock, fakeClock } from '../../src/base/clock.ts'
import { createIds } from '../../src/base/ids.ts'
import { createSeededRandom } from '../../src/base/random.ts'
import type { JsonObject } from '../../src/contracts/json-value.ts'
import type { Message } from '../../src/contracts/message.ts'
import type { ModelRequest } from '../../src/contracts/model.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { isRefusal } from '../../src/contracts/refusal.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../src/contracts/settings.ts'
import type { Tool } from '../../src/contracts/tool.ts'
import { createChatAgent, type LiveDelta, type LoopLimits } from '../../src/engine/loop/loop.ts'
import { createMemory, type Memory } from '../../src/engine/memory/memory.ts'
import { createToolRegistry, type ExecutableTool, validateArguments } from '../../src/engine/tools/tools.ts'
import { createScriptedLlm, type ScriptedAnswer, type ScriptedStep } from '../../src/llm/scripted/scripted.ts'
import type { Store, StoredRun } from '../../src/store/store.ts'
import {
  deleteTool,
  member,
  memoryStore,
  moveTool,
  START_MS,
  startEngine,
  type TestEngine,
  type TestEngineOptions,
  type World,
} from './engine-fixture.ts'

export type Script = (request: ModelRequest, index: number) => ScriptedStep

export interface ChatEngine extends TestEngine {
  readonly memory: Memory
  /** Every request of the loop to the model, in order; summaries are apart. */
  readonly requests: readonly ModelRequest[]
  readonly deltas: readonly LiveDelta[]
  readonly clock: FakeClock
  say(message: string, extra?: JsonObject, who?: Principal): Promise<StoredRun>
  /** The conversation of the session of a run. */
  transcript(run: StoredRun): Promise<readonly Message[]>
}

export interface ChatEngineOptions extends Omit<TestEngineOptions, 'agents'> {
  readonly script: Script | readonly ScriptedStep[]
  readonly limits?: Partial<LoopLimits>
  readonly settings?: Settings
  readonly spentToday?: number
}

/** The real loop over the real engine, memory and store, with a model that says what the script says. */
export async function startChatEngine(options: ChatEngineOptions): Promise<ChatEngine> {
  const clock = options.clock ?? fakeClock(START_MS)
  const store: Store = options.store ?? (await memoryStore())
  const world: World = options.world ?? { effects: [] }
  const tools: readonly ExecutableTool[] = options.tools ?? [
    moveTool(world),
    deleteTool(world),
    lookTool(world),
    webTool(world),
  ]
  const registry = createToolRegistry({ tools })
  const ids = createIds({ clock, random: createSeededRandom(Math.floor(Math.random() * 1e9)) })
  const requests: ModelRequest[] = []
  const llm = createScriptedLlm({
    script: request => {
      if (request.purpose !== 'chat') return SUMMARY
      const { script } = options
      const index = requests.push(request) - 1
      const step = typeof script === 'function' ? script(request, index) : script[index]
      return step ?? { failure: 'permanent', message: 'the script has ended' }
    },
    clock,
    timers: clock.timers,
  })
  const memory = createMemory({ store, clock, ids, llm })
  const deltas: LiveDelta[] = []
  const agent = createChatAgent({
    llm,
    memory,
    store,
    tools: {
      get: registry.get,
      list: registry.list,
      executable: registry.executable,
      validate: (tool: Tool, args: JsonObject) => validateArguments(tool, args),
    },
    settings: async () => options.settings ?? DEFAULT_SETTINGS,
    spentToday: async () => options.spentToday ?? 0,
    publish: delta => void deltas.push(delta),
    ...(options.limits ? { limits: options.limits } : {}),
  })
  const engine = await startEngine({ ...options, clock, store, world, tools, agents: [agent] })
  return Object.assign(engine, {
    memory,
    requests,
    deltas,
    say: async (message: string, extra: JsonObject = {}, who: Principal = member) => {
      const { session_id: sessionId, ...rest } = extra
      const from = { kind: who.kind === 'person' ? 'person' : 'agent', id: who.id }
      const started = await engine.runs.start({
        who,
        kind: 'chat',
        input: { message, from, ...rest },
        trigger_source: 'chat',
        ...(typeof sessionId === 'string' ? { session_id: sessionId } : {}),
      })
      if (isRefusal(started)) throw new Error(started.detail)
      return started.run
    },
    transcript: (run: StoredRun) => memory.conversation.list(run.session_id, { limit: 500 }),
  })
}

/** What the model makes of a conversation that is summarised. */
const SUMMARY = { answer: { text: JSON.stringify({ goal: 'what was asked', progress: 'what was done' }) } }

/** A turn of the model: words, and calls with ids that only depend on the turn. */
export function turn(
  text: string,
  ...calls: readonly { readonly name: string; readonly arguments?: JsonObject; readonly raw?: string }[]
): { readonly answer: ScriptedAnswer } {
  return { answer: { text, ...(calls.length > 0 ? { tool_calls: calls } : {}) } }
}

export function call(name: string, args: JsonObject = {}) {
  return { name, arguments: args }
}

/** Read-only, closed world: what a call finds is trusted. */
export function lookTool(world: World, found?: string): ExecutableTool {
  return readTool(world, { name: 'look_at', open_world: false, found })
}

/** Read-only, open world: what a call finds came from outside. */
export function webTool(world: World): ExecutableTool {
  return readTool(world, { name: 'fetch_page', open_world: true })
}

interface Reading {
  readonly name: string
  readonly open_world: boolean
  readonly found?: string | undefined
}

function readTool(world: World, { name, open_world, found }: Reading): ExecutableTool {
  return {
    definition: {
      name,
      description: `Reads a place (${name})`,
      input_schema: {
        type: 'object',
        properties: { place: { type: 'string', ...(open_world ? { 'x-soulgate': 'host' } : {}) } },
        required: ['place'],
        additionalProperties: false,
      },
      annotations: { read_only: true, idempotent: true, destructive: false, open_world },
      reversibility: 'read_only',
      prerequisites: [],
      produces: [],
    },
    execute: async ({ arguments: args, idempotencyKey }) => {
      world.effects.push({ tool: name, arguments: args, key: idempotencyKey })
      return { result: { success: true, output: found ?? `seen at ${String(args.place)}` } }
    },
  }
}
