import { describe, expect, it } from 'vitest'
import {
  memoryStore,
  mover,
  moveTool,
  reviewer,
  settled,
  startEngine,
  startRun,
  type TestEngine,
  type TestEngineOptions,
} from '../../../test/engine/engine-fixture.ts'
import { engineWith, toolStep } from '../../../test/engine/own-engine.ts'
import { openGates, question, rest } from '../../../test/engine/run-desk.ts'
import type { DecideRequest } from '../../contracts/decision.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { ExecutableTool, ToolOutcome } from '../tools/tools.ts'
import type { AgentDefinition, RunEnvironment } from './run.ts'

const CONFIDENT = { confidence: 0.95 }
const fails: ToolOutcome = { result: { success: false, output: null, error: 'full' }, effect: 'none' }
const lost: ToolOutcome = { result: { success: false, output: null, error: 'no answer' }, effect: 'unknown' }

function toolThat(does: (args: JsonObject) => ToolOutcome): ExecutableTool {
  return { ...moveTool({ effects: [] }), execute: async call => does(call.arguments) }
}

async function answer(engine: TestEngine, runId: string, request: DecideRequest) {
  const [gate] = await openGates(engine, runId)
  await engine.gates.decide(reviewer, gate?.gate_id ?? '', request)
  await rest()
  return settled(engine, runId)
}

describe('who watches from outside', () => {
  it.each([
    ['a success', { result: { success: true, output: 'ok' }, effect: 'applied' }, { effect: 'applied' }],
    ['one that says nothing of its effect', { result: { success: true, output: 'ok' } }, { effect: 'none' }],
    ['a failure', fails, { effect: 'none', failed: 'tool_failed' }],
    ['a doubt', lost, { effect: 'unknown', failed: 'unknown_outcome' }],
  ] as [
    string,
    ToolOutcome,
    { effect: string; failed?: string },
  ][])('is told of %s, by its name', async (_kind, outcome, told) => {
    const seen: unknown[] = []
    const trace: RunEnvironment['trace'] = async (span, work, ended) => {
      const result = await work()
      if (span.name === 'execute_tool move_thing') seen.push(ended?.(result))
      return result
    }
    const engine = await engineWith({ trace, tools: [toolThat(() => outcome)] })
    const run = await startRun(engine, CONFIDENT)
    await settled(engine, run.run_id)
    const { effect, ...rest } = told
    expect(seen).toStrictEqual([{ attributes: { 'soulgate.tool.effect': effect }, ...rest }])
  })
})

describe('a call that names a stored secret', () => {
  /** Proposes with a reference where a value belongs. */
  const keeper: AgentDefinition = {
    ...mover,
    run: async context => {
      const call = { tool: 'move_thing', arguments: { path: { $secret: 'KEY' } } }
      const outcome = await context.propose([call], {
        confidence: { score: 0.95, factors: [], adjustments: [] },
      })
      return outcome.results.map(({ status, error, output }) => ({
        status,
        error: error ?? null,
        output: output ?? null,
      }))
    },
  }

  async function approved(options: Partial<TestEngineOptions>) {
    const engine = await engineWith({ agents: [keeper], ...options })
    const run = await startRun(engine)
    await settled(engine, run.run_id)
    return { engine, run, ended: await answer(engine, run.run_id, { decision: 'approve' }) }
  }

  it('does not run where there are none, and its right is not used up', async () => {
    const { engine, run, ended } = await approved({})
    expect(ended.output).toMatchObject([
      { status: 'failed', error: 'move_thing cannot be given stored secrets here.' },
    ])
    expect(await engine.store.listCalls(run.run_id)).toEqual([])
    expect(engine.world.effects).toEqual([])
  })

  it('gets the value at the moment it runs, and what it answers is rid of it', async () => {
    const got: JsonObject[] = []
    const tool = toolThat(args => {
      got.push(args)
      return { result: { success: true, output: `moved ${args.path}` } }
    })
    const redact = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('hush', '«KEY»'))
    const { ended } = await approved({
      tools: [tool],
      resolveSecrets: async () => ({ ok: true, arguments: { path: 'hush' }, redact }),
    })
    expect(got).toEqual([{ path: 'hush' }])
    expect(ended.output).toMatchObject([{ status: 'succeeded', output: 'moved «KEY»' }])
  })

  it('fails without touching the tool when the value is gone by then', async () => {
    const got: JsonObject[] = []
    let looks = 0
    const { engine, run, ended } = await approved({
      tools: [
        toolThat(args => {
          got.push(args)
          return fails
        }),
      ],
      resolveSecrets: async () => {
        looks += 1
        return looks === 1
          ? { ok: true, arguments: { path: 'hush' }, redact: value => value }
          : { ok: false, message: 'KEY was removed.' }
      },
    })
    expect(got).toEqual([])
    expect(ended.output).toMatchObject([{ status: 'failed', error: 'KEY was removed.' }])
    expect(await engine.store.listCalls(run.run_id)).toMatchObject([{ status: 'failed' }])
  })
})

describe('the end of a call', () => {
  const endedWith = async (outcome: ToolOutcome) => {
    const engine = await engineWith({ tools: [toolThat(() => outcome)] })
    const run = await startRun(engine, CONFIDENT)
    await settled(engine, run.run_id)
    const events = await engine.store.listStream(`run:${run.run_id}`, 0, 100)
    const told = events.filter(event => event.type === 'tool_result').map(event => event.payload)
    const [call] = await engine.store.listCalls(run.run_id)
    return { told, call, step: await toolStep(engine, run.run_id) }
  }

  it('is told in the stream of its run, and stands in the ledger and the journal', async () => {
    const { told, call, step } = await endedWith({ result: { success: true, output: 'ok' } })
    const about = { tool_name: 'move_thing', success: true, status: 'succeeded', tool_output: 'ok' }
    expect(told).toMatchObject([about])
    expect(call).toMatchObject({ status: 'succeeded', result: { output: 'ok' } })
    expect(call).not.toHaveProperty('undo')
    expect(step).toMatchObject({ status: 'succeeded', output: { output: 'ok' } })
    for (const absent of ['questions', 'suggested']) expect(step?.output).not.toHaveProperty(absent)
    for (const absent of ['tokens', 'cost_usd']) expect(step).not.toHaveProperty(absent)
  })

  it('that failed keeps why, and what taking it back needs', async () => {
    const { told, call } = await endedWith({ ...fails, undo: { from: 'there' } })
    expect(told).toMatchObject([{ success: false, status: 'failed', error: 'full' }])
    expect(call).toMatchObject({ status: 'failed', undo: { from: 'there' }, result: { error: 'full' } })
  })
})

it('what was only suggested is told the same after a restart', async () => {
  const store = await memoryStore()
  const world = { effects: [] }
  const pausing: AgentDefinition = {
    ...mover,
    run: async (context, input) => {
      const output = await mover.run(context, input)
      await context.gate('pause', question('pause'))
      return output
    },
  }
  const first = await startEngine({ agents: [pausing], store, world })
  const run = await startRun(first)
  await settled(first, run.run_id)
  first.stopped = true
  await answer(first, run.run_id, { decision: 'approve' })
  const second = await engineWith({ agents: [pausing], store, world })
  await second.runs.recover()
  const ended = await answer(second, run.run_id, { decision: 'approve' })
  expect(ended).toMatchObject({ status: 'completed', output: { outcome: 'suggested' } })
  expect((await toolStep(second, run.run_id))?.output).toHaveProperty('suggested')
  expect(world.effects).toEqual([])
})
