import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent } from '../../soulgate.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const several = defineAgent({
  name: 'several',
  input: z.object({ calls: z.array(z.object({ tool: z.string(), input: z.record(z.string(), z.json()) })) }),
  run: (ctx, { calls }) => ctx.calls(calls),
})

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ agents: [several] })
}, 30_000)
afterAll(() => server.close())

const put = (path: string, text: string | Uint8Array) => writeFileSync(join(server.workspace, path), text)
const ask = async (...calls: (readonly [tool: string, input: object])[]): Promise<string> => {
  const input = { calls: calls.map(([tool, args]) => ({ tool, input: args })) }
  const body = { kind: 'agent', agent: 'several', input }
  const { run_id: runId } = (await server.send('POST', '/api/runs', { role: 'member', body })).json
  const gates = async (): Promise<string[]> =>
    (await server.send('GET', `/api/runs/${runId}`, { role: 'admin' })).json.waiting_gate_ids ?? []
  await expect.poll(async () => (await gates()).length, { timeout: 20_000 }).toBe(1)
  return String((await gates())[0])
}
const changes = async (gateId: string, role: 'reviewer' | 'member' | 'viewer' | 'agent' = 'reviewer') =>
  server.send('GET', `/api/gates/${gateId}/changes`, { role })
const files = async (gateId: string) =>
  (await changes(gateId)).json.calls.map((call: { files: unknown }) => call.files)

describe('what a waiting gate would change', () => {
  test('is told with the text that stands now, and that it would leave', async () => {
    put('notes.txt', 'one\ntwo\n')
    const gateId = await ask(['write_file', { path: 'notes.txt', content: 'one\n2\n' }])
    expect(await files(gateId)).toEqual([
      [{ path: 'notes.txt', act: 'change', before: 'one\ntwo\n', after: 'one\n2\n', size_bytes: 8 }],
    ])
    put('notes.txt', 'other\n')
    expect(await files(gateId)).toMatchObject([[{ before: 'other\n' }]])
  })

  test('is told call by call, each on what the calls before it leave', async () => {
    put('from.txt', 'kept')
    const gateId = await ask(
      ['write_file', { path: 'new.txt', content: 'a' }],
      ['append_file', { path: './new.txt', content: 'b' }],
      ['move_file', { from: 'from.txt', to: 'to.txt' }],
      ['delete_file', { path: 'to.txt' }],
    )
    expect(await files(gateId)).toMatchObject([
      [{ path: 'new.txt', act: 'create', after: 'a' }],
      [{ path: 'new.txt', act: 'change', before: 'a', after: 'ab' }],
      [
        { path: 'to.txt', act: 'create', after: 'kept' },
        { path: 'from.txt', act: 'delete', before: 'kept' },
      ],
      [{ path: 'to.txt', act: 'delete', before: 'kept' }],
    ])
  })

  test('lists the files that go with a folder, and says of what is no text that it is none', async () => {
    mkdirSync(join(server.workspace, 'old/deep'), { recursive: true })
    put('old/a.txt', 'abc')
    put('old/deep/b.txt', 'd')
    put('picture.bin', Uint8Array.of(0, 1, 2))
    const gateId = await ask(
      ['delete_file', { path: 'old', recursive: true }],
      ['write_file', { path: 'picture.bin', content: 'x' }],
    )
    expect(await files(gateId)).toMatchObject([
      [
        { path: 'old/a.txt', act: 'delete', size_bytes: 3, omitted: 'folder' },
        { path: 'old/deep/b.txt', act: 'delete', size_bytes: 1 },
      ],
      [{ path: 'picture.bin', act: 'change', omitted: 'not_text' }],
    ])
  })

  test('shows nobody a file that they may not read, and no agent anything', async () => {
    put('private.txt', 'secret words')
    const rule = {
      ...{ name: 'private', category: 'custom', priority: 900 },
      condition: { tools: ['read_file'], paths: ['private.txt'] },
      action: { type: 'tool_restriction', tools_denied: ['read_file'], instruction: 'Not to be read.' },
    }
    const made = await server.send('POST', '/api/guardrails', { role: 'admin', body: rule })
    expect(made.status).toBe(201)
    const gateId = await ask(['write_file', { path: 'private.txt', content: 'x' }])
    const told = await changes(gateId)
    expect(told.json.calls).toMatchObject([{ files: [{ omitted: 'not_allowed' }] }])
    expect(told.text).not.toContain('secret words')
    expect((await changes(gateId, 'agent')).status).toBe(403)
    expect((await changes(gateId, 'viewer')).status).toBe(403)
  })

  test('names of a folder that goes no file that may not be read, and counts those with whatever is too much to list', async () => {
    mkdirSync(join(server.workspace, 'bin/closed'), { recursive: true })
    put('bin/a.txt', 'a')
    put('bin/closed/merger-with-acme.txt', 'b')
    const rule = {
      ...{ name: 'closed', category: 'custom', priority: 900 },
      condition: { tools: ['read_file'], paths: ['bin/closed/*'] },
      action: { type: 'tool_restriction', tools_denied: ['read_file'], instruction: 'Not to be read.' },
    }
    expect((await server.send('POST', '/api/guardrails', { role: 'admin', body: rule })).status).toBe(201)
    const gateId = await ask(['delete_file', { path: 'bin', recursive: true }])
    const told = await changes(gateId)
    expect(told.text).not.toContain('merger')
    expect(told.json.calls[0].files).toEqual([
      { path: 'bin/a.txt', act: 'delete', size_bytes: 1, omitted: 'folder' },
      { path: 'bin', act: 'delete', omitted: 'folder', unnamed: 1 },
    ])
    for (let count = 0; count < 201; count += 1) put(`bin/file-${count}.txt`, '')
    expect((await files(gateId))[0].at(-1)).toMatchObject({ path: 'bin', unnamed: 3 })
  })

  test('does not call a folder empty that is too large to be listed', async () => {
    mkdirSync(join(server.workspace, 'huge'))
    put('huge/a.bin', '')
    truncateSync(join(server.workspace, 'huge/a.bin'), 65 * 1024 * 1024)
    const gateId = await ask(['delete_file', { path: 'huge', recursive: true }])
    expect(await files(gateId)).toEqual([[{ path: 'huge', act: 'delete', omitted: 'too_large' }]])
  })

  test('is not told of calls that run elsewhere: their files are those of another machine', async () => {
    put('here.txt', 'ours')
    const call = { tool: 'write_file', arguments: { path: 'here.txt', content: 'theirs' } }
    const held = await server.send('POST', '/api/calls', { role: 'agent', body: call })
    expect((await changes(held.json.gate.gate_id)).json).toEqual({ calls: [] })
  })
})

