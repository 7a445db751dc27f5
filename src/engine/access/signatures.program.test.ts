import { generateKeyPairSync, sign } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeClock, toIso } from '../../base/clock.ts'
import { createIds } from '../../base/ids.ts'
import { systemRandom } from '../../base/random.ts'
import type { Principal } from '../../contracts/principal.ts'
import { BrowserKey } from '../../contracts/requests/administration.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { type Access, createAccess } from './access.ts'

const START = Date.parse('2026-01-31T09:30:00.000Z')
const DAY_MS = 86_400_000
const system: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
const TEXT = '"@method": GET'

let store: Store
let clock: ReturnType<typeof fakeClock>
let access: Access

beforeEach(async () => {
  clock = fakeClock(START)
  store = await openSqliteStore({ path: ':memory:', now: () => toIso(START) })
  access = startAccess()
})
afterEach(() => store.close())

function startAccess(): Access {
  return createAccess({ store, clock, ids: createIds({ clock }), random: systemRandom })
}

function makeKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = BrowserKey.parse(publicKey.export({ format: 'jwk' }))
  const signed = (text: string) =>
    sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return { key, signed }
}

async function signIn(personId?: string) {
  const made = makeKey()
  const { code } = await access.createSignInCode(personId)
  const answer = await access.exchange(code, made.key)
  if (answer.refused) throw new Error(answer.detail)
  const { principal } = answer.signed_in
  const session_id = principal.credential_id ?? ''
  const by = (signature: Uint8Array, texts = [TEXT], session = session_id) =>
    access.authenticate({ kind: 'signature', session_id: session, texts, signature })
  return { ...made, principal, session_id, by }
}

test('a session is whoever has its key, for 30 days or until it is signed out', async () => {
  const { by, signed, principal } = await signIn()
  expect(await by(signed(TEXT))).toEqual({ principal, decides: true })
  expect(await by(signed(TEXT), ['another', TEXT])).toBeDefined()
  clock.advance(30 * DAY_MS - 1)
  expect(await by(signed(TEXT))).toBeDefined()
  clock.advance(1)
  expect(await by(signed(TEXT))).toBeUndefined()
  const fresh = await signIn()
  await access.signOut(fresh.principal)
  expect(await fresh.by(fresh.signed(TEXT))).toBeUndefined()
})

test('nothing else signs: another key, another text, another session, a signature of another form', async () => {
  const { by, signed } = await signIn()
  const other = await signIn()
  expect(await by(other.signed(TEXT))).toBeUndefined()
  expect(await by(signed('"@method": POST'))).toBeUndefined()
  expect(await by(signed(TEXT), [])).toBeUndefined()
  expect(await by(signed(TEXT), [TEXT], other.session_id)).toBeUndefined()
  expect(await by(signed(TEXT), [TEXT], 'web_unknown')).toBeUndefined()
  for (const bytes of [new Uint8Array(), new Uint8Array(64), signed(TEXT).subarray(1)])
    expect(await by(bytes)).toBeUndefined()
})

test('a session of before, which had a cookie, and one with a point off the curve are nobody', async () => {
  const { signed } = makeKey()
  const { code } = await access.createSignInCode()
  const off = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) } as const
  const answer = await access.exchange(code, off)
  if (answer.refused) throw new Error(answer.detail)
  const { id: person_id, credential_id = '' } = answer.signed_in.principal
  const [at, expires_at] = [toIso(START), toIso(START + DAY_MS)]
  const body = { session_id: 'web_before', person_id, hash: 'a'.repeat(64), created_at: at, expires_at }
  await store.transact(tx => tx.putDocument({ kind: 'browser_session', id: 'web_before', body, at }))
  for (const session_id of [credential_id, 'web_before']) {
    const credential = { kind: 'signature', session_id, texts: [TEXT], signature: signed(TEXT) } as const
    expect(await access.authenticate(credential)).toBeUndefined()
  }
  clock.advance(DAY_MS)
  await access.createSignInCode()
  expect(await store.getDocument('browser_session', 'web_before')).toBeUndefined()
})

test('who was disabled is signed out', async () => {
  const admin = await signIn()
  await access.authenticate({
    ...{ kind: 'signature', session_id: admin.session_id, texts: [TEXT] },
    signature: admin.signed(TEXT),
  })
  const made = await access.createPerson(system, { name: 'Pat', role: 'reviewer' })
  if (made.refused) throw new Error(made.detail)
  const { by, signed } = await signIn(made.person.person_id)
  expect(await by(signed(TEXT))).toBeDefined()
  await access.updatePerson(system, made.person.person_id, { disabled: true })
  expect(await by(signed(TEXT))).toBeUndefined()
})

test('the nonce is another one after a start, and servers over one database share it', async () => {
  const before = await access.requestNonce()
  expect([await access.requestNonce(), await access.isRequestNonce(before)]).toEqual([before, true])
  expect(await access.isRequestNonce('')).toBe(false)
  const second = startAccess()
  const after = await second.requestNonce()
  expect(after).not.toBe(before)
  expect(await second.isRequestNonce(before)).toBe(false)
  // The first one learns of it as soon as it is shown.
  expect(await access.isRequestNonce(after)).toBe(true)
  expect(await access.isRequestNonce(before)).toBe(false)
  expect(await access.requestNonce()).toBe(after)
})
