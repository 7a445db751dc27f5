import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { systemTimers } from '../../base/clock.ts'
import { createScriptedProvider } from '../../llm/scripted/scripted.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serverWith(options: Parameters<typeof startTestServer>[0]): Promise<TestServer> {
  const server = await startTestServer(options)
  closing.push(() => server.close())
  return server
}

/** Reads one event of a stream and drops the connection. */
async function readOne(server: TestServer, runId: string, lastId: number) {
  const response = await fetch(`${server.served.url}/api/runs/${runId}/events`, {
    headers: {
      authorization: `Bearer ${server.tokenOf('member')}`,
      accept: 'text/event-stream',
      'last-event-id': String(lastId),
    },
  })
  let text = ''
  for await (const piece of response.body ?? []) {
    text += new TextDecoder().decode(piece)
    const found = /^id: (\d+)\ndata: (.*)\n\n/m.exec(text)
    // Leaving the loop drops the connection.
    if (found || text.includes('[DONE]')) {
      return found ? { id: Number(found[1]), event: JSON.parse(found[2] ?? '') } : undefined
    }
  }
  return undefined
}

it('a client that drops its connection at every event sees each once and in order', {
  timeout: 60_000,
}, async () => {
  const look = { name: 'list_files', arguments: {} }
  const provider = createScriptedProvider({
    script: [{ answer: { text: 'I look.', tool_calls: [look] } }, { answer: { text: 'Seen.' } }],
    timers: systemTimers,
  })
  const server = await serverWith({ models: { providers: [provider] } })
  const started = await server.send('POST', '/api/runs', { role: 'member', body: { message: 'Look around' } })
  const runId = started.json.run_id
  const seen: { id: number; event: { seq: number; type: string } }[] = []
  for (let one = await readOne(server, runId, 0); one; one = await readOne(server, runId, one.id))
    seen.push(one)
  expect(seen.map(item => item.event.seq)).toEqual(seen.map((_, index) => index + 1))
  const whole = await server.send('GET', `/api/runs/${runId}/events`, { role: 'member' })
  expect(seen.map(item => item.event)).toEqual(whole.json.events)
  expect(seen.at(-1)?.event.type).toBe('run_completed')
})

/** A server that speaks OpenAI’s protocol over server-sent events: a tool call first, then what it read of its result. */
async function startModelServer(): Promise<{
  readonly url: string
  readonly asked: () => readonly string[]
}> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += String(piece)
    asked.push(body)
    const { messages } = JSON.parse(body)
    const isAnswered = messages.at(-1).role === 'tool'
    const call = {
      index: 0,
      id: 'call_write',
      type: 'function',
      function: { name: 'write_file', arguments: '{"path":"notes.txt","content":"remember"}' },
    }
    const deltas = isAnswered
      ? [{ role: 'assistant', content: 'notes.txt ' }, { content: 'is written.' }]
      : [{ role: 'assistant', content: 'I write it.' }, { tool_calls: [call] }]
    const frame = (delta: object, finish: string | null) =>
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', model: 'local', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const delta of deltas) response.write(frame(delta, null))
    response.end(`${frame({}, isAnswered ? 'stop' : 'tool_calls')}data: [DONE]\n\n`)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise(resolve => server.close(() => resolve())))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked: () => asked }
}

it('a chat over a local OpenAI-compatible server: a tool call, its gate, an approval, its result, the answer', {
  timeout: 60_000,
}, async () => {
  const model = await startModelServer()
  const server = await serverWith({
    models: { openaiBaseUrl: model.url, tiers: { STANDARD: 'local-model' } },
  })
  const waiting = await server.send('POST', '/api/chat', {
    role: 'member',
    body: { message: 'Write “remember” into notes.txt' },
  })
  expect(waiting.json).toMatchObject({ action: 'refine_waiting' })
  const [gateId] = waiting.json.waiting_gate_ids
  const gate = await server.send('GET', `/api/gates/${gateId}`, { role: 'reviewer' })
  expect(gate.json.subject.tool_calls[0]).toMatchObject({
    tool: 'write_file',
    arguments: { path: 'notes.txt' },
  })
  await server.send('POST', `/api/gates/${gateId}/decide`, {
    role: 'reviewer',
    body: { decision: 'approve', view_digest: gate.json.view_digest },
  })
  const answer = await server.send('POST', '/api/chat', {
    role: 'member',
    body: { session_id: waiting.json.session_id, resume: { follow: waiting.json.run_id } },
  })
  expect(answer.json).toMatchObject({ message: 'notes.txt is written.', is_offline: false })
  expect(model.asked()).toHaveLength(2)
  const read = await server.send('GET', `/api/sessions/${waiting.json.session_id}/messages`, {
    role: 'member',
  })
  expect(read.json.messages.map((message: { role: string }) => message.role)).toEqual([
    ...['user', 'assistant', 'tool', 'assistant'],
  ])
})
