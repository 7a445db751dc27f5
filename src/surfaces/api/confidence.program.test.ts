import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let tasks = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const report = (score: number, more: object = {}) => {
  tasks += 1
  return server.send('POST', '/api/confidence', {
    role: 'agent',
    body: { task_id: `task-${tasks}`, agent: 'a-agent', score, reasons: ['the spec is unclear'], ...more },
  })
}
const reject = (gateId: string) =>
  server.send('POST', `/api/gates/${gateId}/decide`, { role: 'reviewer', body: { decision: 'reject' } })

describe('confidence reports', () => {
  test.each([
    [89, true],
    [90, false],
    [91, false],
  ])('a report of %i against a threshold of 90 escalates: %s', async (score, escalates) => {
    const answer = await report(score)
    expect(answer.status).toBe(201)
    expect(answer.json).toMatchObject({ escalated: escalates, stored: true })
    expect(answer.json.gate_id === null).toBe(!escalates)
    if (escalates) await reject(answer.json.gate_id)
  })

  test('the gate shows score, reasons and task, and offers approve, reject and steer', async () => {
    const { json } = await report(62, { session_id: 'ses-briefing', metadata: { output: 'a draft' } })
    const { json: gate } = await server.send('GET', `/api/gates/${json.gate_id}`, { role: 'reviewer' })
    expect(gate).toMatchObject({
      type: 'confidence_threshold',
      threshold: 'conditional',
      requested_by: 'agent:a-agent',
      session_id: 'ses-briefing',
      task_id: `task-${tasks}`,
      briefing: { agent: 'a-agent', confidence: 0.62 },
      subject: { document: { score: 62, threshold: 90 } },
    })
    expect(gate.briefing.details).toContain('the spec is unclear')
    expect(gate.options.map((option: { decision: string }) => option.decision)).toEqual([
      'approve',
      'reject',
      'steer',
    ])
    const steered = await server.send('POST', `/api/gates/${json.gate_id}/decide`, {
      role: 'reviewer',
      body: { decision: 'steer', steer_instructions: 'Ask for the missing page first.' },
    })
    expect(steered.json.gate.status).toBe('steered')
  })

  test('a lower report replaces the gate, so that nobody approves what they have not seen; a better one hides nothing', async () => {
    const first = await report(89, { session_id: 'ses-lower' })
    const task = { task_id: `task-${tasks}`, session_id: 'ses-lower' }
    const seen = await server.send('GET', `/api/gates/${first.json.gate_id}`, { role: 'reviewer' })
    const second = await report(0, { ...task, reasons: ['it does not even compile'] })
    expect(second.json.gate_id).not.toBe(first.json.gate_id)
    const { view_digest } = seen.json
    const stale = await server.send('POST', `/api/gates/${first.json.gate_id}/decide`, {
      ...{ role: 'reviewer', body: { decision: 'approve', view_digest } },
    })
    expect([stale.status, stale.json.code]).toEqual([409, 'gate_superseded'])
    expect((await report(89, task)).json).toMatchObject({ escalated: true, gate_id: second.json.gate_id })
    expect((await report(100, task)).json).toMatchObject({ escalated: false })
    const { json: gate } = await server.send('GET', `/api/gates/${second.json.gate_id}`, { role: 'reviewer' })
    expect(gate).toMatchObject({
      status: 'pending',
      briefing: { confidence: 0 },
      subject: { document: { score: 0, earlier_score: 89 } },
    })
    expect(gate.briefing.details).toContain('it does not even compile')
    await reject(gate.gate_id)
  })

  test('what was decided stays decided when a lower report comes within the undo window', async () => {
    const first = await report(80)
    const task_id = `task-${tasks}`
    const gateId = first.json.gate_id
    const body = { decision: 'approve', effective_in_ms: 60_000 }
    await server.send('POST', `/api/gates/${gateId}/decide`, { role: 'reviewer', body })
    const second = await report(10, { task_id })
    expect(second.json.gate_id).not.toBe(gateId)
    const { json } = await server.send('GET', `/api/gates/${gateId}`, { role: 'reviewer' })
    expect([json.status, json.deciding?.decision.decision]).toEqual(['pending', 'approve'])
    await server.send('DELETE', `/api/gates/${gateId}/decision`, { role: 'reviewer' })
    await reject(gateId)
    await reject(second.json.gate_id)
  })

  test('with the guideline switched off nobody is asked, unless another rule does', async () => {
    const toggle = () =>
      server.send('POST', '/api/guardrails/confidence-threshold/toggle', { role: 'admin', body: {} })
    expect((await toggle()).json.enabled).toBe(false)
    expect((await report(10)).json).toMatchObject({ escalated: false, gate_id: null, stored: true })
    const rule = {
      ...{
        name: 'Ours',
        category: 'hitl_gate',
        priority: 500,
        condition: { gate_types: ['confidence_threshold'] },
      },
      action: { type: 'hitl_gate', gate_type: 'confidence_threshold', gate_threshold: 'conditional' },
    }
    const saved = await server.send('POST', '/api/guardrails', { role: 'admin', body: rule })
    const asked = await report(10)
    expect(asked.json.escalated).toBe(true)
    await reject(asked.json.gate_id)
    await server.send('DELETE', `/api/guardrails/${saved.json.id}`, { role: 'admin' })
    expect((await toggle()).json.enabled).toBe(true)
  })

  test('an unsure agent makes no call with an effect until a person has answered', async () => {
    await server.send('POST', '/api/tools', {
      role: 'admin',
      body: {
        name: 'note',
        description: 'writes a note into a list',
        input_schema: { type: 'object', properties: { text: { type: 'string' } } },
        annotations: { read_only: false, idempotent: false, destructive: false, open_world: false },
        reversibility: 'reversible',
      },
    })
    const propose = () =>
      server.send('POST', '/api/calls', { role: 'agent', body: { tool: 'note', arguments: { text: 'hi' } } })
    const concerns = (answer: { json: { why_held: readonly { source: string; text: string }[] } }) =>
      answer.json.why_held.filter(why => why.source === 'confidence').map(why => why.text)
    expect(concerns(await propose())).toEqual([])
    const { json } = await report(40)
    expect(concerns(await propose())[0]).toContain('confidence of 40 of 100')
    await server.send('POST', `/api/gates/${json.gate_id}/decide`, {
      role: 'reviewer',
      body: { decision: 'approve' },
    })
    expect(concerns(await propose())).toEqual([])
  })

  test('reports are in the trail and can be asked for', async () => {
    await report(95, { task_id: 'sought' })
    const listed = await server.send('GET', '/api/confidence?task_id=sought', { role: 'viewer' })
    expect(listed.json.reports).toHaveLength(1)
    expect(listed.json.reports[0]).toMatchObject({
      task_id: 'sought',
      agent: 'a-agent',
      score: 95,
      escalated: false,
    })
    const audit = await server.send('GET', '/api/guardrails/audit?event_type=confidence_report', {
      role: 'viewer',
    })
    expect(audit.json.entries[0].details).toMatchObject({ task_id: 'sought', score: 95 })
  })

  test('a name that is not the key’s own, or that nobody knows, is a warning in the trail', async () => {
    await report(95, { task_id: 'borrowed', agent: 'backend' })
    const borrowed = await server.send('GET', '/api/confidence?task_id=borrowed', { role: 'viewer' })
    expect(borrowed.json.reports[0]).toMatchObject({ agent: 'a-agent', reported_agent: 'backend' })
    expect(borrowed.json.reports[0].warning).toContain('in the name of backend')
    const body = { task_id: 'unknown', agent: 'nobody', score: 95 }
    await server.send('POST', '/api/confidence', { role: 'member', body })
    const unknown = await server.send('GET', '/api/confidence?task_id=unknown', { role: 'viewer' })
    expect(unknown.json.reports[0].warning).toBe('No agent’s key is named nobody.')
  })

  test('what is out of range is 400 and names the field; unknown fields are ignored', async () => {
    for (const score of [-1, 101, 50.5]) {
      const answer = await report(score)
      expect([answer.status, answer.json.errors[0].field]).toEqual([400, 'score'])
    }
    expect((await report(95, { task_id: '' })).json.errors[0].field).toBe('task_id')
    expect((await report(95, { surely_unknown: 1 })).status).toBe(201)
    const viewer = await server.send('POST', '/api/confidence', {
      role: 'viewer',
      body: { task_id: 't', agent: 'a', score: 95 },
    })
    expect(viewer.status).toBe(403)
  })

  test('switched off, nothing escalates', async () => {
    const { json: settings } = await server.send('GET', '/api/settings', { role: 'admin' })
    const change = async (auto_escalate: boolean, version: number) => {
      const body = { version, confidence_report: { auto_escalate } }
      return (await server.send('PUT', '/api/settings', { role: 'admin', body })).json.version
    }
    const version = await change(false, settings.version)
    expect((await report(10)).json).toMatchObject({ escalated: false, gate_id: null, stored: true })
    await change(true, version)
  })
})
