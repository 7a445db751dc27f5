import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type ChatFrame, createSoulgateClient } from './sdk.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function clientOf(handler: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handler)
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return createSoulgateClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

const DONE = { session_id: 'ses_1', phase: 'complete', message: 'Hello.', is_complete: true }

describe('a chat stream', () => {
  it('tells words, beginnings anew, events and responses, however they were cut on the way', async () => {
    const told = [
      { delta: 'Hel' },
      { type: 'delta_reset', because: 'retry' },
      { delta: 'Hello.' },
      { type: 'soul_step_end', run_id: 'run_1', session_id: 'ses_1', payload: { step: 1 } },
      { type: 'an_unknown_one', payload: null },
      DONE,
    ]
    const text = `${told.map(frame => `data: ${JSON.stringify(frame)}\n\n`).join('')}: still here\n\ndata: [DONE]\n\n`
    const client = await clientOf((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (let at = 0; at < text.length; at += 7) response.write(text.slice(at, at + 7))
      response.end()
    })
    const frames: ChatFrame[] = []
    const end = await client.chat.stream({ message: 'Hi' }, { onFrame: frame => frames.push(frame) })
    expect(end).toBeUndefined()
    expect(frames).toEqual([
      { kind: 'text', text: 'Hel' },
      { kind: 'reset', because: 'retry' },
      { kind: 'text', text: 'Hello.' },
      {
        kind: 'event',
        type: 'soul_step_end',
        run_id: 'run_1',
        session_id: 'ses_1',
        payload: { step: 1 },
      },
      { kind: 'event', type: 'an_unknown_one', payload: {} },
      { kind: 'response', response: DONE },
    ])
  })

  it('gives a message that was kept as a value, and throws what one was refused with', async () => {
    const kept = { kept: true, kept_id: 'kept_1', offers: ['steer', 'queue', 'replace'] }
    const client = await clientOf((request, response) => {
      const isBusy = request.headers['idempotency-key'] === 'second'
      response.writeHead(isBusy ? 409 : 202, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isBusy ? { code: 'session_busy', detail: 'Busy.' } : kept))
    })
    const onFrame = () => {
      throw new Error('nothing is streamed')
    }
    expect(await client.chat.stream({ message: 'Hi' }, { onFrame })).toEqual(kept)
    const refused = client.chat.stream({ message: 'Hi' }, { onFrame, idempotencyKey: 'second' })
    await expect(refused).rejects.toMatchObject({ code: 'session_busy' })
  })
})
