import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUp, restore } from '../../src/soulgate.ts'
import { startTestServer, type TestServer } from '../../src/surfaces/api/test-server.ts'
import { runProgram } from '../../src/surfaces/cli/program.ts'

const VALUE = 'hunter2-and-then-some'
const ASK = { goal: 'Create the file notes.txt with the text hello' }
const EDITED = { path: 'notes.txt', content: { $secret: 'NOTE' } }

let root: string
let server: TestServer
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'soulgate-secrets-'))
  mkdirSync(join(root, 'home'))
  server = await open('home')
})
afterEach(() => server.close())

function open(home: string): Promise<TestServer> {
  const folder = join(root, home)
  return startTestServer({ home: folder, storePath: join(folder, 'soulgate.db') })
}

const admin = (method: string, path: string, body?: unknown) =>
  server.send(method, path, { role: 'admin', ...(body === undefined ? {} : { body }) })

/** A goal whose call waits; a person edits its arguments, and is asked once more because they name a secret. */
async function runWith(edited: object) {
  const asked = await admin('POST', '/reasoning/execute', ASK)
  const gate = (await admin('GET', `/api/gates/${asked.json.soul_request_id}`)).json
  const [call] = gate.subject.tool_calls
  const { gate_id, view_digest } = gate
  const body = {
    decision: 'approve',
    option_id: 'edit',
    view_digest,
    edited_arguments: { [call.call_id]: edited },
  }
  const { gate: next } = (await admin('POST', `/api/gates/${gate_id}/decide`, body)).json
  expect(next).toMatchObject({ status: 'pending', why_held: [{ source: 'policy' }] })
  const approval = { decision: 'approve', option_id: 'approve', view_digest: next.view_digest }
  expect((await admin('POST', `/api/gates/${next.gate_id}/decide`, approval)).status).toBe(200)
  return server.send('GET', `/approval/${next.gate_id}`, { role: 'admin', headers: { prefer: 'wait=10' } })
}
const runIt = () => runWith(EDITED)

function filesWith(text: string, folder = join(root, 'home')): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map(entry => entry.name)
}

test('the tool gets the value; card, journal, events, answers and every file of the home get the name', async () => {
  expect((await admin('PUT', '/api/secrets/NOTE', { value: VALUE })).status).toBe(200)
  const done = await runIt()
  expect(done.json).toMatchObject({ success: true, execution_path: 'approved' })
  expect(done.json.tool_results[0].input).toEqual(EDITED)
  expect(readFileSync(join(server.workspace, 'notes.txt'), 'utf8')).toBe(VALUE)
  const runId = done.json.run_id
  const told = await Promise.all(
    [`/api/runs/${runId}/steps`, `/api/runs/${runId}/events`, '/api/audit?limit=200', '/api/gates'].map(
      path => admin('GET', path),
    ),
  )
  for (const answer of told) {
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain(VALUE)
  }
  expect(told[0]?.text).toContain('$secret')
  expect(filesWith(VALUE)).toEqual([])
})

test('what a later call reads of it comes back without the value, and the write can still be taken back', async () => {
  await admin('PUT', '/api/secrets/NOTE', { value: VALUE })
  const done = await runIt()
  const read = await admin('POST', '/reasoning/execute', { goal: 'Read the file notes.txt' })
  expect(read.json.tool_results).toMatchObject([{ tool_name: 'read_file', status: 'succeeded' }])
  expect(read.text).toContain('[secret NOTE]')
  expect(read.text).not.toContain(VALUE)
  const [{ call_id }] = done.json.tool_results
  expect((await admin('POST', `/api/calls/${call_id}/undo`, {})).status).toBe(200)
  expect(readdirSync(server.workspace)).not.toContain('notes.txt')
})

