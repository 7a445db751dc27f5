import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a model is asked: the last message, and how many came before in this conversation. */
export interface AskedOfModel {
  readonly text: string
  readonly messages: number
}

export interface ModelServer {
  /** Its base address, as `OPENAI_BASE_URL` wants it. */
  readonly url: string
  close(): Promise<void>
}

/** A model server on this machine that speaks chat completions over server-sent events; `answer` says what it writes. */
export async function startModelServer(answer: (asked: AskedOfModel) => string): Promise<ModelServer> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += String(piece)
    if (request.url?.endsWith('/models')) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ data: [{ id: 'scripted' }] }))
      return
    }
    const { messages = [] } = JSON.parse(body || '{}')
    const text = messages.map((message: { content: unknown }) => String(message.content)).join('\n')
    const frame = (value: object) => `data: ${JSON.stringify(value)}\n\n`
    const choice = (delta: object, finish: string | null) =>
      frame({ choices: [{ index: 0, delta, finish_reason: finish }] })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(choice({ content: answer({ text, messages: messages.length }) }, null))
    response.write(choice({}, 'stop'))
    response.end(
      `${frame({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 50 } })}data: [DONE]\n\n`,
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}
