import { afterEach, describe, expect, it } from 'vitest'
import { toIso } from '../../src/base/clock.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { isRefusal } from '../../src/contracts/refusal.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import type { Store } from '../../src/store/store.ts'
import { mover, START_MS, settled, startEngine, startRun, type TestEngine } from '../engine/engine-fixture.ts'
import { openGates, rest } from '../engine/run-desk.ts'
import { createTestDatabase } from '../postgres/test-database.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function engineWith(options: Parameters<typeof startEngine>[0]): Promise<TestEngine> {
  const engine = await startEngine(options)
  closing.push(() => engine.stop())
  return engine
}

const deciders: readonly Principal[] = Array.from({ length: 16 }, (_, index) => ({
  kind: 'person',
  id: `person_${index}`,
  name: `Person ${index}`,
  role: 'reviewer',
}))

/** All decide and all execute at once; answers what the deciders were told. */
async function race(engines: readonly TestEngine[], verdictOf: (index: number) => 'approve' | 'reject') {
  const [first] = engines
  if (!first) throw new Error('nobody races')
  const run = await startRun(first)
  await settled(first, run.run_id)
  const [gate] = await openGates(first, run.run_id)
  const gateId = gate?.gate_id ?? ''
  const engineOf = (index: number): TestEngine => engines[index % engines.length] ?? first
  const executing = deciders.map((_, index) =>
    engineOf(index).runs.execute({ queue: 'run', key: run.run_id, due_at: 0, payload: {} }),
  )
  const told = await Promise.all(
    deciders.map((who, index) => engineOf(index).gates.decide(who, gateId, { decision: verdictOf(index) })),
  )
  await Promise.all(executing)
  const standing = await first.store.getGate(gateId)
  const ended = await restAtEnd(first, run.run_id)
  return { told, standing, ended, effects: engines.flatMap(engine => engine.world.effects) }
}

async function restAtEnd(engine: TestEngine, runId: string) {
  for (let turn = 0; turn < 20_000; turn += 1) {
    const run = await engine.store.getRun(runId)
    if (run?.status === 'completed') return run
    await rest(1)
  }
  return undefined
}

function expectOneWinner({ told, standing, ended, effects }: Awaited<ReturnType<typeof race>>): void {
  const won = told.filter(answer => !isRefusal(answer))
  const refused = told.filter(isRefusal)
  expect(won).toHaveLength(1)
  expect(refused.map(refusal => refusal.code)).toEqual(Array(15).fill('gate_closed'))
  const [decision] = standing?.decisions ?? []
  expect(standing?.decisions).toHaveLength(1)
  for (const refusal of refused) expect(refusal.detail).toContain(decision?.decided_by_name)
  expect(ended?.status).toBe('completed')
  expect(effects).toHaveLength(decision?.decision === 'approve' ? 1 : 0)
}

describe('16 deciders and 16 executors on one gate', () => {
  it('have one winner and one effect, and everyone else is told who won', async () => {
    const engine = await engineWith({ agents: [mover] })
    expectOneWinner(await race([engine], () => 'approve'))
    expectOneWinner(
      await race([await engineWith({ agents: [mover] })], index => (index % 2 ? 'approve' : 'reject')),
    )
  })

  it('have one winner and one effect across two processes on one PostgreSQL', {
    timeout: 60_000,
  }, async () => {
    const url = await createTestDatabase()
    const open = async (): Promise<Store> => {
      const store = await openPostgresStore({ url, now: () => toIso(START_MS) })
      closing.push(() => store.close())
      return store
    }
    const living = () => ['worker_one', 'worker_two']
    const one = await engineWith({ agents: [mover], store: await open(), workerId: 'worker_one', living })
    const two = await engineWith({ agents: [mover], store: await open(), workerId: 'worker_two', living })
    for (let round = 0; round < 5; round += 1) {
      const before = one.world.effects.length + two.world.effects.length
      const outcome = await race(round % 2 ? [two, one] : [one, two], index =>
        round > 2 && index % 2 ? 'reject' : 'approve',
      )
      expectOneWinner({ ...outcome, effects: outcome.effects.slice(before) })
    }
  })
})
