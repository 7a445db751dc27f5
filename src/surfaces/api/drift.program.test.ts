import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent } from '../../soulgate.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** Two calls under one gate; the second touches what the first one makes. */
const chain = defineAgent({
  name: 'chain',
  input: z.object({ path: z.string() }),
  run: async (ctx, { path }) => {
    const write = { tool: 'write_file', input: { path, content: 'first' } }
    return ctx.calls([write, { tool: 'delete_file', input: { path } }])
  },
})

const removal = defineAgent({
  name: 'removal',
  input: z.object({ path: z.string() }),
  run: (ctx, { path }) => ctx.call('delete_file', { path, recursive: true }),
})

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ agents: [chain, removal] })
}, 30_000)
afterAll(() => server.close())

const put = (path: string, text: string) => writeFileSync(join(server.workspace, path), text)
const text = (path: string) => readFileSync(join(server.workspace, path), 'utf8')
const has = (path: string) => existsSync(join(server.workspace, path))
const read = async (gateId: string) =>
  (await server.send('GET', `/api/gates/${gateId}`, { role: 'reviewer' })).json
const propose = async (goal: string): Promise<string> => {
  const asked = await server.send('POST', '/reasoning/execute', { role: 'member', body: { goal } })
  expect(asked.json.approval_state).toBe('awaiting_approval')
  return asked.json.soul_request_id
}
const send = (gateId: string, act: string, body: object = {}) =>
  server.send('POST', `/api/gates/${gateId}/${act}`, { role: 'reviewer', body })
const approve = async (gateId: string, more: object = {}) => {
  const { view_digest } = await read(gateId)
  return send(gateId, 'decide', { decision: 'approve', view_digest, ...more })
}
const settled = async (gateId: string) =>
  (await server.send('GET', `/approval/${gateId}`, { role: 'member', headers: { prefer: 'wait=20' } })).json

