import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { signInWith } from '../../../test/signed-browser.ts'
import { type Sender, startTestServer, type TestServer } from '../api/test-server.ts'
import { createMcpEndpoint } from './mcp.ts'

const REVISIONS = ['2025-11-25', '2026-07-28'] as const
type Revision = (typeof REVISIONS)[number]

let server: TestServer
const clients: Client[] = []
beforeAll(async () => {
  server = await startTestServer({}, { mcp: self => createMcpEndpoint({ ...self, version: '0.0.0' }) })
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})
afterAll(() => server.close())

async function connect(
  revision: Revision,
  { role = 'agent', ...options }: ClientOptions & { role?: Sender } = {},
) {
  const mode = revision === '2025-11-25' ? ('legacy' as const) : { pin: revision }
  const client = new Client({ name: 'test', version: '0' }, { ...options, versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${server.tokenOf(role)}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.served.url}/mcp`), { requestInit: { headers } }),
  )
  clients.push(client)
  return client
}
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a caller would
async function call(client: Client, name: string, args: object): Promise<any> {
  const result = await client.callTool({ name, arguments: { ...args } })
  const [content] = result.content ?? []
  return JSON.parse(content?.type === 'text' ? content.text : 'null')
}
const openGate = async (client: Client, summary: string): Promise<string> =>
  (await call(client, 'gate_request', { type: 'code_review', summary })).gate_id
const decide = (gateId: string, decision: string) =>
  server.send('POST', `/api/gates/${gateId}/decide`, { role: 'reviewer', body: { decision } })
const send = (headers: Record<string, string>, role?: Sender) =>
  server.send('POST', '/mcp', {
    ...(role ? { role } : {}),
    headers: { accept: 'application/json, text/event-stream', ...headers },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '0' } },
    },
  })

describe.each(REVISIONS)('MCP over HTTP at %s', revision => {
  test('speaks that revision and offers nothing that decides', async () => {
    const client = await connect(revision)
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const names = (await client.listTools()).tools.map(tool => tool.name)
    expect(names).toContain('gate_request')
    expect(names.filter(name => /decide|approve|reject|confirm|grant/.test(name))).toEqual([])
  })

  test('acts with the key that was shown, and with its rights alone', async () => {
    const agent = await connect(revision)
    const gateId = await openGate(agent, `mine ${revision}`)
    const { json } = await server.send('GET', `/api/gates/${gateId}`, { role: 'reviewer' })
    expect(json.briefing.agent).toBe('a-agent')
    const viewer = await connect(revision, { role: 'viewer' })
    expect(await call(viewer, 'gate_request', { type: 'code_review', summary: 'not mine' })).toMatchObject({
      success: false,
      code: 'forbidden',
    })
  })

  test('a client without links is told that nobody decided, and where', async () => {
    const client = await connect(revision)
    const gateId = await openGate(client, `wait ${revision}`)
    const waiting = await call(client, 'gate_status', { gate_id: gateId, wait_seconds: 0.05 })
    expect(waiting).toMatchObject({ status: 'pending', card_url: `${server.served.url}/inbox/${gateId}` })
    await decide(gateId, 'approve')
    expect(await call(client, 'gate_status', { gate_id: gateId, wait_seconds: 5 })).toMatchObject({
      status: 'approved',
    })
  })

  test.each([
    'accept',
    'decline',
  ] as const)('a client that opens links is sent to the card; that it says %s decides nothing', async action => {
    const client = await connect(revision, { capabilities: { elicitation: { url: {}, form: {} } } })
    const asked: unknown[] = []
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params)
      return { action }
    })
    const gateId = await openGate(client, `link ${revision}`)
    const waiting = await call(client, 'gate_status', { gate_id: gateId, wait_seconds: 0.05 })
    expect(waiting.status).toBe('pending')
    expect(asked).toMatchObject([{ mode: 'url', url: `${server.served.url}/inbox/${gateId}` }])
    await decide(gateId, 'reject')
    expect((await call(client, 'gate_status', { gate_id: gateId, wait_seconds: 5 })).status).toBe('rejected')
  })
})

describe('a gate that waits, to a client of 2026-07-28 that has tasks', () => {
  const TASKS = 'io.modelcontextprotocol/tasks'
  const Anything = z.looseObject({})
  const capabilities = { extensions: { [TASKS]: {} } }
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a caller would
  const ask = (client: Client, method: string, taskId: string): Promise<any> =>
    client.request({ method, params: { taskId } }, Anything)
  /** The official client reads no answer that is a task yet. */
  async function begin(summary: string) {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '0' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    }
    const args = { type: 'code_review', summary, wait_seconds: 30 }
    const { text } = await server.send('POST', '/mcp', {
      role: 'agent',
      headers: {
        ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2026-07-28' },
        ...{ 'mcp-method': 'tools/call', 'mcp-name': 'gate_request' },
      },
      body: {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'gate_request', arguments: args, _meta: meta },
      },
    })
    const line = text.split('\n').findLast((part: string) => part.startsWith('data:'))
    return JSON.parse(line?.slice(5) ?? text).result
  }

  test('is a task at once, ends with the decision, and is its owner’s alone', async () => {
    const created = await begin('as a task')
    expect(created).toMatchObject({
      resultType: 'task',
      status: 'working',
      taskId: expect.stringMatching(/^gate_/),
    })
    const { taskId } = created
    const client = await connect('2026-07-28', { capabilities })
    expect(client.getServerCapabilities()?.extensions).toEqual({ [TASKS]: {} })
    expect((await ask(client, 'tasks/get', taskId)).status).toBe('working')
    const admin = await connect('2026-07-28', { capabilities, role: 'admin' })
    await expect(ask(admin, 'tasks/get', taskId)).rejects.toMatchObject({ code: -32602 })
    await expect(ask(admin, 'tasks/cancel', taskId)).rejects.toMatchObject({ code: -32602 })
    const plain = await connect('2026-07-28')
    await expect(ask(plain, 'tasks/get', taskId)).rejects.toMatchObject({ code: -32021 })
    await decide(taskId, 'approve')
    const { status, result } = await ask(client, 'tasks/get', taskId)
    expect([status, JSON.parse(result.content[0].text).status]).toEqual(['completed', 'approved'])
  })

  test('is withdrawn with its task', async () => {
    const { taskId } = await begin('never mind')
    const client = await connect('2026-07-28', { capabilities })
    await ask(client, 'tasks/cancel', taskId)
    expect((await ask(client, 'tasks/get', taskId)).status).toBe('cancelled')
  })
})

describe('the door of MCP over HTTP', () => {
  test('needs a bearer key: no signature of a browser, no anonymous caller, no wrong key', async () => {
    expect((await send({})).status).toBe(401)
    expect((await send({ authorization: 'Bearer nothing' })).status).toBe(401)
    const { code } = await server.soulgate.access.createSignInCode()
    const browser = await signInWith(server.served.url, code)
    const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    expect((await browser.send('POST', '/mcp', listing)).json.code).toBe('not_signed_in')
    expect((await browser.send('GET', '/api/auth/me')).status).toBe(200)
    expect((await send({}, 'agent')).status).toBe(200)
  })

  test('answers no page of another site, and no other name', async () => {
    expect((await send({ origin: 'https://evil.example' }, 'agent')).status).toBe(403)
    expect((await send({ origin: 'null' }, 'agent')).status).toBe(403)
    expect((await send({ origin: server.served.url }, 'agent')).status).toBe(200)
  })

  test('a session is its own key’s, and ends', async () => {
    const session = (await send({}, 'agent')).headers.get('mcp-session-id') ?? ''
    const list = (role: Sender) =>
      server.send('POST', '/mcp', {
        role,
        headers: { accept: 'application/json, text/event-stream', 'mcp-session-id': session },
        body: { jsonrpc: '2.0', id: 2, method: 'tools/list' },
      })
    expect((await list('agent')).status).toBe(200)
    expect((await list('reviewer')).status).toBe(404)
    const end = (role: Sender) =>
      server.send('DELETE', '/mcp', { role, headers: { 'mcp-session-id': session } })
    expect((await end('reviewer')).status).toBe(404)
    expect((await end('agent')).status).toBe(200)
    expect((await list('agent')).status).toBe(404)
  })

  test('a state that is no gate of the caller leads nowhere', async () => {
    const client = await connect('2026-07-28')
    const status = (requestState: string) =>
      client.callTool({
        ...{ name: 'gate_status', arguments: { gate_id: 'gate_other', wait_seconds: 1 } },
        ...{ inputResponses: {}, requestState },
      } as never)
    await expect(status('anything')).rejects.toThrow('requestState')
    expect((await status('gate_0nobodys')).isError).toBe(true)
  })

  test('bodies are limited and read strictly', async () => {
    const twice = await server.send('POST', '/mcp', { role: 'agent', text: '{"id":1,"id":2}' })
    expect(twice.status).toBe(400)
    const large = await server.send('POST', '/mcp', { role: 'agent', body: { a: 'x'.repeat(3_000_000) } })
    expect(large.status).toBe(413)
  })
})