const PATCH = ['one', 'two', 'three']
  .map(name => `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-a\n+b\n`)
  .join('')

describe('a review', () => {
  test('is approved once each of its files was looked at, as the server knows it', async () => {
    const opened = await server.send('POST', '/api/gates', {
      role: 'agent',
      body: {
        ...{ type: 'code_review', summary: 'Review it' },
        artifacts: [{ path: 'a.diff', type: 'diff', size_bytes: PATCH.length, preview: PATCH }],
      },
    })
    const { gate_id: gateId, view_digest } = opened.json
    const send = (act: string, body: object) =>
      server.send('POST', `/api/gates/${gateId}/${act}`, { role: 'reviewer', body: { view_digest, ...body } })
    const approve = () => send('decide', { decision: 'approve' })
    const all = ['artifact/0/0', 'artifact/0/1', 'artifact/0/2']
    expect((await approve()).json.code).toBe('not_viewed')
    expect((await send('viewed', { parts: all.slice(0, 2) })).status).toBe(204)
    const seen = await server.send('GET', `/api/gates/${gateId}/viewed`, { role: 'reviewer' })
    expect(seen.json).toEqual({ parts: all, viewed: all.slice(0, 2) })
    expect((await approve()).json.code).toBe('not_viewed')
    expect((await send('viewed', { parts: ['artifact/7'] })).status).toBe(400)
    expect((await send('viewed', { view_digest: 'another', parts: all })).json.code).toBe('view_stale')
    expect((await send('viewed', { parts: all })).status).toBe(204)
    expect((await approve()).status).toBe(200)
  })
})
