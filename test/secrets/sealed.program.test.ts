import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUp } from '../../src/soulgate.ts'
import { startTestServer, type TestServer } from '../../src/surfaces/api/test-server.ts'

// Put together here, so that no scanner takes this file for a leak.
const TOKEN = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0'].join('')
const WORD = 'tulip-and-rose'

let home: string
let server: TestServer
beforeEach(async () => {
  home = join(mkdtempSync(join(tmpdir(), 'soulgate-sealed-')), 'home')
  mkdirSync(home)
  server = await open()
})
afterEach(() => server.close())

function open(): Promise<TestServer> {
  // Whatever the score, a person is asked.
  const settingsSeed = { thresholds: { high: 1, medium: 0.3 } }
  return startTestServer({ home, storePath: join(home, 'soulgate.db'), settingsSeed })
}

const as = (role: 'admin' | 'agent' | 'viewer') => (method: string, path: string, body?: unknown) =>
  server.send(method, path, { role, ...(body === undefined ? {} : { body }) })

/** Every file of the home, the database and its write-ahead log among them. */
function filesWith(...texts: readonly string[]): readonly string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => texts.some(text => readFileSync(path).includes(text)))
}

/** What everybody may read of what happened. */
async function told(): Promise<string> {
  const paths = ['/api/audit?limit=500', '/api/events?limit=500', '/api/audit/export', '/metrics']
  const answers = await Promise.all(paths.map(path => as('admin')('GET', path)))
  for (const answer of answers) expect(answer.status).toBe(200)
  return answers.map(answer => answer.text).join('\n')
}

async function approve(gateId: string, edited?: object) {
  const { json: gate } = await as('admin')('GET', `/api/gates/${gateId}`)
  const [call] = gate.subject.tool_calls
  const how = edited === undefined ? { option_id: 'approve' } : { option_id: 'edit' }
  const { confirm_word: confirm } = gate
  const decided = await as('admin')('POST', `/api/gates/${gateId}/decide`, {
    ...{ decision: 'approve', view_digest: gate.view_digest, ...how },
    ...(confirm === undefined ? {} : { confirm }),
    ...(edited === undefined ? {} : { edited_arguments: { [call.call_id]: edited } }),
  })
  expect(decided.status).toBe(200)
  return decided.json
}

test('what looks like a secret in a goal runs as it is and lies sealed: no file, event, export or log line holds it', async () => {
  const goal = `Create the file notes.txt with the text ${TOKEN}`
  const asked = await as('admin')('POST', '/reasoning/execute', { goal, session_id: 'one' })
  const { json: gate } = await as('admin')('GET', `/api/gates/${asked.json.soul_request_id}`)
  expect(gate.risks.join(' ')).toMatch(/looks like a secret\. It is kept encrypted/)
  expect(gate.subject.tool_calls[0].arguments.content).toMatch(/^\[looks like a secret [0-9a-f]{4}\]$/)
  const seen = await as('viewer')('GET', `/api/gates/${gate.gate_id}`)
  expect(seen.json.subject.tool_calls[0].arguments.content).toBe('[looks like a secret]')
  expect(seen.text + (await as('viewer')('GET', `/api/runs/${gate.run_id}/steps`)).text).not.toContain(TOKEN)
  await approve(gate.gate_id)
  const done = await server.send('GET', `/approval/${gate.gate_id}`, {
    role: 'admin',
    headers: { prefer: 'wait=10' },
  })
  expect(done.json).toMatchObject({ success: true, execution_path: 'approved' })
  expect(readFileSync(join(server.workspace, 'notes.txt'), 'utf8')).toContain(TOKEN)
  const read = await as('admin')('POST', '/reasoning/execute', { goal: 'Read the file notes.txt' })
  expect(read.json.success).toBe(true)
  const [{ call_id }] = done.json.tool_results
  expect((await as('admin')('POST', `/api/calls/${call_id}/undo`, {})).status).toBe(200)
  expect(filesWith(TOKEN)).toEqual([])
  expect(await told()).not.toContain(TOKEN)
  expect((await as('admin')('GET', '/api/audit/verify')).json).toMatchObject({ ok: true })
  expect(server.shown.join('\n')).not.toContain(TOKEN)
})

test('an outside executor runs what it proposed: its digest holds, and nothing kept holds the value', async () => {
  const call = { tool: 'connect', arguments: { note: `use ${TOKEN}`, login: { password: WORD } } }
  const proposed = await server.send('POST', '/api/calls', {
    role: 'agent',
    body: { ...call, goal: `connect with ${TOKEN}` },
    headers: { 'idempotency-key': 'once' },
  })
  expect(proposed.json.outcome).toBe('held')
  await approve(proposed.json.gate.gate_id)
  const { json: seen } = await as('agent')('GET', `/api/gates/${proposed.json.gate.gate_id}`)
  const [grant] = seen.grants
  const consumed = await as('agent')('POST', `/api/grants/${grant.grant_id}/consume`, {
    digest: grant.digest,
  })
  expect(consumed.status).toBe(200)
  expect(consumed.json.grant.arguments).toEqual(call.arguments)
  const result = { success: true, output: { echoed: `token ${TOKEN}`, password: WORD } }
  expect((await as('agent')('POST', `/api/grants/${grant.grant_id}/result`, result)).status).toBe(204)
  expect(filesWith(TOKEN, WORD)).toEqual([])
  const read = await told()
  expect(read).not.toContain(TOKEN)
  expect(read).not.toContain(WORD)
})

