import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type AgentDefinition, defineAgent } from '../../agents/agents.ts'
import { fakeClock } from '../../base/clock.ts'
import { createScriptedProvider } from '../../llm/scripted/scripted.ts'
import { crashEverywhere, openTestSoulgate, type TestSoulgate } from '../../testing/testing.ts'

let desk: TestSoulgate
afterEach(() => desk?.close())

async function open(...agents: readonly AgentDefinition[]): Promise<void> {
  const provider = createScriptedProvider({
    timers: fakeClock(0).timers,
    script: Array.from({ length: 9 }, () => ({ answer: { text: 'Done.' } })),
  })
  const prices = { models: { 'scripted/one': { input: 1000, output: 1000 } }, defaults: {} }
  const models = { providers: [provider], tiers: { STANDARD: 'scripted/one' }, prices }
  desk = await openTestSoulgate({ soulgate: { agents: [...agents], models } })
}
const Cost = z.object({ usd: z.number() })
/** Spends what it is started with, and tells how often it did. */
function spender(name: string, limits: object = {}) {
  const spent: number[] = []
  const agent = defineAgent({
    ...{ name, input: Cost, limits },
    run: async (context, { usd }) => {
      await context.step('ask', () => spent.push(usd), { usage: () => ({ costUsd: usd }) })
      await context.step('ask again', () => spent.push(usd), { usage: () => ({ costUsd: usd }) })
      return 'done'
    },
  })
  return { agent, spent }
}
const parentOf = (child: AgentDefinition, limits: object) =>
  defineAgent({
    ...{ name: 'parent', input: Cost, limits },
    run: async (context, input) => {
      const one = await context.child(child as ReturnType<typeof spender>['agent'], input)
      const two = await context.child(child as ReturnType<typeof spender>['agent'], input)
      return [one.status, two.status]
    },
  })
const summaries = () => desk.reviewer.seen.map(({ briefing }) => briefing.heading)
const allow = (new_limit: number) => () =>
  ({ decision: 'approve', option_id: 'expand', option_input: { new_limit } }) as const
const refuse = () => ({ decision: 'reject', option_id: 'abort' }) as const

describe('the budget of a run', () => {
  test('holds for the steps of code that say what they cost, and is asked about before more is spent', async () => {
    const { agent, spent } = spender('buyer', { budgetUsd: 1 })
    await open(agent)
    desk.reviewer.script(allow(5))
    const run = await desk.soulgate.start(agent, { usd: 2 })
    expect(await run.result()).toMatchObject({ status: 'completed', output: 'done' })
    expect(summaries()).toEqual(['Agent buyer has used up its budget of 1 USD and is not done'])
    expect(spent).toEqual([2, 2])
  })

  test('counts what its children spend, who ask in its name, and ends them where nobody raises it', async () => {
    const { agent, spent } = spender('helper')
    const parent = parentOf(agent, { budgetUsd: 3 })
    await open(agent, parent)
    desk.reviewer.script(refuse)
    const run = await desk.soulgate.start(parent, { usd: 2 })
    expect(await run.result()).toMatchObject({ status: 'completed', output: ['completed', 'failed'] })
    expect(spent).toEqual([2, 2])
    expect(summaries()).toEqual([
      'Agent helper used up the budget of 3 USD of the run of parent that it works for, and is not done',
    ])
    const runs = await desk.clientOf('admin').runs.list({ limit: 9 })
    const failed = runs.items.find(({ status }) => status === 'failed')
    expect(failed?.error).toMatchObject({
      code: 'budget_exceeded',
      message: expect.stringContaining('raise limits.budgetUsd of parent and start it again'),
    })
  })

  test('counts what children spent before its own model is asked', async () => {
    const { agent } = spender('helper')
    const talker = defineAgent({
      ...{ name: 'talker', model: 'standard', instructions: 'Help.', tools: [] },
      limits: { budgetUsd: 50_000 },
    })
    const parent = defineAgent({
      ...{ name: 'parent', input: Cost, limits: { budgetUsd: 3 } },
      run: async (context, input) => {
        await context.child(agent, input)
        return (await context.child(talker, { message: 'Hello' })).status
      },
    })
    await open(agent, talker, parent)
    desk.reviewer.script(allow(60_000))
    const run = await desk.soulgate.start(parent, { usd: 2 })
    expect(await run.result()).toMatchObject({ status: 'completed', output: 'completed' })
    expect(summaries()).toEqual([
      'Agent talker used up the budget of 3 USD of the run of parent that it works for, and is not done',
    ])
  })

  test('is asked about once where the program is killed after any of its writes', async () => {
    const { agent } = spender('buyer', { budgetUsd: 1 })
    const found = await crashEverywhere(agent, { usd: 2 }, { tools: [], answer: allow(5) })
    expect(found).toMatchObject({ ungated: 0, doubled: 0, stuck: 0, different: 0 })
    expect(found.crashes).toBeGreaterThan(3)
  })
})

describe('the budget of a day', () => {
  test('holds for all runs of an agent and what they start, and is whole again the next day', async () => {
    const { agent, spent } = spender('buyer', { dailyBudgetUsd: 5 })
    await open(agent)
    desk.reviewer.script(refuse)
    const first = await desk.soulgate.start(agent, { usd: 2 })
    expect(await first.result()).toMatchObject({ status: 'completed' })
    const second = await desk.soulgate.start(agent, { usd: 2 })
    expect(await second.result()).toMatchObject({
      error: { message: expect.stringContaining('raise limits.dailyBudgetUsd of buyer') },
    })
    expect(summaries()).toEqual([
      'Agent buyer used up what is left of the budget of 5 USD that buyer has for today, and is not done',
    ])
    await desk.advance({ hours: 16 })
    const next = await desk.soulgate.start(agent, { usd: 2 })
    expect(await next.result()).toMatchObject({ status: 'completed' })
    expect(spent).toEqual([2, 2, 2, 2, 2])
  })

  test('is refused where it cannot be meant', () => {
    expect(() => spender('odd', { dailyBudgetUsd: 0 })).toThrow(
      'limits.dailyBudgetUsd is 0; it must be more than 0',
    )
  })
})
