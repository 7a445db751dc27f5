import { describe, expect, it } from 'vitest'
import {
  memoryStore,
  mover,
  moveTool,
  reviewer,
  START_MS,
  settled,
  startEngine,
  startRun,
  type TestEngine,
  type TestEngineOptions,
} from '../../../test/engine/engine-fixture.ts'
import { engineWith as engineOf } from '../../../test/engine/own-engine.ts'
import { openGates, question, rest } from '../../../test/engine/run-desk.ts'
import { toIso } from '../../base/clock.ts'
import type { DecideRequest } from '../../contracts/decision.ts'
import type { ToolAnnotations } from '../../contracts/tool.ts'
import { compileGuidelines, defaultGuidelines } from '../guardrails/guardrails.ts'
import type { ExecutableTool, ToolOutcome } from '../tools/tools.ts'
import type { AgentDefinition } from './run-context.ts'

const CONFIDENT = { confidence: 0.95 }

const engineWith = (options: Partial<TestEngineOptions>) => engineOf({ agents: [teller], ...options })

/** Moves, and tells the whole of what it was told of each call. */
const teller: AgentDefinition = {
  ...mover,
  run: async (context, input) => {
    const { paths = ['a.log'], confidence = 0.7 } = input as { paths?: string[]; confidence?: number }
    const outcome = await context.propose(
      paths.map(path => ({ tool: 'move_thing', arguments: { path } })),
      { confidence: { score: confidence, factors: [], adjustments: [] } },
    )
    return outcome.results.map(({ status, message, error, output, grant_id, duration_ms }) => ({
      ...{ status, message, duration_ms, output: output ?? null },
      ...(error === undefined ? {} : { error }),
      ...(grant_id === undefined ? {} : { is_granted: true }),
    }))
  },
}

/** The tool that moves, as it says that it is and as it does. */
function toolThat(
  does: () => Promise<ToolOutcome> | ToolOutcome,
  is: Partial<ToolAnnotations> = {},
): ExecutableTool {
  const { definition } = moveTool({ effects: [] })
  const annotations = { ...definition.annotations, ...is }
  const reversibility = annotations.read_only ? 'read_only' : definition.reversibility
  return { definition: { ...definition, annotations, reversibility }, execute: async () => does() }
}

const fails: ToolOutcome = {
  result: { success: false, output: null, error: 'the disk is full' },
  effect: 'none',
}

async function answer(engine: TestEngine, runId: string, request: DecideRequest) {
  const [gate] = await openGates(engine, runId)
  await engine.gates.decide(reviewer, gate?.gate_id ?? '', request)
  await rest()
  return settled(engine, runId)
}

/** A guideline that came after the first approval and holds what moves. */
function holdMoves(engine: TestEngine): void {
  const defaults = defaultGuidelines(toIso(START_MS))
  const [sample] = defaults
  if (sample === undefined) throw new Error('there are no default guidelines')
  const nothing = { agents: [], domains: [], actions: [], events: [], gate_types: [], paths: [] }
  engine.guidelines = compileGuidelines([
    ...defaults,
    {
      ...sample,
      ...{ id: 'fresh', name: 'Fresh', enabled: true, category: 'custom' },
      condition: { ...nothing, tools: ['move_thing'] },
      action: { type: 'hitl_gate', gate_type: 'protected_path_commit', gate_threshold: 'mandatory' },
    },
  ])
}

async function heldAgain(input = {}) {
  const engine = await engineWith({})
  const run = await startRun(engine, input)
  await settled(engine, run.run_id)
  holdMoves(engine)
  await answer(engine, run.run_id, { decision: 'approve' })
  return { engine, run }
}

