import type { DecideRequest } from '../../src/contracts/decision.ts'
import type { Gate } from '../../src/contracts/gate.ts'
import type { JsonObject, JsonValue } from '../../src/contracts/json-value.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { isRefusal } from '../../src/contracts/refusal.ts'
import type { RunKind } from '../../src/contracts/run.ts'
import type { AgentDefinition, GateAsk, RunContext } from '../../src/engine/run/run.ts'
import type { ExecutableTool } from '../../src/engine/tools/tools.ts'
import type { StoredRun } from '../../src/store/store.ts'
import { reviewer, settled, type TestEngine } from './engine-fixture.ts'

/** An agent of one function. */
export function agentOf(
  run: (context: RunContext, input: JsonValue) => Promise<JsonValue>,
  kind: RunKind = 'reasoning',
  version = '1',
): AgentDefinition {
  return { kind, version, run }
}

export function question(name: string): GateAsk {
  return {
    terms: { type: 'checkpoint' },
    summary: name,
    subject: { document: { name } },
    why_held: [{ source: 'agent_request', text: 'It was asked for.' }],
    ttl_seconds: 3600,
  }
}

/** Proposes moves of things, as confident as told. */
export function proposeMoves(
  context: RunContext,
  paths: readonly string[],
  score = 0.7,
  tool = 'move_thing',
) {
  return context.propose(
    paths.map(path => ({ tool, arguments: { path } })),
    { confidence: { score, factors: [], adjustments: [] } },
  )
}

/** The open gates of a run, oldest first. */
export async function openGates(engine: TestEngine, runId: string): Promise<readonly Gate[]> {
  return (await engine.store.listGates({ run_id: runId, status: 'pending' }, { limit: 100 })).items
}

export async function decide(
  engine: TestEngine,
  gateId: string,
  request: DecideRequest,
  who: Principal = reviewer,
): Promise<Gate> {
  const answer = await engine.gates.decide(who, gateId, request)
  if (isRefusal(answer)) throw new Error(answer.detail)
  return answer.gate
}

/** Answers the only open gate of a run and waits until the run rests again. */
export async function answerOnly(
  engine: TestEngine,
  runId: string,
  request: DecideRequest,
): Promise<StoredRun> {
  const [gate, another] = await openGates(engine, runId)
  if (!gate || another) throw new Error(`run ${runId} has not exactly one open gate`)
  await decide(engine, gate.gate_id, request)
  await rest(30)
  return settled(engine, runId)
}

/** Lets everything that can go on go on. */
export async function rest(turns = 100): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise(resolve => setImmediate(resolve))
}

/** Like the tool, but it never comes back: its process will be killed in the middle. */
export function hanging(tool: ExecutableTool): ExecutableTool {
  return {
    ...tool,
    execute: async call => {
      await tool.execute(call)
      return new Promise(() => {})
    },
  }
}

export function failing(tool: ExecutableTool, at: string): ExecutableTool {
  return {
    ...tool,
    execute: async call => {
      if ((call.arguments as JsonObject).path !== at) return tool.execute(call)
      return { result: { success: false, output: null, error: 'it is locked' }, effect: 'none' }
    },
  }
}
