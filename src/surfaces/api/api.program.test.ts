import { request as rawRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInWith } from '../../../test/signed-browser.ts'
import { makeRequestKey } from '../../sdk/sdk.ts'
import { may } from '../../soulgate.ts'
import { ROUTES, type Route } from './api.ts'
import { ROLES, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
const send: TestServer['send'] = (method, path, sent) => server.send(method, path, sent)

beforeAll(async () => {
  server = await startTestServer()
}, 30_000)
afterAll(() => server.close())

const pathOf = (route: Route) => route.path.replace(/\{(\w+)\}/g, 'none_1')
const guarded = ROUTES.filter(route => route.action !== 'public')
// What is spoken at /mcp is no request of ours; its own tests ask it.
const ours = ROUTES.filter(route => route.tag !== 'mcp')
const withBody = ours.filter(route => route.body && !route.rawBody)

describe('who may do what, route by route', () => {
  test.each(
    guarded.map(route => [`${route.method} ${route.path}`, route] as const),
  )('%s', async (_, route) => {
    const anonymous = await send(route.method, pathOf(route))
    expect(anonymous.status).toBe(route.openOnLoopback ? 200 : 401)
    for (const role of ROLES) {
      const answer = await send(route.method, pathOf(route), { role })
      const isAllowed = route.action !== 'public' && may(role, route.action)
      if (isAllowed)
        expect([role, answer.status < 500 && answer.status !== 401 && answer.status !== 403]).toEqual([
          role,
          true,
        ])
      else expect([role, answer.status, answer.json.code]).toEqual([role, 403, 'forbidden'])
    }
  })

  test('a wrong token is a 401 everywhere, also where nobody needs one', async () => {
    for (const path of ['/api/gates', '/healthz', '/metrics']) {
      const answer = await send('GET', path, { headers: { authorization: 'Bearer sg_wrong' } })
      expect([path, answer.status, answer.json.code]).toEqual([path, 401, 'not_signed_in'])
    }
  })
})

describe('bodies', () => {
  test.each(
    withBody.map(route => [`${route.method} ${route.path}`, route] as const),
  )('%s refuses what is no request', async (_, route) => {
    for (const text of ['{"a":', '[]', '"x"', '{"a":1,"a":2}']) {
      const answer = await send(route.method, pathOf(route), { role: 'admin', text })
      expect([text, answer.status, answer.json.code]).toEqual([text, 400, 'invalid'])
      expect(answer.json.errors[0].field).toEqual(expect.any(String))
    }
  })

  test('an unknown field of our own routes is named, and no 5xx comes of it', async () => {
    for (const route of withBody) {
      const answer = await send(route.method, pathOf(route), { role: 'admin', body: { surely_unknown: 1 } })
      expect([route.path, answer.status < 500]).toEqual([route.path, true])
      if (route.frozen || route.id === 'updateSettings') continue
      const fields = answer.json.errors.map((error: { field: string }) => error.field)
      expect([route.path, answer.status, fields]).toEqual([
        route.path,
        400,
        expect.arrayContaining(['surely_unknown']),
      ])
    }
  })

  test('a frozen route ignores unknown fields', async () => {
    const body = { goal: '', surely_unknown: 1 }
    const answer = await send('POST', '/reasoning/execute', { role: 'member', body })
    expect([answer.status, answer.json.success]).toEqual([200, false])
  })

  test('ten megabytes are a 413, said or streamed', async () => {
    const text = `{"goal":"${'x'.repeat(10 * 1024 * 1024)}"}`
    const said = await send('POST', '/reasoning/execute', { role: 'member', text })
    expect([said.status, said.json.code]).toEqual([413, 'too_large'])
    expect(await sendChunked('/reasoning/execute', 10)).toBe(413)
  })

  test('a query that does not fit is a 400 that names the field', async () => {
    for (const [path, field] of [
      ['/api/gates?limit=0', 'limit'],
      ['/api/gates?staus=pending', 'staus'],
      ['/api/runs?status=lost', 'status'],
      ['/api/audit?type=nothing_known', 'type.0'],
      ['/api/events?since_seq=-1', 'since_seq'],
    ] as const) {
      const answer = await send('GET', path, { role: 'admin' })
      expect([path, answer.status, answer.json.errors?.[0]?.field]).toEqual([path, 400, field])
    }
  })
})

describe('answers', () => {
  test('every readable route answers what its schema says', async () => {
    for (const route of ours.filter(({ method, path }) => method === 'GET' && !path.includes('{'))) {
      const answer = await send('GET', route.path, { role: 'admin' })
      expect([route.path, answer.status]).toEqual([route.path, 200])
      if (route.answers.schema)
        expect([route.path, route.answers.schema.safeParse(answer.json).error]).toEqual([
          route.path,
          undefined,
        ])
    }
  })

  test('unknown addresses are 404, other methods 405, and both are problem documents', async () => {
    const unknown = await send('GET', '/api/nothing', { role: 'admin' })
    expect([unknown.status, unknown.json.code]).toEqual([404, 'not_found'])
    expect(unknown.headers.get('content-type')).toContain('application/problem+json')
    const other = await send('PUT', '/api/gates/none_1', { role: 'admin' })
    expect([other.status, other.json.allow]).toEqual([405, ['GET']])
  })

  test('unknown ids are 404 and say which', async () => {
    for (const path of [
      '/api/gates/gate_none',
      '/api/runs/run_none',
      '/api/sessions/none',
      '/approval/gate_none',
      '/api/tools/none',
    ]) {
      const answer = await send('GET', path, { role: 'admin' })
      expect([path, answer.status, answer.json.code]).toEqual([path, 404, 'not_found'])
    }
  })

  test('every answer carries the security headers and its request id', async () => {
    for (const path of ['/healthz', '/api/nothing', '/', '/docs']) {
      const { headers } = await send('GET', path)
      expect(headers.get('content-security-policy')).toContain("script-src 'self';")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
    }
    expect((await send('GET', '/healthz')).headers.get('x-request-id')).toMatch(/^req_/)
  })

  test('a request for another host name is not answered', async () => {
    for (const path of ['/healthz', '/api/gates', '/']) {
      expect([path, await statusForHost(path, 'evil.example')]).toEqual([path, 421])
    }
    expect(await statusForHost('/healthz', `localhost:${server.served.port}`)).toBe(200)
  })
})

describe('signing in', () => {
  test('a code becomes a session that signs, once; no answer sets a cookie, and none is read', async () => {
    const { code } = await server.soulgate.access.createSignInCode()
    const browser = await signInWith(server.served.url, code)
    const me = await browser.send('GET', '/api/auth/me')
    expect(Object.keys(me.json).sort()).toEqual(['decides', 'person', 'role'])
    const { public_key } = await makeRequestKey()
    const again = await send('POST', '/api/auth/exchange', { body: { code, public_key } })
    expect(again.status).toBe(403)
    const keyless = await send('POST', '/api/auth/exchange', { body: { code } })
    expect([keyless.status, keyless.json.errors[0].field]).toEqual([400, 'public_key'])
    for (const value of [browser.session_id, `${me.json.person.id}`]) {
      const headers = { cookie: `soulgate_session=${value}`, 'x-csrf-token': value }
      expect((await send('GET', '/api/auth/me', { headers })).status).toBe(401)
      expect((await send('POST', '/api/people', { body: {}, headers })).status).toBe(401)
    }
    const signedOut = await browser.send('POST', '/api/auth/sign-out', {})
    expect(signedOut.status).toBe(200)
    for (const { headers } of [me, again, signedOut]) expect(headers.get('set-cookie')).toBeNull()
    expect((await browser.send('GET', '/api/auth/me')).status).toBe(401)
  })

  test('a link for a credential on a disk is shown on the terminal and not answered', async () => {
    server.shown.length = 0
    const answer = await send('POST', '/api/auth/links', { role: 'cli' })
    expect(answer.json).toMatchObject({ shown_on: 'terminal' })
    expect(answer.text).not.toContain('code=')
    expect(server.shown.join()).toMatch(/\/sign-in\?code=[\w-]{43}/)
    const other = await send('POST', '/api/auth/links', { role: 'cli', body: { person_id: 'person_x' } })
    expect(other.status).toBe(403)
  })

  test('a link for somebody else is made for who is there, and by an admin', async () => {
    const link = (body: object) => send('POST', '/api/auth/links', { role: 'admin', body })
    expect((await link({ person_id: 'person_x' })).status).toBe(404)
    const { json: person } = await send('POST', '/api/people', {
      role: 'admin',
      body: { name: 'Pat', role: 'member' },
    })
    const made = await link({ person_id: person.person_id })
    expect(made.json.url).toMatch(/code=/)
    const code = new URL(made.json.url).searchParams.get('code')
    const { public_key } = await makeRequestKey()
    const signedIn = await send('POST', '/api/auth/exchange', { body: { code, public_key } })
    expect(signedIn.json).toMatchObject({ person: { name: 'Pat' }, role: 'member' })
    await send('PATCH', `/api/people/${person.person_id}`, { role: 'admin', body: { disabled: true } })
    expect((await link({ person_id: person.person_id })).status).toBe(404)
  })
})

function statusForHost(path: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.served.port, path, headers: { host } }
    rawRequest(options, response => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

function sendChunked(path: string, mebibytes: number): Promise<number | undefined> {
  return new Promise(resolve => {
    const headers = {
      authorization: `Bearer ${server.tokenOf('member')}`,
      'content-type': 'application/json',
    }
    const request = rawRequest(
      { host: '127.0.0.1', port: server.served.port, path, method: 'POST', headers },
      response => {
        response.resume()
        resolve(response.statusCode)
        request.destroy()
      },
    )
    request.on('error', () => resolve(undefined))
    for (let count = 0; count < mebibytes; count += 1) request.write(' '.repeat(1024 * 1024))
    request.end()
  })
}
