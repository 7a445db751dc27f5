import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createResultClient,
  createSoulgateClient,
  isRefused,
  type SoulgateClient,
  SoulgateProblem,
  type StreamState,
} from './sdk.ts'
import { createFrameReader } from './stream-frames.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(handler: Handler): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    handler(request, response, body)
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function answer(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

const event = (seq: number, type = 'gate_opened') => ({
  ...{ position: seq, stream: 'system', seq, type, at: '2026-01-01T00:00:00Z' },
  ...{
    actor: { kind: 'system', id: 'system:test' },
    payload: {},
    payload_digest: '',
    prev_hash: '',
    hash: '',
  },
})

describe('commands', () => {
  const problem = { type: 'about:blank', title: 'No', status: 409, code: 'gate_closed', detail: 'Decided.' }
  const refusing = () =>
    serve((_, response) => answer(response, 409, { ...problem, gate: { gate_id: 'gate_1' } }))

  it.each([
    ['decide', (client: SoulgateClient) => client.gates.decide('gate_1', { decision: 'approve' })],
    ['remove', (client: SoulgateClient) => client.guardrails.remove('rule_1')],
    ['report', (client: SoulgateClient) => client.grants.result('grant_1', { success: true, output: 1 })],
    ['stream', (client: SoulgateClient) => client.chat.stream({ message: 'hi' }, { onFrame: () => {} })],
  ])('that are refused throw the problem (%s)', async (_, ask) => {
    const refused = await ask(createSoulgateClient({ baseUrl: await refusing() })).catch(
      (thrown: unknown) => thrown,
    )
    expect(refused).toBeInstanceOf(SoulgateProblem)
    expect(refused).toMatchObject({
      status: 409,
      code: 'gate_closed',
      problem: { gate: { gate_id: 'gate_1' } },
    })
  })

  it('of a result client give a refusal that is to be expected as a value', async () => {
    const { gates } = createResultClient({ baseUrl: await refusing() })
    const result = await gates.decide('gate_1', { decision: 'approve' })
    expect(isRefused(result)).toBe(true)
    if (!isRefused(result)) return
    expect(result.problem).toMatchObject({ code: 'gate_closed', gate: { gate_id: 'gate_1' } })
  })

  it('throws what no caller should expect, with the pause that the server asked for', async () => {
    const baseUrl = await serve((_, response) =>
      answer(response, 429, { code: 'too_many' }, { 'retry-after': '2' }),
    )
    for (const { runs } of [createSoulgateClient({ baseUrl }), createResultClient({ baseUrl })])
      await expect(runs.cancel('run_1')).rejects.toMatchObject({
        ...{ code: 'too_many', retry: 'safe', retryAfterMs: 2000 },
      })
  })

  it('throws status 0 when no answer comes', async () => {
    const client = createSoulgateClient({ baseUrl: 'http://127.0.0.1:1' })
    await expect(client.gates.get('gate_1')).rejects.toMatchObject({ status: 0, code: 'unreachable' })
  })

  it('reads an answer that is no problem document as one', async () => {
    const baseUrl = await serve((_, response) => {
      response.writeHead(502, { 'content-type': 'text/html' })
      response.end('<h1>Bad gateway</h1>')
    })
    const failure = await createSoulgateClient({ baseUrl })
      .settings.get()
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SoulgateProblem)
    expect(failure).toMatchObject({ status: 502, code: 'http_502' })
  })

  it('sends the token, the idempotency key and an escaped id', async () => {
    const seen: unknown[] = []
    const baseUrl = await serve((request, response, body) => {
      const { authorization } = request.headers
      seen.push({ url: request.url, authorization, key: request.headers['idempotency-key'], body })
      answer(response, 201, { outcome: 'held', call_id: 'call_1', why_held: [] })
    })
    const client = createSoulgateClient({ baseUrl: `${baseUrl}/`, token: 'secret' })
    await client.calls.propose({ tool: 'x', arguments: {} }, 'key_1')
    await client.gates.undoDecision('a/b')
    expect(seen).toMatchObject([
      {
        url: '/api/calls',
        authorization: 'Bearer secret',
        key: 'key_1',
        body: '{"tool":"x","arguments":{}}',
      },
      { url: '/api/gates/a%2Fb/decision' },
    ])
  })

  it('sends a token over plain http to this machine alone, unless somebody says that the network is safe', () => {
    const options = { baseUrl: 'http://soulgate.example', token: 'secret' }
    for (const create of [createSoulgateClient, createResultClient]) {
      expect(() => create(options)).toThrow(/plain http.*Use https/)
      expect(() => create({ ...options, allowPlainHttp: true })).not.toThrow()
    }
  })

  it('follows no redirect with a token', async () => {
    const reached: (string | undefined)[] = []
    const elsewhere = await serve(({ headers }, response) => {
      reached.push(headers.authorization)
      answer(response, 200, {})
    })
    const baseUrl = await serve((_, response) => {
      response.writeHead(307, { location: `${elsewhere}/api/runs/run_1` }).end()
    })
    const client = createSoulgateClient({ baseUrl, token: 'secret' })
    await expect(client.runs.get('run_1')).rejects.toMatchObject({ status: 0 })
    expect(reached).toEqual([])
  })
})

