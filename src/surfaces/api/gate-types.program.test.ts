import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const open = async (type: string, more: object = {}) => {
  const body = { type, summary: `a ${type} gate`, ...more }
  const answer = await server.send('POST', '/api/gates', { role: 'agent', body })
  expect([type, answer.status]).toEqual([type, 201])
  return answer.json
}
const decide = (gateId: string, body: object) =>
  server.send('POST', `/api/gates/${gateId}/decide`, { role: 'reviewer', body })
describe('briefings', () => {
  test('intent approval tells epic, design, stories, tasks and hours from the files themselves', async () => {
    const folder = join(server.workspace, 'items/P1')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'design.md'), '# Faster search\n\nAn index is built at night.\n\n## More\n')
    writeFileSync(join(folder, 'user_stories.md'), '## Story 1\n## Story 2\n')
    writeFileSync(join(folder, 'tasks.md'), '- [ ] T1 build (2h)\n- [x] T2 test (1.5 hours)\n')
    const before = performance.now()
    const gate = await open('intent_approval', {
      details: 'The agent says it is easy.',
      context: { work_item: 'items/P1', epic: 'claimed by the agent' },
    })
    expect(performance.now() - before).toBeLessThan(1000)
    const { details } = gate.briefing
    for (const line of [
      'Epic: Faster search',
      'Design: An index is built at night.',
      'Stories: 2',
      'Tasks: 2',
      'Hours: 3.5',
    ])
      expect(details).toContain(line)
    expect(details.indexOf('Tasks: 2')).toBeLessThan(details.indexOf('The agent says'))
    const missing = await open('intent_approval', { context: { work_item: 'items/../../etc' } })
    expect(missing.briefing.details).toBe('')
  })

  test('a constraint exception says task, constraint and change; others what people look for first', async () => {
    const exception = await open('constraint_exception', {
      context: { task: 'import', constraint: 'time', required_change: 'two more days' },
    })
    expect(exception.briefing.constraint_info).toEqual({
      task: 'import',
      constraint: 'time',
      required_change: 'two more days',
    })
    expect(exception.briefing.details).toContain('Change needed: two more days')
    const review = await open('design_review', { context: { concerns: ['no index', 'no limit'] } })
    expect(review.briefing.details).toContain('Concerns: 2: no index; no limit')
    const wrong = await server.send('POST', '/api/gates', {
      role: 'agent',
      body: { type: 'constraint_exception', summary: 'x', context: { constraint: 'patience' } },
    })
    expect([wrong.status, wrong.json.errors[0].field]).toEqual([400, 'context.constraint'])
  })

  test('a card that is too long cannot be approved before it was opened whole', async () => {
    const gate = await open('code_review', { details: 'x'.repeat(9000) })
    expect(gate.briefing.truncated).toBe(true)
    expect((await decide(gate.gate_id, { decision: 'approve' })).status).toBe(428)
    const body = { view_digest: gate.view_digest }
    await server.send('POST', `/api/gates/${gate.gate_id}/viewed`, { role: 'reviewer', body })
    expect((await decide(gate.gate_id, { decision: 'approve', ...body })).json.gate.status).toBe('approved')
  })
})

describe('contract 1.0', () => {
  test('documents of both versions are served to everybody', async () => {
    const old = await server.send('GET', '/contracts/hitl_api/v1.0.0.json')
    expect(old.json).toMatchObject({ version: '1.0.0', basePath: '/api' })
    expect(old.json.definitions.GateStatus.enum).toEqual(['pending', 'approved', 'rejected', 'expired'])
    const fresh = await server.send('GET', '/contracts/hitl_api/v1.1.0.json')
    expect(fresh.json.version).toBe('1.1.0')
    expect(fresh.json.endpoints.map((each: { path: string }) => each.path)).toContain('/confidence')
    expect(fresh.json.endpoints).toHaveLength(10)
    for (const type of old.json.definitions.GateType.enum.filter((each: string) => each !== 'test_review'))
      expect(fresh.json.definitions.GateType.enum).toContain(type)
  })

  test('a client that knows only approve and reject, and no digest, goes on as before', async () => {
    const { gate_id } = await open('test_failures', { session_id: 'old-client' })
    const pending = await server.send('GET', '/api/gates/pending?contract=1.0&session_id=old-client', {
      role: 'reviewer',
    })
    expect(pending.json).toMatchObject({
      total: 1,
      gates: [{ id: gate_id, type: 'test_review', status: 'pending' }],
    })
    const body = { gate_id, decision: 'approve', decided_by: 'operator', reason: 'fine' }
    const decided = await decide(gate_id, body)
    expect(decided.json).toMatchObject({ success: true, event_id: expect.any(String) })
    expect(decided.json.decision.decided_by).toMatch(/^person_/)
    const seen = await server.send('GET', `/api/gates/${gate_id}?contract=1.0.0`, { role: 'reviewer' })
    expect(seen.json).toMatchObject({ id: gate_id, status: 'approved' })
    const hidden = await open('proposal')
    const unknown = await server.send('GET', `/api/gates/${hidden.gate_id}?contract=1.0`, {
      role: 'reviewer',
    })
    expect(unknown.status).toBe(404)
  })
})