describe('a call that a newer guideline holds', () => {
  it('is put before people with what it would do and why it is asked again', async () => {
    const { engine, run } = await heldAgain()
    const [gate] = await openGates(engine, run.run_id)
    expect(gate).toMatchObject({
      type: 'protected_path_commit',
      subject: { tool_calls: [{ tool: 'move_thing', arguments: { path: 'a.log' } }] },
      why_held: expect.arrayContaining([expect.objectContaining({ rule_id: 'fresh' })]),
      briefing: { summary: 'move_thing · path "a.log"' },
    })
    expect(engine.world.effects).toEqual([])
  })

  it('does not run when people say no, and says why in their words', async () => {
    const { engine, run } = await heldAgain()
    const { output } = await answer(engine, run.run_id, { decision: 'reject', reason: 'not on a Sunday' })
    expect(output).toMatchObject([{ status: 'not_run', message: 'Not run: not on a Sunday.' }])
    expect(engine.world.effects).toEqual([])
  })

  it('says that a person said no when no reason was given', async () => {
    const { engine, run } = await heldAgain()
    const { output } = await answer(engine, run.run_id, { decision: 'reject' })
    expect(output).toMatchObject([{ status: 'not_run', message: 'Not run: a person said no.' }])
  })

  it('runs with the arguments that people gave it, under a grant for those', async () => {
    const { engine, run } = await heldAgain()
    const [gate] = await openGates(engine, run.run_id)
    const call = gate !== undefined && 'tool_calls' in gate.subject ? gate.subject.tool_calls[0] : undefined
    const edited_arguments = { [call?.call_id ?? '']: { path: 'elsewhere.log' } }
    const { output } = await answer(engine, run.run_id, { decision: 'approve', edited_arguments })
    expect(output).toMatchObject([{ status: 'succeeded', is_granted: true }])
    expect(engine.world.effects).toMatchObject([{ arguments: { path: 'elsewhere.log' } }])
    const [row] = await engine.store.listCalls(run.run_id)
    const grants = await engine.store.listGrants({ run_id: run.run_id })
    expect(grants.find(({ grant_id }) => grant_id === row?.grant_id)).toMatchObject({
      status: 'consumed',
      digest: row?.digest,
      arguments: { path: 'elsewhere.log' },
    })
  })

  it('is told the same after a restart, without another look at the tool', async () => {
    const store = await memoryStore()
    const world = { effects: [] }
    const agents = [{ ...teller, run: withPause(teller.run) }]
    const first = await startEngine({ agents, store, world })
    const run = await startRun(first)
    await settled(first, run.run_id)
    holdMoves(first)
    await answer(first, run.run_id, { decision: 'approve' })
    await answer(first, run.run_id, { decision: 'reject', reason: 'no' })
    const second = await startEngine({ agents, store, world })
    await second.runs.recover()
    const [pause] = await openGates(second, run.run_id)
    await second.gates.decide(reviewer, pause?.gate_id ?? '', { decision: 'approve' })
    await rest()
    const ended = await settled(second, run.run_id)
    expect(ended).toMatchObject({
      status: 'completed',
      output: [{ status: 'not_run', message: 'Not run: no.' }],
    })
    expect(world.effects).toEqual([])
  })
})

/** Waits once more at the end, so that everything before is read from the journal. */
function withPause(run: AgentDefinition['run']): AgentDefinition['run'] {
  return async (context, input) => {
    const output = await run(context, input)
    await context.gate('pause', question('pause'))
    return output
  }
}

describe('what a tool answered', () => {
  it('stands in the ledger with its result and how to take it back', async () => {
    const engine = await engineWith({})
    const run = await startRun(engine, CONFIDENT)
    await settled(engine, run.run_id)
    const [row] = await engine.store.listCalls(run.run_id)
    expect(row).toMatchObject({
      status: 'succeeded',
      result: { status: 'succeeded', output: { done: true }, message: 'move_thing succeeded.' },
      undo: { undo: 'move_thing' },
      started_at: toIso(START_MS),
      ended_at: toIso(START_MS),
    })
    const [step] = (await engine.store.listSteps(run.run_id)).filter(({ kind }) => kind === 'tool')
    expect(step).toMatchObject({
      status: 'succeeded',
      started_at: toIso(START_MS),
      ended_at: toIso(START_MS),
      duration_ms: 0,
    })
    expect(step).not.toHaveProperty('tokens')
    expect(step).not.toHaveProperty('cost_usd')
  })

  it('counts with what it cost, on the step and on the run', async () => {
    const spent = { tokens: 120, cost_usd: 0.25 }
    const tool = toolThat(() => ({ result: { success: true, output: 'ok' }, spent }))
    const engine = await engineWith({ tools: [tool] })
    const run = await startRun(engine, CONFIDENT)
    expect((await settled(engine, run.run_id)).cost_usd).toBe(0.25)
    const [step] = (await engine.store.listSteps(run.run_id)).filter(({ kind }) => kind === 'tool')
    expect(step).toMatchObject(spent)
    expect((await engine.store.listCalls(run.run_id))[0]).not.toHaveProperty('undo')
  })

  it('takes as long as it took', async () => {
    const holder: { engine?: TestEngine } = {}
    const tool = toolThat(() => {
      holder.engine?.clock.set(START_MS + 1_500)
      return { result: { success: true, output: null } }
    })
    const engine = await engineWith({ tools: [tool] })
    holder.engine = engine
    const run = await startRun(engine, CONFIDENT)
    expect((await settled(engine, run.run_id)).output).toMatchObject([{ duration_ms: 1_500 }])
    expect((await engine.store.listCalls(run.run_id))[0]?.ended_at).toBe(toIso(START_MS + 1_500))
  })

  it('is a failure in its own words, and nobody is asked', async () => {
    const engine = await engineWith({ tools: [toolThat(() => fails)] })
    const run = await startRun(engine, { ...CONFIDENT, paths: ['a.log', 'b.log'] })
    expect((await settled(engine, run.run_id)).output).toMatchObject([
      { status: 'failed', message: 'move_thing failed: the disk is full', error: 'the disk is full' },
      { status: 'not_run' },
    ])
    expect(await openGates(engine, run.run_id)).toEqual([])
    expect((await engine.store.listCalls(run.run_id))[0]).toMatchObject({ status: 'failed' })
  })

  it('by throwing is a failure where it may be repeated, and a question where it may not', async () => {
    const breaks = () => Promise.reject(new Error('the line went dead'))
    for (const [is, expected] of [
      [{ idempotent: true }, 'completed'],
      [{ read_only: true, idempotent: false }, 'completed'],
      [{}, 'waiting_input'],
    ] as const) {
      const engine = await engineWith({ tools: [toolThat(breaks, is)] })
      const run = await startRun(engine, CONFIDENT)
      const rested = await settled(engine, run.run_id)
      expect([is, rested.status]).toEqual([is, expected])
      if (expected === 'completed')
        expect(rested.output).toMatchObject([{ status: 'failed', error: 'the line went dead' }])
    }
  })
})

