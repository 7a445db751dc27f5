import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Principal } from '../../src/contracts/principal.ts'
import { isRefusal } from '../../src/contracts/refusal.ts'
import { createSoulgate, type Soulgate } from '../../src/soulgate.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { ORDERS, REFUND, refunds, SECRET, signed, watched } from './triggers-fixture.ts'

const WHO: Principal = { kind: 'person', id: 'person_ana', name: 'Ana', role: 'admin' }

const root = mkdtempSync(join(tmpdir(), 'soulgate-triggers-'))
const programs: Soulgate[] = []
let databaseUrl = ''

/** A further program on the same database and, as on one machine, the same home. */
async function open(): Promise<Soulgate> {
  const program = await createSoulgate({
    ...{ home: join(root, 'home'), workspace: join(root, 'workspace'), databaseUrl },
    ...{ agents: [...refunds().agents, ...watched()] },
  })
  await program.startWorker()
  programs.push(program)
  return program
}

beforeAll(async () => {
  databaseUrl = await createTestDatabase()
})
afterAll(async () => {
  for (const program of programs) await program.close()
  rmSync(root, { recursive: true, force: true })
})

async function runsOf(program: Soulgate, agent: string) {
  const { items } = await program.runs.list(WHO, { kind: 'agent' }, { limit: 200 })
  return items.filter(run => run.agent === agent)
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(resolve => setTimeout(resolve, 50))
}

it('takes a delivery once that arrives at two programs at the same moment, and again after a restart', async () => {
  const [first, second] = [await open(), await open()]
  const put = await first.triggers.putSecret(WHO, ORDERS, SECRET)
  expect(isRefusal(put)).toBe(false)
  const deliveries = Array.from({ length: 6 }, (_, n) =>
    signed({ ...REFUND, order: `o${n}` }, { id: `msg_${n}`, atMs: Date.now() }),
  )
  const received = await Promise.all(
    deliveries.flatMap(delivery =>
      [first, second, first, second].map(program =>
        program.triggers.receive(ORDERS, delivery, async () => {}),
      ),
    ),
  )
  const receipts = received.flatMap(one => (one.outcome === 'taken' ? [one.receipt] : []))
  expect(receipts).toHaveLength(24)
  expect(receipts.filter(({ status }) => status === 'started')).toHaveLength(6)
  expect(new Set(receipts.map(({ run_id }) => run_id)).size).toBe(6)
  const third = await open()
  for (const delivery of deliveries)
    expect(await third.triggers.receive(ORDERS, delivery, async () => {})).toMatchObject({
      receipt: { status: 'duplicate' },
    })
  expect(await runsOf(third, 'refunds')).toHaveLength(6)
}, 60_000)

it('starts one run for each event, however many programs look, and while one of them leaves', async () => {
  const [first, second] = programs
  if (first === undefined || second === undefined) throw new Error('the programs of the test before are gone')
  for (let n = 0; n < 5; n += 1) await first.start(watched()[0], { n })
  await until(async () => (await runsOf(second, 'second')).length >= 5)
  await first.close()
  programs.shift()
  for (let n = 5; n < 10; n += 1) await second.start(watched()[0], { n })
  await until(async () => (await runsOf(second, 'second')).length >= 10)
  await until(async () => (await runsOf(second, 'second')).every(({ status }) => status === 'completed'))
  const outputs = (await runsOf(second, 'second')).map(({ input }) => Object(input).output.n)
  expect(outputs.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
}, 60_000)
