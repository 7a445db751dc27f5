import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Gate } from '../contracts/gate.ts'
import type { JsonObject, JsonValue } from '../contracts/json-value.ts'
import type { Run } from '../contracts/run.ts'
import type { AgentDefinition, ToolDefinition } from '../soulgate.ts'
import { approve, type ScriptedAnswer } from './scripted-reviewer.ts'
import { openTestSoulgate, type TestSoulgate } from './test-soulgate.ts'

/** What `crashEverywhere` needs beside the agent and its input. */
export interface CrashOptions {
  /** What the agent may call; those of other agents too. */
  readonly tools?: readonly ToolDefinition[]
  /** Agents that it starts. */
  readonly agents?: readonly AgentDefinition[]
  /** What the reviewer answers at each gate of the agent. Default: approves. */
  readonly answer?: ScriptedAnswer
}

/** What came of killing the program after each of its writes. All but `crashes` and `inDoubt` are 0 for a sound agent. */
export interface CrashReport {
  /** After how many writes it was killed, once each. */
  readonly crashes: number
  /** Effects without a consumed right to run. */
  readonly ungated: number
  /** Second effects of one call of a tool that is not idempotent. */
  readonly doubled: number
  /** Runs that ended otherwise than the one that was never killed. */
  readonly different: number
  /** Runs that did not end. */
  readonly stuck: number
  /** Calls whose outcome nobody knew after a kill, so that a person was asked what happened. */
  readonly inDoubt: number
}

/** One execution of a tool, in any life of the program. */
interface Effect {
  readonly tool: string
  readonly key: string
  readonly arguments: JsonObject
  readonly output: JsonValue
}

/** The program as a kill after one write leaves it: its folder, and the effects that had happened before the next write. */
interface Snapshot {
  readonly home: string
  effects: readonly Effect[]
}

interface Trial {
  readonly agent: AgentDefinition
  readonly agents: readonly AgentDefinition[]
  readonly tools: readonly ToolDefinition[]
  readonly answer: ScriptedAnswer
  readonly root: string
  readonly effects: Effect[]
}

/**
 * Runs an agent once, then again from the state after each durable write of that run, as if the program had been killed
 * there, with every effect of the tools counted. Tools run for real: give it tools that only pretend.
 */