describe('a call of which the tool could not say what happened', () => {
  const lost: ToolOutcome = {
    result: { success: false, output: null, error: 'no answer came' },
    effect: 'unknown',
  }

  async function unknown() {
    const engine = await engineWith({ tools: [toolThat(() => lost)] })
    const run = await startRun(engine, CONFIDENT)
    await settled(engine, run.run_id)
    return { engine, run }
  }

  it('is asked about with the call, the reason and what to look at', async () => {
    const { engine, run } = await unknown()
    const [gate] = await openGates(engine, run.run_id)
    expect(gate).toMatchObject({
      type: 'unknown_outcome',
      subject: { tool_calls: [{ tool: 'move_thing' }] },
      why_held: [{ source: 'in_doubt', text: expect.stringContaining('cannot be repeated safely') }],
      briefing: {
        summary: 'Did this run? move_thing · path "a.log"',
        details: expect.stringContaining('no answer came Look at its target'),
      },
    })
    const [step] = (await engine.store.listSteps(run.run_id)).filter(({ kind }) => kind === 'tool')
    expect(step).toMatchObject({ status: 'unknown', output: { in_doubt: 'no answer came' } })
  })

  it('did happen when a person says so, with the result that the person gives', async () => {
    const { engine, run } = await unknown()
    const option_input = { result: { moved: 3 } }
    const ended = await answer(engine, run.run_id, {
      decision: 'answer',
      option_id: 'happened',
      option_input,
    })
    expect(ended.output).toMatchObject([
      { status: 'succeeded', output: { moved: 3 }, message: 'move_thing did happen, says Rita.' },
    ])
    expect((await engine.store.listCalls(run.run_id))[0]).toMatchObject({
      status: 'succeeded',
      result: { output: { moved: 3 } },
    })
  })

  it('is unknown for good when a person aborts', async () => {
    const { engine, run } = await unknown()
    const ended = await answer(engine, run.run_id, { decision: 'reject', option_id: 'abort' })
    expect(ended.output).toMatchObject([
      { status: 'unknown', message: 'move_thing may have run; a person chose to abort.' },
    ])
    expect((await engine.store.listCalls(run.run_id))[0]).toMatchObject({ status: 'unknown' })
  })
})

it('a tool that is gone when its call was approved fails, and is not looked for elsewhere', async () => {
  const store = await memoryStore()
  const world = { effects: [] }
  const first = await startEngine({ agents: [teller], store, world })
  const run = await startRun(first)
  await settled(first, run.run_id)
  const { definition } = moveTool(world)
  const other = { definition: { ...definition, name: 'copy_thing' }, execute: moveTool(world).execute }
  const second = await startEngine({ agents: [teller], store, world, tools: [other] })
  const [gate] = await openGates(second, run.run_id)
  await second.gates.decide(reviewer, gate?.gate_id ?? '', { decision: 'approve' })
  await rest()
  const ended = await settled(second, run.run_id)
  expect(JSON.stringify(ended.output ?? ended.error)).toContain('move_thing')
  expect(world.effects).toEqual([])
})
