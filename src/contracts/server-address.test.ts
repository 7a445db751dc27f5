import { expect, it } from 'vitest'
import { clearTextRefusal } from './server-address.ts'

const optIn = 'say so'

it.each([
  'https://soulgate.example',
  'http://127.0.0.1:7411',
  'http://127.8.8.8',
  'http://[::1]:7411',
  'http://localhost:7411',
  '',
])('a token may be sent to %j', url => {
  expect(clearTextRefusal(url, optIn)).toBeUndefined()
})

it.each([
  'http://soulgate.example',
  'HTTP://10.0.0.5:7411',
  'http://127.0.0.1.nip.io',
  'http://127.0.0.1@soulgate.example',
  'http://localhost.example',
  'http://0.0.0.0:7411',
  ' http://soulgate.example/',
  'http:soulgate.example',
])('a token is not sent in the clear to %j, and what to do instead is said', url => {
  expect(clearTextRefusal(url, optIn)).toMatch(/plain http.*Use https, or say so.*Nothing was sent/)
})
