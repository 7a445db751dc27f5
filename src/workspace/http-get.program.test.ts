import { createServer, type RequestListener } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createFixture } from './workspace-fixture.ts'

/** A server on the loopback address that counts what reaches it. */
async function serve(listener: RequestListener) {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    listener(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, origin: `http://127.0.0.1:${address.port}`, requests: () => requests }
}

const hello: RequestListener = (_request, response) => response.end('hello')

describe('http_get', () => {
  test('refuses every host while the allow-list is empty, and says which setting to change', async () => {
    const { origin, requests } = await serve(hello)
    expect(await createFixture().error('http_get', { url: origin })).toMatch(/http_allow_list/)
    expect(requests()).toBe(0)
  })

  test('reads a loopback address only when its host and port are on the allow-list', async () => {
    const { port, origin, requests } = await serve(hello)
    for (const entry of ['127.0.0.1', '*.0.0.1', `127.0.0.1:${port + 1}`, `*.0.0.1:${port}`, origin]) {
      await createFixture({ httpAllowList: [entry] }).error('http_get', { url: origin })
    }
    expect(requests()).toBe(0)
    const fixture = createFixture({ httpAllowList: [`127.0.0.1:${port}`] })
    expect(await fixture.output('http_get', { url: `${origin}/x` })).toMatchObject({
      status: 200,
      text: 'hello',
    })
    expect(requests()).toBe(1)
  })

  test('asks for the allow-list anew at each call', async () => {
    const { port, origin } = await serve(hello)
    let allowList: readonly string[] = []
    const fixture = createFixture({ httpAllowList: () => allowList })
    await fixture.error('http_get', { url: origin })
    allowList = [`127.0.0.1:${port}`]
    await fixture.output('http_get', { url: origin })
  })

  test.each([
    '127.0.0.1',
    '10.0.0.7',
    '169.254.169.254',
    '::1',
    '::ffff:127.0.0.1',
    'fe80::1',
  ])('refuses an allowed name that resolves to %s, alone or beside a public address', async address => {
    for (const addresses of [[address], ['93.184.216.34', address]]) {
      const fixture = createFixture({ httpAllowList: ['inner.example'], resolveHost: async () => addresses })
      expect(await fixture.error('http_get', { url: 'http://inner.example/' })).toMatch(
        /not on the public internet/,
      )
    }
  })

  test('refuses a name that cannot be resolved', async () => {
    const failing = {
      httpAllowList: ['gone.example'],
      resolveHost: () => Promise.reject(new Error('ENOTFOUND')),
    }
    expect(await createFixture(failing).error('http_get', { url: 'http://gone.example' })).toMatch(
      /cannot be resolved/,
    )
    const empty = { httpAllowList: ['gone.example'], resolveHost: async () => ['not an address'] }
    expect(await createFixture(empty).error('http_get', { url: 'http://gone.example' })).toMatch(/no address/)
  })

  test('connects to the address that was checked, whatever the name means later', async () => {
    const { port } = await serve((request, response) => response.end(request.headers.host))
    let asked = 0
    const fixture = createFixture({
      httpAllowList: [`pinned.example:${port}`],
      resolveHost: async () => {
        asked += 1
        return ['127.0.0.1']
      },
    })
    expect(await fixture.output('http_get', { url: `http://pinned.example:${port}/` })).toMatchObject({
      text: `pinned.example:${port}`,
    })
    expect(asked).toBe(1)
  })

  test('checks each redirect like a first address', async () => {
    const inner = await serve(hello)
    const outer = await serve((_request, response) =>
      response.writeHead(302, { location: inner.origin }).end(),
    )
    const fixture = createFixture({ httpAllowList: [`127.0.0.1:${outer.port}`] })
    expect(await fixture.error('http_get', { url: outer.origin })).toMatch(/allow-list/)
    expect(inner.requests()).toBe(0)
    const both = createFixture({ httpAllowList: [`127.0.0.1:${outer.port}`, `127.0.0.1:${inner.port}`] })
    expect(await both.output('http_get', { url: outer.origin })).toMatchObject({
      text: 'hello',
      redirects: 1,
    })
  })

  test('refuses a redirect to an allowed name on a private address', async () => {
    const outer = await serve((_request, response) =>
      response.writeHead(301, { location: 'http://metadata.example/' }).end(),
    )
    const fixture = createFixture({
      httpAllowList: [`127.0.0.1:${outer.port}`, 'metadata.example'],
      resolveHost: async () => ['169.254.169.254'],
    })
    expect(await fixture.error('http_get', { url: outer.origin })).toMatch(/169\.254\.169\.254/)
  })

  test('gives up on endless redirects, and on ones to another scheme', async () => {
    const loop = await serve((_request, response) => response.writeHead(302, { location: '/again' }).end())
    const fixture = createFixture({ httpAllowList: [`127.0.0.1:${loop.port}`] })
    expect(await fixture.error('http_get', { url: loop.origin })).toMatch(/more than 5/)
    expect(loop.requests()).toBe(6)
    const file = await serve((_request, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    )
    const other = createFixture({ httpAllowList: [`127.0.0.1:${file.port}`] })
    expect(await other.error('http_get', { url: file.origin })).toMatch(/no http or https/)
  })

  test('refuses an answer that is too large, announced or not', async () => {
    const { port, origin } = await serve((_request, response) => {
      for (let count = 0; count < 20; count += 1) response.write('x'.repeat(100))
      response.end()
    })
    const fixture = createFixture({ httpAllowList: [`127.0.0.1:${port}`], httpLimits: { maxBytes: 1_000 } })
    expect(await fixture.error('http_get', { url: origin })).toMatch(/more than 1000 bytes/)
  })

  test('gives up on a server that does not answer or never ends, and on a cancelled call', async () => {
    const { port, origin } = await serve((request, response) => {
      if (request.url === '/half') response.write('half')
    })
    const fixture = createFixture({ httpAllowList: [`127.0.0.1:${port}`], httpLimits: { timeoutMs: 100 } })
    expect(await fixture.error('http_get', { url: origin })).toMatch(/within 100 ms/)
    expect(await fixture.error('http_get', { url: `${origin}/half` })).toMatch(/within 100 ms/)
    const { result } = await fixture.call('http_get', { url: origin }, AbortSignal.abort())
    expect(result).toMatchObject({ success: false, error: expect.stringMatching(/cancelled/) })
  })

  test('tells a failing status and bytes that are not text', async () => {
    const { port, origin } = await serve((request, response) => {
      response.statusCode = request.url === '/missing' ? 404 : 200
      response.end(Buffer.from([0, 1, 2]))
    })
    const fixture = createFixture({ httpAllowList: [`127.0.0.1:${port}`] })
    expect(await fixture.error('http_get', { url: `${origin}/missing` })).toMatch(/404/)
    expect(await fixture.output('http_get', { url: origin })).toMatchObject({ binary: true, size_bytes: 3 })
  })

  test.each([
    'file:///etc/passwd',
    'ftp://a.example',
    'gopher://a.example',
    'a.example',
    'http://u:p@a.example',
    'http://',
  ])('refuses the address %s', async url => {
    const fixture = createFixture({
      httpAllowList: ['a.example'],
      resolveHost: async () => ['93.184.216.34'],
    })
    await fixture.error('http_get', { url })
  })
})
