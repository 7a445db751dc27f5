import { describe, expect, test } from 'vitest'
import { agent, member, settled } from '../../../test/engine/engine-fixture.ts'
import {
  type IterationEngine,
  PLAN_GOAL,
  startIterationEngine,
} from '../../../test/engine/iteration-fixture.ts'
import { answerOnly, openGates, rest } from '../../../test/engine/run-desk.ts'
import { SoulgateError } from '../../base/errors.ts'
import type { DecideRequest } from '../../contracts/decision.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { DEFAULT_SETTINGS } from '../../contracts/settings.ts'
import { offlinePlanner } from './iterations.ts'
import type { Planner } from './planner.ts'

const APPROVE: DecideRequest = { decision: 'approve' }
const PAUSE: DecideRequest = { decision: 'skip' }

async function gateOf(engine: IterationEngine, runId: string) {
  const [gate] = await openGates(engine, runId)
  return gate
}

const failingAt = (iteration: number, times: number) => {
  let left = times
  return {
    plan: async (...given: Parameters<typeof offlinePlanner.plan>) => {
      if (given[0].iteration_number === iteration && left > 0) {
        left -= 1
        throw new Error('the planner fell over')
      }
      return offlinePlanner.plan(...given)
    },
  }
}

describe('an iteration that throws', () => {
  test('is tried three times and goes on when one of them succeeds', async () => {
    const engine = await startIterationEngine({ planner: failingAt(2, 2) })
    const run = await engine.begin({ checkpoint_interval: 3 })
    await settled(engine, run.run_id)
    const ended = await answerOnly(engine, run.run_id, APPROVE)
    expect(ended.status).toBe('completed')
    const record = await engine.reader.record(ended)
    expect(record?.iterations.map(report => report.attempts)).toEqual([1, 3, 1])
    await engine.stop()
  })

  test('comes before people after three attempts, and never again by itself', async () => {
    const engine = await startIterationEngine({ planner: failingAt(2, 1_000) })
    const run = await engine.begin({ checkpoint_interval: 3 })
    await settled(engine, run.run_id)
    await answerOnly(engine, run.run_id, APPROVE)
    const state = await engine.reader.state(await settled(engine, run.run_id))
    expect(state).toMatchObject({ approval_type: 'checkpoint', reason: 'iteration_failed', iteration: 2 })
    expect(engine.thoughts.filter(thought => thought === 'plan 2')).toHaveLength(3)
    await rest(200)
    expect(engine.thoughts.filter(thought => thought === 'plan 2')).toHaveLength(3)
    await answerOnly(engine, run.run_id, APPROVE)
    expect(engine.thoughts.filter(thought => thought === 'plan 2')).toHaveLength(6)
    const ended = await answerOnly(engine, run.run_id, PAUSE)
    expect(ended.status).toBe('completed')
    expect(await engine.reader.state(ended)).toMatchObject({
      status: 'complete',
      iterations_completed: 1,
      stopped_early: true,
    })
    const failures = (await engine.store.listStream(`run:${run.run_id}`, 0, 1000)).filter(
      event => event.type === 'iteration_failed',
    )
    expect(failures.map(event => event.payload?.attempt)).toEqual([1, 2, 3, 1, 2, 3])
    await engine.stop()
  })

  test('leaves a synthesis behind also when nothing was done before it', async () => {
    const engine = await startIterationEngine({
      planner: { ...failingAt(1, 1_000), synthesize: () => Promise.reject(new Error('no words')) },
    })
    const run = await engine.begin()
    await settled(engine, run.run_id)
    await answerOnly(engine, run.run_id, APPROVE)
    const ended = await answerOnly(engine, run.run_id, PAUSE)
    const state = await engine.reader.state(ended)
    expect(state).toMatchObject({ status: 'complete', iterations_completed: 0, plan_saved_to_memory: true })
    await engine.stop()
  })
})

describe('a language model that is set and does not answer', () => {
  const model_failure = 'No language model answered (down).'
  const failing: Partial<Planner> = {
    propose: async (...given) => ({ ...(await offlinePlanner.propose(...given)), model_failure }),
    plan: async (...given) => ({ ...(await offlinePlanner.plan(...given)), model_failure }),
  }

  test('is named with the reason on the cards, in the record and in the plan', async () => {
    const engine = await startIterationEngine({ planner: failing })
    const run = await engine.begin({ checkpoint_interval: 1, max_iterations: 2 })
    await settled(engine, run.run_id)
    expect((await gateOf(engine, run.run_id))?.briefing.details).toBe(
      `${model_failure} Rules wrote the proposal.`,
    )
    await answerOnly(engine, run.run_id, APPROVE)
    expect((await gateOf(engine, run.run_id))?.briefing.details).toContain(model_failure)
    const ended = await answerOnly(engine, run.run_id, APPROVE)
    const record = await engine.reader.record(ended)
    expect(record).toMatchObject({ is_offline: true, model_failure })
    expect(record?.proposals[0]).toMatchObject({ written_by: 'offline', model_failure })
    expect(record?.final_plan).toContain(`${model_failure} Rules on this machine made all of it`)
    expect(record?.final_plan).not.toContain('no language model')
    await engine.stop()
  })
})