export async function crashEverywhere(
  agent: AgentDefinition,
  input: JsonValue,
  { tools = [], agents = [], answer = approve() }: CrashOptions = {},
): Promise<CrashReport> {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-crash-'))
  const trial: Trial = { agent, agents: [agent, ...agents], tools, answer, root, effects: [] }
  try {
    const first = await runOnce(trial, input)
    const ends: Survived[] = []
    for (const snapshot of first.snapshots)
      ends.push(await revive(trial, { snapshot, runId: first.run.run_id }))
    return sum(trial, first.run, ends)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

interface Survived {
  readonly run: Run
  readonly effects: readonly Effect[]
  readonly consumed: number
  readonly inDoubt: number
}

async function runOnce(
  trial: Trial,
  input: JsonValue,
): Promise<{ readonly run: Run; readonly snapshots: readonly Snapshot[] }> {
  const home = join(trial.root, 'home')
  const test = await openLife(trial, { home, hour: 9 })
  const snapshots: Snapshot[] = []
  try {
    test.reviewer.always(trial.answer)
    const started = await test
      .clientOf('member')
      .runs.start({ kind: 'agent', agent: trial.agent.name, input })
    const unsubscribe = test.soulgate.events.subscribe(() => {
      const [last] = snapshots.slice(-1)
      if (last) last.effects = [...trial.effects]
      const copy = join(trial.root, `after-${snapshots.length}`)
      cpSync(home, copy, { recursive: true })
      snapshots.push({ home: copy, effects: [...trial.effects] })
    })
    const run = await drive(test, started.run_id)
    unsubscribe()
    return { run, snapshots }
  } finally {
    await test.close()
  }
}

/** The next life of the program, after a kill; a person says truly what became of a call in doubt. */
async function revive(
  trial: Trial,
  { snapshot, runId }: { readonly snapshot: Snapshot; readonly runId: string },
): Promise<Survived> {
  trial.effects.splice(0, Infinity, ...snapshot.effects)
  const test = await openLife(trial, { home: snapshot.home, hour: 10 })
  let inDoubt = 0
  try {
    test.reviewer.always(gate => {
      if (gate.type !== 'unknown_outcome') return trial.answer(gate)
      inDoubt += 1
      return truthAbout(gate, snapshot.effects)
    })
    const run = await drive(test, runId)
    const events = await test.clientOf('admin').runs.events(runId)
    const consumed = events.events.filter(({ type }) => type === 'grant_consumed').length
    return { run, effects: [...trial.effects], consumed, inDoubt }
  } finally {
    await test.close()
    rmSync(snapshot.home, { recursive: true, force: true })
  }
}

function openLife(
  trial: Trial,
  { home, hour }: { readonly home: string; readonly hour: number },
): Promise<TestSoulgate> {
  const tools = trial.tools.map(tool => counted(tool, trial.effects))
  return openTestSoulgate({
    startAt: `2026-01-05T${String(hour).padStart(2, '0')}:00:00.000Z`,
    soulgate: { agents: trial.agents, tools, home, storePath: join(home, 'soulgate.db') },
  })
}

function counted<Tool extends ToolDefinition>(tool: Tool, effects: Effect[]): Tool {
  const { executable } = tool
  return {
    ...tool,
    executable: {
      ...executable,
      execute: async call => {
        const outcome = await executable.execute(call)
        const output = outcome.result.output as JsonValue
        if (outcome.result.success)
          effects.push({ tool: tool.name, key: call.idempotencyKey, arguments: call.arguments, output })
        return outcome
      },
    },
  }
}

function truthAbout(gate: Gate, effects: readonly Effect[]): ReturnType<ScriptedAnswer> {
  const [call] = 'tool_calls' in gate.subject ? gate.subject.tool_calls : []
  const asked = JSON.stringify(call?.arguments)
  const happened = effects.find(
    effect => effect.tool === call?.tool && JSON.stringify(effect.arguments) === asked,
  )
  if (happened === undefined) return { decision: 'approve', option_id: 'run_again' }
  const option_input: JsonObject = { result: happened.output }
  return { decision: 'answer', option_id: 'happened', option_input }
}

const MAX_TURNS = 50_000

/** Lets the run go on until it has ended, time included; gives it back as it stands when it never does. */
async function drive(test: TestSoulgate, runId: string): Promise<Run> {
  const client = test.clientOf('admin')
  for (let turn = 0; ; turn += 1) {
    const run = await client.runs.get(runId)
    if (['completed', 'failed', 'cancelled'].includes(run.status) || turn >= MAX_TURNS) return run
    if (run.status === 'waiting_input' && run.waiting_reason === 'timer') await test.advance({ hours: 1 })
    else if (turn % 50 === 49) await test.advance({ seconds: 1 })
    else await new Promise(resolve => setImmediate(resolve))
  }
}

function sum({ tools }: Trial, whole: Run, ends: readonly Survived[]): CrashReport {
  const repeatable = new Set(
    tools.filter(({ executable }) => executable.definition.annotations.idempotent).map(({ name }) => name),
  )
  const isEnded = ({ status }: Run) => ['completed', 'failed', 'cancelled'].includes(status)
  const endOf = ({ status, output = null }: Run) => JSON.stringify({ status, output })
  const total = (count: (end: Survived) => number) => ends.reduce((all, end) => all + count(end), 0)
  return {
    crashes: ends.length,
    ungated: total(({ effects, consumed }) =>
      Math.max(0, new Set(effects.map(({ key }) => key)).size - consumed),
    ),
    doubled: total(({ effects }) => {
      const once = effects.filter(({ tool }) => !repeatable.has(tool)).map(({ key }) => key)
      return once.length - new Set(once).size
    }),
    different: total(({ run }) => (isEnded(run) && endOf(run) !== endOf(whole) ? 1 : 0)),
    stuck: total(({ run }) => (isEnded(run) ? 0 : 1)),
    inDoubt: total(({ inDoubt }) => inDoubt),
  }
}
