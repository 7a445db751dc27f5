import type { HttpRequest, HttpResponse } from '../../sdk/sdk.ts'

// Imported by name, the module would load everything else that it exports, WebSocket and `fetch` among it.
const { request: httpRequest } = process.getBuiltinModule('node:http')
const MAX_BYTES = 20_000_000

/**
 * One request over plain http, for a process that lives for one question: `fetch` of Node takes longer to load than the
 * answer takes. Throws on a redirect, on more than 20 MB, and what `signal` was aborted with.
 */
export function requestPlainHttp(
  url: string,
  { method, headers, body }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      reject(error)
      outgoing.destroy()
    }
    const outgoing = httpRequest(url, { method, headers, signal }, incoming => {
      const { statusCode: status = 0 } = incoming
      const pieces: Buffer[] = []
      let length = 0
      incoming.on('error', fail)
      if (status >= 300 && status < 400) return fail(new Error(`the server sent it elsewhere (${status})`))
      incoming.on('data', (piece: Buffer) => {
        pieces.push(piece)
        length += piece.length
        if (length > MAX_BYTES) fail(new Error('the answer of the server is too long'))
      })
      incoming.on('end', () => {
        const text = Buffer.concat(pieces).toString('utf8')
        resolve({
          ...{ ok: status >= 200 && status < 300, status, body: null, text: async () => text },
          headers: { get: name => incoming.headers[name.toLowerCase()]?.toString() ?? null },
        })
      })
    })
    outgoing.on('error', fail)
    outgoing.end(body)
  })
}