describe('lists', () => {
  it('reads items under their own name with the cursor', async () => {
    const body = { runs: [{ run_id: 'run_1' }], next_cursor: 'next', total: 7 }
    const baseUrl = await serve((_, response) => answer(response, 200, body))
    const page = await createSoulgateClient({ baseUrl }).runs.list({ status: 'running' })
    expect(page).toEqual({ items: [{ run_id: 'run_1' }], next_cursor: 'next', total: 7 })
  })
})

describe('event streams', () => {
  it('cuts frames wherever the pieces end', () => {
    const read = createFrameReader()
    const frames = ['id: 4\nda', 'ta: {"a":1}\n', '\n: alive\n\nevent: x\ndata: one\ndata: two\n\n'].flatMap(
      read,
    )
    expect(frames).toEqual([
      { id: '4', event: 'message', data: '{"a":1}' },
      { id: '4', event: 'x', data: 'one\ntwo' },
    ])
  })

  it('takes a broken stream up again after the last event and tells each event once', async () => {
    const asked: (string | undefined)[] = []
    const baseUrl = await serve((request, response) => {
      if (!request.headers.accept?.includes('event-stream')) return answer(response, 503, {})
      const after = request.headers['last-event-id']
      asked.push(typeof after === 'string' ? after : undefined)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      if (asked.length === 1) {
        response.write(
          `id: 1\ndata: ${JSON.stringify(event(1))}\n\nid: 2\ndata: ${JSON.stringify(event(2))}\n\n`,
        )
        return setImmediate(() => response.destroy())
      }
      response.end(
        [2, 3].map(seq => `id: ${seq}\ndata: ${JSON.stringify(event(seq))}\n\n`).join('') +
          'data: [DONE]\n\n',
      )
    })
    const told: number[] = []
    const onEvent = (item: { seq: number }) => told.push(item.seq)
    await createSoulgateClient({ baseUrl }).stream('/api/events', { onEvent, retryMs: 1 })
    expect(told).toEqual([1, 2, 3])
    expect(asked).toEqual(['0', '2'])
  })

  it('asks for pages where streaming is not possible', async () => {
    const abort = new AbortController()
    const baseUrl = await serve((request, response) => {
      if (request.headers.accept?.includes('event-stream')) return answer(response, 501, {})
      const isFirst = request.url?.includes('since_seq=0')
      const events = isFirst ? [event(1)] : [event(2)]
      answer(response, 200, { events, last_seq: isFirst ? 1 : 2, has_more: isFirst })
    })
    const told: number[] = []
    const states: StreamState[] = []
    await createSoulgateClient({ baseUrl }).stream('/api/events', {
      onEvent: item => void told.push(item.seq),
      onState: state => {
        states.push(state)
        if (state === 'polling') abort.abort()
      },
      signal: abort.signal,
    })
    expect(told).toEqual([1, 2])
    expect(states).toEqual(['connecting', 'polling'])
  })

  it('gives up at once where rights are missing', async () => {
    const baseUrl = await serve((_, response) => answer(response, 401, {}))
    const stream = createSoulgateClient({ baseUrl }).stream('/api/events', { onEvent: () => undefined })
    await expect(stream).rejects.toMatchObject({ status: 401 })
  })
})
