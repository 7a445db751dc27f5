import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Sender, startTestServer, type TestServer } from '../../api/test-server.ts'
import { type ServedGateway, serveGatewayOverHttp } from '../mcp.ts'

const ODD = fileURLToPath(new URL('../../../../test/mcp/odd-server.ts', import.meta.url))
const TASKS = 'io.modelcontextprotocol/tasks'
const LINKS = { elicitation: { url: {}, form: {} } }
const Anything = z.looseObject({})
const folder = mkdtempSync(join(tmpdir(), 'soulgate-tasks-'))
const ledger = join(folder, 'ledger')
let server: TestServer
let gateway: ServedGateway
const clients: Client[] = []

beforeAll(async () => {
  server = await startTestServer()
  gateway = await startGateway()
})
beforeEach(() => writeFileSync(ledger, ''))
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})
afterAll(async () => {
  await gateway.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function startGateway(): Promise<ServedGateway> {
  return serveGatewayOverHttp({
    place: { command: process.execPath, args: [ODD, ledger, '/nowhere'], environment: {} },
    names: { name: 'odd', servedBy: 'the odd server' },
    ...{ version: '0.0.0', publicUrl: server.served.url, soulgateUrl: server.served.url, port: 0 },
    ...{ folder: join(folder, 'open'), waitMs: 20_000, callTimeoutMs: 20_000, report: () => {} },
  })
}

async function connect(options: ClientOptions & { role?: Sender } = {}, revision = '2025-11-25') {
  const { role = 'agent', ...rest } = options
  const mode = revision === '2025-11-25' ? ('legacy' as const) : { pin: revision }
  const client = new Client({ name: 'test', version: '0' }, { ...rest, versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${server.tokenOf(role)}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(gateway.url), { requestInit: { headers } }))
  clients.push(client)
  return client
}
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a caller would
const ask = (client: Client, method: string, params: object): Promise<any> =>
  client.request({ method, params: { ...params } }, Anything)
const begin = async (client: Client, name: string, args: object = {}) =>
  (await ask(client, 'tools/call', { name, arguments: args, task: { ttl: 60_000 } })).task
/** What a client with the extension sends; the official one reads no answer that is a task yet. */
async function beginModern(name: string, args: object, capabilities: object) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '0' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  }
  const params = { name, arguments: args, _meta: meta }
  const headers = {
    ...{ authorization: `Bearer ${server.tokenOf('agent')}`, 'content-type': 'application/json' },
    ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2026-07-28' },
    ...{ 'mcp-method': 'tools/call', 'mcp-name': name },
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const text = await (await fetch(gateway.url, { method: 'POST', headers, body })).text()
  const line = text.split('\n').findLast(part => part.startsWith('data:'))
  return JSON.parse(line?.slice(5) ?? text).result
}

async function gateOf(task: { statusMessage?: string }): Promise<string> {
  return /inbox\/(gate_\w+)/.exec(task.statusMessage ?? '')?.[1] ?? 'none'
}
async function decide(gateId: string, body: object = { decision: 'approve' }): Promise<void> {
  const { json: gate } = await server.send('GET', `/api/gates/${gateId}`, { role: 'reviewer' })
  const request = { confirm: gate.confirm_word, view_digest: gate.view_digest, ...body }
  const answer = await server.send('POST', `/api/gates/${gateId}/decide`, { role: 'reviewer', body: request })
  expect(answer.status).toBe(200)
}
const reached = () => readFileSync(ledger, 'utf8').split('\n').filter(Boolean)

describe('a task of a client of 2025-11-25', () => {
  test('is offered for every tool, waits for a person, and gives the result of the call', async () => {
    const client = await connect()
    expect(client.getServerCapabilities()?.tasks).toEqual({ cancel: {}, requests: { tools: { call: {} } } })
    expect((await client.listTools()).tools.map(tool => tool.execution?.taskSupport)).toContain('optional')
    const task = await begin(client, 'write', { line: 'as a task' })
    expect(task).toMatchObject({ status: 'input_required', ttl: expect.any(Number), pollInterval: 2000 })
    expect(await ask(client, 'tasks/get', { taskId: task.taskId })).toMatchObject({ ...task })
    expect(reached()).toEqual([])
    const result = ask(client, 'tasks/result', { taskId: task.taskId })
    await decide(await gateOf(task))
    expect(await result).toMatchObject({
      content: [{ type: 'text', text: 'wrote as a task' }],
      _meta: { 'io.modelcontextprotocol/related-task': { taskId: task.taskId } },
    })
    expect(reached()).toEqual(['write as a task'])
    expect((await ask(client, 'tasks/get', { taskId: task.taskId })).status).toBe('completed')
  })

  test('goes on in the next life of the gateway, and runs once', async () => {
    const before = await connect()
    const task = await begin(before, 'write', { line: 'survivor' })
    await gateway.close()
    await decide(await gateOf(task))
    gateway = await startGateway()
    const client = await connect()
    const [one, two] = await Promise.all([
      ask(client, 'tasks/result', { taskId: task.taskId }),
      ask(client, 'tasks/result', { taskId: task.taskId }),
    ])
    expect([one.content[0].text, two.content[0].text]).toEqual(['wrote survivor', 'wrote survivor'])
    expect(reached()).toEqual(['write survivor'])
    const kept = readdirSync(join(folder, 'open', 'tasks')).map(file =>
      readFileSync(join(folder, 'open', 'tasks', file), 'utf8'),
    )
    expect(kept.join()).not.toContain('survivor')
  })

  test('tells a no as the result of the call, and what is withdrawn asks nobody', async () => {
    const client = await connect()
    const refused = await begin(client, 'write', { line: 'no' })
    await decide(await gateOf(refused), { decision: 'reject', reason: 'Not today.' })
    const told = await ask(client, 'tasks/result', { taskId: refused.taskId })
    expect(told).toMatchObject({ isError: true, _meta: { 'soulgate/status': 'rejected' } })
    const withdrawn = await begin(client, 'write', { line: 'never mind' })
    const { taskId } = withdrawn
    expect(await ask(client, 'tasks/cancel', { taskId })).toMatchObject({ taskId, status: 'cancelled' })
    const { json } = await server.send('GET', `/api/gates/${await gateOf(withdrawn)}`, { role: 'reviewer' })
    expect(json.status).toBe('cancelled')
    await expect(ask(client, 'tasks/result', { taskId })).rejects.toThrow('was cancelled')
    await expect(ask(client, 'tasks/cancel', { taskId })).rejects.toThrow('cannot be cancelled')
    expect(reached()).toEqual([])
  })

  test('is its owner’s alone: to everybody else it is not there', async () => {
    const { taskId } = await begin(await connect(), 'write', { line: 'mine' })
    const other = await connect({ role: 'admin' })
    for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel'])
      await expect(ask(other, method, { taskId })).rejects.toThrow('Task not found')
    await expect(ask(other, 'tasks/get', { taskId: '../../etc/passwd' })).rejects.toThrow('Task not found')
  })

  test('sends the person of a client that opens links to the card; the answer to the link decides nothing', async () => {
    const client = await connect({ capabilities: LINKS })
    const shown: unknown[] = []
    client.setRequestHandler('elicitation/create', ({ params }) => {
      shown.push(params)
      return { action: 'accept', content: { approved: true } }
    })
    const task = await begin(client, 'write', { line: 'linked' })
    const result = ask(client, 'tasks/result', { taskId: task.taskId })
    await expect
      .poll(() => shown)
      .toMatchObject([{ mode: 'url', url: expect.stringContaining('/inbox/gate_') }])
    expect(reached()).toEqual([])
    await decide(await gateOf(task), { decision: 'reject' })
    expect((await result).isError).toBe(true)
    expect(reached()).toEqual([])
  })
})

describe('a task of a client of 2026-07-28', () => {
  const withTasks = (more: object = {}) => ({ extensions: { [TASKS]: {} }, ...more })

  test('is what a call becomes that waits, where its client said that it can have one', async () => {
    const created = await beginModern('write', { line: 'modern' }, withTasks(LINKS))
    expect(created).toMatchObject({ resultType: 'task', status: 'input_required', ttlMs: expect.any(Number) })
    expect(created).not.toHaveProperty('task')
    const { taskId } = created
    const client = await connect({ capabilities: withTasks(LINKS) }, '2026-07-28')
    const gateId = await gateOf(created)
    expect(await ask(client, 'tasks/get', { taskId })).toMatchObject({
      status: 'input_required',
      inputRequests: { [gateId]: { params: { mode: 'url', url: `${server.served.url}/inbox/${gateId}` } } },
    })
    const yes = { [gateId]: { action: 'accept', content: { approved: true } } }
    await ask(client, 'tasks/update', { taskId, inputResponses: yes })
    expect((await ask(client, 'tasks/get', { taskId })).status).toBe('input_required')
    expect(reached()).toEqual([])
    await decide(gateId)
    await expect
      .poll(async () => (await ask(client, 'tasks/get', { taskId })).result)
      .toMatchObject({ content: [{ text: 'wrote modern' }] })
    expect(reached()).toEqual(['write modern'])
  })

  test('is made for nobody else, and asked about by nobody else', async () => {
    const plain = await beginModern('write', { line: 'linked' }, LINKS)
    expect(plain).toMatchObject({ resultType: 'input_required' })
    const { taskId } = await beginModern('write', { line: 'tasked' }, withTasks())
    const without = await connect({}, '2026-07-28')
    await expect(ask(without, 'tasks/get', { taskId })).rejects.toMatchObject({ code: -32021 })
    const other = await connect({ capabilities: withTasks(), role: 'admin' }, '2026-07-28')
    await expect(ask(other, 'tasks/get', { taskId })).rejects.toMatchObject({ code: -32602 })
    const own = await connect({ capabilities: withTasks() }, '2026-07-28')
    await ask(own, 'tasks/cancel', { taskId })
    expect((await ask(own, 'tasks/get', { taskId })).status).toBe('cancelled')
    expect(reached()).toEqual([])
  })
})
