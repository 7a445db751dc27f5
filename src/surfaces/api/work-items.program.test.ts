import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSoulgateClient } from '../../sdk/sdk.ts'
import { type Sender, startTestServer, type TestServer } from './test-server.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const wait = { prefer: 'wait=20' }
const BODY = { title: 'Name search', description: '- Show the ten best matches', paths: ['src/search'] }

async function startItem(body: object = {}, role: Sender = 'member') {
  const { status, json } = await server.send('POST', '/api/work-items', {
    role,
    headers: wait,
    body: { ...BODY, ...body },
  })
  expect(status).toBe(201)
  return json
}

const report = (itemId: string, sent: object, role: Sender = 'agent') =>
  server.send('POST', `/api/work-items/${itemId}/reports`, { role, headers: wait, body: { report: sent } })

async function decide(gateId: string, body: object, role: Sender = 'reviewer') {
  const { json } = await server.send('GET', `/api/gates/${gateId}`, { role })
  await server.send('POST', `/api/gates/${gateId}/viewed`, { role, body: { view_digest: json.view_digest } })
  return server.send('POST', `/api/gates/${gateId}/decide`, { role, body })
}

/** The item when its run waits again. */
async function rested(itemId: string) {
  await server.soulgate.workItems.settled(itemId, 20_000)
  return (await server.send('GET', `/api/work-items/${itemId}`, { role: 'viewer' })).json
}

async function closeAll() {
  const { json } = await server.send('GET', '/api/work-items?limit=500', { role: 'viewer' })
  for (const { item_id, status } of json.work_items) {
    if (status === 'active')
      await server.send('POST', `/api/work-items/${item_id}/close`, { role: 'reviewer' })
  }
}
beforeEach(closeAll)

describe('work items over HTTP', () => {
  test('are started, approved, built by an agent, and closed', async () => {
    const item = await startItem({ item_id: 'P1' })
    expect(item).toMatchObject({ item_id: 'P1', folder: '.workitems/P1-name-search', status: 'active' })
    const [gateId] = item.waiting_gate_ids
    expect((await server.send('GET', `/api/gates/${gateId}`, { role: 'viewer' })).json).toMatchObject({
      type: 'intent_approval',
      task_id: 'P1',
      artifacts: [{ path: `${item.folder}/design.md` }, {}, {}],
    })
    expect((await decide(gateId, { decision: 'approve' })).status).toBe(200)
    const built = await rested('P1')
    expect(built).toMatchObject({ step: 'build', intent: { status: 'approved' } })
    for (const { task_id: task } of built.tasks) {
      expect((await report('P1', { kind: 'task_started', task })).status).toBe(202)
      expect((await report('P1', { kind: 'task_done', task, hours: 1 })).status).toBe(202)
    }
    for (const sent of [
      { kind: 'tests_done' },
      { kind: 'review_done' },
      { kind: 'commit', paths: ['src/search/a.ts'] },
      { kind: 'committed', commit: 'abc' },
      { kind: 'no_devops' },
    ])
      expect([sent.kind, (await report('P1', sent)).status]).toEqual([sent.kind, 202])
    expect(await rested('P1')).toMatchObject({ status: 'completed', step: 'closure' })
    const audit = await server.send('GET', `/api/audit?run_id=${item.run_id}`, { role: 'viewer' })
    expect(JSON.stringify(audit.json)).toContain('work_item_report')
  })

  test('a run that declares to implement, and a report of building, are told 409 and the gate', async () => {
    const item = await startItem()
    const [gate_id] = item.waiting_gate_ids
    const input = { goal: 'build', phase: 'implementation', work_item: item.item_id }
    for (const kind of ['external', 'reasoning']) {
      const run = await server.send('POST', '/api/runs', { role: 'agent', body: { kind, input } })
      expect([run.status, run.json.code, run.json.gate_id]).toEqual([409, 'intent_not_approved', gate_id])
      expect(run.json.detail).toContain(gate_id)
    }
    const execute = await server.send('POST', '/reasoning/execute', {
      role: 'agent',
      body: { goal: 'read the file old.log', context: { phase: 'implementation', work_item: item.item_id } },
    })
    expect(execute.json).toMatchObject({ success: false, tool_results: [] })
    expect(execute.json.result.message).toContain(gate_id)
    const reported = await report(item.item_id, { kind: 'task_done', task: 'T1' })
    expect([reported.status, reported.json.gate_id]).toEqual([409, gate_id])
  })

  test('say which field does not fit', async () => {
    const bad = async (body: object) => {
      const { status, json } = await server.send('POST', '/api/work-items', { role: 'member', body })
      return [status, json.errors?.[0]?.field]
    }
    expect(await bad({ ...BODY, paths: ['../other'] })).toEqual([400, 'paths.0'])
    expect(await bad({ ...BODY, caps: { hours: 0 } })).toEqual([400, 'caps.hours'])
    expect(await bad({ ...BODY, nonsense: 1 })).toEqual([400, 'nonsense'])
    expect(await bad({ title: '' })).toEqual([400, 'title'])
    const item = await startItem()
    const unknown = await report(item.item_id, { kind: 'dance' })
    expect(unknown.status).toBe(400)
    expect((await server.send('GET', '/api/work-items/none', { role: 'viewer' })).status).toBe(404)
  })

  test('are told about by the client', async () => {
    const client = createSoulgateClient({ baseUrl: server.served.url, token: server.tokenOf('agent') })
    const item = await client.workItems.start({ ...BODY, title: 'By the client' })
    expect(item.waiting_gate_ids).toHaveLength(1)
    const refused = client.workItems.report(item.item_id, { kind: 'task_started', task: 'T1' })
    await expect(refused).rejects.toMatchObject({ code: 'intent_not_approved' })
    expect((await client.workItems.versions(item.item_id)).map(version => version.reason)).toEqual([
      'before_planning',
    ])
    const design = await client.workItems.artifact(`${item.folder}/design.md`)
    expect(design.content).toContain('# By the client')
    const listed = await client.workItems.list({ limit: 1 })
    expect(listed.items[0]?.item_id).toBe(item.item_id)
  })
})

