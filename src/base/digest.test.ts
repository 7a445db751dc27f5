import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { digest, sha256Hex } from './digest.ts'

test('the SHA-256 of known texts and bytes is the published one', () => {
  expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(sha256Hex('abc')).toBe(abc)
  expect(sha256Hex(new Uint8Array([97, 98, 99]))).toBe(abc)
})

test('a digest is over the domain, a zero byte and the canonical text in UTF-8', () => {
  const expected = createHash('sha256')
    .update('soulgate.action.v1')
    .update(new Uint8Array([0]))
    .update('{"a":"é😀","b":1}')
    .digest('hex')
  expect(digest('soulgate.action.v1', { b: 1, a: 'é😀' })).toBe(expected)
})

test('the same value has different digests in different domains', () => {
  expect(digest('soulgate.action.v1', { a: 1 })).not.toBe(digest('soulgate.event.v1', { a: 1 }))
})

test.each(['', 'with space', 'zero\0byte', 'é'])('the domain %j is refused', domain => {
  expect(() => digest(domain, null)).toThrow(expect.objectContaining({ code: 'invalid_digest_domain' }))
})

test('what has no canonical text has no digest', () => {
  expect(() => digest('soulgate.action.v1', Number.NaN)).toThrow(
    expect.objectContaining({ code: 'invalid_json_value' }),
  )
})