describe('what a waiting call rests on', () => {
  test('is read again before it is shown and before it is approved; what changed is named', async () => {
    put('a.txt', 'one')
    const gateId = await propose('Write "x" to a.txt')
    expect((await read(gateId)).drift).toBeUndefined()
    put('a.txt', 'two')
    const drift = [{ target: 'a.txt', text: 'a.txt was changed.' }]
    expect((await read(gateId)).drift).toMatchObject(drift)
    const refused = await approve(gateId)
    expect(refused.status).toBe(412)
    expect(refused.json).toMatchObject({ code: 'evidence_changed', changed: ['a.txt'], drift })
    expect(refused.json.detail).toContain(`soulgate gates reopen ${gateId}`)
    expect((await read(gateId)).status).toBe('pending')
    expect(text('a.txt')).toBe('two')
  })

  test('may be rejected and steered as it stands', async () => {
    for (const more of [{ decision: 'reject' }, { decision: 'steer', steer_instructions: 'use d.txt' }]) {
      put('c.txt', 'one')
      const gateId = await propose('Write "x" to c.txt')
      put('c.txt', 'two')
      expect((await send(gateId, 'decide', more)).status).toBe(200)
    }
  })

  test('proposed again it is another gate with what stands now, which the run waits for', async () => {
    put('a.txt', 'one')
    const gateId = await propose('Write "x" to a.txt')
    expect((await send(gateId, 'reopen')).status).toBe(409)
    put('a.txt', 'two')
    const again = await send(gateId, 'reopen')
    expect(again.status).toBe(201)
    expect(again.json).toMatchObject({ status: 'pending', reopened_from: gateId })
    const old = await read(gateId)
    expect(old).toMatchObject({ status: 'superseded', superseded_by: again.json.gate_id })
    expect((await approve(gateId)).status).toBe(409)
    expect((await read(again.json.gate_id)).drift).toBeUndefined()
    expect((await approve(again.json.gate_id)).status).toBe(200)
    const answer = await settled(again.json.gate_id)
    expect(answer.tool_results).toMatchObject([{ success: true }])
    expect(text('a.txt')).toBe('x')
  })

  test('is all that a folder holds', async () => {
    mkdirSync(join(server.workspace, 'archive'))
    put('archive/1.txt', 'one')
    const { gateId } = await start('removal', 'archive')
    put('archive/2.txt', 'two')
    const refused = await approve(gateId, { confirm: 'delete_file' })
    expect(refused.json).toMatchObject({
      code: 'evidence_changed',
      drift: [{ text: 'archive held 1 entries and holds 2 now.' }],
    })
    expect(has('archive/1.txt')).toBe(true)
  })

  test('counts for the arguments that a person gives it', async () => {
    put('e.txt', 'one')
    const gateId = await propose('Write "x" to e.txt')
    put('e.txt', 'two')
    const [call] = (await read(gateId)).subject.tool_calls
    const edited = (args: object) => ({ edited_arguments: { [call.call_id]: args } })
    expect((await approve(gateId, edited({ path: 'e.txt', content: 'y' }))).status).toBe(412)
    expect((await approve(gateId, edited({ path: 'f.txt', content: 'y' }))).status).toBe(200)
    await settled(gateId)
    expect([text('e.txt'), text('f.txt')]).toEqual(['two', 'y'])
  })

  test('is compared as well where a person lets a secret be written', async () => {
    put('s.txt', 'one')
    await server.send('PUT', '/api/secrets/PHRASE', {
      role: 'admin',
      body: { value: 'a-phrase-nobody-knows' },
    })
    const gateId = await propose('Write "x" to s.txt')
    const [call] = (await read(gateId)).subject.tool_calls
    const edited = { [call.call_id]: { path: 's.txt', content: { $secret: 'PHRASE' } } }
    put('s.txt', 'two')
    expect((await approve(gateId, { edited_arguments: edited })).json.code).toBe('evidence_changed')
    put('s.txt', 'one')
    const { json } = await approve(gateId, { edited_arguments: edited })
    expect((await approve(json.gate.gate_id)).status).toBe(200)
    await settled(json.gate.gate_id)
    expect(text('s.txt')).toBe('a-phrase-nobody-knows')
  })

  test('is no digest that anybody could learn from the gate', async () => {
    put('a.txt', 'one')
    const { text: body } = await server.send('GET', `/api/gates/${await propose('Write "x" to a.txt')}`, {
      role: 'admin',
    })
    expect(body).not.toContain('7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed')
  })

  test('leaves out what an earlier call of the same proposal makes', async () => {
    const { runId, gateId } = await start('chain', 'made.txt')
    expect((await approve(gateId, { confirm: 'delete_file' })).json.detail).toBeUndefined()
    const ended = await runOf(runId, run => run.status === 'completed')
    expect(ended.output).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }])
  })
})

describe('right before the call runs', () => {
  test('what changed after the approval is asked about again, and nothing has run', async () => {
    put('late.txt', 'one')
    const gateId = await propose('Write "x" to late.txt')
    expect((await approve(gateId, { effective_in_ms: 600 })).status).toBe(200)
    put('late.txt', 'two')
    const { run_id: runId } = await read(gateId)
    const again = await waitForGate(runId, gateId)
    expect(text('late.txt')).toBe('two')
    const card = await read(again)
    expect(card.why_held[0]).toMatchObject({ source: 'policy', text: 'late.txt was changed.' })
    expect(card.briefing.details).toContain(gateId)
    expect((await approve(again)).status).toBe(200)
    expect((await settled(again)).tool_results).toMatchObject([{ success: true }])
    expect(text('late.txt')).toBe('x')
  })
})

/** Starts an agent of one's own and waits for its gate. */
async function start(agent: string, path: string) {
  const body = { kind: 'agent', agent, input: { path } }
  const { run_id: runId } = (await server.send('POST', '/api/runs', { role: 'member', body })).json
  return { runId, gateId: await waitForGate(runId) }
}

async function runOf(runId: string, isMeant: (run: { status: string }) => boolean) {
  return expect
    .poll(async () => (await server.send('GET', `/api/runs/${runId}`, { role: 'admin' })).json, {
      timeout: 20_000,
    })
    .toSatisfy(isMeant)
    .then(async () => (await server.send('GET', `/api/runs/${runId}`, { role: 'admin' })).json)
}

async function waitForGate(runId: string, other?: string): Promise<string> {
  const run = await runOf(runId, run => {
    const { waiting_gate_ids: ids = [] } = run as { waiting_gate_ids?: string[] }
    return run.status === 'waiting_input' && ids.some(id => id !== other)
  })
  return run.waiting_gate_ids[0]
}
