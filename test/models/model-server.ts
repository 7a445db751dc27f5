import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ModelServerOptions {
  /** The only key that is let in; any when absent. */
  readonly key?: string
  readonly models: readonly string[]
  /** What the named model writes. */
  readonly answer: (asked: { readonly model: string; readonly text: string }) => string
  readonly port?: number
}

export interface ModelServer {
  /** Its base address, such as `http://127.0.0.1:1234/v1`. */
  readonly url: string
  /** Each request to chat: its model, and the key that came with it. */
  readonly asked: { readonly model: string; readonly key: string | undefined }[]
  close(): Promise<void>
}

/** A server that speaks chat completions: refuses wrong keys with 401, models it has not with 404. */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const asked: ModelServer['asked'] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += String(piece)
    const key = request.headers.authorization?.replace('Bearer ', '')
    const isChat = request.url?.endsWith('/chat/completions') === true
    const { model = '', messages = [] } = isChat ? JSON.parse(body || '{}') : {}
    if (isChat) asked.push({ model, key })
    if (options.key !== undefined && key !== options.key)
      return refuse(response, 401, `Incorrect API key provided: ${key}`)
    if (request.url?.endsWith('/models'))
      return void json(response, 200, { data: options.models.map(id => ({ id })) })
    if (!options.models.includes(model)) return refuse(response, 404, `The model ${model} does not exist`)
    const text = messages.map((message: { content: unknown }) => String(message.content)).join('\n')
    write(response, options.answer({ model, text }))
  })
  await new Promise<void>(resolve => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    close: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

function write(response: ServerResponse, text: string): void {
  const frame = (value: object) => `data: ${JSON.stringify(value)}\n\n`
  const choice = (delta: object, finish: string | null) =>
    frame({ choices: [{ index: 0, delta, finish_reason: finish }] })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(choice({ content: text }, null))
  response.write(choice({}, 'stop'))
  const usage = { prompt_tokens: 100, completion_tokens: 50 }
  response.end(`${frame({ choices: [], usage })}data: [DONE]\n\n`)
}

function refuse(response: ServerResponse, status: number, message: string): void {
  json(response, status, { error: { message, type: 'invalid_request_error' } })
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}
