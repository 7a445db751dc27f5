import { createPublicKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { signatureBase, signatureInput, signedText } from './signed-request.ts'

/** RFC 9421, appendix B.1.4 and B.2.6. */
const KEY = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=
-----END PUBLIC KEY-----`
const INPUT =
  '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"'
const SIGNATURE = 'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw=='

it('makes the signature base of the RFC’s own example', () => {
  const base = signatureBase(
    [
      ['date', 'Tue, 20 Apr 2021 02:07:55 GMT'],
      ['@method', 'POST'],
      ['@path', '/foo'],
      ['@authority', 'example.com'],
      ['content-type', 'application/json'],
      ['content-length', '18'],
    ],
    INPUT,
  )
  const check = (text: string) =>
    verify(null, Buffer.from(text), createPublicKey(KEY), Buffer.from(SIGNATURE, 'base64'))
  expect([check(base), check(base.replace('/foo', '/bar'))]).toEqual([true, false])
})

it('covers method, authority, path, query and the digest of a body, in this order', () => {
  const request = {
    ...{ method: 'POST', authority: 'localhost:7411', path: '/api/gates', query: '' },
    contentDigest: 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:',
  }
  const input = signatureInput(request, { created: 1618884473, keyid: 'web_1', nonce: 'a.b' })
  expect(signedText(request, input)).toBe(
    [
      '"@method": POST',
      '"@authority": localhost:7411',
      '"@path": /api/gates',
      '"@query": ?',
      '"content-digest": sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:',
      '"@signature-params": ("@method" "@authority" "@path" "@query" "content-digest");created=1618884473;keyid="web_1";alg="ecdsa-p256-sha256";nonce="a.b"',
    ].join('\n'),
  )
})
