import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function restrict(suggest_only: readonly string[]): Promise<void> {
  const { json: settings } = await server.send('GET', '/api/settings', { role: 'admin' })
  const body = { version: settings.version, rollback: { suggest_only } }
  expect((await server.send('PUT', '/api/settings', { role: 'admin', body })).status).toBe(200)
}

const read = (role: 'agent' | 'member') =>
  server.send('POST', '/api/calls', { role, body: { tool: 'list_files', arguments: {} } })

const ask = (role: 'agent' | 'member') =>
  server.send('POST', '/reasoning/execute', { role, body: { goal: 'What is 2 + 2?' } })

it('a key that only gets suggestions runs nothing, whatever it asks; others go on, and an admin lifts it', async () => {
  const granted = (await read('agent')).json.grant
  await restrict(['agent:a-agent'])
  const { json: answer } = await read('agent')
  expect([answer.outcome, answer.grant]).toEqual(['denied', undefined])
  expect(answer.why_held[0].text).toContain('rollback.suggest_only')
  const body = { digest: granted.digest }
  const late = await server.send('POST', `/api/grants/${granted.grant_id}/consume`, { role: 'agent', body })
  expect([late.status, late.json.code]).toEqual([409, 'grant_revoked'])
  expect((await ask('agent')).json.tool_results).toEqual([])
  expect((await read('member')).json.outcome).toBe('released')
  expect((await ask('member')).json.tool_results).toMatchObject([{ status: 'succeeded' }])
  await restrict([])
  expect((await read('agent')).json.outcome).toBe('released')
})
