import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
const send: TestServer['send'] = (method, path, sent) => server.send(method, path, sent)

beforeAll(async () => {
  server = await startTestServer()
}, 30_000)
afterAll(() => server.close())

describe('the main job', () => {
  test('a goal is proposed, held, approved, and only then runs; a second answer is told who decided', async () => {
    const goal = 'delete the file old.log'
    const asked = await send('POST', '/reasoning/execute', { role: 'member', body: { goal } })
    expect([asked.status, asked.json.approval_state]).toEqual([200, 'awaiting_approval'])
    const gateId = asked.json.soul_request_id
    const gate = (await send('GET', `/api/gates/${gateId}`, { role: 'reviewer' })).json
    const approve = { decision: 'approve', view_digest: gate.view_digest, confirm: gate.confirm_word }
    for (const role of ['member', 'cli', 'agent', 'viewer'] as const) {
      const refused = await send('POST', `/api/gates/${gateId}/decide`, { role, body: approve })
      expect([role, refused.status]).toEqual([role, 403])
    }
    const stale = await send('POST', `/api/gates/${gateId}/decide`, {
      role: 'reviewer',
      body: { ...approve, view_digest: 'x' },
    })
    expect(stale.status).toBe(412)
    const decided = await send('POST', `/api/gates/${gateId}/decide`, { role: 'reviewer', body: approve })
    expect([decided.status, decided.json.gate?.status]).toEqual([200, 'approved'])
    const ended = await send('GET', `/approval/${gateId}`, { role: 'member', headers: { prefer: 'wait=20' } })
    expect(ended.json.tool_results.map((result: { status: string }) => result.status)).toEqual(['succeeded'])
    const late = await send('POST', `/api/gates/${gateId}/decide`, {
      role: 'admin',
      body: { ...approve, decision: 'reject' },
    })
    expect([late.status, late.json.code]).toEqual([409, 'gate_closed'])
    expect(late.json.standing_decision).toMatchObject({ decision: 'approve' })
  })

  test('the command line decides with the phrase of the server’s terminal and not without', async () => {
    writeFileSync(join(server.workspace, 'second.log'), 'old')
    const asked = await send('POST', '/reasoning/execute', {
      role: 'cli',
      body: { goal: 'delete the file second.log' },
    })
    const gateId = asked.json.soul_request_id
    const gate = (await send('GET', `/api/gates/${gateId}`, { role: 'cli' })).json
    const body = { decision: 'approve', view_digest: gate.view_digest, confirm: gate.confirm_word }
    const ask = () =>
      send('POST', '/api/confirmations', {
        role: 'cli',
        body: { operation: 'decideGate', path_values: { gate_id: gateId }, body },
      })
    server.shown.length = 0
    const first = await ask()
    expect([first.status, first.json.shown_on]).toEqual([201, 'terminal'])
    const phrase = /Phrase: ([a-z0-9-]+)/.exec(server.shown.join('\n'))?.[1] ?? ''
    expect(phrase).toMatch(/^\w{5}-\w{5}$/)
    expect(first.text).not.toContain(phrase)
    expect(server.shown.join()).toContain('second.log')
    const confirm = (id: string, typed: string, role: 'cli' | 'member' = 'cli') =>
      send('POST', `/api/confirmations/${id}/confirm`, { role, body: { phrase: typed } })
    expect((await confirm(first.json.confirmation_id, phrase, 'member')).status).toBe(404)
    for (const count of [1, 2, 3]) {
      expect([count, (await confirm(first.json.confirmation_id, 'wrong')).json.code]).toEqual([
        count,
        'wrong_phrase',
      ])
    }
    expect((await confirm(first.json.confirmation_id, phrase)).status).toBe(404)
    server.shown.length = 0
    const second = await ask()
    const fresh = /Phrase: ([a-z0-9-]+)/.exec(server.shown.join('\n'))?.[1] ?? ''
    const decided = await confirm(second.json.confirmation_id, fresh.toUpperCase())
    expect([decided.status, decided.json.gate?.status]).toEqual([200, 'approved'])
  })
})

describe('event streams', () => {
  test('a stream is taken up again after the last number that was seen, and ends', async () => {
    const asked = await send('POST', '/reasoning/execute', {
      role: 'member',
      body: { goal: 'list the files' },
    })
    const path = `/api/runs/${asked.json.run_id}/events`
    const whole = (await send('GET', path, { role: 'member' })).json
    expect(whole.events.length).toBeGreaterThan(1)
    const first = await readStream(path, {}, 1)
    expect(first.ids[0]).toBe(1)
    const rest = await readStream(path, { 'last-event-id': '1' }, whole.last_seq - 1)
    expect(rest.ids).toEqual(Array.from({ length: whole.last_seq - 1 }, (_, index) => index + 2))
  })

  test('a stream of an unknown run is a 404 and of a stranger’s eyes a 403', async () => {
    const headers = { accept: 'text/event-stream' }
    expect((await send('GET', '/api/runs/run_none/events', { role: 'admin', headers })).status).toBe(404)
    expect((await send('GET', '/api/events', { role: 'agent', headers })).status).toBe(403)
  })
})

async function readStream(path: string, headers: Record<string, string>, count: number) {
  const controller = new AbortController()
  const response = await fetch(`${server.served.url}${path}`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${server.tokenOf('member')}`, ...headers },
    signal: controller.signal,
  })
  let text = ''
  const ids = () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  while (ids().length < count) {
    const piece = await reader?.read()
    if (!piece || piece.done) break
    text += decoder.decode(piece.value, { stream: true })
  }
  controller.abort()
  return { ids: ids().slice(0, Math.max(count, ids().length)), text }
}