test('the key lies in a file of its own that only its user can read', async () => {
  await admin('PUT', '/api/secrets/NOTE', { value: VALUE })
  const file = join(root, 'home', 'keys', 'secrets.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(root, 'home', 'keys')).filter(name => name.endsWith('.new'))).toEqual([])
})

test('a call whose secret is missing does not run, says what to do, and leaves its right unused', async () => {
  const done = await runIt()
  expect(done.json).toMatchObject({ success: false, execution_path: 'approved' })
  expect(done.json.tool_results[0].message).toContain('soulgate secret set NOTE')
  expect(readdirSync(server.workspace)).not.toContain('notes.txt')
  const events = await admin('GET', `/api/runs/${done.json.run_id}/events`)
  expect(events.text).not.toContain('grant_consumed')
})

test('a value that does not fit the tool is not given to it, and is not repeated', async () => {
  await admin('PUT', '/api/secrets/FLAG', { value: VALUE })
  const done = await runWith({ path: 'notes.txt', content: 'x', create_only: { $secret: 'FLAG' } })
  expect(done.json.success).toBe(false)
  expect(done.text).toContain('does not fit write_file')
  expect(done.text).not.toContain(VALUE)
})

test('an outside executor is granted the reference and never the value', async () => {
  await admin('PUT', '/api/secrets/NOTE', { value: VALUE })
  const call = { tool: 'deploy_site', arguments: { token: { $secret: 'NOTE' }, site: 'docs' } }
  const held = await server.send('POST', '/api/calls', { role: 'agent', body: call })
  expect(held.json).toMatchObject({ outcome: 'held' })
  expect(JSON.stringify(held.json.why_held)).toContain('stored secret NOTE')
  const gate = held.json.gate
  const decided = await server.send('POST', `/api/gates/${gate.gate_id}/decide`, {
    role: 'reviewer',
    body: { decision: 'approve', view_digest: gate.view_digest, confirm: gate.confirm_word },
  })
  expect(decided.status).toBe(200)
  const waited = await server.send('GET', `/api/gates/${gate.gate_id}`, { role: 'agent' })
  const [grant] = waited.json.grants
  const consumed = await server.send('POST', `/api/grants/${grant.grant_id}/consume`, {
    role: 'agent',
    body: { digest: grant.digest },
  })
  expect(consumed.status).toBe(200)
  expect(consumed.json.grant.arguments).toEqual(call.arguments)
  expect(consumed.text).not.toContain(VALUE)
})

test('only an admin reaches secrets, and no answer holds a value', async () => {
  await admin('PUT', '/api/secrets/NOTE', { value: VALUE, tools: ['write_file'] })
  for (const role of ['viewer', 'member', 'reviewer', 'agent', 'cli'] as const) {
    for (const [method, path] of [
      ['GET', '/api/secrets'],
      ['GET', '/api/secrets/NOTE'],
      ['PUT', '/api/secrets/NOTE'],
      ['DELETE', '/api/secrets/NOTE'],
      ['POST', '/api/secrets/rotate'],
    ] as const) {
      const body = method === 'PUT' ? { value: VALUE } : {}
      expect((await server.send(method, path, { role, body })).status, `${role} ${method} ${path}`).toBe(403)
    }
  }
  const [listed, one] = [await admin('GET', '/api/secrets'), await admin('GET', '/api/secrets/NOTE')]
  expect(listed.json.secrets).toMatchObject([{ name: 'NOTE', tools: ['write_file'] }])
  expect(`${listed.text}${one.text}`).not.toMatch(/hunter2|ciphertext|nonce/)
  expect((await admin('GET', '/api/secrets/OTHER')).status).toBe(404)
})

test.each([
  [{}, 'value'],
  [{ value: 'abc' }, 'value'],
  [{ value: VALUE, tools: [] }, 'tools'],
  [{ value: VALUE, color: 'red' }, 'color'],
])('a body such as %j is refused and names the field, not the value', async (body, field) => {
  const answer = await admin('PUT', '/api/secrets/NOTE', body)
  expect(answer.status).toBe(400)
  expect(answer.json.errors[0].field).toBe(field)
  expect(answer.text).not.toContain(VALUE)
})

test('a backup holds what is sealed and not the key: with the key file it opens, without it nothing does', async () => {
  await admin('PUT', '/api/secrets/NOTE', { value: VALUE })
  const file = join(root, 'saved')
  await backUp({ home: join(root, 'home') }, file)
  await server.close()
  mkdirSync(join(root, 'copy'))
  await restore({ home: join(root, 'copy') }, file)
  expect(filesWith(VALUE, join(root, 'copy'))).toEqual([])
  server = await open('copy')
  await admin('DELETE', '/api/stop')
  const without = await runIt()
  expect(without.json.tool_results[0].message).toContain('Copy that file here')
  mkdirSync(join(root, 'copy', 'keys'), { recursive: true })
  renameSync(join(root, 'home', 'keys', 'secrets.json'), join(root, 'copy', 'keys', 'secrets.json'))
  expect((await runIt()).json).toMatchObject({ success: true })
  expect(readFileSync(join(server.workspace, 'notes.txt'), 'utf8')).toBe(VALUE)
})

test('the command line stores, lists, rotates and removes, and takes the value from standard input alone', async () => {
  const line = async (words: readonly string[], typed = '') => {
    let [text, code] = ['', 0]
    const write = (piece: string): void => {
      text += piece
    }
    const environment = {
      SOULGATE_HOME: join(root, 'home'),
      SOULGATE_URL: server.served.url,
      SOULGATE_TOKEN: server.tokenOf('admin'),
    }
    const terminal = { workingFolder: tmpdir(), isTerminal: false, ask: async () => '' }
    const setExitCode = (next: number): void => {
      code = next
    }
    await runProgram(
      { environment, ...terminal, write, writeError: write, askHidden: async () => typed, setExitCode },
      words,
      '0.0.0',
    )
    return { text, code }
  }
  const stored = await line(['secret', 'set', 'NOTE', '--tool', 'write_file'], `${VALUE}\n`)
  expect(stored.text).toContain('{"$secret": "NOTE"}')
  expect((await line(['secret', 'list'])).text).toMatch(/NOTE\s+write_file/)
  expect((await line(['secret', 'rotate', '--forget-old'])).text).toContain('1 secrets are sealed')
  expect((await runIt()).json.success).toBe(true)
  expect(readFileSync(join(server.workspace, 'notes.txt'), 'utf8')).toBe(VALUE)
  expect((await line(['secret', 'remove', 'NOTE'])).code).toBe(0)
  expect((await line(['secret', 'list'])).text).toContain('No secret is stored')
  expect((await line(['secret', 'set', 'NOTE'])).text).toContain('There is no value')
  expect((await line(['secret', 'set', 'NOTE', VALUE])).code).toBe(2)
})

test('a phrase asked for on the terminal of the server shows the name and not the value', async () => {
  const body = { operation: 'putSecret', path_values: { name: 'NOTE' }, body: { value: VALUE } }
  const asked = await server.send('POST', '/api/confirmations', { role: 'cli', body })
  expect(asked.status).toBe(201)
  const shown = server.shown.join('\n')
  expect(shown).toContain('NOTE')
  expect(shown).not.toContain(VALUE)
  const phrase = /Phrase: (\S+)/.exec(shown)?.[1]
  const path = `/api/confirmations/${asked.json.confirmation_id}/confirm`
  const confirmed = await server.send('POST', path, { role: 'cli', body: { phrase } })
  expect(confirmed.status).toBe(200)
  expect(confirmed.json).toMatchObject({ name: 'NOTE' })
})
