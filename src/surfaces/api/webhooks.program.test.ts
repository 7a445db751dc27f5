import { createServer } from 'node:http'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../contracts/settings.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let receiver: Awaited<ReturnType<typeof receive>>

beforeAll(async () => {
  receiver = await receive()
  server = await startTestServer({
    publicUrl: 'https://gate.example',
    settingsSeed: {
      limits: { ...DEFAULT_SETTINGS.limits, starts_per_second: 10_000 },
      webhook_hosts: [receiver.host],
    },
  })
})
afterAll(async () => {
  await server.close()
  receiver.close()
})

async function receive() {
  const got: { readonly headers: Record<string, string>; readonly body: string }[] = []
  const http = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      )
      got.push({ headers, body: Buffer.concat(parts).toString('utf8') })
      response.end()
    })
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { got, host: `127.0.0.1:${address.port}`, close: () => http.close() }
}

test('a gate that opens is told to a webhook, signed, and its delivery can be read', async () => {
  const made = await server.send('POST', '/api/webhooks', {
    role: 'admin',
    body: { url: `http://${receiver.host}/hook`, name: 'Pager', events: ['gate_opened'] },
  })
  expect([made.status, made.json.webhook.events]).toEqual([201, ['gate_opened']])
  const path = `/api/webhooks/${made.json.webhook.webhook_id}`
  onTestFinished(async () => {
    expect((await server.send('DELETE', path, { role: 'admin' })).status).toBe(204)
  })
  const tried = await server.send('POST', `${path}/test`, { role: 'admin' })
  expect(tried.json.attempt).toMatchObject({ ok: true, http_status: 200 })
  const asked = await server.send('POST', '/api/calls', {
    role: 'agent',
    body: { tool: 'write_file', arguments: { path: 'secret-plan.md', content: 'hush' } },
  })
  const gateId = asked.json.gate.gate_id
  await expect.poll(() => receiver.got.length, { timeout: 10_000 }).toBe(2)
  const [, told] = receiver.got
  const notice = new StandardWebhook(made.json.secret).verify(told?.body ?? '', told?.headers ?? {})
  expect(notice).toMatchObject({
    type: 'gate_opened',
    data: { gate_id: gateId, gate_type: 'tool_approval', url: `https://gate.example/inbox/${gateId}` },
  })
  expect(told?.body).not.toMatch(/secret-plan|hush/)
  await expect
    .poll(async () => (await server.send('GET', `${path}/deliveries`, { role: 'admin' })).json.deliveries)
    .toMatchObject([{ status: 'delivered', attempts: [{ ok: true }] }])
})

test('no notice holds what looks like a secret, also where it says what the calls do', async () => {
  // Put together here, so that no scanner takes this file for a leak.
  const token = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0'].join('')
  const events = ['gate_opened']
  for (const format of ['standard', 'slack']) {
    const { json } = await server.send('POST', '/api/webhooks', {
      role: 'admin',
      body: { url: `http://${receiver.host}/${format}`, name: format, format, events, tells_act: true },
    })
    const path = `/api/webhooks/${json.webhook.webhook_id}`
    onTestFinished(async () => void (await server.send('DELETE', path, { role: 'admin' })))
  }
  const before = receiver.got.length
  for (const arguments_ of [
    { to: token },
    { password: 'tulip-and-rose' },
    { url: `https://a:${token}@b.example/` },
  ])
    await server.send('POST', '/api/calls', {
      role: 'agent',
      body: { tool: 'connect', arguments: arguments_, reason: `with ${token}` },
    })
  const goal = `Write "use ${token} to log in" to notes.txt`
  await server.send('POST', '/reasoning/execute', { role: 'member', body: { goal, approval_required: true } })
  // Four gates, told to two addresses.
  await expect.poll(() => receiver.got.length - before).toBe(8)
  const told = receiver.got.slice(before).map(({ body }) => body)
  expect(told.filter(body => body.includes('a secret'))).toHaveLength(6)
  expect(told.join('\n')).not.toContain(token)
  expect(told.join('\n')).not.toContain('tulip')
})

test('an address inside the network is refused when it is not named, and nobody but an admin makes one', async () => {
  const body = { url: 'http://127.0.0.1:1/hook' }
  const refused = await server.send('POST', '/api/webhooks', { role: 'admin', body })
  expect([refused.status, refused.json.errors[0].field]).toEqual([400, 'url'])
  expect((await server.send('POST', '/api/webhooks', { role: 'reviewer', body })).status).toBe(403)
  expect((await server.send('GET', '/api/webhooks', { role: 'agent' })).status).toBe(403)
})
