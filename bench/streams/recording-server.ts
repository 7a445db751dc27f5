import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Protocol } from './reference.ts'

/** A server on loopback that plays one recording at a time, as its provider would have sent it. */
export interface RecordingServer {
  readonly address: string
  play(body: Uint8Array, chunkBytes: number | 'whole'): void
  close(): Promise<void>
}

export async function startRecordingServer(): Promise<RecordingServer> {
  let body: Uint8Array = new Uint8Array()
  let chunkBytes: number | 'whole' = 'whole'
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', connection: 'close' })
      send(response, body, chunkBytes === 'whole' ? body.length : chunkBytes)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/v1`,
    play: (nextBody, nextChunkBytes) => {
      body = nextBody
      chunkBytes = nextChunkBytes
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

/**
 * Each part is a chunk of its own on the wire, and the client is handed it as such. The frames of the transfer are
 * written by hand, because the server would join small writes.
 */
function send(response: ServerResponse, body: Uint8Array, size: number): void {
  const parts: Uint8Array[] = []
  const toBytes = (text: string) => new TextEncoder().encode(text)
  for (let from = 0; from < body.length; from += size) {
    const part = body.subarray(from, from + size)
    parts.push(toBytes(`${part.length.toString(16)}\r\n`), part, toBytes('\r\n'))
  }
  response.flushHeaders()
  response.socket?.end(Buffer.concat([...parts, toBytes('0\r\n\r\n')]))
}

/** The lines of a recording as frames of an event stream, ended as the provider ends it. */
export function toEventStream(protocol: Protocol, lines: readonly string[]): Uint8Array {
  const frames = lines.map(line => {
    const type = protocol === 'anthropic' ? (JSON.parse(line) as { type?: string }).type : undefined
    return `${type === undefined ? '' : `event: ${type}\n`}data: ${line}\n\n`
  })
  const end = protocol === 'openai' ? 'data: [DONE]\n\n' : ''
  return new TextEncoder().encode(frames.join('') + end)
}
