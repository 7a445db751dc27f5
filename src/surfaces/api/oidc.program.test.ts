import { OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRequestKey } from '../../sdk/sdk.ts'
import type { SoulgateOptions } from '../../soulgate.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let provider: OAuth2Server
let server: TestServer
let claims: Record<string, unknown>

beforeAll(async () => {
  provider = new OAuth2Server()
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, '127.0.0.1')
  provider.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => {
    Object.assign(token.payload, claims)
  })
  server = await startWithAna()
})
afterAll(async () => {
  await server.close()
  await provider.stop()
})

async function startWithAna(options: Partial<SoulgateOptions> = {}): Promise<TestServer> {
  const issuer = provider.issuer.url ?? ''
  const oidc = { issuer, clientId: 'soulgate', clientSecret: 'hush', name: 'Example' }
  const started = await startTestServer({ oidc, ...options })
  const ana = { name: 'Ana', email: 'ana@example.com', role: 'reviewer' }
  await started.send('POST', '/api/people', { role: 'admin', body: ana })
  return started
}

type RegisteredKey = Awaited<ReturnType<typeof makeRequestKey>>['public_key']

interface Begun {
  /** With which the browser began. */
  readonly public_key: RegisteredKey
  /** What the provider put into the address of `/sign-in`. */
  readonly parameters: Record<string, string>
}

/** As a browser does: begins, goes to the provider, and is sent back. */
async function begin(at = server): Promise<Begun> {
  const { public_key } = await makeRequestKey()
  const started = await at.send('POST', '/api/auth/oidc/start', { body: { public_key } })
  expect([started.status, Object.keys(started.json), started.headers.get('set-cookie')]).toEqual([
    ...[200, ['url'], null],
  ])
  const sent = await fetch(started.json.url, { redirect: 'manual' })
  const back = new URL(sent.headers.get('location') ?? '')
  expect(`${back.origin}${back.pathname}`).toBe(`${at.served.url}/sign-in`)
  return { public_key, parameters: Object.fromEntries(back.searchParams) }
}

function finish(body: Begun, at = server) {
  return at.send('POST', '/api/auth/oidc/finish', { body })
}

test('somebody with a verified address that stands here is signed in, and known by the provider’s id from then on', async () => {
  claims = { sub: 'u1', email: 'Ana@Example.com', email_verified: true }
  expect((await server.send('GET', '/api/auth/oidc')).json).toEqual({ name: 'Example' })
  const first = await finish(await begin())
  expect([first.status, first.json.person.name, first.json.role, first.json.decides]).toEqual([
    ...[200, 'Ana', 'reviewer'],
    true,
  ])
  expect([first.json.session_id, first.headers.get('set-cookie')]).toEqual([
    ...[expect.stringMatching(/^web_/), null],
  ])
  claims = { sub: 'u1', email: 'renamed@example.com', email_verified: false }
  expect((await finish(await begin())).json.person.name).toBe('Ana')
})

test('nobody is signed in by an address that is not verified, not known, or by another account with it', async () => {
  for (const other of [
    { sub: 'u2', email: 'ana@example.com', email_verified: false },
    { sub: 'u3', email: 'eve@example.com', email_verified: true },
    { sub: 'u4' },
    { sub: 'u5', email: 'ana@example.com', email_verified: true },
  ]) {
    claims = other
    const answer = await finish(await begin())
    expect([answer.status, answer.json.session_id]).toEqual([403, undefined])
  }
})

test('a sign-in ends once, in the browser that began it, with what the provider said for it', async () => {
  claims = { sub: 'u1' }
  const [one, two] = [await begin(), await begin()]
  const lies: readonly Begun[] = [
    { ...one, public_key: (await makeRequestKey()).public_key },
    { public_key: two.public_key, parameters: one.parameters },
    { ...(await begin()), parameters: { ...one.parameters, code: 'made-up' } },
    { ...(await begin()), parameters: { error: 'access_denied', state: one.parameters.state ?? '' } },
  ]
  for (const lie of lies) expect((await finish(lie)).status).toBe(403)
  expect((await finish(one)).status).toBe(200)
  expect((await finish(one)).status).toBe(403)
})

test('a token for another sign-in or another program signs nobody in', async () => {
  for (const forged of [
    { nonce: 'of another' },
    { aud: 'another-program' },
    { iss: 'https://evil.example' },
  ]) {
    claims = { sub: 'u1', ...forged }
    expect((await finish(await begin())).status).toBe(403)
  }
})

test('what others at the same address get wrong keeps nobody from ending a sign-in that was begun', async () => {
  claims = { sub: 'u1', email: 'ana@example.com', email_verified: true }
  const limits = { starts_per_second: 100, sign_ins_per_minute: 1, max_steps: 1000 }
  const limited = await startWithAna({ settingsSeed: { limits } })
  const begun = await begin(limited)
  const invented = { ...begun, parameters: { ...begun.parameters, state: 'A'.repeat(43) } }
  expect((await finish(invented, limited)).status).toBe(403)
  expect((await finish(invented, limited)).status).toBe(429)
  expect((await finish(begun, limited)).status).toBe(200)
  await limited.close()
})

test('the first admin gets an address, and another one leads another account to the same person', async () => {
  const fresh = await startWithAna()
  const people = await fresh.send('GET', '/api/people', { role: 'admin' })
  const admin = people.json.people.find((person: { role: string }) => person.role === 'admin')
  const move = (email: string) =>
    fresh.send('PATCH', `/api/people/${admin.person_id}`, { role: 'admin', body: { email } })
  claims = { sub: 'a1', email: 'admin@example.com', email_verified: true }
  expect((await finish(await begin(fresh), fresh)).status).toBe(403)
  expect((await move('admin@example.com')).status).toBe(200)
  expect((await finish(await begin(fresh), fresh)).json.person.id).toBe(admin.person_id)
  await move('new@example.com')
  expect((await finish(await begin(fresh), fresh)).status).toBe(403)
  claims = { sub: 'a2', email: 'new@example.com', email_verified: true }
  expect((await finish(await begin(fresh), fresh)).json.person.id).toBe(admin.person_id)
  await fresh.close()
})
