import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Principal } from '../../contracts/principal.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const SYSTEM: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
const READS = { read_only: true, idempotent: true, destructive: false, open_world: false }

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

const payment = (changes: object = {}) => ({
  name: 'pay_x',
  description: 'Pays.',
  input_schema: {
    type: 'object',
    properties: { dest: { type: 'string', 'x-soulgate': 'path' }, note: { type: 'string' } },
  },
  annotations: { read_only: false, idempotent: false, destructive: true, open_world: true },
  reversibility: 'irreversible',
  ...changes,
})
const unmarked = {
  input_schema: { type: 'object', properties: { dest: { type: 'string' }, note: { type: 'string' } } },
}
const harmless = { annotations: READS, reversibility: 'read_only' }

type Sender = Parameters<TestServer['tokenOf']>[0]
const declare = (role: Sender, tool: object) => server.send('POST', '/api/tools', { role, body: tool })
const call = (args: object, tool = 'pay_x') =>
  server.send('POST', '/api/calls', { role: 'agent', body: { tool, arguments: args } })

async function otherAgent(): Promise<{ readonly authorization: string }> {
  const answer = await server.soulgate.access.createToken(SYSTEM, { name: 'scout', role: 'agent' })
  if (answer.refused) throw new Error(answer.detail)
  return { authorization: `Bearer ${answer.token}` }
}

async function rule(name: string, condition: object, action: object): Promise<void> {
  const body = { name, category: 'security', priority: 900, condition, action }
  const answer = await server.send('POST', '/api/guardrails', { role: 'admin', body })
  if (answer.status !== 201) throw new Error(answer.text)
}

describe('declarations', () => {
  test('an agent does not replace what an admin declared, and rules built on it go on', async () => {
    expect((await declare('admin', payment())).status).toBe(201)
    await rule(
      'Two for what is final',
      { custom: 'reversibility == "irreversible"' },
      { type: 'hitl_gate', gate_type: 'tool_approval', quorum: 2 },
    )
    await rule('No vault', { paths: ['vault/*'] }, { type: 'tool_restriction', tools_denied: ['pay_*'] })
    const answer = await declare('agent', payment({ ...unmarked, ...harmless }))
    expect([answer.status, answer.json.code]).toEqual([409, 'declaration_exists'])
    expect(answer.json.detail).toContain('soulgate tools withdraw pay_x')
    const held = await call({ dest: 'shop/x' })
    expect(held.json.gate.quorum.approvals_required).toBe(2)
    expect((await call({ dest: 'vault/x' })).json.outcome).toBe('denied')
  })

  test('the same definition declared again by anybody changes nothing', async () => {
    const first = await declare('admin', payment())
    const again = await declare('agent', payment({ prerequisites: ['x'] }))
    expect(again.status).toBe(201)
    expect(again.json).toEqual(first.json)
    expect(again.json.claimed).toBe(false)
  })

  test('a reviewer does not replace what an admin declared; an admin replaces what a reviewer declared', async () => {
    await declare('admin', payment())
    expect((await declare('reviewer', payment(harmless))).status).toBe(409)
    await declare('reviewer', payment({ name: 'note' }))
    expect((await declare('admin', payment({ name: 'note', description: 'Other.' }))).status).toBe(201)
  })

  test('one agent does not replace the claim of another, which changes its own', async () => {
    await declare('agent', payment())
    const headers = await otherAgent()
    const other = await server.send('POST', '/api/tools', { headers, body: payment(harmless) })
    expect([other.status, other.json.code]).toEqual([409, 'declaration_exists'])
    expect((await declare('agent', payment({ description: 'Pays more.' }))).status).toBe(201)
    expect((await declare('reviewer', payment({ description: 'By a person.' }))).json.claimed).toBe(false)
  })

  test('a confirmation stands on the definition hash: the agent’s own change of it is a claim again', async () => {
    const first = await declare('agent', payment(harmless))
    const body = { definition_hash: first.json.definition_hash }
    await server.send('POST', '/api/tools/pay_x/confirm', { role: 'reviewer', body })
    expect((await declare('agent', payment(harmless))).json.claimed).toBe(false)
    expect((await declare('agent', payment())).json.claimed).toBe(true)
  })

  test('rules that speak of reversibility take a claimed tool for irreversible', async () => {
    await declare('agent', payment(harmless))
    await rule(
      'Two for what is final',
      { custom: 'reversibility == "irreversible"' },
      { type: 'hitl_gate', gate_type: 'tool_approval', quorum: 2 },
    )
    expect((await call({ dest: 'a' })).json.gate.quorum.approvals_required).toBe(2)
  })

  test('meanings that were marked once stay, whatever a newer claim leaves out', async () => {
    await declare('agent', payment())
    await rule('No vault', { paths: ['vault/*'] }, { type: 'tool_restriction', tools_denied: ['pay_*'] })
    expect((await call({ dest: 'vault/x' })).json.outcome).toBe('denied')
    await declare('agent', payment(unmarked))
    expect((await call({ dest: 'vault/x' })).json.outcome).toBe('denied')
    expect((await server.send('DELETE', '/api/tools/pay_x', { role: 'agent' })).status).toBe(204)
    await declare('agent', payment(unmarked))
    expect((await call({ dest: 'vault/x' })).json.outcome).toBe('denied')
    expect((await server.send('DELETE', '/api/tools/pay_x', { role: 'reviewer' })).status).toBe(204)
    await declare('agent', payment(unmarked))
    expect((await call({ dest: 'vault/x' })).json.outcome).toBe('held')
  })
})

