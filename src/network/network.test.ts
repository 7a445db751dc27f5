import { describe, expect, test } from 'vitest'
import { admitUrl, isPublicAddress } from './network.ts'

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
