import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineAgent, defineTool, type ToolDefinition } from '../soulgate.ts'
import { crashEverywhere } from './testing.ts'

const pay = defineTool({
  name: 'pay',
  description: 'Pays an amount.',
  input: z.object({ amount: z.number() }),
  effect: 'irreversible',
  execute: ({ amount }) => ({ paid: amount }),
})
const notify = defineTool({
  name: 'notify',
  description: 'Tells the customer.',
  input: z.object({ text: z.string() }),
  effect: 'external',
  idempotent: true,
  execute: ({ text }) => ({ told: text }),
})

const desk = defineAgent({
  name: 'desk',
  input: z.object({ amount: z.number() }),
  run: async (context, { amount }) => {
    const fee = await context.step('find fee', () => amount / 10)
    const paid = await context.call(pay, { amount: amount - fee })
    await context.sleep({ hours: 2 })
    const told = await context.call(notify, { text: `paid ${amount - fee}` })
    return [paid.status, told.status]
  },
})

it('finds an agent sound that was killed after each of its writes: nothing ungated, doubled, lost or stuck', {
  timeout: 240_000,
}, async () => {
  const report = await crashEverywhere(desk, { amount: 10 }, { tools: [pay, notify] })
  expect(report).toMatchObject({ ungated: 0, doubled: 0, different: 0, stuck: 0 })
  expect(report.crashes).toBeGreaterThan(10)
  expect(report.inDoubt).toBeGreaterThan(0)
})

it('catches an agent that acts beside its context', { timeout: 240_000 }, async () => {
  let lives = 0
  const careless = defineAgent({
    name: 'careless',
    input: z.object({}),
    run: async context => {
      lives += 1
      const life = lives
      await context.call(pay, { amount: 1 })
      return life
    },
  })
  const report = await crashEverywhere(careless, {}, { tools: [pay as ToolDefinition] })
  expect(report.different).toBeGreaterThan(0)
})
