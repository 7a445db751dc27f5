import { expect, type RunnerTestCase as Test, TestRunner } from 'vitest'
import { canonicalize } from '../../src/base/canonical-json.ts'
import { fakeClock } from '../../src/base/clock.ts'
import type { DecideRequest } from '../../src/contracts/decision.ts'
import type { Gate } from '../../src/contracts/gate.ts'
import { isRefusal } from '../../src/contracts/refusal.ts'
import { eventHash, GENESIS_HASH, type Store } from '../../src/store/store.ts'
import {
  member,
  reviewer,
  START_MS,
  startEngine,
  type TestEngine,
  type World,
} from '../engine/engine-fixture.ts'
import { requireReproduced } from '../engine/reproduced.ts'
import { rest } from '../engine/run-desk.ts'
import { type CrashPoint, createCrashingStore } from './crashing-store.ts'
import { TOUR, TOUR_OUTPUT, tourTools } from './tour.ts'

/** Reopens the database as the next process finds it. */
export type Reopen = (old: Store | undefined) => Promise<Store>

/**
 * Lives through one tour whose first process is killed around one write, and checks that it ended as if it never
 * had been. Answers how many writes the first process began, and whether it was killed at all.
 */
async function surviveCrash(
  reopen: Reopen,
  point: CrashPoint,
): Promise<{ readonly writes: number; readonly died: boolean }> {
  const world: World = { effects: [] }
  const clock = fakeClock(START_MS)
  const first = await reopen(undefined)
  const crashing = createCrashingStore(first, point)
  const options = { agents: TOUR, tools: tourTools(world), world, clock }
  await Promise.race([startEngine({ ...options, store: crashing.store }).then(liveOn), crashing.died])
  const died = crashing.isDead()
  await rest(20)
  const second = await reopen(first)
  const engine = await startEngine({ ...options, store: second })
  await engine.runs.recover()
  await liveOn(engine)
  await check(second, world)
  expect(await requireReproduced(second)).toBeGreaterThan(2)
  await engine.stop()
  await second.close()
  return { writes: crashing.writes(), died }
}

/** Starts the tour, answers what people are asked and lets time pass, until all runs have ended. */
async function liveOn(engine: TestEngine): Promise<void> {
  for (let round = 0; round < 400; round += 1) {
    const started = await engine.runs.start({
      ...{ who: member, kind: 'plan', input: {}, trigger_source: 'api', idempotency_key: 'tour' },
    })
    if (isRefusal(started)) throw new Error(started.detail)
    const counts = await engine.store.countRuns()
    if (!counts.queued && !counts.running && !counts.waiting_input) return
    const { items } = await engine.store.listGates({ status: 'pending' }, { limit: 10 })
    for (const gate of items) await engine.gates.decide(reviewer, gate.gate_id, answerTo(gate, engine.world))
    engine.clock.advance(1_000)
    await rest(10)
  }
  throw new Error('the runs did not end')
}

/** Whoever is asked what happened looks at the world. */
export function answerTo(gate: Gate, world: World): DecideRequest {
  if (gate.type !== 'unknown_outcome' || !('tool_calls' in gate.subject)) return { decision: 'approve' }
  const wanted = canonicalize(gate.subject.tool_calls[0]?.arguments ?? {})
  const isDone = world.effects.some(effect => canonicalize(effect.arguments) === wanted)
  return isDone
    ? { decision: 'answer', option_id: 'happened', option_input: { result: { done: true } } }
    : { decision: 'approve', option_id: 'run_again' }
}

async function check(store: Store, world: World): Promise<void> {
  const runs = (await store.listRuns({}, { limit: 10 })).items
  expect(runs.map(run => [run.kind, run.status, run.error]).sort()).toEqual([
    ['plan', 'completed', undefined],
    ['reasoning', 'completed', undefined],
  ])
  expect(runs.find(run => run.kind === 'plan')?.output).toEqual(TOUR_OUTPUT)
  const moves = world.effects
    .filter(effect => effect.tool === 'move_thing')
    .map(effect => effect.arguments.path)
  expect(moves.sort()).toEqual(['errand', 'held', 'released'])
  const puts = world.effects.filter(effect => effect.tool === 'put_thing')
  expect(new Set(puts.map(effect => effect.key)).size).toBe(1)
  for (const run of runs) {
    const calls = await store.listCalls(run.run_id)
    for (const call of calls) expect(call.status).toBe('succeeded')
    const grants = await store.listGrants({ run_id: run.run_id })
    for (const grant of grants) expect(grant.status).toBe('consumed')
    for (const effect of world.effects) {
      const covering = [...calls].find(call => call.idempotency_key === effect.key)
      if (covering) expect(grants.map(grant => grant.grant_id)).toContain(covering.grant_id)
    }
    expect((await store.listGates({ run_id: run.run_id, status: 'pending' }, { limit: 9 })).items).toEqual([])
    await checkChain(store, `run:${run.run_id}`)
  }
}

export async function checkChain(store: Store, stream: string): Promise<void> {
  let previous = GENESIS_HASH
  for (const event of await store.listStream(stream, 0, 10_000)) {
    expect(event.prev_hash).toBe(previous)
    expect(eventHash(event)).toBe(event.hash)
    previous = event.hash
  }
}

/** Lives through one life whose process is killed at a point, and checks it. */
export type Survive = (
  reopen: Reopen,
  point: CrashPoint,
) => Promise<{ readonly writes: number; readonly died: boolean }>

/** At which of its writes a process is killed. */
export interface Kills {
  /** Around the write; none = before and after. */
  readonly whens?: readonly CrashPoint['when'][]
  /** 1 = at each write, 5 = at each fifth; none = at each. */
  readonly every?: number
}

/**
 * Kills the process at its writes in turn, until one life needs no more writes. Lives go on side by side, one in
 * each lane. Answers how many lives were lived through.
 */
export async function crashEverywhere(
  lanes: readonly Reopen[],
  survive: Survive = surviveCrash,
  { whens = ['before', 'after'], every = 1 }: Kills = {},
): Promise<number> {
  const left = killsOf(whens, every)
  let lives = 0
  let isEnough = false
  const live = async (reopen: Reopen): Promise<void> => {
    while (!isEnough) {
      const point = left.next().value
      const { died } = await survive(reopen, point).catch((cause: unknown) => {
        throw new Error(`killed ${point.when} write ${point.write}`, { cause })
      })
      if (died) lives += 1
      else isEnough = true
    }
  }
  await Promise.all(lanes.map(live))
  // Kept with the test, for the document that says how often each was tried.
  const test = TestRunner.getCurrentTest<Test | undefined>()
  if (test !== undefined) Object.assign(test.meta, { tried: lives })
  return lives
}

function* killsOf(whens: readonly CrashPoint['when'][], every: number): Generator<CrashPoint, never> {
  for (let write = 1; ; write += every) for (const when of whens) yield { write, when }
}
