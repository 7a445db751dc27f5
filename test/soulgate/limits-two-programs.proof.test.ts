import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createSoulgate, defineAgent, type Soulgate } from '../../src/soulgate.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import { createTestDatabase } from '../postgres/test-database.ts'

const RUNS = 24

it('holds the limits of an agent over two programs on one PostgreSQL, and lets every run through', async () => {
  const databaseUrl = await createTestDatabase()
  const root = mkdtempSync(join(tmpdir(), 'soulgate-limits-'))
  const began: number[] = []
  const underWay = new Map<string, number>()
  const seen = { all: 0, key: 0, programs: new Set<number>() }
  const allAsked = Promise.withResolvers<void>()
  const work = async (program: number, key: string) => {
    const mine = (underWay.get(key) ?? 0) + 1
    underWay.set(key, mine)
    seen.programs.add(program)
    seen.key = Math.max(seen.key, mine)
    seen.all = Math.max(
      seen.all,
      [...underWay.values()].reduce((sum, count) => sum + count, 0),
    )
    await new Promise(resolve => setImmediate(resolve))
    underWay.set(key, (underWay.get(key) ?? 1) - 1)
  }
  const open = async (program: number): Promise<{ soulgate: Soulgate; agent: ReturnType<typeof make> }> => {
    const agent = make(program)
    const folder = join(root, String(program))
    const soulgate = await createSoulgate({
      ...{ home: join(folder, 'home'), workspace: join(folder, 'workspace') },
      ...{ databaseUrl, agents: [agent] },
    })
    return { soulgate, agent }
  }
  const make = (program: number) =>
    defineAgent({
      name: 'desk',
      input: z.object({ n: z.number(), key: z.string() }),
      limits: { concurrency: 3, perKey: { key: ({ key }) => key } },
      run: async (context, { n, key }) => {
        await context.step('work', async () => {
          began.push(n)
          await allAsked.promise
          await work(program, key)
        })
        await context.sleep({ milliseconds: 20 })
        await context.step('more work', () => work(program, key))
        return n
      },
    })
  const programs = [await open(0), await open(1)]
  try {
    for (const { soulgate } of programs) await soulgate.startWorker()
    const runs = []
    for (let n = 0; n < RUNS; n += 1) {
      const { soulgate, agent } = programs[n % 2] ?? programs[0] ?? (await open(2))
      runs.push(await soulgate.start(agent, { n, key: `k${n % 6}` }))
    }
    // From here on whoever is held back waits in its queue, so that the order is that of the starts.
    const store = await openPostgresStore({
      url: databaseUrl,
      now: () => new Date().toISOString(),
      poolSize: 1,
    })
    const heldBack = async () =>
      (await store.listRuns({}, { limit: RUNS })).items.filter(run => run.waiting_reason !== undefined).length
    await expect.poll(heldBack, { timeout: 30_000 }).toBe(RUNS - 3)
    await store.close()
    allAsked.resolve()
    for (const [n, run] of runs.entries())
      expect(await run.result()).toEqual({ status: 'completed', output: n })
    expect(seen).toMatchObject({ key: 1 })
    expect(seen.all).toBeLessThanOrEqual(3)
    expect(seen.programs.size).toBe(2)
    for (const key of [0, 1, 2, 3, 4, 5]) {
      const ofKey = began.filter(n => n % 6 === key)
      expect(ofKey).toEqual(ofKey.toSorted((a, b) => a - b))
    }
  } finally {
    for (const { soulgate } of programs) await soulgate.close()
    rmSync(root, { recursive: true, force: true })
  }
}, 60_000)

it('counts what an agent cost today in another program against its budget of the day', async () => {
  const databaseUrl = await createTestDatabase()
  const root = mkdtempSync(join(tmpdir(), 'soulgate-budgets-'))
  const spentBy: number[] = []
  const open = async (program: number) => {
    const buyer = defineAgent({
      ...{ name: 'buyer', input: z.object({}), limits: { dailyBudgetUsd: 5 } },
      run: async context => {
        for (const name of ['ask', 'ask again'])
          await context.step(name, () => spentBy.push(program), { usage: () => ({ costUsd: 2 }) })
        return 'done'
      },
    })
    const folder = join(root, String(program))
    const soulgate = await createSoulgate({
      ...{ home: join(folder, 'home'), workspace: join(folder, 'workspace') },
      ...{ databaseUrl, agents: [buyer] },
    })
    return { soulgate, buyer }
  }
  const [one, other] = [await open(0), await open(1)]
  try {
    await one.soulgate.startWorker()
    const first = await one.soulgate.start(one.buyer, {})
    expect(await first.result()).toMatchObject({ status: 'completed' })
    await one.soulgate.close()
    await other.soulgate.startWorker()
    const second = await other.soulgate.start(other.buyer, {})
    await expect.poll(() => second.gates()).toHaveLength(1)
    const [gate] = await second.gates()
    expect(gate?.briefing.summary).toBe(
      'Agent buyer used up what is left of the budget of 5 USD that buyer has for today, and is not done',
    )
    expect(spentBy).toEqual([0, 0, 1])
  } finally {
    for (const { soulgate } of [one, other]) await soulgate.close()
    rmSync(root, { recursive: true, force: true })
  }
})
