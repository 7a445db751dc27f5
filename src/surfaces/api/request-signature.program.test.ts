import { createHash } from 'node:crypto'
import { request as rawRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedBrowser, signInWith } from '../../../test/signed-browser.ts'
import {
  NONCE_HEADER,
  SIGNATURE_LABEL,
  type SignedRequest,
  signatureInput,
  signedText,
} from '../../contracts/signed-request.ts'
import { createResultClient, isRefused, makeRequestKey } from '../../sdk/sdk.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let browser: SignedBrowser
let nowMs = Date.now()

beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => nowMs } })
  browser = await signIn()
}, 30_000)
afterAll(() => server.close())

async function signIn(): Promise<SignedBrowser> {
  const { code } = await server.soulgate.access.createSignInCode()
  return signInWith(server.served.url, code)
}

interface Forged {
  readonly signed?: Partial<SignedRequest>
  readonly parameters?: { readonly created?: number; readonly keyid?: string; readonly nonce?: string }
  readonly session?: SignedBrowser
  readonly body?: string
  readonly bodySent?: string
  readonly host?: string
}

/** Signs by hand, so that each part can be another one than what is sent. */
async function forge(method: string, target: string, forged: Forged = {}): Promise<Sendable> {
  const { key, session_id } = forged.session ?? browser
  const url = new URL(target, server.served.url)
  const nonce = `${await server.soulgate.access.requestNonce()}.${crypto.randomUUID()}`
  const contentDigest = forged.body === undefined ? undefined : digestOf(forged.body)
  const parts = {
    ...{ method, authority: url.host, path: url.pathname, query: url.search, contentDigest },
    ...forged.signed,
  }
  const created = Math.floor(nowMs / 1000)
  const input = signatureInput(parts, { created, keyid: session_id, nonce, ...forged.parameters })
  const text = new TextEncoder().encode(signedText(parts, input))
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, text)
  const body = forged.bodySent ?? forged.body
  return {
    method,
    path: target,
    headers: {
      host: forged.host ?? url.host,
      'signature-input': `${SIGNATURE_LABEL}=${input}`,
      signature: `${SIGNATURE_LABEL}=:${Buffer.from(signature).toString('base64')}:`,
      ...(contentDigest === undefined ? {} : { 'content-digest': contentDigest }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body,
  }
}

interface Sendable {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const digestOf = (body: string) => `sha-256=:${createHash('sha256').update(body).digest('base64')}:`

/** Past `fetch`, which sends the host it likes. */
function deliver({ method, path, headers, body }: Sendable) {
  return new Promise<{ status: number; code: string; headers: Record<string, unknown> }>((done, failed) => {
    const options = { host: '127.0.0.1', port: server.served.port, method, path, headers }
    rawRequest(options, response => {
      let text = ''
      response.on('data', piece => {
        text += piece
      })
      response.on('end', () => {
        const code = String(Object(text === '' ? {} : JSON.parse(text)).code ?? '')
        done({ status: response.statusCode ?? 0, code, headers: response.headers })
      })
    })
      .on('error', failed)
      .end(body)
  })
}

async function answerTo(...given: Parameters<typeof forge>): Promise<string> {
  const { status, code } = await deliver(await forge(...given))
  return `${status} ${code}`.trim()
}

const PERSON = JSON.stringify({ name: 'Somebody', role: 'viewer' })

test('a sign-in with a key has no cookie and no token, and what the key signs reads and writes', async () => {
  const { code } = await server.soulgate.access.createSignInCode()
  const { public_key } = await makeRequestKey()
  const answer = await server.send('POST', '/api/auth/exchange', { body: { code, public_key } })
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(Object.keys(answer.json).sort()).toEqual(['decides', 'person', 'role', 'session_id'])
  expect(answer.text).not.toContain(String(answer.headers.get(NONCE_HEADER)))
  const me = await browser.send('GET', '/api/auth/me')
  expect([me.status, me.json]).toEqual([200, expect.objectContaining({ role: 'admin', decides: true })])
  expect(me.json).not.toHaveProperty('csrf_token')
  expect((await browser.send('POST', '/api/people', JSON.parse(PERSON))).status).toBe(201)
  expect((await browser.send('GET', '/api/audit?type=login&limit=1')).json.events).toHaveLength(1)
})

test('what was signed counts for that request alone', async () => {
  expect(await answerTo('GET', '/api/people')).toBe('200')
  expect(await answerTo('POST', '/api/people', { body: PERSON })).toBe('201')
  const others: readonly (readonly [string, string, Forged])[] = [
    ['GET', '/api/people', { signed: { method: 'HEAD' } }],
    ['GET', '/api/people', { signed: { path: '/api/tokens' } }],
    ['GET', '/api/audit?limit=2', { signed: { query: '?limit=1' } }],
    ['GET', '/api/audit?limit=2', { signed: { query: '' } }],
    ['GET', '/api/people', { signed: { authority: `127.0.0.1:${server.served.port + 1}` } }],
    ['GET', '/api/people', { signed: { authority: 'evil.example' } }],
    ['GET', '/api/people', { parameters: { keyid: 'web_unknown' } }],
  ]
  for (const [method, path, forged] of others)
    expect([forged, await answerTo(method, path, forged)]).toEqual([forged, '401 not_signed_in'])
})

test('the body is covered: another one, or one beside the signature, is refused', async () => {
  const invalid = '401 signature_invalid'
  expect(await answerTo('POST', '/api/people', { body: PERSON, bodySent: `${PERSON} ` })).toBe(invalid)
  expect(await answerTo('POST', '/api/people', { bodySent: PERSON })).toBe(invalid)
  const swapped = await forge('POST', '/api/people', { body: PERSON })
  const other = JSON.stringify({ name: 'Other', role: 'admin' })
  const headers = { ...swapped.headers, 'content-digest': digestOf(other) }
  expect((await deliver({ ...swapped, headers, body: other })).code).toBe('not_signed_in')
})

test('a captured write counts once, whatever is done to its signature', async () => {
  const captured = await forge('POST', '/api/people', { body: PERSON })
  const answers = await Promise.all([deliver(captured), deliver(captured), deliver(captured)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401])
  // (r, s) and (r, n - s) are both signatures of the same text.
  const twin = Buffer.from(/:(.+):/.exec(captured.headers.signature ?? '')?.[1] ?? '', 'base64')
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const s = order - BigInt(`0x${twin.subarray(32).toString('hex')}`)
  twin.set(Buffer.from(s.toString(16).padStart(64, '0'), 'hex'), 32)
  const headers = { ...captured.headers, signature: `${SIGNATURE_LABEL}=:${twin.toString('base64')}:` }
  expect((await deliver({ ...captured, headers })).code).toBe('signature_replayed')
})

test('time and nonce are the server’s; an answer that they are not brings the right ones', async () => {
  const created = Math.floor(nowMs / 1000)
  for (const parameters of [
    { created: created - 62 },
    { created: created + 62 },
    { nonce: `.${'x'.repeat(20)}` },
    { nonce: `other.${'x'.repeat(20)}` },
  ]) {
    const { status, code, headers } = await deliver(await forge('GET', '/api/people', { parameters }))
    expect([status, code]).toEqual([401, 'signature_stale'])
    expect(headers[NONCE_HEADER]).toBe(await server.soulgate.access.requestNonce())
  }
  const before = nowMs
  nowMs += 3_600_000
  expect((await browser.send('GET', '/api/auth/me')).status).toBe(200)
  nowMs = before
})

test('a page that is reached as another port than the server’s is told so, and nothing it signs counts', async () => {
  const host = 'localhost:1'
  expect(await answerTo('GET', '/api/people', { host, signed: { authority: host } })).toBe('421 wrong_host')
  const { code } = await server.soulgate.access.createSignInCode()
  const { public_key } = await makeRequestKey()
  const body = JSON.stringify({ code, public_key })
  const headers = { host, 'content-type': 'application/json' }
  const refused = await deliver({ method: 'POST', path: '/api/auth/exchange', headers, body })
  expect([refused.status, refused.code]).toEqual([421, 'wrong_host'])
  expect((await server.send('POST', '/api/auth/exchange', { body: { code, public_key } })).status).toBe(200)
})

test.each([
  ['without a signature', { signature: '' }],
  ['of another label', { 'signature-input': 'other=()' }],
  ['of fewer components', { 'signature-input': 'soulgate=("@method");created=1;keyid="a"' }],
  ['with two members', { 'signature-input': 'soulgate=(), soulgate=()' }],
])('a signature %s is unreadable', async (_, headers) => {
  const sent = await forge('GET', '/api/people')
  const answer = await deliver({ ...sent, headers: { ...sent.headers, ...headers } })
  expect([answer.status, answer.code]).toEqual([401, 'signature_invalid'])
})

test('signing out ends the session, whoever still holds its key', async () => {
  const gone = await signIn()
  expect((await gone.send('POST', '/api/auth/sign-out', {})).status).toBe(200)
  expect((await gone.send('GET', '/api/auth/me')).json.code).toBe('not_signed_in')
})

test('the client of the SDK works with a signing fetch, its stream too', async () => {
  const client = createResultClient({
    baseUrl: '',
    fetch: (path, init) => browser.fetch(path, init),
  })
  const made = await client.people.create({ name: 'By the client', role: 'viewer' })
  expect(isRefused(made)).toBe(false)
  const abort = new AbortController()
  const states: string[] = []
  await client.stream('/api/events', {
    signal: abort.signal,
    onState: state => states.push(state),
    onEvent: () => abort.abort(),
  })
  expect(states).toEqual(['connecting', 'live'])
})
