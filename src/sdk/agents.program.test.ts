import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineAgent, defineTool } from '../soulgate.ts'
import { startTestServer } from '../surfaces/api/test-server.ts'
import { createSoulgateClient } from './sdk.ts'

const paid: string[] = []
const refund = defineTool({
  name: 'refund',
  description: 'Send money back to a customer.',
  input: z.object({ customer: z.string() }),
  effect: 'irreversible',
  execute: ({ customer }) => {
    paid.push(customer)
    return { receipt: `r${paid.length}` }
  },
})
const refunds = defineAgent({
  name: 'refunds',
  input: z.object({ customer: z.string() }),
  output: z.object({ receipt: z.string() }),
  run: async (context, { customer }) => {
    const call = await context.call(refund, { customer })
    return { receipt: call.status === 'succeeded' ? call.output.receipt : call.status }
  },
})
const listener = defineAgent({
  name: 'listener',
  input: z.object({}),
  run: async context => await context.receive('letters'),
})

async function open() {
  const home = mkdtempSync(join(tmpdir(), 'soulgate-handle-'))
  const server = await startTestServer({ home, agents: [refunds, listener], tools: [refund] })
  const clientOf = (role: 'admin' | 'agent') =>
    createSoulgateClient({ baseUrl: server.served.url, token: server.tokenOf(role) })
  return { server, person: clientOf('admin'), client: clientOf('agent') }
}

it('is the handle of a run over HTTP as in process: gates, result, events, and the same again by its id', async () => {
  const { server, person, client } = await open()
  const run = await client.start(refunds, { customer: 'c7' }, { idempotencyKey: 'k1' })
  const same = await client.start<typeof refunds>('refunds', { customer: 'c7' }, { idempotencyKey: 'k1' })
  expect(same.id).toBe(run.id)
  await expect.poll(() => run.gates()).toHaveLength(1)
  expect([await run.status(), paid]).toEqual(['waiting_input', []])
  const [gate] = await run.gates()
  await person.gates.decide(gate?.gate_id ?? '', {
    ...{ decision: 'approve', confirm: 'refund' },
    view_digest: gate?.view_digest ?? '',
  })
  expect(await run.result()).toEqual({ status: 'completed', output: { receipt: 'r1' } })
  const types: string[] = []
  for await (const { type } of client.run(refunds, run.id).events()) types.push(type)
  expect([types.at(0), types.at(-1)]).toEqual(['run_created', 'run_completed'])
  expect([await run.cancel(), await run.gates(), paid]).toEqual([false, [], ['c7']])
  await server.close()
})

it('stops a run that waits, and refuses an input that does not fit and an agent that nobody registered', async () => {
  const { server, client } = await open()
  const run = await client.start(listener, {})
  await expect.poll(() => run.status()).toBe('waiting_input')
  // Messages are sent by people under their own sign-in; a key is refused.
  await expect(run.send('letters', { text: 'hello' })).rejects.toThrow(/person|sign/i)
  expect(await run.cancel('No longer needed.')).toBe(true)
  expect(await run.result()).toMatchObject({ status: 'cancelled' })
  const input = JSON.parse('{"customer":7}')
  await expect(client.start(refunds, input)).rejects.toThrow('does not fit agent refunds')
  await expect(client.start('nobody', {})).rejects.toThrow('nobody')
  await server.close()
})

it('leaves the events of a run that goes on without keeping the connection', async () => {
  const { server, client } = await open()
  const run = await client.start(listener, {})
  const seen: string[] = []
  for await (const { type } of run.events()) {
    seen.push(type)
    if (type === 'run_started') break
  }
  expect(seen).toContain('run_created')
  await server.close()
})
