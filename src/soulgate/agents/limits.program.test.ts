import { expect, it } from 'vitest'
import { z } from 'zod'
import { type AgentLimits, defineAgent } from '../../agents/agents.ts'
import { fakeClock } from '../../base/clock.ts'
import { createScriptedProvider } from '../../llm/scripted/scripted.ts'
import { crashEverywhere, openTestSoulgate, type TestSoulgate } from '../../testing/testing.ts'

const Order = z.object({ n: z.number(), customer: z.string().default('c1') })

/** Each run works until it is told to go on, and tells when it works. */
function desk(
  limits: AgentLimits<{ n: number; customer?: string | undefined }>,
  { asks = false }: { readonly asks?: boolean } = {},
) {
  const working = new Map<number, () => void>()
  const began: number[] = []
  let most = 0
  const agent = defineAgent({
    name: 'desk',
    input: Order,
    limits,
    run: async (context, { n }) => {
      if (asks)
        await context.gate('ok', { title: 'Go on?', choices: { yes: { label: 'Yes', outcome: 'approve' } } })
      await context.step('work', async () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        working.set(n, resolve)
        began.push(n)
        most = Math.max(most, working.size)
        await promise
        working.delete(n)
      })
      return n
    },
  })
  return { agent, working, began, most: () => most }
}

async function withProgram(
  agents: Parameters<typeof openTestSoulgate>[0],
  work: (test: TestSoulgate) => Promise<void>,
): Promise<void> {
  const test = await openTestSoulgate(agents)
  try {
    await work(test)
  } finally {
    await test.close()
  }
}

/** Lets everything go on that can, some seconds at a time. */
async function until(test: TestSoulgate, isSo: () => boolean | Promise<boolean>, seconds = 1): Promise<void> {
  for (let turn = 0; turn < 2000; turn += 1) {
    if (await isSo()) return
    await new Promise(resolve => setImmediate(resolve))
    if (turn % 20 === 19) await test.advance({ seconds })
  }
  throw new Error('It never came to that.')
}

