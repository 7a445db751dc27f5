import { expect } from 'vitest'
import { fakeClock } from '../../src/base/clock.ts'
import type { DecideRequest } from '../../src/contracts/decision.ts'
import type { Gate } from '../../src/contracts/gate.ts'
import { member, START_MS } from '../engine/engine-fixture.ts'
import { type IterationEngine, startIterationEngine } from '../engine/iteration-fixture.ts'
import { rest } from '../engine/run-desk.ts'
import { createCrashingStore } from './crashing-store.ts'
import { checkChain, type Survive } from './survive.ts'

const ITERATIONS = 4
const FEEDBACK = 'Begin with the risks.'
const STRATEGY = 'Work on money next.'

/**
 * A plan that is adjusted once, redirected at its first checkpoint and completed; its first process is killed at one
 * write. Nobody could tell from what stands: no iteration is kept twice, no answer is lost, no gate is asked twice.
 */
export const surviveIterations: Survive = async (reopen, point) => {
  const clock = fakeClock(START_MS)
  const first = await reopen(undefined)
  const crashing = createCrashingStore(first, point)
  await Promise.race([startIterationEngine({ store: crashing.store, clock }).then(liveOn), crashing.died])
  const died = crashing.isDead()
  await rest(20)
  const second = await reopen(first)
  const thoughts: string[] = []
  const engine = await startIterationEngine({ store: second, clock, thoughts })
  const known = (await second.listDocuments('iteration_report')).length
  await engine.runs.recover()
  await liveOn(engine)
  await check(engine, known)
  await engine.stop()
  await second.close()
  return { writes: crashing.writes(), died }
}

async function liveOn(engine: IterationEngine): Promise<void> {
  for (let round = 0; round < 400; round += 1) {
    await engine.begin({ max_iterations: ITERATIONS, checkpoint_interval: 2 }, 'the plan')
    const counts = await engine.store.countRuns()
    if (!counts.queued && !counts.running && !counts.waiting_input) return
    const { items } = await engine.store.listGates({ status: 'pending' }, { limit: 10 })
    for (const gate of items) await engine.gates.decide(member, gate.gate_id, decisionOn(gate))
    engine.clock.advance(1_000)
    await rest(10)
  }
  throw new Error('the plan did not end')
}

function decisionOn(gate: Gate): DecideRequest {
  if (gate.type === 'checkpoint') return { decision: 'steer', steer_instructions: STRATEGY }
  if (gate.steered_from !== undefined) return { decision: 'approve' }
  return { decision: 'steer', steer_instructions: FEEDBACK }
}

async function check(engine: IterationEngine, known: number): Promise<void> {
  const { store, reader, thoughts } = engine
  const [run, ...others] = (await store.listRuns({}, { limit: 10 })).items
  if (run === undefined) throw new Error('there is no run')
  expect([run.status, run.error, others]).toEqual(['completed', undefined, []])
  const gates = (await store.listGates({ run_id: run.run_id, sort: 'oldest' }, { limit: 20 })).items
  expect(gates.map(({ type, status }) => [type, status])).toEqual([
    ['proposal', 'steered'],
    ['proposal', 'approved'],
    ['checkpoint', 'steered'],
  ])
  expect(gates[0]?.superseded_by).toBe(gates[1]?.gate_id)
  const record = await reader.record(run)
  expect(record?.iterations.map(({ iteration, dimension }) => [iteration, dimension])).toEqual([
    [1, 'risk'],
    [2, 'inventory'],
    [3, 'money'],
    [4, 'cutover'],
  ])
  expect([record?.proposals.length, record?.guidance]).toEqual([2, [FEEDBACK, STRATEGY]])
  expect(await store.listDocuments('memory_entity')).toHaveLength(9)
  // What was kept before the process died is not thought again.
  const again = thoughts.filter(thought => thought.startsWith('write '))
  expect(again).toHaveLength(ITERATIONS - known)
  const events = await store.listStream(`run:${run.run_id}`, 0, 1_000)
  for (const type of ['iteration_started', 'iteration_completed'] as const) {
    const told = events.filter(event => event.type === type).map(event => event.payload?.iteration)
    expect([type, told]).toEqual([type, [1, 2, 3, 4]])
  }
  await checkChain(store, `run:${run.run_id}`)
}