const SECRET = { type: 'string', 'x-soulgate': 'secret' }
const toolWith = (properties: object) => ({
  ...{ name: 'blind', description: 'Blinds', reversibility: 'reversible' },
  annotations: { read_only: false, idempotent: false, destructive: false, open_world: false },
  input_schema: { type: 'object', properties },
})

test('what a declared tool calls secret lies sealed, whatever its name', async () => {
  expect((await as('admin')('POST', '/api/tools', toolWith({ pin: SECRET }))).status).toBe(201)
  const proposed = await as('agent')('POST', '/api/calls', { tool: 'blind', arguments: { pin: WORD } })
  expect(proposed.json).toMatchObject({ gate: { risks: [expect.stringContaining('/pin of blind')] } })
  expect(filesWith(WORD)).toEqual([])
})

test('a tool that is only claimed to have secrets hides nothing', async () => {
  const tool = toolWith({ gate_type: SECRET, summary: SECRET })
  expect((await as('agent')('POST', '/api/tools', tool)).status).toBe(201)
  await as('agent')('POST', '/api/calls', { tool: 'blind', arguments: { summary: 'x' } })
  const { json } = await as('admin')('GET', '/api/audit?type=gate_opened')
  expect(json.events[0].payload).toMatchObject({ gate_type: 'tool_approval' })
})

test('what a person types into an edit lies sealed too, and so does a backup', async () => {
  const goal = 'Create the file notes.txt with the text hello'
  const asked = await as('admin')('POST', '/reasoning/execute', { goal })
  await approve(asked.json.soul_request_id, { path: 'notes.txt', content: `key ${TOKEN}` })
  const done = await server.send('GET', `/approval/${asked.json.soul_request_id}`, {
    role: 'admin',
    headers: { prefer: 'wait=10' },
  })
  expect(done.json.success).toBe(true)
  expect(readFileSync(join(server.workspace, 'notes.txt'), 'utf8')).toBe(`key ${TOKEN}`)
  await backUp({ home }, join(home, 'saved'))
  expect(filesWith(TOKEN)).toEqual([])
})

test('a call that holds what could not be opened does not run, and leaves its right unused', async () => {
  const goal = 'Create the file notes.txt with the text hello'
  const asked = await as('admin')('POST', '/reasoning/execute', { goal })
  await approve(asked.json.soul_request_id, {
    path: 'notes.txt',
    content: '[kept sealed; its key is missing]',
  })
  const done = await server.send('GET', `/approval/${asked.json.soul_request_id}`, {
    role: 'admin',
    headers: { prefer: 'wait=10' },
  })
  expect(done.json.success).toBe(false)
  expect(done.json.tool_results[0].message).toContain('keys/secrets.json')
  const events = await as('admin')('GET', `/api/runs/${done.json.run_id}/events`)
  expect(events.text).not.toContain('grant_consumed')
  expect(readdirSync(server.workspace)).not.toContain('notes.txt')
})

test('where the key is lost the call does not run and says so; with the key it runs as it was approved', async () => {
  const call = { tool: 'connect', arguments: { note: TOKEN } }
  const ask = async () => {
    const proposed = await as('agent')('POST', '/api/calls', call)
    await approve(proposed.json.gate.gate_id)
    const { json } = await as('agent')('GET', `/api/gates/${proposed.json.gate.gate_id}`)
    return { ...json.grants[0], holder: json.requested_by }
  }
  const [lost, kept] = [await ask(), await ask()]
  const waiting = await as('admin')('POST', '/reasoning/execute', {
    goal: `Create the file notes.txt with the text ${TOKEN}`,
  })
  await server.close()
  const [file, away] = [join(home, 'keys', 'secrets.json'), join(home, 'away.json')]
  renameSync(file, away)
  server = await open()
  const consume = ({ grant_id, digest, holder: id }: { grant_id: string; digest: string; holder: string }) =>
    server.soulgate.grants.consume({ kind: 'agent', id, name: 'agent', role: 'agent' }, grant_id, digest)
  const { json: gate } = await as('admin')('GET', `/api/gates/${waiting.json.soul_request_id}`)
  expect(JSON.stringify(gate)).toContain('its key is missing')
  expect(await consume(lost)).toMatchObject({ refused: true, detail: expect.stringContaining('key file') })
  await approve(gate.gate_id)
  const done = await server.send('GET', `/approval/${gate.gate_id}`, {
    role: 'admin',
    headers: { prefer: 'wait=5' },
  })
  expect(done.json.success).toBe(false)
  expect(readdirSync(server.workspace)).not.toContain('notes.txt')
  await server.close()
  renameSync(away, file)
  server = await open()
  expect(await consume(kept)).toMatchObject({ grant: { arguments: call.arguments } })
})
