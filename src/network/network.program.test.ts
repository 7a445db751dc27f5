import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addressObjection, admitUrl, createGuardedFetch, isPublicAddress } from './network.ts'

describe('isPublicAddress', () => {
  test.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1'],
    ...[
      '172.31.255.255',
      '192.168.1.1',
      '192.0.0.8',
      '198.18.0.1',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      'fc00::1',
      'fd12::1',
    ],
    ...[
      'fe80::1',
      'fe80::1%eth0',
      'fec0::1',
      'ff02::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '2001:0:1::',
      '100::1',
    ],
    ...['localhost', '', '127.1', '0x7f.0.0.1', '2130706433', '8.8.8.8.'],
  ])('does not count %s as public', address => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each([
    '8.8.8.8',
    '93.184.216.34',
    '172.32.0.1',
    '2606:4700::1111',
    '2a00:1450:4001::1',
  ])('counts %s', address => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('admitUrl', () => {
  test.each([
    ['https://a.example/x', 'a.example', true],
    ['https://A.EXAMPLE./x', 'a.example', true],
    ['https://a.example:8443/', 'a.example', false],
    ['https://a.example:8443/', 'a.example:8443', true],
    ['http://a.example/', 'a.example:80', true],
    ['https://b.a.example/', 'a.example', false],
    ['https://b.a.example/', '*.a.example', true],
    ['https://a.example/', '*.a.example', false],
    ['https://evila.example/', '*.a.example', false],
    ['https://a.example.evil/', 'a.example', false],
    ['http://[::1]:9/', '[::1]:9', true],
    ['http://2130706433:9/', '127.0.0.1:9', true],
    ['https://a.example/', '*', false],
    ['https://a.example/', '*.', false],
    ['https://a.example/', '', false],
    ['https://a.example/', 'https://a.example', false],
  ])('of %s by the entry %s: %s', (url, entry, allowed) => {
    expect(admitUrl(new URL(url), [entry]).allowed).toBe(allowed)
  })
})

describe('a guarded fetch', () => {
  const leadingTo = (...addresses: string[]) => ({ resolveHost: async () => addresses })

  test.each([
    ['https://a.example/v1', ['93.184.216.34'], undefined],
    ['https://a.example/v1', ['127.0.0.1'], undefined],
    ['http://localhost:1234/v1', ['127.0.0.1', '::1'], undefined],
    ['http://a.example/v1', ['93.184.216.34'], 'https'],
    ['https://a.example/v1', ['93.184.216.34', '10.0.0.1'], '10.0.0.1'],
    ['https://a.example/v1', ['127.0.0.1', '10.0.0.1'], '127.0.0.1'],
    ['http://169.254.169.254/v1', ['169.254.169.254'], 'https'],
  ])('of %s that leads to %j: %s', async (url, addresses, word) => {
    const why = await addressObjection(new URL(url), leadingTo(...addresses))
    expect(why === undefined ? undefined : why.includes(word ?? '')).toBe(
      word === undefined ? undefined : true,
    )
  })

  test('looks at what a name means when it connects, sends nothing elsewhere, and follows nothing', async () => {
    const got: string[] = []
    const server = createServer((request, response) => {
      got.push(request.url ?? '')
      response.writeHead(307, { location: '/elsewhere' }).end('body')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const url = `http://models.example:${port}/v1`
    const answer = await createGuardedFetch(leadingTo('127.0.0.1'))(url)
    expect([answer.status, await answer.text()]).toEqual([307, 'body'])
    const rebound = createGuardedFetch(leadingTo('127.0.0.1', '10.0.0.1'))(url)
    await expect(rebound).rejects.toMatchObject({ code: 'address_refused' })
    expect(got).toEqual(['/v1'])
  })
})
