import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { defineAgent, defineTool } from '../../src/agents/agents.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { connectWorker } from '../../src/sdk/worker/worker.ts'
import { startTestServer, type TestServer } from '../../src/surfaces/api/test-server.ts'

const SYSTEM: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
const SECRET = 'bank-key-0123456789'

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const item of open.splice(0).reverse()) await item.close()
})

async function start(agents: readonly string[]) {
  const server = await startTestServer()
  open.push(server)
  const made = await server.soulgate.access.createToken(SYSTEM, { name: 'desk', role: 'worker', agents })
  if (made.refused) throw new Error(made.detail)
  return { server, token: made.token }
}

async function openSession({ served }: TestServer, token: string, body: object) {
  const response = await fetch(`${served.url}/api/worker/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ protocol: 1, agents: [], tools: [], ...body }),
  })
  return { status: response.status, json: Object(await response.json()) }
}

it.each([
  'reasoning',
  'chat',
  'plan',
  'workitem',
  'external',
])('takes no agent that is called %s, like one of the program itself', async name => {
  const { server, token } = await start(['desk'])
  expect((await openSession(server, token, { agents: [{ name, version: '1' }] })).status).toBe(400)
  const body = { name: 'other', role: 'worker', agents: [name] }
  expect((await server.send('POST', '/api/tokens', { role: 'admin', body })).status).toBe(400)
  expect(() => defineAgent({ name, input: z.object({}), run: async () => null })).toThrow(/built-in agent/)
})

it('keeps at most 100 sessions of one token, and lets another one connect', async () => {
  const { server, token } = await start(['desk'])
  for (let n = 0; n < 100; n += 1) expect((await openSession(server, token, {})).status).toBe(201)
  const refused = await openSession(server, token, {})
  expect([refused.status, refused.json.code]).toEqual([429, 'too_many_workers'])
  const { token: other } = Object(
    await server.soulgate.access.createToken(SYSTEM, { name: 'other', role: 'worker', agents: ['b'] }),
  )
  expect((await openSession(server, other, {})).status).toBe(201)
})

it('opens no stored secret for a tool on a worker, also after a person declared the same tool', async () => {
  const { server, token } = await start(['payer'])
  const seen: string[] = []
  const pay = defineTool({
    ...{ name: 'pay', description: 'Pays.', effect: 'irreversible' },
    input: z.object({ key: z.string() }),
    execute: ({ key }) => {
      seen.push(key)
      return null
    },
  })
  const payer = defineAgent({
    ...{ name: 'payer', input: z.object({}) },
    run: async context => context.call('pay', { key: { $secret: 'BANK_KEY' } }),
  })
  const worker = connectWorker({ url: server.served.url, token, agents: [payer], tools: [pay] })
  open.push(worker)
  await worker.ready
  await server.soulgate.secrets.put(SYSTEM, 'BANK_KEY', { value: SECRET })
  const [tool] = (await server.send('GET', '/api/tools', { role: 'admin' })).json.tools.filter(
    (item: { name: string }) => item.name === 'pay',
  )
  const { name, description, input_schema, annotations, reversibility } = tool
  const body = { name, description, input_schema, annotations, reversibility }
  const declared = await server.send('POST', '/api/tools', { role: 'admin', body })
  expect(declared.json).toMatchObject({ claimed: false, declared_role: 'admin' })

  const run = await server.send('POST', '/api/runs', {
    role: 'admin',
    body: { kind: 'agent', agent: 'payer', input: {} },
  })
  const path = `/api/runs/${run.json.run_id}`
  await expect
    .poll(
      async () => {
        const gates = await server.send('GET', '/api/gates?status=pending', { role: 'reviewer' })
        for (const gate of gates.json.gates)
          await server.send('POST', `/api/gates/${gate.gate_id}/decide`, {
            role: 'reviewer',
            body: { decision: 'approve', view_digest: gate.view_digest, confirm: gate.confirm_word },
          })
        return (await server.send('GET', path, { role: 'admin' })).json.status
      },
      { timeout: 20_000 },
    )
    .toBe('completed')
  expect((await server.send('GET', path, { role: 'admin' })).json.output).toMatchObject({ status: 'failed' })
  expect(seen).toEqual([])
})
