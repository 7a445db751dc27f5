import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  const body = {
    description: 'changes a note',
    input_schema: {
      type: 'object',
      properties: { path: { type: 'string' }, text: { type: 'string' }, to: { type: 'string' } },
    },
    annotations: { read_only: false, idempotent: false, destructive: false, open_world: false },
    reversibility: 'reversible',
  }
  for (const name of ['keep_note', 'write_note'])
    await server.send('POST', '/api/tools', { role: 'admin', body: { ...body, name } })
  await server.send('POST', '/api/tools', {
    role: 'admin',
    body: { ...body, name: 'burn', reversibility: 'irreversible' },
  })
  await server.send('POST', '/api/tools', {
    role: 'admin',
    body: { ...body, name: 'post_note', reversibility: 'externally_reversible' },
  })
})
afterAll(() => server.close())

const call = (tool: string, args: object, more: object = {}): Promise<Answer> =>
  server.send('POST', '/api/calls', { role: 'agent', body: { tool, arguments: args, ...more } })
const decide = (gate: { gate_id: string }, body: object, role: 'reviewer' | 'admin' = 'reviewer') =>
  server.send('POST', `/api/gates/${gate.gate_id}/decide`, { role, body })
const approve = (gate: { gate_id: string }, more: object) => decide(gate, { decision: 'approve', ...more })
const rules = async () => {
  const { json } = await server.send('GET', '/api/guardrails?action_type=release', { role: 'viewer' })
  return json.guidelines
}
async function rememberNote(path: string, more: object = {}) {
  const { json } = await call('keep_note', { path, text: 'first' })
  expect(json.outcome).toBe('held')
  const before = new Set((await rules()).map((rule: { id: string }) => rule.id))
  const answer = await approve(json.gate, { remember: 'rule', ...more })
  expect(answer.status).toBe(200)
  return (await rules()).find((rule: { id: string }) => !before.has(rule.id))
}

