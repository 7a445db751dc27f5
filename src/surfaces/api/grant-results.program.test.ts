import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A consumed grant of the agent's key. */
async function begunCall() {
  const body = { tool: 'get_time', arguments: {} }
  const { json: proposed } = await server.send('POST', '/api/calls', { role: 'agent', body })
  const { grant_id, digest, call_id } = proposed.grant
  await server.send('POST', `/api/grants/${grant_id}/consume`, { role: 'agent', body: { digest } })
  const report = (result: object) =>
    server.send('POST', `/api/grants/${grant_id}/result`, { role: 'agent', body: result })
  return { call_id, report }
}

describe('the result of a granted call', () => {
  it('stands once it was reported; another one is refused, and told what stands', async () => {
    const { call_id, report } = await begunCall()
    expect((await report({ success: true, output: { paid: 20 } })).status).toBe(204)
    const contradiction = await report({ success: false, output: null, error: 'It did not happen.' })
    expect([contradiction.status, contradiction.json.code]).toEqual([409, 'result_recorded'])
    expect(contradiction.json.recorded).toMatchObject({ call_id, status: 'succeeded' })
    expect((await report({ success: true, output: { paid: 2000 } })).status).toBe(409)
    const { json: call } = await server.send('GET', `/api/calls/${call_id}`, { role: 'agent' })
    expect(call).toMatchObject({ status: 'succeeded', result: { output: { paid: 20 } } })
  })

  it('may be reported again as it was, in any order of its fields', async () => {
    const { report } = await begunCall()
    await report({ success: true, output: { paid: 20, to: 'c_1' } })
    const repeat = await report({ output: { to: 'c_1', paid: 20 }, success: true })
    expect([repeat.status, repeat.json]).toEqual([200, { repeated: true }])
  })
})