describe('what an item holds', () => {
  const held = (json: { readonly why_held?: readonly { readonly rule_id?: string | undefined }[] }) =>
    json.why_held?.some(why => why.rule_id?.startsWith('work_item:'))
  const call = async (path: string) =>
    (
      await server.send('POST', '/api/calls', {
        role: 'agent',
        body: { tool: 'write_file', arguments: { path, content: 'x' }, goal: `write x to ${path}` },
      })
    ).json

  test('holds calls of the SDK and gates of an MCP client alike, and lets them go with the approval', async () => {
    const mcp = new Client({ name: 'test', version: '0.0.0' })
    await mcp.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [fileURLToPath(new URL('../cli/main.ts', import.meta.url)), 'mcp'],
        env: { SOULGATE_URL: server.served.url, SOULGATE_TOKEN: server.tokenOf('agent') },
      }),
    )
    const client = createSoulgateClient({ baseUrl: server.served.url, token: server.tokenOf('agent') })
    const proposed = () =>
      client.calls.propose({ tool: 'write_file', arguments: { path: 'src/search/a.ts', content: 'x' } })
    const asked = async () => {
      const result = await mcp.callTool({
        name: 'gate_request',
        arguments: {
          type: 'tool_approval',
          summary: 'Write it',
          tool_calls: [{ tool: 'write_file', arguments: { path: 'src/search/a.ts', content: 'x' } }],
        },
      })
      const [content] = result.content ?? []
      const { gate_id } = JSON.parse(content?.type === 'text' ? content.text : '{}')
      return (await server.send('GET', `/api/gates/${gate_id}`, { role: 'viewer' })).json
    }
    try {
      const item = await startItem()
      expect(held(await proposed())).toBe(true)
      const gate = await asked()
      expect(held(gate)).toBe(true)
      // A person may let this one call go all the same: what stood on the card does not void the grant.
      const { json } = await decide(gate.gate_id, {
        decision: 'approve',
        view_digest: gate.view_digest,
        confirm: gate.confirm_word,
      })
      const [grant] = json.gate.grants
      const consumed = await server.send('POST', `/api/grants/${grant.grant_id}/consume`, {
        role: 'agent',
        body: { digest: grant.digest },
      })
      expect(consumed.status).toBe(200)
      await decide(item.waiting_gate_ids[0], { decision: 'approve' })
      expect((await rested(item.item_id)).step).toBe('build')
      expect(held(await proposed())).toBe(false)
      expect(held(await asked())).toBe(false)
    } finally {
      await mcp.close()
    }
  }, 30_000)

  test('is free again when a reviewer closes the item', async () => {
    const item = await startItem()
    expect(held(await call('src/search/b.ts'))).toBe(true)
    for (const role of ['member', 'agent', 'cli'] as const) {
      const closed = await server.send('POST', `/api/work-items/${item.item_id}/close`, { role })
      expect([role, closed.status]).toEqual([role, 403])
    }
    const closed = await server.send('POST', `/api/work-items/${item.item_id}/close`, { role: 'reviewer' })
    expect(closed.json.status).toBe('cancelled')
    expect(held(await call('src/search/b.ts'))).toBe(false)
  })
})

