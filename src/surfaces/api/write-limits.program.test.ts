import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeClock } from '../../base/clock.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const PER_SECOND = 2
const AT_ONCE = 5 * PER_SECOND
const clock = fakeClock(Date.parse('2026-03-02T09:00:00.000Z'))
const limits = { starts_per_second: PER_SECOND, open_gates_per_key: 10_000 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock, timers: clock.timers, settingsSeed: { limits } }, { clock })
})
afterAll(() => server.close())

const tool = (name: string) => ({
  ...{ name, description: 'Does it.', input_schema: { type: 'object' } },
  annotations: { read_only: false, idempotent: false, destructive: false, open_world: false },
  ...{ reversibility: 'irreversible', prerequisites: [], produces: [] },
})
const report = (task_id: string) => ({ task_id, agent: 'a-agent', score: 90, reasons: ['sure'] })
const decision = (task_id: string) => ({
  ...{ gate_type: 'intent_approval', agent: 'a-agent', domain: 'code', task_id, decision: 'approved' },
})

describe('an agent’s key that writes without end', () => {
  it.each([
    ['POST', 'declarations of tools', '/api/tools', (count: number) => tool(`outside_${count}`)],
    ['POST', 'reports of confidence', '/api/confidence', (count: number) => report(`task_${count}`)],
    ['POST', 'log entries', '/api/guardrails/decisions', (count: number) => decision(`task_${count}`)],
    ['DELETE', 'withdrawals of tools', '/api/tools/outside_1', () => ({})],
  ])('(%s, %s) is asked to wait, and may go on after that', async (method, _, path, bodyOf) => {
    clock.advance(60_000)
    const send = async (count: number) =>
      await server.send(method, path, { role: 'agent', body: bodyOf(count) })
    for (let count = 0; count < AT_ONCE; count += 1) expect((await send(count)).status).not.toBe(429)
    const refused = await send(AT_ONCE)
    expect([refused.status, refused.json.code, refused.headers.get('retry-after')]).toEqual([
      ...[429, 'rate_limited', '1'],
    ])
    expect((await server.send(method, path, { role: 'reviewer', body: bodyOf(AT_ONCE) })).status).not.toBe(
      429,
    )
    clock.advance(1_000)
    expect((await send(AT_ONCE)).status).not.toBe(429)
  })
})