it('lets as many runs execute at once as the agent allows, in the order in which they were asked for', async () => {
  const of = desk({ concurrency: 3 })
  await withProgram({ soulgate: { agents: [of.agent] } }, async test => {
    const runs = []
    for (let n = 1; n <= 8; n += 1) runs.push(await test.soulgate.start(of.agent, { n }))
    await until(test, () => of.working.size === 3)
    const waiting = await test.clientOf('viewer').runs.get(runs.at(-1)?.id ?? '')
    expect(waiting).toMatchObject({ status: 'queued', waiting_reason: 'concurrency_limit' })
    expect(waiting.waiting_detail).toBe(
      'Waits for a free place: 3 of 3 runs of desk are running. 4 runs are before it.',
    )
    for (let done = 1; done <= 8; done += 1) {
      await until(test, () => of.working.has(done))
      of.working.get(done)?.()
    }
    for (const [index, run] of runs.entries())
      expect(await run.result()).toEqual({ status: 'completed', output: index + 1 })
    expect(of.most()).toBe(3)
    expect(of.began).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
})

it('gives the place of a run that waits for people to the next one, and takes a turn after the answer', async () => {
  const of = desk({ concurrency: 1 }, { asks: true })
  await withProgram({ soulgate: { agents: [of.agent] } }, async test => {
    const runs = []
    for (let n = 1; n <= 4; n += 1) runs.push(await test.soulgate.start(of.agent, { n }))
    const gatesOf = () => test.clientOf('reviewer').gates.list({ status: 'pending' })
    await until(test, async () => (await gatesOf()).items.length === 4)
    for (const { gate_id, view_digest } of (await gatesOf()).items)
      await test.clientOf('reviewer').gates.decide(gate_id, { decision: 'approve', view_digest })
    for (let done = 0; done < runs.length; done += 1) {
      await until(test, () => of.working.size > 0)
      await test.advance({ seconds: 5 })
      expect(of.began).toHaveLength(done + 1)
      for (const finish of of.working.values()) finish()
      await until(test, () => of.working.size === 0)
    }
    for (const run of runs) await until(test, async () => (await run.status()) === 'completed')
    expect(of.most()).toBe(1)
  })
})

it('lets the run that was asked for first go first, also where a later one was ready before it', async () => {
  const of = desk({ concurrency: 1 }, { asks: true })
  await withProgram({ soulgate: { agents: [of.agent] } }, async test => {
    const runs: { readonly id: string }[] = []
    for (let n = 1; n <= 3; n += 1) runs.push(await test.soulgate.start(of.agent, { n }))
    const reviewer = test.clientOf('reviewer')
    await until(test, async () => (await reviewer.gates.list({ status: 'pending' })).items.length === 3)
    const approve = async (n: number) => {
      const [gate] = (await reviewer.gates.list({ run_id: runs[n - 1]?.id ?? '' })).items
      if (gate === undefined) throw new Error('The run asks nothing.')
      await reviewer.gates.decide(gate.gate_id, { decision: 'approve', view_digest: gate.view_digest })
      await until(test, () => (n === 3 ? of.working.has(3) : isHeldBack(n)))
      await test.advance({ seconds: 1 })
    }
    const isHeldBack = async (n: number) =>
      (await test.clientOf('viewer').runs.get(runs[n - 1]?.id ?? '')).waiting_reason === 'concurrency_limit'
    for (const n of [3, 2, 1]) await approve(n)
    for (const n of [3, 1, 2]) {
      await until(test, () => of.working.size > 0)
      expect([...of.working.keys()]).toEqual([n])
      of.working.get(n)?.()
      await until(test, () => !of.working.has(n))
    }
  })
})

it('keeps runs of one key apart from their first line to their end, and others side by side', async () => {
  const of = desk({ perKey: { key: ({ customer }) => customer ?? 'c1' } })
  await withProgram({ soulgate: { agents: [of.agent] } }, async test => {
    const runs = []
    for (const [n, customer] of [
      [1, 'c1'],
      [2, 'c1'],
      [3, 'c2'],
      [4, 'c1'],
    ] as const)
      runs.push(await test.soulgate.start(of.agent, { n, customer }))
    await until(test, () => of.working.has(1) && of.working.has(3))
    const second = await test.clientOf('viewer').runs.get(runs[1]?.id ?? '')
    expect(second).toMatchObject({ waiting_reason: 'key_concurrency_limit' })
    expect(second.waiting_detail).toContain('1 of 1 have not ended')
    expect([...of.working.keys()]).toEqual([1, 3])
    for (const n of [1, 3, 2, 4]) {
      await until(test, () => of.working.has(n))
      of.working.get(n)?.()
    }
    for (const run of runs) expect(await run.result()).toMatchObject({ status: 'completed' })
    expect(of.began).toEqual([1, 3, 2, 4])
  })
})

it('begins no more runs in a stretch of time than the agent allows', async () => {
  const began: number[] = []
  const time: { now: () => number } = { now: () => 0 }
  const agent = defineAgent({
    name: 'mailer',
    input: Order,
    limits: { rate: { limit: 2, period: { minutes: 10 } } },
    run: async context => {
      await context.step('note', () => void began.push(time.now()))
    },
  })
  await withProgram({ soulgate: { agents: [agent] } }, async test => {
    time.now = () => test.now().getTime()
    const runs = []
    for (let n = 1; n <= 5; n += 1) runs.push(await test.soulgate.start(agent, { n }))
    await until(test, () => began.length === 2)
    expect(await test.clientOf('viewer').runs.get(runs[4]?.id ?? '')).toMatchObject({
      waiting_reason: 'rate_limit',
      waiting_detail: expect.stringContaining('at most 2 starts in 600 s'),
    })
    await until(test, () => began.length === 5, 60)
    for (const run of runs) expect(await run.result()).toMatchObject({ status: 'completed' })
    for (const [index, at] of began.entries()) {
      const twoBefore = began[index - 2]
      if (twoBefore !== undefined) expect(at - twoBefore).toBeGreaterThanOrEqual(600_000)
    }
  })
})

it('frees the place of a run that is cancelled, also of one that only waited', async () => {
  const of = desk({ concurrency: 1 })
  await withProgram({ soulgate: { agents: [of.agent] } }, async test => {
    const [first, second, third] = [
      await test.soulgate.start(of.agent, { n: 1 }),
      await test.soulgate.start(of.agent, { n: 2 }),
      await test.soulgate.start(of.agent, { n: 3 }),
    ]
    await until(test, () => of.working.has(1))
    await until(test, async () => (await second.status()) === 'queued')
    await second.cancel()
    await first.cancel()
    of.working.get(1)?.()
    await until(test, () => of.working.has(3))
    of.working.get(3)?.()
    expect(await third.result()).toMatchObject({ status: 'completed' })
  })
})

it('lets a run that an agent starts of itself go on inside of its own place', async () => {
  const agent: ReturnType<typeof defineAgent<typeof Order, unknown>> = defineAgent({
    name: 'nested',
    input: Order,
    limits: { concurrency: 1, perKey: { key: ({ customer }) => customer ?? 'c1' } },
    run: async (context, { n }): Promise<unknown> => (n === 0 ? 'deep' : context.child(agent, { n: n - 1 })),
  })
  await withProgram({ soulgate: { agents: [agent] } }, async test => {
    const run = await test.soulgate.start(agent, { n: 2 })
    await until(test, async () => (await run.status()) === 'completed')
    expect(await run.result()).toMatchObject({ output: { output: { output: 'deep' } } })
  })
})

it('cancels a run at its deadline, whatever it waits for, and says so', async () => {
  const agent = defineAgent({
    name: 'patient',
    input: Order,
    limits: { deadline: { hours: 2 } },
    run: async context => context.receive('never'),
  })
  await withProgram({ soulgate: { agents: [agent] } }, async test => {
    const run = await test.soulgate.start(agent, { n: 1 })
    await until(test, async () => (await run.status()) === 'waiting_input')
    await test.advance({ hours: 1 })
    expect(await run.status()).toBe('waiting_input')
    await test.advance({ hours: 1, seconds: 5 })
    await until(test, async () => (await run.status()) === 'cancelled')
    expect(await run.result()).toMatchObject({ because: expect.stringContaining('deadline_exceeded') })
  })
})

it('asks people when the budget is used up: more money goes on, a no ends it with what to do', async () => {
  const assistant = defineAgent({
    name: 'assistant',
    model: 'standard',
    instructions: 'Help.',
    tools: [],
    limits: { budgetUsd: 0.0001 },
  })
  const provider = createScriptedProvider({
    timers: fakeClock(0).timers,
    script: [{ answer: { text: 'Done.' } }],
  })
  const prices = { models: { 'scripted/one': { input: 1000, output: 1000 } }, defaults: {} }
  const models = { providers: [provider], tiers: { STANDARD: 'scripted/one' }, prices }
  await withProgram({ soulgate: { agents: [assistant], models } }, async test => {
    test.reviewer.script(
      () => ({ decision: 'approve', option_id: 'expand', option_input: { new_limit: 1000 } }),
      () => ({ decision: 'reject', option_id: 'abort' }),
    )
    const raised = await test.soulgate.start(assistant, { message: 'Hello' })
    expect(await raised.result()).toEqual({ status: 'completed', output: { text: 'Done.' } })
    expect(test.reviewer.seen[0]).toMatchObject({ type: 'constraint_exception' })
    const refused = await test.soulgate.start(assistant, { message: 'Hello' })
    expect(await refused.result()).toMatchObject({
      status: 'failed',
      error: { code: 'budget_exceeded', message: expect.stringContaining('raise limits.budgetUsd') },
    })
  })
})

it('refuses limits that cannot be meant', () => {
  const define = (limits: AgentLimits) => () =>
    defineAgent({ name: 'odd', input: Order, limits: limits as never, run: async () => null })
  expect(define({ concurrency: 0 })).toThrow(/limits.concurrency is 0/)
  expect(define({ rate: { limit: 1, period: {} } })).toThrow(/rate.period/)
  expect(define({ deadline: {} })).toThrow(/deadline/)
  expect(define({ budgetUsd: -1 })).toThrow(/budgetUsd is -1/)
})

it('keeps its places right when the program is killed after any of its writes', async () => {
  const agent = defineAgent({
    name: 'limited',
    input: Order,
    limits: {
      concurrency: 1,
      perKey: { key: ({ customer }) => customer ?? 'c1' },
      rate: { limit: 5, period: { minutes: 1 } },
      deadline: { days: 2 },
    },
    run: async context => {
      await context.step('one', () => 1)
      await context.sleep({ minutes: 5 })
      return context.step('two', () => 2)
    },
  })
  const report = await crashEverywhere(agent, { n: 1 })
  expect(report).toMatchObject({ different: 0, stuck: 0 })
  expect(report.crashes).toBeGreaterThan(3)
})