describe('artifacts', () => {
  const read = (path: string, role: Sender = 'reviewer', query = '') =>
    server.send('GET', `/api/artifacts/${path}${query}`, { role })

  test('of a work item are read as they stand and as they were rejected', async () => {
    const item = await startItem()
    const path = `${item.folder}/design.md`
    const { status, json, headers } = await read(path)
    const content = readFileSync(join(server.workspace, path), 'utf8')
    expect([status, json.content, json.encoding]).toEqual([200, content, 'utf-8'])
    expect(json).toMatchObject({
      content_type: 'text/plain; charset=utf-8',
      size_bytes: Buffer.byteLength(content),
    })
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    await decide(item.waiting_gate_ids[0], { decision: 'reject' })
    await rested(item.item_id)
    expect((await read(path)).status).toBe(404)
    const kept = await server.send('GET', `/api/work-items/${item.item_id}/versions`, { role: 'viewer' })
    const rejected = kept.json.versions.find((version: { reason: string }) => version.reason === 'rejected')
    expect((await read(path, 'reviewer', `?version=${rejected.version_id}`)).json.content).toBe(content)
    expect((await read('old.log', 'reviewer', `?version=${rejected.version_id}`)).status).toBe(404)
  })

  test('are saved as bytes that no browser shows', async () => {
    const page = '<script>alert(1)</script>'
    writeFileSync(join(server.workspace, 'report.html'), page)
    await openGate(['report.html'])
    const { text, headers } = await read('report.html', 'reviewer', '?download=1')
    expect(text).toBe(page)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toContain(
      'attachment; filename="artifact"; filename*=UTF-8\'\'report.html',
    )
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect((await read('report.html')).json.content_type).toBe('text/plain; charset=utf-8')
    writeFileSync(join(server.workspace, 'logo.bin'), Buffer.from([0, 255, 7]))
    await openGate(['logo.bin'])
    expect((await read('logo.bin')).json).toMatchObject({
      encoding: 'base64',
      content: 'AP8H',
      size_bytes: 3,
    })
  })

  test('are nothing else of the workspace, and nothing outside of it', async () => {
    mkdirSync(join(server.workspace, 'deep'), { recursive: true })
    writeFileSync(join(server.workspace, 'secret.txt'), 'secret')
    symlinkSync(join(server.workspace, 'secret.txt'), join(server.workspace, 'deep/link.md'))
    symlinkSync('/etc', join(server.workspace, 'etc-link'))
    symlinkSync(join(server.workspace, 'deep'), join(server.workspace, 'shortcut'))
    writeFileSync(join(server.workspace, 'deep/plain.md'), 'plain')
    await openGate(['deep/link.md', 'etc-link/passwd', 'shortcut/plain.md', 'deep', 'deep/plain.md'])
    expect((await read('secret.txt')).status).toBe(404)
    for (const path of ['deep/link.md', 'etc-link/passwd', 'shortcut/plain.md', 'deep'])
      expect([path, (await read(path)).status]).toEqual([path, 400])
    for (const path of [
      '..%2Fhome%2Fsoulgate.db',
      'deep%2F..%2F..%2Fx',
      '%2Fetc%2Fpasswd',
      'C:%5Cx',
      'a%5C..%5Cb',
    ])
      expect([path, (await read(path)).status]).toEqual([path, 400])
    expect((await read('deep/plain.md')).json.content).toBe('plain')
    expect((await read('deep/plain.md', 'reviewer', '?nonsense=1')).status).toBe(400)
  })

  test('are read by reviewers, and by those who asked for them', async () => {
    writeFileSync(join(server.workspace, 'mine.md'), 'mine')
    await openGate(['mine.md'])
    const statuses = async (path: string) => {
      const roles = ['admin', 'reviewer', 'member', 'viewer', 'agent'] as const
      return Promise.all(roles.map(async role => (await read(path, role)).status))
    }
    expect(await statuses('mine.md')).toEqual([200, 200, 404, 403, 200])
    const item = await startItem()
    expect(await statuses(`${item.folder}/tasks.md`)).toEqual([200, 200, 200, 403, 404])
    expect((await server.send('GET', `/api/artifacts/mine.md`)).status).toBe(401)
  })

  async function openGate(paths: readonly string[]) {
    const artifacts = paths.map(path => ({ path, type: 'file', size_bytes: 1 }))
    const body = { type: 'code_review', summary: 'Look', artifacts }
    expect((await server.send('POST', '/api/gates', { role: 'agent', body })).status).toBe(201)
  }
})
