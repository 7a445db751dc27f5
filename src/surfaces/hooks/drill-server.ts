import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that is broken in as many ways as it has paths: `${url}/${fault}` is the address of one of them. */
export interface DrillServer {
  readonly url: string
  /** A port on which nothing listens any more. */
  readonly closedUrl: string
  close(): Promise<void>
}

type Answerer = (request: IncomingMessage, response: ServerResponse, path: string) => void

const DIGEST = 'd'.repeat(64)
const AT = '2026-01-01T00:00:00.000Z'
const LONG_AGO = '2001-01-01T00:00:00.000Z'
const FAR_AHEAD = '2999-01-01T00:00:00.000Z'

function grantOf(more: object = {}): object {
  return {
    ...{ grant_id: 'grant_drill', call_id: 'call_drill', tool: 'Bash', digest: DIGEST, status: 'issued' },
    ...{ arguments: { command: 'true', cwd: '/' }, holder: 'agent:drill', issued_by: 'policy:policy' },
    ...{ issued_at: AT, guardrails_version: 1, ...more },
  }
}

const released = (more?: object) => ({
  ...{ outcome: 'released', call_id: 'call_drill', grant: grantOf(more), why_held: [] },
})
const consumed = (more?: object) => ({
  grant: grantOf({ status: 'consumed', ...more }),
  idempotency_key: 'k',
})

function gateOf(more: object): object {
  return {
    ...{ gate_id: 'gate_drill', status: 'pending', type: 'tool_approval', session_id: 'drill' },
    ...{ why_held: [], decisions: [], created_at: AT, ...more },
  }
}

/** Answers a proposal with the first and a consumption with the second; everything else is not found. */
function protocol(proposal: unknown, consumption: [number, unknown], gate?: object): Answerer {
  return (_, response, path) => {
    if (path === '/api/calls') return send(response, 201, proposal)
    if (path.endsWith('/consume')) return send(response, ...consumption)
    if (path.startsWith('/api/gates/') && gate) return send(response, 200, gate)
    send(response, 404, { status: 404, code: 'not_found', title: 'Not found', detail: 'Not found' })
  }
}

const refusal = (code: string) => ({ status: 409, code, title: 'Conflict', detail: `The grant: ${code}.` })
const held = (more: object = {}) => ({
  ...{ outcome: 'held', call_id: 'call_drill', gate: gateOf(more), why_held: [] },
})
const always =
  (status: number, text: string, type = 'application/json'): Answerer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': type })
    response.end(text)
  }

/** How a server can be broken, and twice how it is in order. */
const ANSWERS = {
  'lets-through': protocol(released(), [200, consumed()]),
  denies: protocol({ outcome: 'denied', call_id: 'call_drill', why_held: [{ text: 'No.' }] }, [500, {}]),
  hangs: () => undefined,
  'error-500': always(500, '{"code":"internal"}'),
  'error-503': always(503, '{"code":"unavailable"}'),
  unauthorized: always(401, '{"code":"unauthorized"}'),
  'bad-json': always(201, '{"outcome": "released", "grant": {'),
  words: always(200, 'sure, go ahead'),
  html: always(200, 'hello, this is a proxy', 'text/html'),
  empty: always(200, ''),
  nothing: always(201, 'null'),
  'cut-off': (_, response) => {
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': '4000' })
    response.write('{"outcome":"released",')
    setTimeout(() => response.destroy(), 50)
  },
  redirects: (_, response) => {
    response.writeHead(307, { location: '/lets-through/api/calls' })
    response.end()
  },
  'no-grant': protocol({ outcome: 'released', call_id: 'call_drill', why_held: [] }, [200, consumed()]),
  'other-grant': protocol(released(), [200, consumed({ tool: 'Read' })]),
  'other-arguments': protocol(released(), [200, consumed({ arguments: { command: 'other', cwd: '/' } })]),
  'unconsumed-grant': protocol(released(), [200, { grant: grantOf(), idempotency_key: 'k' }]),
  'consumed-before': protocol(released(), [409, refusal('grant_consumed')]),
  'consume-fails': protocol(released(), [500, {}]),
  'clock-behind': protocol(released({ expires_at: LONG_AGO }), [409, refusal('grant_expired')]),
  'clock-ahead': protocol(held({ expires_at: FAR_AHEAD }), [500, {}], gateOf({ expires_at: FAR_AHEAD })),
  'nobody-decides': protocol(held(), [500, {}], gateOf({})),
  'approved-without-grant': protocol(held(), [200, consumed()], gateOf({ status: 'approved' })),
  'unknown-status': protocol(held(), [200, consumed()], gateOf({ status: 'yes' })),
} satisfies Record<string, Answerer>

export type DrillFault = keyof typeof ANSWERS

/** Starts it on a free port of this machine. */
export async function startDrillServer(): Promise<DrillServer> {
  const server = createServer((request, response) => {
    const [, fault = '', ...rest] = (request.url ?? '').split('?')[0]?.split('/') ?? []
    request.resume()
    const answerer: Answerer | undefined = Object.hasOwn(ANSWERS, fault)
      ? ANSWERS[fault as DrillFault]
      : undefined
    if (answerer) answerer(request, response, `/${rest.join('/')}`)
    else send(response, 404, {})
  })
  const closed = createServer()
  const [url, closedUrl] = [await listen(server), await listen(closed)]
  await new Promise(resolve => closed.close(resolve))
  return {
    url,
    closedUrl,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
