import { afterEach, describe, expect, it } from 'vitest'
import { createAuthenticator } from '../../../test/engine/authenticator-fixture.ts'
import { makeRequestKey } from '../../sdk/sdk.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const { public_key } = await makeRequestKey()
const limits = { starts_per_second: 10_000, sign_ins_per_minute: 2, max_steps: 1000 }
const open: TestServer[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function startServer(): Promise<TestServer> {
  const server = await startTestServer({ settingsSeed: { limits } }, { publicUrl: 'http://localhost:7411' })
  open.push(server)
  return server
}

const exchange = (server: TestServer, code: string) =>
  server.send('POST', '/api/auth/exchange', { body: { code, public_key } })

/** Uses up what an address may get wrong in a minute, by codes that nobody made. */
async function guessUntilLimited(server: TestServer): Promise<void> {
  expect((await exchange(server, 'guess-1')).status).toBe(403)
  expect((await exchange(server, 'guess-2')).status).toBe(403)
  const limited = await exchange(server, 'guess-3')
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
}

describe('an address that guesses', () => {
  it('is told to wait, and the link of a person at the same address still works', async () => {
    const server = await startServer()
    await guessUntilLimited(server)
    const { code } = await server.soulgate.access.createSignInCode()
    expect((await exchange(server, code)).status).toBe(200)
    expect((await exchange(server, code)).status).toBe(429)
  })

  it('keeps no passkey of a person at the same address from signing in, however many questions it begins', async () => {
    const server = await startServer()
    const authenticator = createAuthenticator({ id: 'localhost', origin: 'http://localhost:7411' })
    const asked = await server.send('POST', '/api/auth/passkeys/options', { role: 'admin' })
    const body = { name: 'Laptop', response: authenticator.create(asked.json) }
    expect((await server.send('POST', '/api/auth/passkeys', { role: 'admin', body })).status).toBe(201)
    await guessUntilLimited(server)
    for (let count = 0; count < 30; count += 1)
      await server.send('POST', '/api/auth/passkeys/sign-in/options')
    const question = await server.send('POST', '/api/auth/passkeys/sign-in/options')
    expect(question.status).toBe(200)
    const response = authenticator.get(question.json)
    const signIn = () => server.send('POST', '/api/auth/passkeys/sign-in', { body: { response, public_key } })
    expect((await signIn()).status).toBe(200)
    expect((await signIn()).status).toBe(429)
  })
})

it('the saved token of the command line uses up nobody’s sign-ins by asking for links', async () => {
  const server = await startServer()
  const ask = () => server.send('POST', '/api/auth/links', { role: 'cli' })
  expect([await ask(), await ask(), await ask()].map(({ status }) => status)).toEqual([201, 201, 429])
  expect((await exchange(server, 'guess')).status).toBe(403)
  const own = await server.send('POST', '/api/auth/links', { role: 'admin' })
  expect(own.status).toBe(201)
})
