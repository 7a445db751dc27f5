import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as rawRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIGNATURE_LABEL, signatureInput, signedText } from '../../src/contracts/signed-request.ts'
import { createSoulgate, type Soulgate } from '../../src/soulgate.ts'
import { createApi, type ServedApi, serveApi } from '../../src/surfaces/api/api.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { type SignedBrowser, signInWith } from '../signed-browser.ts'

const HOST = 'soulgate.example'

interface Server {
  readonly soulgate: Soulgate
  readonly served: ServedApi
}

let root: string
let one: Server
let other: Server
let browser: SignedBrowser

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'soulgate-two-servers-'))
  const databaseUrl = await createTestDatabase()
  one = await start('one', databaseUrl)
  other = await start('other', databaseUrl)
  const { code } = await one.soulgate.access.createSignInCode()
  browser = await signInWith(one.served.url, code)
}, 60_000)
afterAll(async () => {
  for (const server of [one, other]) {
    await server?.served.close(100)
    await server?.soulgate.close()
  }
  await rm(root, { recursive: true, force: true })
})

/** Behind a balancer both are reached under one address. */
async function start(name: string, databaseUrl: string): Promise<Server> {
  const soulgate = await createSoulgate({
    ...{ home: join(root, name), workspace: join(root, 'workspace'), databaseUrl },
  })
  const app = createApi({ soulgate, version: '0.0.0', publicUrl: `https://${HOST}` })
  return { soulgate, served: await serveApi({ app, port: 0, host: '127.0.0.1' }) }
}

type Headers = Readonly<Record<string, string>>

async function sign(name: string): Promise<{ readonly body: string; readonly headers: Headers }> {
  const body = JSON.stringify({ name, role: 'viewer' })
  const contentDigest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  // The last server that was asked for one has made the nonce; the first one reads it when it is shown it.
  const nonce = `${await other.soulgate.access.requestNonce()}.${crypto.randomUUID()}`
  const parts = { method: 'POST', authority: HOST, path: '/api/people', query: '', contentDigest }
  const created = Math.floor(Date.now() / 1000)
  const input = signatureInput(parts, { created, keyid: browser.session_id, nonce })
  const text = new TextEncoder().encode(signedText(parts, input))
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, browser.key, text)
  return {
    body,
    headers: {
      host: HOST,
      'content-type': 'application/json',
      'content-digest': contentDigest,
      'signature-input': `${SIGNATURE_LABEL}=${input}`,
      signature: `${SIGNATURE_LABEL}=:${Buffer.from(signature).toString('base64')}:`,
    },
  }
}

/** Past `fetch`, which sends the host it likes. */
function deliver(
  { served }: Server,
  { body, headers }: Awaited<ReturnType<typeof sign>>,
): Promise<{ readonly status: number; readonly code: string | undefined }> {
  return new Promise((done, failed) => {
    const options = { host: '127.0.0.1', port: served.port, method: 'POST', path: '/api/people', headers }
    rawRequest(options, async response => {
      const { code } = JSON.parse(Buffer.concat(await response.toArray()).toString())
      done({ status: response.statusCode ?? 0, code })
    })
      .on('error', failed)
      .end(body)
  })
}

test('a signed write that one server took is refused by the other, at once and in a race', async () => {
  const captured = await sign('First')
  expect((await deliver(one, captured)).status).toBe(201)
  expect(await deliver(other, captured)).toEqual({ status: 401, code: 'signature_replayed' })
  const raced = await sign('Second')
  const answers = await Promise.all([one, other, one, other].map(server => deliver(server, raced)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401])
  const { people } = await browser.read('/api/people')
  expect(people.filter((person: { name: string }) => person.name === 'Second')).toHaveLength(1)
  expect((await deliver(other, await sign('Third'))).status).toBe(201)
})
