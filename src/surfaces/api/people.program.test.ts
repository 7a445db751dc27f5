import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const add = (body: object) =>
  server.send('POST', '/api/people', { role: 'admin', body: { name: 'Somebody', role: 'member', ...body } })
const change = (id: string, body: object) =>
  server.send('PATCH', `/api/people/${id}`, { role: 'admin', body })

describe('the address of a person', () => {
  it('is changed and taken away by an admin, and the trail says so', async () => {
    const { json: person } = await add({})
    const changed = await change(person.person_id, { email: 'ana@example.com' })
    expect([changed.status, changed.json.email]).toEqual([200, 'ana@example.com'])
    const { json: trail } = await server.send('GET', '/api/audit?type=person_changed', { role: 'admin' })
    expect(trail.events[0].payload).toMatchObject({ changes: { email: 'ana@example.com' } })
    expect((await change(person.person_id, { email: null })).json.email).toBeUndefined()
    expect((await change(person.person_id, { email: 'no address' })).status).toBe(400)
  })

  it('belongs to one person, however it is written', async () => {
    const { json: first } = await add({ email: 'Bo@example.com' })
    const second = await add({ email: 'bo@EXAMPLE.com' })
    expect([second.status, second.json.code]).toEqual([409, 'address_taken'])
    expect(second.json.detail).toContain(first.person_id)
    const { json: other } = await add({})
    expect((await change(other.person_id, { email: 'bo@example.com' })).status).toBe(409)
    expect((await change(first.person_id, { email: 'bo@example.com', name: 'Bo' })).status).toBe(200)
  })

  it('is nothing that anybody but an admin changes', async () => {
    const { json: person } = await add({})
    for (const role of ['viewer', 'member', 'reviewer', 'agent', 'cli'] as const) {
      const sent = { role, body: { email: 'eve@example.com' } }
      expect((await server.send('PATCH', `/api/people/${person.person_id}`, sent)).status).toBe(403)
    }
  })
})
