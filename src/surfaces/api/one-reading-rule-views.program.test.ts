import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sender, startTestServer, type TestServer } from './test-server.ts'

/** What is shown beside a call: differences, previews, briefings. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  mkdirSync(join(server.workspace, 'vault'))
})
afterAll(() => server.close())

async function rule(name: string, paths: readonly string[], action: object) {
  const condition = { tools: ['read_file'], paths }
  const body = { name, category: 'custom', priority: 900, condition, action }
  const made = await server.send('POST', '/api/guardrails', { role: 'admin', body })
  if (made.status !== 201) throw new Error(made.text)
  return made.json.id as string
}
const DENIED = { type: 'tool_restriction', tools_denied: ['read_file'], instruction: 'Not to be read.' }
const HELD = { type: 'hitl_gate', gate_type: 'tool_approval' }

async function approve(gateId: string) {
  const { json } = await server.send('GET', `/api/gates/${gateId}`, { role: 'reviewer' })
  const seen = { view_digest: json.view_digest }
  await server.send('POST', `/api/gates/${gateId}/viewed`, { role: 'reviewer', body: seen })
  const body = { decision: 'approve', ...seen }
  const decided = await server.send('POST', `/api/gates/${gateId}/decide`, { role: 'reviewer', body })
  if (decided.status !== 200) throw new Error(decided.text)
}

describe('the difference that stands in the way of an undo', () => {
  /** Has a file written, changes it behind, and tries to take the call back. */
  async function undoOf(path: string, role: Sender) {
    const body = { goal: `Write mine to ${path}` }
    const asked = (await server.send('POST', '/reasoning/execute', { role: 'member', body })).json
    await approve(asked.soul_request_id)
    await server.soulgate.runs.settled(asked.run_id, 20_000)
    const { tool_results: results } = (
      await server.send('GET', `/approval/${asked.soul_request_id}`, { role: 'reviewer' })
    ).json
    writeFileSync(join(server.workspace, path), 'KEPTBACK by another hand')
    return server.send('POST', `/api/calls/${results[0].call_id}/undo`, { role })
  }

  it('is shown where nothing forbids to read the file', async () => {
    const refused = await undoOf('open.txt', 'reviewer')
    expect(refused.status).toBe(409)
    expect(refused.json.changes[0].diff).toContain('KEPTBACK')
  })

  it.each([
    'reviewer',
    'admin',
  ] as const)('is left out for %s where a rule denies it, and the refused read is in the chain', async role => {
    await rule(`vault for ${role}`, ['vault/*'], DENIED)
    const refused = await undoOf(`vault/${role}.txt`, role)
    expect(refused.status).toBe(409)
    expect(refused.json.changes).toMatchObject([{ target: `vault/${role}.txt` }])
    expect(refused.text).not.toContain('KEPTBACK')
    expect(refused.json.detail).toContain('is denied: Not to be read.')
    const audit = await server.send('GET', '/api/audit?type=call_denied&limit=50', { role: 'admin' })
    expect(audit.text).toContain(`vault/${role}.txt`)
  })

  it('is shown, where a rule holds it, to those who could approve that', async () => {
    await rule('slow', ['slow/*'], HELD)
    mkdirSync(join(server.workspace, 'slow'))
    const refused = await undoOf('slow/one.txt', 'reviewer')
    expect(refused.json.changes[0].diff).toContain('KEPTBACK')
  })
})

describe('the documents of a work item', () => {
  const start = async (title: string) => {
    const body = { title, description: '- KEPTBACK feature', paths: ['src/search'] }
    const answer = await server.send('POST', '/api/work-items', {
      ...{ role: 'member', headers: { prefer: 'wait=20' }, body },
    })
    const [gateId] = answer.json.waiting_gate_ids
    const gate = await server.send('GET', `/api/gates/${gateId}`, { role: 'reviewer' })
    const listed = await server.send('GET', '/api/gates?status=pending&limit=100', { role: 'reviewer' })
    const item = await server.send('GET', `/api/work-items/${answer.json.item_id}`, { role: 'member' })
    await server.send('POST', `/api/work-items/${answer.json.item_id}/close`, { role: 'reviewer' })
    const previews = (artifacts: readonly { readonly preview?: string }[]) =>
      artifacts.flatMap(({ preview }) => preview ?? [])
    return {
      gate: previews(gate.json.artifacts),
      item: previews(item.json.documents),
      listed: previews(listed.json.gates.flatMap((each: { artifacts: [] }) => each.artifacts)),
    }
  }

  it('are shown on its card and its page where nothing forbids to read them', async () => {
    const shown = await start('Open search')
    expect(shown.gate.join()).toContain('KEPTBACK')
    expect(shown.item.join()).toContain('KEPTBACK')
  })

  it.each([
    ['denies', DENIED],
    ['holds', HELD],
  ] as const)('are named without a preview where a rule %s reading them', async (verb, action) => {
    const id = await rule(`work items ${verb}`, ['.workitems/*'], action)
    const shown = await start(`Search that a rule ${verb}`)
    await server.send('DELETE', `/api/guardrails/${id}`, { role: 'admin' })
    expect([shown.gate, shown.item, shown.listed]).toEqual([[], [], []])
  })
})