describe('money', () => {
  const costly = {
    plan: async (...[context, terms]: Parameters<typeof offlinePlanner.plan>) => {
      if (terms.budgetUsd < 3)
        throw new SoulgateError('budget_exceeded', 'The call may cost $3 and less is left.')
      return {
        ...(await offlinePlanner.plan(context, terms)),
        cost_usd: 3,
        is_offline: false,
        model: 'some/model',
      }
    },
  }

  test('that is used up is asked for, with what it cost so far; more money goes on', async () => {
    const engine = await startIterationEngine({ planner: costly })
    const run = await engine.begin({ checkpoint_interval: 3 })
    await settled(engine, run.run_id)
    await answerOnly(engine, run.run_id, APPROVE)
    const gate = await gateOf(engine, run.run_id)
    expect(gate).toMatchObject({ type: 'constraint_exception', cost_so_far_usd: 3 })
    const expand: DecideRequest = { decision: 'approve', option_input: { new_limit: 20 } }
    const ended = await answerOnly(engine, run.run_id, expand)
    expect([ended.status, ended.cost_usd]).toEqual(['completed', 9])
    await engine.stop()
  })

  test('that is refused ends in a plan of what exists', async () => {
    const engine = await startIterationEngine({ planner: costly })
    const run = await engine.begin({ checkpoint_interval: 3 })
    await settled(engine, run.run_id)
    await answerOnly(engine, run.run_id, APPROVE)
    const ended = await answerOnly(engine, run.run_id, { decision: 'steer' })
    expect(await engine.reader.state(ended)).toMatchObject({
      status: 'complete',
      iterations_completed: 1,
      stopped_early: true,
    })
    await engine.stop()
  })

  test('of the day counts as well', async () => {
    const settings = { ...DEFAULT_SETTINGS, budgets: { ...DEFAULT_SETTINGS.budgets, day_usd: 1 } }
    const engine = await startIterationEngine({ planner: costly, settings })
    const run = await engine.begin()
    await settled(engine, run.run_id)
    await answerOnly(engine, run.run_id, APPROVE)
    expect(await gateOf(engine, run.run_id)).toMatchObject({ type: 'constraint_exception' })
    await engine.stop()
  })
})

test('an iteration that finds nothing new says so and asks, whatever the interval', async () => {
  const engine = await startIterationEngine({
    planner: { plan: (context, terms) => offlinePlanner.plan({ ...context, previous: [] }, terms) },
  })
  const run = await engine.begin({ checkpoint_interval: 3 })
  await settled(engine, run.run_id)
  const waiting = await answerOnly(engine, run.run_id, APPROVE)
  expect(await engine.reader.state(waiting)).toMatchObject({ reason: 'nothing_new', iteration: 2 })
  await engine.stop()
})

test('what an agent asks for is no word of a person: its source says whose it is', async () => {
  const engine = await startIterationEngine()
  const started = await engine.runs.start({
    who: { ...agent, person_id: member.id },
    kind: 'iteration',
    input: { goal: PLAN_GOAL, max_iterations: 2, checkpoint_interval: 2 },
    trigger_source: 'api',
  })
  if (isRefusal(started)) throw new Error(started.detail)
  await settled(engine, started.run.run_id)
  const ended = await answerOnly(engine, started.run.run_id, APPROVE)
  const record = await engine.reader.record(ended)
  const sources = record?.iterations.flatMap(report => report.data_points.map(({ source }) => source)) ?? []
  expect(sources.length).toBeGreaterThan(2)
  for (const { kind, reference } of sources)
    expect([kind, reference]).toEqual(['tool', `the request of ${agent.id}`])
  await engine.stop()
})

test('an approval that arrives before the run waits is not lost', async () => {
  const engine = await startIterationEngine()
  const seen = new Set<string>()
  const stop = engine.store.subscribe(topics => {
    for (const topic of topics.filter(name => name.startsWith('gate:'))) {
      const gateId = topic.slice('gate:'.length)
      if (seen.has(gateId)) continue
      seen.add(gateId)
      void engine.gates.decide(member, gateId, APPROVE)
    }
  })
  const run = await engine.begin()
  for (let turn = 0; turn < 5_000; turn += 1) {
    if ((await engine.store.getRun(run.run_id))?.status === 'completed') break
    await rest(1)
  }
  stop()
  expect((await engine.store.getRun(run.run_id))?.status).toBe('completed')
  expect(seen.size).toBe(3)
  await engine.stop()
})

test('fifty plans at once wait on one process without holding anything, and each goes on', async () => {
  const engine = await startIterationEngine({ capacity: 8 })
  const runs = await Promise.all(Array.from({ length: 50 }, () => engine.begin({ max_iterations: 2 })))
  const rested = async () => {
    for (let turn = 0; turn < 20_000; turn += 1) {
      const all = await Promise.all(runs.map(({ run_id }) => engine.store.getRun(run_id)))
      const gates = await engine.store.countGates({ status: 'pending' })
      const ended = all.filter(run => run?.status === 'completed').length
      if (gates + ended === runs.length && engine.runs.active() === 0) return
      await rest(1)
    }
  }
  for (const step of ['proposal', 'checkpoint']) {
    await rested()
    const { items } = await engine.store.listGates({ status: 'pending' }, { limit: 100 })
    expect([step, items.length, new Set(items.map(gate => gate.run_id)).size]).toEqual([step, 50, 50])
    expect(items.every(gate => gate.type === step)).toBe(true)
    await Promise.all(items.map(gate => engine.gates.decide(member, gate.gate_id, APPROVE)))
  }
  await rested()
  const ended = await Promise.all(runs.map(({ run_id }) => engine.store.getRun(run_id)))
  expect(ended.every(run => run?.status === 'completed')).toBe(true)
  expect(engine.thoughts.filter(thought => thought === 'plan 1')).toHaveLength(50)
  await engine.stop()
}, 60_000)
