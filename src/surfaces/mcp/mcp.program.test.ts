import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../api/test-server.ts'

let server: TestServer
let client: Client

beforeAll(async () => {
  server = await startTestServer()
  client = new Client({ name: 'test', version: '0.0.0' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [fileURLToPath(new URL('../cli/main.ts', import.meta.url)), 'mcp'],
      env: { SOULGATE_URL: server.served.url, SOULGATE_TOKEN: server.tokenOf('agent') },
    }),
  )
})
afterAll(async () => {
  await client.close()
  await server.close()
})

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a caller would
async function call(name: string, args: object): Promise<any> {
  const result = await client.callTool({ name, arguments: { ...args } })
  const [content, ...others] = result.content ?? []
  expect(others).toEqual([])
  return JSON.parse(content?.type === 'text' ? content.text : 'null')
}
const decide = (gateId: string, body: object) =>
  server.send('POST', `/api/gates/${gateId}/decide`, { role: 'reviewer', body })

describe('the MCP server', () => {
  test('offers guardrails and gates, and nothing that decides', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(tool => tool.name).sort()).toEqual([
      ...['gate_answer', 'gate_cancel', 'gate_request', 'gate_status'],
      ...['guardrails_get_context', 'guardrails_log_decision', 'guardrails_report_confidence'],
    ])
    expect(client.getServerVersion()).toMatchObject({ name: 'soulgate' })
  })

  test('tells what holds here, for the agent whose key it has', async () => {
    const { json: rule } = await server.send('POST', '/api/guardrails', {
      role: 'admin',
      body: {
        name: 'mine',
        category: 'custom',
        condition: { agents: ['a-agent'] },
        action: {
          type: 'tool_restriction',
          tools_denied: ['rm_*'],
          instruction: 'Leave things where they are.',
        },
      },
    })
    const answer = await call('guardrails_get_context', {
      agent: 'somebody else',
      tool: 'rm_all',
      surely_unknown: 1,
    })
    expect(answer).toMatchObject({
      success: true,
      matched_count: 1,
      combined_instruction: 'Leave things where they are.',
      tools_denied: ['rm_*'],
      tool_verdict: { allowed: false },
      guidelines: [{ id: rule.id, name: 'mine', match_score: 1, matched_fields: ['agents'] }],
    })
    await server.send('DELETE', `/api/guardrails/${rule.id}`, { role: 'admin' })
  })

  test('logs what was decided; a steer needs its instructions', async () => {
    const told = { guideline_id: 'hitl-gate-contract-change', result: 'skipped', reason: 'nobody uses it' }
    const { audit_id } = await call('guardrails_log_decision', told)
    const audit = await server.send('GET', '/api/guardrails/audit?event_type=gate_decision', {
      role: 'viewer',
    })
    expect(audit.json.entries[0]).toMatchObject({
      id: audit_id,
      actor: 'agent:a-agent',
      guideline_id: told.guideline_id,
      decision: { result: 'skipped', reason: 'nobody uses it', agent: 'a-agent' },
    })
    const steered = await server.send('POST', '/api/guardrails/decisions', {
      role: 'agent',
      body: { ...told, result: 'steered' },
    })
    expect([steered.status, steered.json.errors[0].field]).toEqual([400, 'steer_instructions'])
  })

  test('reports confidence and names the gate where the agent waits', async () => {
    const low = await call('guardrails_report_confidence', {
      task_id: 'mcp-1',
      agent: 'a-agent',
      score: 40,
      reasons: ['guessed'],
    })
    expect(low).toMatchObject({ success: true, escalated: true, stored: true })
    expect(await call('gate_status', { gate_id: low.gate_id })).toMatchObject({ status: 'pending' })
    await decide(low.gate_id, { decision: 'steer', steer_instructions: 'Measure it.' })
    expect(await call('gate_status', { gate_id: low.gate_id, wait_seconds: 5 })).toMatchObject({
      status: 'steered',
      decision: { steer_instructions: 'Measure it.' },
    })
    const high = await call('guardrails_report_confidence', { task_id: 'mcp-2', agent: 'a-agent', score: 95 })
    expect(high).toMatchObject({ escalated: false, gate_id: null })
  })

  test('an approved call comes with its grant; a withdrawn gate runs nothing', async () => {
    const tool_calls = [{ tool: 'send', arguments: { text: 'hello' } }]
    const asked = await call('gate_request', { type: 'tool_approval', summary: 'send it', tool_calls })
    const { json: gate } = await server.send('GET', `/api/gates/${asked.gate_id}`, { role: 'reviewer' })
    await decide(asked.gate_id, { decision: 'approve', confirm: 'send', view_digest: gate.view_digest })
    const approved = await call('gate_status', { gate_id: asked.gate_id })
    expect(approved).toMatchObject({ status: 'approved', grants: [{ grant_id: expect.any(String) }] })
    const other = await call('gate_request', { type: 'code_review', summary: 'look', idempotency_key: 'one' })
    const same = await call('gate_request', { type: 'code_review', summary: 'look', idempotency_key: 'one' })
    expect(same.gate_id).toBe(other.gate_id)
    expect(await call('gate_cancel', { gate_id: other.gate_id, because: 'done' })).toMatchObject({
      status: 'cancelled',
    })
  })

  test('what can never run is refused before anybody is asked', async () => {
    const total = async () =>
      (await server.send('GET', '/api/gates/pending', { role: 'admin' })).json.total as number
    const before = await total()
    for (const path of ['../evil.txt', '/etc/evil.txt']) {
      const asked = await call('gate_request', {
        ...{ type: 'tool_approval', summary: 'please' },
        tool_calls: [{ tool: 'write_file', arguments: { path, content: 'x' } }],
      })
      expect(asked).toMatchObject({ success: false, code: 'forbidden' })
      expect(JSON.stringify(asked)).toContain('leaves its folder or the workspace')
    }
    expect(await total()).toBe(before)
  })

  test('refusals are read by the agent, not thrown', async () => {
    expect(await call('gate_status', { gate_id: 'gate_nothing' })).toMatchObject({
      success: false,
      code: 'not_found',
    })
    const wrong = await call('gate_request', {
      type: 'constraint_exception',
      summary: 'x',
      context: { constraint: 'patience' },
    })
    expect(wrong).toMatchObject({ success: false, errors: [{ field: 'context.constraint' }] })
  })
})
