import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { request as rawRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Principal, Role } from '../../contracts/principal.ts'
import { ACTIONS, createSoulgate, LADDER, may, type Soulgate } from '../../soulgate.ts'
import { createApi, ROUTES, type Route, type ServedApi, serveApi } from './api.ts'

const SYSTEM: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
const ROLES: readonly Role[] = [...LADDER, 'agent']
const shown: string[] = []

let soulgate: Soulgate
let served: ServedApi
let workspace: string
const tokens = new Map<Role | 'cli', string>()

beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-api-'))
  workspace = join(root, 'workspace')
  mkdirSync(workspace)
  writeFileSync(join(workspace, 'old.log'), 'old')
  soulgate = await createSoulgate({
    home: join(root, 'home'),
    workspace,
    storePath: ':memory:',
    settingsSeed: { limits: { starts_per_second: 10_000, sign_ins_per_minute: 1000, max_steps: 1000 } },
  })
  await soulgate.startWorker()
  const app = createApi({
    soulgate,
    version: '0.0.0',
    knownHosts: [],
    terminal: { show: lines => void shown.push(...lines) },
  })
  served = await serveApi({ app, port: 0, host: '127.0.0.1' })
  for (const role of ROLES) tokens.set(role, await makeToken(role))
  const people = await soulgate.access.listPeople(SYSTEM)
  const admin = people.find(person => person.role === 'admin')
  tokens.set(
    'cli',
    await makeToken('member', { ...(admin ? { person_id: admin.person_id } : {}), decides: false }),
  )
}, 30_000)

afterAll(async () => {
  await served.close(100)
  await soulgate.close()
})

async function makeToken(role: Role, extra: { person_id?: string; decides?: boolean } = {}): Promise<string> {
  const person =
    role === 'agent' || extra.person_id !== undefined
      ? {}
      : {
          person_id: value(await soulgate.access.createPerson(SYSTEM, { name: role, role })).person.person_id,
        }
  return value(await soulgate.access.createToken(SYSTEM, { name: `a-${role}`, role, ...person, ...extra }))
    .token
}

function value<Answer extends object>(answer: Answer): Exclude<Answer, { refused: true }> {
  if ('refused' in answer && answer.refused) throw new Error(JSON.stringify(answer))
  return answer as Exclude<Answer, { refused: true }>
}

