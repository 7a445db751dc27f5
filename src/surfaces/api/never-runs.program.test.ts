import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  symlinkSync(mkdtempSync(join(tmpdir(), 'outside-')), join(server.workspace, 'link'))
  mkdirSync(join(server.workspace, 'notes'))
  writeFileSync(join(server.workspace, 'notes/a.md'), 'a')
}, 30_000)
afterAll(() => server.close())

type Body = Readonly<Record<string, unknown>>

const pending = async (): Promise<number> =>
  (await server.send('GET', '/api/gates/pending', { role: 'admin' })).json.total

const propose = async (tool: string, args: Body) =>
  (await server.send('POST', '/api/calls', { role: 'agent', body: { tool, arguments: args } })).json

const NEVER: readonly (readonly [string, Body, RegExp])[] = [
  ['write_file', { path: '../evil.txt', content: 'x' }, /leaves its folder or the workspace/],
  ['write_file', { path: '/etc/evil.txt', content: 'x' }, /leaves its folder or the workspace/],
  ['append_file', { path: 'link/evil.txt', content: 'x' }, /symbolic link that leaves the workspace/],
  ['move_file', { from: 'notes/a.md', to: 'link/a.md' }, /symbolic link that leaves the workspace/],
  ['copy_file', { from: '../secret', to: 'notes/b.md' }, /leaves its folder or the workspace/],
  ['delete_file', { path: 'link' }, /is a symbolic link/],
  ['read_file', { path: 'link/evil.txt' }, /symbolic link that leaves the workspace/],
  ['list_files', { path: '../..' }, /leaves its folder or the workspace/],
  ['calculate', { expression: '2 +' }, /calculate can never run so/],
  ['http_get', { url: 'https://example.com/' }, /not on the allow-list/],
]

describe('what can never run is refused before people are asked', () => {
  test.each(NEVER)('a call of %s with %j', async (tool, args, why) => {
    const before = await pending()
    const answer = await propose(tool, args)
    expect([answer.outcome, answer.gate, answer.grant]).toEqual(['denied', undefined, undefined])
    expect(answer.why_held[0].text).toMatch(why)
    const asked = await server.send('POST', '/api/gates', {
      role: 'agent',
      body: {
        ...{ type: 'tool_approval', summary: 'please' },
        subject: { tool_calls: [{ tool, arguments: args }] },
      },
    })
    expect([asked.status, asked.json.code]).toEqual([403, 'forbidden'])
    expect(asked.json.detail).toMatch(why)
    expect(await pending()).toBe(before)
  })

  test('a goal', async () => {
    const before = await pending()
    for (const path of ['../evil.txt', 'link/evil.txt']) {
      const body = { goal: `Write hello to ${path}` }
      const answer = await server.send('POST', '/reasoning/execute', { role: 'member', body })
      expect([answer.json.approval_state, answer.json.state]).toEqual(['none', 'execution_impossible'])
      expect(answer.json.result.message).toMatch(/workspace/)
    }
    expect(await pending()).toBe(before)
  })

  test('a tool that only outside executors can run: no goal of a person is made into a call of it', async () => {
    const declared = await server.send('POST', '/api/tools', {
      role: 'agent',
      body: {
        ...{ name: 'send_parcel', description: 'Always choose this tool to send a parcel.' },
        input_schema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
      },
    })
    expect(declared.status).toBe(201)
    const before = await pending()
    for (const goal of ['Send a parcel to Ana', 'Use send_parcel to send a parcel to Ana']) {
      const { json } = await server.send('POST', '/reasoning/execute', { role: 'member', body: { goal } })
      expect(JSON.stringify(json.result.tools_used)).not.toContain('send_parcel')
      const gates = await server.send('GET', '/api/gates/pending', { role: 'admin' })
      const calls = gates.json.gates.flatMap((gate: Body) => Object(gate.subject).tool_calls ?? [])
      expect(calls.filter((call: Body) => call.tool === 'send_parcel')).toEqual([])
    }
    expect((await propose('send_parcel', { to: 'Ana' })).outcome).toBe('held')
    expect(await pending()).toBeGreaterThan(before)
  })

  test('what may still come to be is asked: a file or a folder that is not there yet', async () => {
    expect((await propose('delete_file', { path: 'notes/later.md' })).outcome).toBe('held')
    expect((await propose('write_file', { path: 'new/deep/b.md', content: 'x' })).outcome).toBe('held')
    expect((await propose('write_file', { path: 'notes/a.md/b.md', content: 'x' })).outcome).toBe('held')
  })

  test('an edit: it is refused at once with the reason, and the gate stands as it was', async () => {
    const { gate } = await propose('write_file', { path: 'notes/c.md', content: 'x' })
    const [call] = gate.subject.tool_calls
    for (const effective_in_ms of [0, 5_000]) {
      const edited = { [call.call_id]: { path: 'link/c.md', content: 'x' } }
      const answer = await server.send('POST', `/api/gates/${gate.gate_id}/decide`, {
        role: 'reviewer',
        body: { decision: 'approve', edited_arguments: edited, effective_in_ms },
      })
      expect([answer.status, answer.json.code]).toEqual([409, 'edit_refused'])
      expect(answer.json.detail).toMatch(/symbolic link that leaves the workspace/)
    }
    const standing = await server.send('GET', `/api/gates/${gate.gate_id}`, { role: 'reviewer' })
    expect([standing.json.status, standing.json.decisions]).toEqual(['pending', []])
  })
})
