import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await declare(
    'note',
    { read_only: false, idempotent: false, destructive: false, open_world: false },
    'reversible',
  )
  await declare(
    'look',
    { read_only: true, idempotent: true, destructive: false, open_world: false },
    'read_only',
  )
})
afterAll(() => server.close())

function declare(name: string, annotations: object, reversibility: string) {
  const body = { name, description: name, input_schema: { type: 'object' }, annotations, reversibility }
  return server.send('POST', '/api/tools', { role: 'admin', body })
}

const propose = (tool: string, scope: object, text = 'x') =>
  server.send('POST', '/api/calls', { role: 'agent', body: { tool, arguments: { text }, ...scope } })

async function approve(gateId: string, more: object): Promise<void> {
  const gate = await server.send('GET', `/api/gates/${gateId}`, { role: 'reviewer' })
  const body = { decision: 'approve', view_digest: gate.json.view_digest, ...more }
  const answer = await server.send('POST', `/api/gates/${gateId}/decide`, { role: 'reviewer', body })
  if (answer.status !== 200) throw new Error(answer.text)
}

const conditionsIn = (answer: {
  readonly json: { readonly why_held: readonly { source: string; text: string }[] }
}) => answer.json.why_held.filter(why => why.source === 'condition').map(why => why.text)

test('what a person attached binds the later calls with an effect of that session, and only them', async () => {
  const session = { session_id: 'ses-conditions' }
  const rule = { remember: 'rule', rule: { arguments: { text: '*' } } }
  const first = await propose('note', session)
  await approve(first.json.gate.gate_id, rule)
  const ruled = await propose('note', session, 'y')
  expect(ruled.json.outcome).toBe('released')
  const asked = await server.send('POST', '/api/gates', {
    ...{ role: 'agent', body: { type: 'code_review', summary: 'look at it', ...session } },
  })
  await approve(asked.json.gate_id, { conditions: ['touch nothing critical'] })
  const next = await propose('note', session, 'z')
  expect([next.json.outcome, conditionsIn(next)]).toEqual([
    'held',
    ['A condition of this run: touch nothing critical'],
  ])
  const { grant_id, digest } = ruled.json.grant
  const consumed = await server.send('POST', `/api/grants/${grant_id}/consume`, {
    role: 'agent',
    body: { digest },
  })
  expect([consumed.status, consumed.json.code]).toEqual([409, 'grant_revoked'])
  expect((await propose('look', session)).json.outcome).toBe('released')
  expect(conditionsIn(await propose('note', { session_id: 'ses-other' }))).toEqual([])
  expect(conditionsIn(await propose('note', { session_id: 'ses-other', run_id: 'r1' }))).toEqual([])
})

test('one attached in a run of the agent’s own binds that run in every session', async () => {
  const held = await propose('unknown_tool', { session_id: 'ses-run-1', run_id: 'order-7' })
  await approve(held.json.gate.gate_id, { conditions: ['only today'], confirm: 'unknown_tool' })
  const next = await propose('note', { session_id: 'ses-run-2', run_id: 'order-7' })
  expect(conditionsIn(next)).toEqual(['A condition of this run: only today'])
})