describe('withdrawing', () => {
  const withdraw = (role: Sender, name = 'pay_x') =>
    server.send('DELETE', `/api/tools/${encodeURIComponent(name)}`, { role })

  test('an agent withdraws its own claim, nobody else’s; reviewers any; built-in tools stay', async () => {
    await declare('admin', payment())
    expect((await withdraw('agent')).status).toBe(403)
    expect((await withdraw('member')).status).toBe(403)
    expect((await withdraw('cli')).status).toBe(403)
    expect((await withdraw('reviewer')).status).toBe(204)
    expect((await withdraw('reviewer')).status).toBe(404)
    expect((await withdraw('admin', 'read_file')).status).toBe(400)
    await declare('agent', payment({ name: 'own/tool' }))
    expect((await withdraw('agent', 'own/tool')).status).toBe(204)
    expect((await server.send('GET', '/api/tools/own%2Ftool', { role: 'agent' })).status).toBe(404)
    const audit = await server.send('GET', '/api/audit?type=tool_withdrawn', { role: 'admin' })
    expect(audit.json.items ?? audit.json.events).toHaveLength(2)
  })

  test('grants of a withdrawn tool cannot be consumed, nor can those of a gate approved afterwards', async () => {
    await declare('admin', payment(harmless))
    const released = await call({ note: 'x' })
    expect(released.json.outcome).toBe('released')
    await declare('admin', payment())
    await withdraw('admin')
    await declare('admin', payment({ name: 'pay_y' }))
    const held = await call({ note: 'x' }, 'pay_y')
    await withdraw('admin', 'pay_y')
    const { grant_id, digest } = released.json.grant
    const consumed = await server.send('POST', `/api/grants/${grant_id}/consume`, {
      role: 'agent',
      body: { digest },
    })
    expect([consumed.status, consumed.json.code]).toEqual([409, 'grant_revoked'])
    const { gate_id, view_digest } = held.json.gate
    const body = { decision: 'approve', view_digest, confirm: 'pay_y' }
    const decided = await server.send('POST', `/api/gates/${gate_id}/decide`, { role: 'admin', body })
    expect(decided.status).toBe(200)
    const [late] = decided.json.gate.grants
    const lateBody = { digest: late.digest }
    const used = await server.send('POST', `/api/grants/${late.grant_id}/consume`, {
      role: 'agent',
      body: lateBody,
    })
    expect([used.status, used.json.code]).toEqual([409, 'grant_revoked'])
    expect((await call({ note: 'x' })).json.outcome).toBe('held')
  })
})

describe('what cannot be declared', () => {
  test.each([
    ...['__proto__', 'constructor', 'get_time/../x', 'a//b', './a', 'server/__proto__'],
    ...['Read_File', 'READ_FILE', 'pay\u202ex', 'pay\nx', 'ｐａｙ', 'pay x', ''],
  ])('the name %j', async name => {
    const answer = await declare('agent', payment({ name }))
    expect([answer.status, answer.json.errors?.[0]?.field]).toEqual([400, 'name'])
  })

  test('names that differ in letter case alone from one that is declared', async () => {
    await declare('agent', payment())
    expect((await declare('agent', payment({ name: 'Pay_X' }))).status).toBe(400)
  })

  const chain = (inner: object) => ({
    type: 'object',
    properties: { a: { $ref: '#/$defs/x' } },
    $defs: { x: inner },
  })
  test.each([
    ['input_schema.$defs.x', chain({ allOf: [{ $ref: '#/$defs/x' }] })],
    ['input_schema', { type: 'object', $ref: '#' }],
    ['input_schema', { type: 'object', required: ['next'], properties: { next: { $ref: '#' } } }],
    ['input_schema', { type: 'object', required: ['a'], properties: { a: false } }],
    ['input_schema', { type: 'object', required: ['a'], additionalProperties: false }],
    ['input_schema', { type: 'object', not: {} }],
    ['input_schema', { type: 'object', allOf: [{ type: 'string' }] }],
    [
      'input_schema',
      { type: 'object', required: ['n'], properties: { n: { type: 'integer', minimum: 3, maximum: 1 } } },
    ],
    ['input_schema', { type: 'object', required: ['n'], properties: { n: { enum: [] } } }],
  ])('a schema that never ends or that nothing fits, named at %s', async (field, input_schema) => {
    const answer = await declare('agent', payment({ input_schema }))
    expect([answer.status, answer.json.errors?.[0]?.field]).toEqual([400, field])
  })

  test('schemas that go deeper into themselves, or forbid something optional, are taken', async () => {
    const tree = {
      type: 'object',
      properties: {
        label: { type: 'string' },
        children: { type: 'array', items: { $ref: '#' } },
        never: false,
      },
      required: ['label', 'children'],
    }
    expect((await declare('agent', payment({ name: 'tree', input_schema: tree }))).json).toMatchObject({
      claimed: true,
    })
    const answer = await call({ label: 'a', children: [{ label: 'b', children: [] }] }, 'tree')
    expect(answer.status).toBe(201)
  })
})
