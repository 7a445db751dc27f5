import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sender, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const folder of ['vault', 'slow']) mkdirSync(join(server.workspace, folder))
  writeFileSync(join(server.workspace, 'vault/key.txt'), 'VAULTCONTENT of the vault')
  writeFileSync(join(server.workspace, 'slow/plan.txt'), 'VAULTCONTENT of the plan')
  writeFileSync(join(server.workspace, 'open.txt'), 'VAULTCONTENT is only named here')
  symlinkSync('vault', join(server.workspace, 'link'))
  await rule(
    { paths: ['vault/*'] },
    { type: 'tool_restriction', tools_denied: ['read_file'], instruction: 'Not the vault.' },
  )
  await rule({ tools: ['read_file'], paths: ['slow/*'] }, { type: 'hitl_gate', gate_type: 'tool_approval' })
})
afterAll(() => server.close())

let rules = 0
async function rule(condition: object, action: object) {
  rules += 1
  const body = { name: `reading ${rules}`, category: 'custom', priority: 900, condition, action }
  const made = await server.send('POST', '/api/guardrails', { role: 'admin', body })
  if (made.status !== 201) throw new Error(made.text)
}

const ask = async (goal: string) =>
  (await server.send('POST', '/reasoning/execute', { role: 'agent', body: { goal } })).json

async function artifact(path: string, role: Sender) {
  const body = { type: 'code_review', summary: 'Look', artifacts: [{ path, type: 'file', size_bytes: 3 }] }
  await server.send('POST', '/api/gates', { role: 'agent', body })
  return server.send('GET', `/api/artifacts/${path}`, { role })
}

describe('a rule about reading a file', () => {
  it.each([
    'agent',
    'reviewer',
    'admin',
  ] as const)('denies it to %s as an artifact of a gate too, and says so in the chain', async role => {
    const answer = await artifact('vault/key.txt', role)
    expect(answer.status).toBe(403)
    expect(answer.text).not.toContain('VAULTCONTENT')
    const { events } = (await server.send('GET', '/api/audit?type=call_denied&limit=50', { role: 'admin' }))
      .json
    expect(events.map((event: { payload: { path?: string } }) => event.payload.path)).toContain(
      'vault/key.txt',
    )
  })

  it('tells nobody size or digest of what may not be read', async () => {
    const body = {
      type: 'code_review',
      summary: 'Look',
      artifacts: [{ path: 'vault/key.txt', type: 'file', size_bytes: 3 }],
    }
    const gate = (await server.send('POST', '/api/gates', { role: 'agent', body })).json
    expect(gate.artifacts).toEqual(body.artifacts)
  })

  it('holds it for those alone who could approve it', async () => {
    expect((await artifact('slow/plan.txt', 'agent')).status).toBe(403)
    expect((await artifact('slow/plan.txt', 'reviewer')).json.content).toContain('of the plan')
    const audit = await server.send('GET', '/api/audit?type=artifact_read', { role: 'admin' })
    expect(audit.json.events[0]).toMatchObject({
      payload: { path: 'slow/plan.txt' },
      actor: { kind: 'person' },
    })
  })

  it('leaves such files out of a search over the whole workspace, and says how many places', async () => {
    const answer = await ask('Use search_files to find "VAULTCONTENT"')
    const [result] = answer.tool_results
    expect(result.output.matches.map((match: { path: string }) => match.path)).toEqual(['open.txt'])
    expect(result.output.left_out).toBe(2)
    expect(JSON.stringify(answer)).not.toContain('of the vault')
  })

  it('leaves their names out of a list', async () => {
    const answer = await ask('Use list_files to list the files in vault')
    expect(JSON.stringify(answer)).not.toContain('key.txt')
  })

  it('is not passed by a link that leads there', async () => {
    const answer = await ask('Read the file link/key.txt')
    expect(JSON.stringify(answer)).not.toContain('of the vault')
  })
})

describe('what was seen is what is approved', () => {
  const open = async (path: string) => {
    const body = { type: 'code_review', summary: 'Look', artifacts: [{ path, type: 'file', size_bytes: 3 }] }
    return (await server.send('POST', '/api/gates', { role: 'agent', body })).json
  }
  const see = async (gate: { gate_id: string; view_digest: string }, path: string) => {
    await server.send('GET', `/api/artifacts/${path}`, { role: 'reviewer' })
    const body = { view_digest: gate.view_digest }
    await server.send('POST', `/api/gates/${gate.gate_id}/viewed`, { role: 'reviewer', body })
  }
  const approve = (gate: { gate_id: string; view_digest: string }) =>
    server.send('POST', `/api/gates/${gate.gate_id}/decide`, {
      role: 'reviewer',
      body: { decision: 'approve', view_digest: gate.view_digest },
    })
  const write = (path: string, text: string) => writeFileSync(join(server.workspace, path), text)

  it('refuses an artifact that changed after it was opened, names it, and takes it when it was seen again', async () => {
    write('a.txt', 'one')
    const gate = await open('a.txt')
    await see(gate, 'a.txt')
    write('a.txt', 'two')
    const refused = await approve(gate)
    expect(refused.status).toBe(412)
    expect(refused.json).toMatchObject({ code: 'evidence_changed', changed: ['a.txt'] })
    await see(gate, 'a.txt')
    expect((await approve(gate)).status).toBe(200)
  })

  it('refuses one that changed before anybody opened it', async () => {
    write('b.txt', 'one')
    const gate = await open('b.txt')
    write('b.txt', 'two')
    const body = { view_digest: gate.view_digest }
    await server.send('POST', `/api/gates/${gate.gate_id}/viewed`, { role: 'reviewer', body })
    expect((await approve(gate)).status).toBe(412)
  })

  it('refuses one that was shown otherwise and put back', async () => {
    write('c.txt', 'one')
    const gate = await open('c.txt')
    write('c.txt', 'two')
    await see(gate, 'c.txt')
    write('c.txt', 'one')
    expect((await approve(gate)).status).toBe(412)
  })
})

describe('a path, host or recipient with hidden characters', () => {
  beforeAll(async () => {
    const body = {
      ...{ name: 'open_elsewhere', description: 'Opens a file of the executor.' },
      ...{ reversibility: 'read_only', annotations: { read_only: true } },
      input_schema: {
        type: 'object',
        properties: { path: { type: 'string', 'x-soulgate': 'path' } },
      },
    }
    expect((await server.send('POST', '/api/tools', { role: 'admin', body })).status).toBe(201)
  })

  it.each([
    'open.txt\nvault/key.txt',
    '\u202eopen.txt',
    'open\u200b.txt',
    'op\u{e0065}en.txt',
  ])('lets no read pass that policy would release: %j', async path => {
    const read = async (tool: string) => {
      const body = { tool, arguments: { path } }
      return (await server.send('POST', '/api/calls', { role: 'agent', body })).json
    }
    expect((await read('read_file')).outcome).toBe('denied')
    const answer = await read('open_elsewhere')
    expect(answer.outcome).toBe('held')
    expect(answer.why_held.map((why: { text: string }) => why.text)).toContain(
      'The path at /path of open_elsewhere has hidden characters.',
    )
  })
})