interface Sent {
  readonly role?: Role | 'cli'
  readonly body?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function send(method: string, path: string, { role, body, text, headers }: Sent = {}) {
  const response = await fetch(`${served.url}${path}`, {
    method,
    headers: {
      ...(role === undefined ? {} : { authorization: `Bearer ${tokens.get(role)}` }),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: text ?? JSON.stringify(body ?? {}) }),
  })
  const answer = await response.text()
  return { status: response.status, headers: response.headers, text: answer, json: parse(answer) }
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a caller would
function parse(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const pathOf = (route: Route) => route.path.replace(/\{(\w+)\}/g, 'none_1')
const guarded = ROUTES.filter(route => route.action !== 'public')
const withBody = ROUTES.filter(route => route.body)

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

  test('a credential that lies on a disk carries no decision, whatever it asks', async () => {
    const decisions = guarded.filter(
      route => route.action !== 'public' && 'decision' in ACTIONS[route.action],
    )
    expect(decisions.length).toBeGreaterThan(10)
    for (const route of decisions) {
      const answer = await send(route.method, pathOf(route), { role: 'cli' })
      expect([route.path, answer.status]).toEqual([route.path, 403])
      expect(['credential_cannot_decide', 'forbidden']).toContain(answer.json.code)
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
    for (const route of ROUTES.filter(({ method, path }) => method === 'GET' && !path.includes('{'))) {
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
    expect(await statusForHost('/healthz', `localhost:${served.port}`)).toBe(200)
  })
})

describe('signing in', () => {
  test('a code becomes a cookie; writes with it need the csrf token', async () => {
    const { code } = await soulgate.access.createSignInCode()
    const exchanged = await send('POST', '/api/auth/exchange', { body: { code } })
    const setCookie = exchanged.headers.get('set-cookie') ?? ''
    expect(setCookie).toMatch(/^soulgate_session=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/)
    const cookie = setCookie.split(';')[0] ?? ''
    const me = await send('GET', '/api/auth/me', { headers: { cookie } })
    expect(me.json).toMatchObject({ role: 'admin', decides: true, csrf_token: exchanged.json.csrf_token })
    const write = (headers: Record<string, string>) =>
      send('POST', '/api/people', { body: {}, headers: { cookie, ...headers } })
    expect((await write({})).json.code).toBe('csrf')
    expect((await write({ 'x-csrf-token': `${me.json.csrf_token}x` })).json.code).toBe('csrf')
    expect((await write({ 'x-csrf-token': me.json.csrf_token })).json.code).toBe('invalid')
    const again = await send('POST', '/api/auth/exchange', { body: { code } })
    expect(again.status).toBe(403)
    const signedOut = await send('POST', '/api/auth/sign-out', {
      headers: { cookie, 'x-csrf-token': me.json.csrf_token },
    })
    expect(signedOut.headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await send('GET', '/api/auth/me', { headers: { cookie } })).status).toBe(401)
  })

  test('a link for a credential on a disk is shown on the terminal and not answered', async () => {
    shown.length = 0
    const answer = await send('POST', '/api/auth/links', { role: 'cli' })
    expect(answer.json).toMatchObject({ shown_on: 'terminal' })
    expect(answer.text).not.toContain('code=')
    expect(shown.join()).toMatch(/\/sign-in\?code=[\w-]{43}/)
    const other = await send('POST', '/api/auth/links', { role: 'cli', body: { person_id: 'person_x' } })
    expect(other.status).toBe(403)
  })
})

describe('the main job', () => {
  test('a goal is proposed, held, approved, and only then runs; a second answer is told who decided', async () => {
    const goal = 'delete the file old.log'
    const asked = await send('POST', '/reasoning/execute', { role: 'member', body: { goal } })
    expect([asked.status, asked.json.approval_state]).toEqual([200, 'awaiting_approval'])
    const gateId = asked.json.soul_request_id
    const gate = (await send('GET', `/api/gates/${gateId}`, { role: 'reviewer' })).json
    const approve = { decision: 'approve', view_digest: gate.view_digest, confirm: gate.confirm_word }
    for (const role of ['member', 'cli', 'agent', 'viewer'] as const) {
      const refused = await send('POST', `/api/gates/${gateId}/decide`, { role, body: approve })
      expect([role, refused.status]).toEqual([role, 403])
    }
    const stale = await send('POST', `/api/gates/${gateId}/decide`, {
      role: 'reviewer',
      body: { ...approve, view_digest: 'x' },
    })
    expect(stale.status).toBe(412)
    const decided = await send('POST', `/api/gates/${gateId}/decide`, { role: 'reviewer', body: approve })
    expect([decided.status, decided.json.gate?.status]).toEqual([200, 'approved'])
    const ended = await send('GET', `/approval/${gateId}`, { role: 'member', headers: { prefer: 'wait=20' } })
    expect(ended.json.tool_results.map((result: { status: string }) => result.status)).toEqual(['succeeded'])
    const late = await send('POST', `/api/gates/${gateId}/decide`, {
      role: 'admin',
      body: { ...approve, decision: 'reject' },
    })
    expect([late.status, late.json.code]).toEqual([409, 'gate_closed'])
    expect(late.json.standing_decision).toMatchObject({ decision: 'approve' })
  })

  test('the command line decides with the phrase of the server’s terminal and not without', async () => {
    writeFileSync(join(workspace, 'second.log'), 'old')
    const asked = await send('POST', '/reasoning/execute', {
      role: 'cli',
      body: { goal: 'delete the file second.log' },
    })
    const gateId = asked.json.soul_request_id
    const gate = (await send('GET', `/api/gates/${gateId}`, { role: 'cli' })).json
    const body = { decision: 'approve', view_digest: gate.view_digest, confirm: gate.confirm_word }
    const ask = () =>
      send('POST', '/api/confirmations', {
        role: 'cli',
        body: { operation: 'decideGate', path_values: { gate_id: gateId }, body },
      })
    shown.length = 0
    const first = await ask()
    expect([first.status, first.json.shown_on]).toEqual([201, 'terminal'])
    const phrase = /Phrase: ([a-z0-9-]+)/.exec(shown.join('\n'))?.[1] ?? ''
    expect(phrase).toMatch(/^\w{5}-\w{5}$/)
    expect(first.text).not.toContain(phrase)
    expect(shown.join()).toContain('second.log')
    const confirm = (id: string, typed: string, role: 'cli' | 'member' = 'cli') =>
      send('POST', `/api/confirmations/${id}/confirm`, { role, body: { phrase: typed } })
    expect((await confirm(first.json.confirmation_id, phrase, 'member')).status).toBe(404)
    for (const count of [1, 2, 3]) {
      expect([count, (await confirm(first.json.confirmation_id, 'wrong')).json.code]).toEqual([
        count,
        'wrong_phrase',
      ])
    }
    expect((await confirm(first.json.confirmation_id, phrase)).status).toBe(404)
    shown.length = 0
    const second = await ask()
    const fresh = /Phrase: ([a-z0-9-]+)/.exec(shown.join('\n'))?.[1] ?? ''
    const decided = await confirm(second.json.confirmation_id, fresh.toUpperCase())
    expect([decided.status, decided.json.gate?.status]).toEqual([200, 'approved'])
  })
})

describe('event streams', () => {
  test('a stream is taken up again after the last number that was seen, and ends', async () => {
    const asked = await send('POST', '/reasoning/execute', {
      role: 'member',
      body: { goal: 'list the files' },
    })
    const path = `/api/runs/${asked.json.run_id}/events`
    const whole = (await send('GET', path, { role: 'member' })).json
    expect(whole.events.length).toBeGreaterThan(1)
    const first = await readStream(path, {}, 1)
    expect(first.ids[0]).toBe(1)
    const rest = await readStream(path, { 'last-event-id': '1' }, whole.last_seq - 1)
    expect(rest.ids).toEqual(Array.from({ length: whole.last_seq - 1 }, (_, index) => index + 2))
  })

  test('a stream of an unknown run is a 404 and of a stranger’s eyes a 403', async () => {
    const headers = { accept: 'text/event-stream' }
    expect((await send('GET', '/api/runs/run_none/events', { role: 'admin', headers })).status).toBe(404)
    expect((await send('GET', '/api/events', { role: 'agent', headers })).status).toBe(403)
  })
})

async function readStream(path: string, headers: Record<string, string>, count: number) {
  const controller = new AbortController()
  const response = await fetch(`${served.url}${path}`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${tokens.get('member')}`, ...headers },
    signal: controller.signal,
  })
  let text = ''
  const ids = () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  while (ids().length < count) {
    const piece = await reader?.read()
    if (!piece || piece.done) break
    text += decoder.decode(piece.value, { stream: true })
  }
  controller.abort()
  return { ids: ids().slice(0, Math.max(count, ids().length)), text }
}

function statusForHost(path: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: served.port, path, headers: { host } }
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
    const headers = { authorization: `Bearer ${tokens.get('member')}`, 'content-type': 'application/json' }
    const request = rawRequest(
      { host: '127.0.0.1', port: served.port, path, method: 'POST', headers },
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