describe('an approval that is remembered', () => {
  test('makes a rule that releases such calls, counted, until somebody takes it back', async () => {
    const rule = await rememberNote('notes/a')
    expect(rule).toMatchObject({
      category: 'custom',
      condition: { tools: ['keep_note'], agents: ['a-agent'] },
      action: { type: 'release' },
      metadata: { source: 'sticky', remember: 'rule' },
      created_by: expect.stringMatching(/^person_/),
    })
    expect(rule.action.expires_at).toBeUndefined()
    const again = await call('keep_note', { path: 'notes/a', text: 'second' })
    expect(again.json).toMatchObject({ outcome: 'released', grant: { issued_by: `policy:rule:${rule.id}` } })
    expect((await call('keep_note', { path: 'notes/b', text: 'second' })).json.outcome).toBe('held')
    expect((await call('keep_note', { path: 'notes/a', text: 'x', to: 'me@example.org' })).json.outcome).toBe(
      'held',
    )
    const used = await server.send('GET', `/api/guardrails/${rule.id}/releases`, { role: 'viewer' })
    expect(used.json).toMatchObject({ count: 1, past_calls: { matched: 2 } })
    expect(used.json.past_calls.of).toBeGreaterThanOrEqual(2)
  })

  test('shows beforehand what it would make and which past calls it would have released', async () => {
    const { json } = await call('keep_note', { path: 'shown/a', text: 'x' })
    const body = { decision: 'approve', remember: 'rule', rule: { arguments: { path: '*' } } }
    const preview = await server.send('POST', `/api/gates/${json.gate.gate_id}/preview-rule`, {
      role: 'reviewer',
      body,
    })
    expect(preview.status).toBe(200)
    expect(preview.json.rules).toHaveLength(1)
    expect(preview.json.rules[0].past_calls.matched).toBeGreaterThanOrEqual(2)
    const standing = await server.send('GET', `/api/gates/${json.gate.gate_id}`, { role: 'reviewer' })
    expect(standing.json.status).toBe('pending')
    for (const role of ['agent', 'member'] as const) {
      const refused = await server.send('POST', `/api/gates/${json.gate.gate_id}/preview-rule`, {
        role,
        body,
      })
      expect([role, refused.status]).toEqual([role, 403])
    }
  })

  test('reaches as far as its pattern says, and ends when it is revoked', async () => {
    const rule = await rememberNote('wide/a', { rule: { arguments: { path: 'wide/*' }, expires_in_days: 2 } })
    expect((await call('keep_note', { path: 'wide/b', text: 'y' })).json.outcome).toBe('released')
    expect((await call('keep_note', { path: 'wide/../notes/z', text: 'y' })).json.outcome).toBe('held')
    expect(Date.parse(rule.action.expires_at) - Date.now()).toBeLessThanOrEqual(2 * 86_400_000)
    const held = await call('keep_note', { path: 'wide/c', text: 'y' })
    const { grant } = held.json
    await server.send('DELETE', `/api/guardrails/${rule.id}`, { role: 'reviewer' })
    expect((await call('keep_note', { path: 'wide/d', text: 'y' })).json.outcome).toBe('held')
    const late = await server.send('POST', `/api/grants/${grant.grant_id}/consume`, {
      role: 'agent',
      body: { digest: grant.digest },
    })
    expect([late.status, late.json.code]).toEqual([409, 'grant_revoked'])
  })

  test('of one run holds in that run alone', async () => {
    const run = { run_id: 'my-run-1' }
    const { json } = await call('write_note', { path: 'run/a', text: 'x' }, run)
    expect((await approve(json.gate, { remember: 'run' })).status).toBe(200)
    const released = await call('write_note', { path: 'run/a', text: 'y' }, run)
    expect(released.json.outcome).toBe('released')
    const { grant } = released.json
    const consumed = await server.send('POST', `/api/grants/${grant.grant_id}/consume`, {
      role: 'agent',
      body: { digest: grant.digest },
    })
    expect(consumed.status).toBe(200)
    expect(
      (await call('write_note', { path: 'run/a', text: 'y' }, { run_id: 'my-run-2' })).json.outcome,
    ).toBe('held')
    expect((await call('write_note', { path: 'run/a', text: 'y' })).json.outcome).toBe('held')
  })

  test('suspends itself when a call that it released fails', async () => {
    const rule = await rememberNote('fails/a')
    const { json } = await call('keep_note', { path: 'fails/a', text: 'z' })
    const grant = `/api/grants/${json.grant.grant_id}`
    const consumed = await server.send('POST', `${grant}/consume`, {
      role: 'agent',
      body: { digest: json.grant.digest },
    })
    expect(consumed.status).toBe(200)
    const told = await server.send('POST', `${grant}/result`, {
      role: 'agent',
      body: { success: false, error: 'disk full' },
    })
    expect(told.status).toBe(204)
    const suspended = await server.send('GET', `/api/guardrails/${rule.id}`, { role: 'viewer' })
    expect(suspended.json.action.suspended.because).toContain('disk full')
    expect((await call('keep_note', { path: 'fails/a', text: 'z' })).json.outcome).toBe('held')
  })

  test('suspends itself when people reject such a call later', async () => {
    const rule = await rememberNote('rejected/a')
    const gate = await server.send('POST', '/api/gates', {
      role: 'agent',
      body: {
        type: 'tool_approval',
        summary: 'the same once more',
        subject: { tool_calls: [{ tool: 'keep_note', arguments: { path: 'rejected/a', text: 'bad' } }] },
      },
    })
    await decide(gate.json, { decision: 'reject' })
    const suspended = await server.send('GET', `/api/guardrails/${rule.id}`, { role: 'viewer' })
    expect(suspended.json.action.suspended.because).toContain('was rejected')
  })

  test('never stands over a deny', async () => {
    const rule = await rememberNote('denied/a')
    const deny = {
      name: 'no notes there',
      category: 'security',
      priority: 0,
      condition: { paths: ['denied/*'] },
      action: { type: 'tool_restriction', tools_denied: ['keep_note'] },
    }
    const { json } = await server.send('POST', '/api/guardrails', { role: 'admin', body: deny })
    expect((await call('keep_note', { path: 'denied/a', text: 'x' })).json.outcome).toBe('denied')
    await server.send('DELETE', `/api/guardrails/${json.id}`, { role: 'admin' })
    await server.send('DELETE', `/api/guardrails/${rule.id}`, { role: 'admin' })
  })

  test('is refused where people must look each time, naming the field', async () => {
    const refused = async (answer: Answer, more: object = { remember: 'rule' }) => {
      const { gate } = answer.json
      const confirm = gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }
      const { status, json } = await approve(gate, { ...more, ...confirm, view_digest: gate.view_digest })
      expect(status).toBe(400)
      return json.errors[0]
    }
    expect(await refused(await call('burn', { path: 'x' }))).toMatchObject({
      field: 'remember',
      message: expect.stringContaining('cannot be taken back'),
    })
    expect(await refused(await call('post_note', { path: 'x' }))).toMatchObject({
      field: 'remember',
      message: expect.stringContaining('only with the help of others'),
    })
    expect(await refused(await call('undeclared', { path: 'x' }))).toMatchObject({
      message: expect.stringContaining('only claimed'),
    })
    expect(await refused(await call('keep_note', { to: 'somebody@example.org' }))).toMatchObject({
      message: expect.stringContaining('look each time'),
    })
    expect(await refused(await call('keep_note', { path: 'q' }), { remember: 'run' })).toMatchObject({
      message: expect.stringContaining('no run'),
    })
    expect(await refused(await call('keep_note', { path: 'q' }), { rule: {} })).toMatchObject({
      field: 'rule',
    })
    const wide = { remember: 'rule', rule: { arguments: { typo: '*' } } }
    expect(await refused(await call('keep_note', { path: 'q' }), wide)).toMatchObject({
      field: 'rule.arguments.typo',
    })
    const count = (await rules()).length
    const { json } = await call('keep_note', { path: 'once' })
    expect((await approve(json.gate, { remember: 'once' })).status).toBe(200)
    expect(await rules()).toHaveLength(count)
  })
})

describe('a release rule that is saved', () => {
  test.each([
    ['burn', 'burn cannot be taken back, so people look at each call'],
    ['post_note', 'only with the help of others'],
    ['unheard_of', 'nobody has declared unheard_of'],
  ])('for %s alone is refused, because it could never act', async (tool, reason) => {
    const body = {
      name: 'let it pass',
      category: 'custom',
      condition: { tools: [tool] },
      action: { type: 'release', expires_at: new Date(Date.now() + 86_400_000).toISOString() },
    }
    const create = (more: object) =>
      server.send('POST', '/api/guardrails', { role: 'admin', body: { ...body, ...more } })
    const refused = await create({})
    expect(refused.status).toBe(400)
    expect(refused.json.errors).toEqual([
      { field: 'condition.tools', message: expect.stringContaining(reason) },
    ])
    const imported = await server.send('POST', '/api/guardrails/import', {
      role: 'admin',
      body: { guidelines: [{ ...body, id: 'dead' }] },
    })
    expect(imported.json.items).toMatchObject([{ ok: false, errors: [{ field: 'condition.tools' }] }])
    const off = await create({ enabled: false })
    expect(off.status).toBe(201)
    const switched = await server.send('POST', `/api/guardrails/${off.json.id}/toggle`, {
      role: 'admin',
      body: {},
    })
    expect(switched.json.errors).toMatchObject([{ field: 'condition.tools' }])
  })
})
