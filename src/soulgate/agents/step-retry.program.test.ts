import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineAgent, nonRetryable, type StepOptions, type StepPolicy } from '../../agents/agents.ts'
import { crashEverywhere, openTestSoulgate, type TestSoulgate } from '../../testing/testing.ts'

/** Its step fails as often as it is told, and keeps the time of each attempt. */
function flaky(options: StepOptions, failures: readonly unknown[], steps?: StepPolicy) {
  const attempts: number[] = []
  const left = [...failures]
  const time: { now: () => number } = { now: () => 0 }
  const agent = defineAgent({
    name: 'flaky',
    input: z.object({}),
    ...(steps === undefined ? {} : { steps }),
    run: async context => {
      try {
        return await context.step(
          'fetch',
          () => {
            attempts.push(time.now())
            const failure = left.shift()
            if (failure !== undefined) throw failure
            return 'fetched'
          },
          options,
        )
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    },
  })
  return { agent, attempts, time }
}

async function runToEnd(test: TestSoulgate, runId: string): Promise<unknown> {
  const client = test.clientOf('admin')
  for (let turn = 0; turn < 5000; turn += 1) {
    const run = await client.runs.get(runId)
    if (run.status === 'completed') return run.output
    if (run.waiting_reason === 'timer') await test.advance({ seconds: 1 })
    else await new Promise(resolve => setImmediate(resolve))
  }
  throw new Error(`run ${runId} did not end`)
}

async function runFlaky(of: ReturnType<typeof flaky>): Promise<{ output: unknown; steps: string[] }> {
  const test = await openTestSoulgate({ soulgate: { agents: [of.agent] } })
  try {
    of.time.now = () => test.now().getTime()
    const run = await test.soulgate.start(of.agent, {})
    const output = await runToEnd(test, run.id)
    const steps = await test.clientOf('admin').runs.steps(run.id)
    return { output, steps: steps.map(({ name, status }) => `${name}: ${status}`) }
  } finally {
    await test.close()
  }
}

it('tries a failed step again after growing waits, and records each attempt', async () => {
  const of = flaky({ retry: { maxAttempts: 4, initialInterval: { seconds: 10 } } }, [
    new Error('first'),
    new Error('second'),
  ])
  const { output, steps } = await runFlaky(of)
  expect(output).toBe('fetched')
  expect(steps).toEqual([
    'fetch: failed',
    'retry fetch: succeeded',
    'fetch (attempt 2): failed',
    'retry fetch: succeeded',
    'fetch (attempt 3): succeeded',
  ])
  const waits = of.attempts.slice(1).map((at, index) => at - (of.attempts[index] ?? 0))
  expect(waits[0]).toBeGreaterThanOrEqual(10_000)
  expect(waits[1]).toBeGreaterThanOrEqual(20_000)
  expect(waits[1]).toBeLessThan(40_000)
})

it('gives up after the last attempt with its error', async () => {
  const of = flaky({ retry: { maxAttempts: 2, initialInterval: { seconds: 1 } } }, [
    new Error('first'),
    new Error('second'),
    new Error('third'),
  ])
  expect(await runFlaky(of)).toMatchObject({ output: 'second' })
  expect(of.attempts).toHaveLength(2)
})

it('does not try again what the step or the policy calls final', async () => {
  const named = Object.assign(new Error('no such file'), { code: 'ENOENT' })
  for (const failure of [nonRetryable('There is no such order.'), new TypeError('wrong'), named]) {
    const of = flaky({ retry: { nonRetryableErrors: ['TypeError', 'ENOENT'] } }, [failure])
    expect(await runFlaky(of)).toMatchObject({ output: failure.message, steps: ['fetch: failed'] })
  }
})

it('tries a step once where nothing says otherwise, and as the agent says where the step says nothing', async () => {
  const once = flaky({}, [new Error('first')])
  expect(await runFlaky(once)).toMatchObject({ output: 'first' })
  const asAgent = flaky({}, [new Error('first')], { retry: { maxAttempts: 2, initialInterval: {} } })
  expect(await runFlaky(asAgent)).toMatchObject({ output: 'fetched' })
})

it('ends an attempt at its timeout, aborts its signal, and tries again', async () => {
  const signals: AbortSignal[] = []
  const agent = defineAgent({
    name: 'slow',
    input: z.object({}),
    run: context =>
      context.step(
        'fetch',
        signal => {
          signals.push(signal)
          return signals.length === 1 ? new Promise<string>(() => {}) : 'fetched'
        },
        { timeout: { seconds: 30 }, retry: { maxAttempts: 2, initialInterval: { seconds: 1 } } },
      ),
  })
  const test = await openTestSoulgate({ soulgate: { agents: [agent] } })
  try {
    const run = await test.soulgate.start(agent, {})
    while (signals.length === 0) await new Promise(resolve => setImmediate(resolve))
    expect(signals[0]?.aborted).toBe(false)
    await test.advance({ seconds: 29 })
    expect(signals[0]?.aborted).toBe(false)
    await test.advance({ seconds: 2 })
    expect(await runToEnd(test, run.id)).toBe('fetched')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    const [first] = await test.clientOf('admin').runs.steps(run.id)
    expect(first).toMatchObject({ status: 'failed', error: { code: 'step_timeout' } })
  } finally {
    await test.close()
  }
})

it('refuses a policy that cannot be meant', () => {
  const define = (retry: NonNullable<StepOptions['retry']>) => () =>
    defineAgent({ name: 'odd', input: z.object({}), steps: { retry }, run: async () => null })
  expect(define({ maxAttempts: 0 })).toThrow(/maxAttempts is 0/)
  expect(define({ maxAttempts: 1.5 })).toThrow(/maxAttempts/)
  expect(define({ backoffCoefficient: 0.5 })).toThrow(/backoffCoefficient is 0.5/)
})

it('neither loses nor adds an attempt when the program is killed after any of its writes', async () => {
  let failures = 0
  const agent = defineAgent({
    name: 'flaky',
    input: z.object({}),
    run: async context => {
      const seen = await context.step('count', () => failures)
      return context.step(
        'fetch',
        () => {
          failures += 1
          if (failures % 2 === 1) throw new Error(`failure after ${seen}`)
          return 'fetched'
        },
        { retry: { maxAttempts: 5, initialInterval: { minutes: 1 } } },
      )
    },
  })
  const report = await crashEverywhere(agent, {})
  expect(report).toMatchObject({ different: 0, stuck: 0, doubled: 0, ungated: 0 })
  expect(report.crashes).toBeGreaterThan(2)
})

it('keeps what a step says that it took, and counts it in the cost of the run', async () => {
  const agent = defineAgent({
    name: 'spends',
    input: z.object({}),
    run: context =>
      context.step('ask', () => ({ text: 'yes', total: 120 }), {
        input: { question: 'why' },
        usage: ({ total }) => ({ tokens: total, costUsd: 0.25, model: 'a-model' }),
      }),
  })
  const test = await openTestSoulgate({ soulgate: { agents: [agent] } })
  try {
    const run = await test.soulgate.start(agent, {})
    expect(await runToEnd(test, run.id)).toEqual({ text: 'yes', total: 120 })
    const { runs } = test.clientOf('admin')
    expect((await runs.get(run.id)).cost_usd).toBe(0.25)
    expect((await runs.steps(run.id))[0]).toMatchObject({ tokens: 120, cost_usd: 0.25, model: 'a-model' })
  } finally {
    await test.close()
  }
})

it('fails a step whose usage cannot be meant', async () => {
  for (const [usage, problem] of [
    [{ tokens: 1.5 }, /1.5 tokens/],
    [{ costUsd: -1 }, /-1 USD/],
  ] as const)
    expect(await runFlaky(flaky({ usage: () => usage }, []))).toMatchObject({
      output: expect.stringMatching(problem),
      steps: ['fetch: failed'],
    })
})

it('stops a run whose step depends on another input at the replay', async () => {
  let price = 1
  const agent = defineAgent({
    name: 'depends',
    input: z.object({}),
    run: async context => {
      const asked = await context.step('quote', () => 'quoted', { input: { price } })
      await context.sleep({ minutes: 1 })
      return asked
    },
  })
  const test = await openTestSoulgate({ soulgate: { agents: [agent] } })
  try {
    const run = await test.soulgate.start(agent, {})
    const { runs } = test.clientOf('admin')
    while ((await runs.get(run.id)).waiting_reason !== 'timer')
      await new Promise(resolve => setImmediate(resolve))
    price = 2
    await test.advance({ seconds: 120 })
    await expect
      .poll(async () => (await runs.get(run.id)).waiting_reason, { timeout: 20_000 })
      .toBe('run_definition_changed')
  } finally {
    await test.close()
  }
})
