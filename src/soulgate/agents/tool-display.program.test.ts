import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { defineAgent, defineTool } from '../../agents/agents.ts'
import type { Gate } from '../../contracts/gate.ts'
import { gateCard, runCard } from '../../surfaces/cli/cards.ts'
import { colorsFor } from '../../surfaces/cli/terminal-text.ts'
import { approve, openTestSoulgate, type TestSoulgate } from '../../testing/testing.ts'

const refundWith = (act: string) =>
  defineTool({
    name: 'refund',
    description: 'Sends money back.',
    input: z.object({
      customer: z.string().meta({ soulgate: 'recipient' }),
      amount: z.number().meta({ soulgate: 'amount', soulgateCurrency: 'EUR', soulgateScale: 2 }),
    }),
    effect: 'irreversible',
    display: { act, first: ['amount'] },
    execute: ({ customer }) => ({ receipt: customer }),
  })
const refund = refundWith('Refund {amount} to {customer}')
const refunds = defineAgent({
  name: 'refunds',
  input: z.object({ customer: z.string() }),
  run: async (context, { customer }) => {
    const call = await context.call(refund, { customer, amount: 420_000 }, { reason: 'The CFO approved it.' })
    return call.status
  },
})
const colors = colorsFor(false, {})

let test: TestSoulgate
let open: TestSoulgate[] = []
afterEach(async () => {
  for (const each of open) await each.close()
  open = []
})

async function heldCall(customer: string): Promise<{ readonly gate: Gate; readonly runId: string }> {
  const run = await test.soulgate.start(refunds, { customer })
  const reviewer = test.clientOf('reviewer')
  for (;;) {
    const { items } = await reviewer.gates.list({ status: 'pending', run_id: run.id })
    const [gate] = items
    if (gate) return { gate, runId: run.id }
    await new Promise(resolve => setImmediate(resolve))
  }
}

async function confirm(): Promise<void> {
  const { definition_hash } = await test.client.tools.get('refund')
  const answer = await test.clientOf('reviewer').tools.confirm('refund', { definition_hash })
  expect(answer).toMatchObject({ claimed: false })
}

it('shows a call by the tool’s own template after a person has confirmed the tool, and not before', async () => {
  test = await openTestSoulgate({ soulgate: { agents: [refunds], tools: [refund] } })
  open.push(test)
  const { gate: claimed } = await heldCall('c7')
  expect(claimed.briefing.heading).toBe('"refund" · amount 420000 · customer "c7"')
  expect(claimed.briefing.act?.templates).toBeUndefined()
  expect(claimed.displays).toBeUndefined()
  await confirm()
  const { gate, runId } = await heldCall('c8')
  expect(gate.briefing).toMatchObject({
    heading: 'Refund €4,200.00 to "c8"',
    agent_says: 'The CFO approved it.',
    act: { templates: { refund: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  })
  expect(gate.displays).toEqual({ refund: refund.executable.definition.display })
  expect(gateCard(gate, colors)[0]).toMatch(/^Refund €4,200.00 to "c8" {2}pending/)
  const { items } = await test.clientOf('reviewer').gates.list({ q: '€4,200.00' })
  expect(items.map(item => item.gate_id)).toEqual([gate.gate_id])

  await test.reviewer.answer(gate, approve())
  expect(await test.soulgate.run(refunds, runId).result()).toMatchObject({ output: 'succeeded' })
  const run = await test.clientOf('reviewer').runs.get(runId)
  expect(run.calls).toMatchObject([{ act: 'Refund €4,200.00 to "c8"', status: 'succeeded' }])
  expect(runCard(run, [], colors).join('\n')).toContain('Refund €4,200.00 to "c8" — succeeded')
})

it.each([
  ['Refund {amuont}', /`display.act` names amuont, which is no argument of the tool \(customer, amount\)/],
  ['Refund “nothing” {amount}', /quotation marks/],
])('refuses the template %s where the tool is defined', (act, message) => {
  expect(() => refundWith(act)).toThrow(message)
})
