import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sender, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settingsSeed: { limits: { starts_per_second: 10_000 } } })
})
afterAll(() => server.close())

const propose = async (tool: string, args: object, role: Sender = 'agent'): Promise<string> => {
  const body = { tool, arguments: args, goal: 'Refund the customers of incident 7' }
  return (await server.send('POST', '/api/calls', { role, body })).json.gate.gate_id
}
const list = async (query: string, role: Sender = 'reviewer'): Promise<readonly string[]> => {
  const { status, json } = await server.send('GET', `/api/gates?${query}`, { role })
  expect(status).toBe(200)
  return json.gates.map(({ gate_id }: { readonly gate_id: string }) => gate_id)
}

describe('the list of gates', () => {
  it('is searched by arguments, by the goal, and by the name of the person it is assigned to', async () => {
    const gateId = await propose('refund_payment', { payment: 'pay_974kf2', to: 'Ada@example.org' })
    await propose('refund_payment', { payment: 'pay_1', to: 'bo@example.org' })
    expect(await list('q=PAY_974KF2')).toEqual([gateId])
    expect(await list('q=ada@example.org%20incident')).toEqual([gateId])
    expect(await list('q=incident')).toHaveLength(2)
    const { json } = await server.send('GET', '/api/people', { role: 'admin' })
    const [somebody] = json.people.filter(({ role }: { readonly role: string }) => role === 'reviewer')
    const body = { assignee: somebody.person_id }
    await server.send('POST', `/api/gates/${gateId}/assign`, { role: 'admin', body })
    const name = encodeURIComponent(somebody.name.split(' ')[0])
    expect(await list(`q=${name}`)).toEqual([gateId])
    expect(await list(`q=${name}`, 'agent')).toEqual([])
    expect(await list('q=pay_974kf2', 'agent')).toEqual([gateId])
  })

  it('stands by sections: what expires soon, high risk, questions, the rest', async () => {
    const body = { type: 'clarification', summary: 'Which one?', subject: { document: { a: 1 } } }
    const soon = await server.send('POST', '/api/gates', {
      role: 'agent',
      body: { ...body, ttl_seconds: 300 },
    })
    const routine = await propose('write_file', { path: 'notes.md', content: 'x' })
    const high = await propose('delete_file', { path: 'notes.md' })
    const ids = await list('status=pending&sort=section&limit=100')
    const places = [soon.json.gate_id, high, routine].map(id => ids.indexOf(id))
    expect(places[0]).toBe(0)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(ids.at(-1)).toBe(routine)
  })
})
