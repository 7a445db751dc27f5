import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAuthenticator, type Lie } from '../../../test/engine/authenticator-fixture.ts'
import { fakeClock } from '../../base/clock.ts'
import { createIds } from '../../base/ids.ts'
import { createSeededRandom } from '../../base/random.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { type Access, createAccess } from './access.ts'

const KEY = { kty: 'EC', crv: 'P-256', x: 'x'.repeat(43), y: 'y'.repeat(43) } as const
const SITE = { id: 'gate.example', origin: 'https://gate.example' }
const SYSTEM: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }

let store: Store
let clock: ReturnType<typeof fakeClock>
let access: Access
let ana: Principal

beforeEach(async () => {
  clock = fakeClock(Date.parse('2026-03-01T12:00:00Z'))
  store = await openSqliteStore({ path: ':memory:', now: () => new Date(clock.now()).toISOString() })
  const random = createSeededRandom(5)
  access = createAccess({ store, clock, ids: createIds({ clock, random }), random })
  ana = await personOf('Ana')
})
afterEach(() => store.close())

async function personOf(name: string): Promise<Principal> {
  const made = await access.createPerson(SYSTEM, { name, role: 'reviewer' })
  if (made.refused) throw new Error(made.detail)
  return { kind: 'person', id: made.person.person_id, name, role: 'reviewer' }
}

/** Adds a passkey of a new authenticator; answers the authenticator and what became of it. */
async function add(who: Principal, lie: Lie = {}) {
  const authenticator = createAuthenticator(SITE)
  const response = authenticator.create(await access.passkeyOptions(who, SITE), lie)
  return { authenticator, response, added: await access.addPasskey(who, SITE, { name: 'Laptop', response }) }
}

async function signIn(authenticator: ReturnType<typeof createAuthenticator>, lie: Lie = {}) {
  const response = authenticator.get(await access.passkeySignInOptions(SITE), lie)
  return { response, answer: await access.signInWithPasskey(SITE, response, KEY) }
}

describe('a passkey', () => {
  it('signs its person in, as a link does, and the trail says how', async () => {
    const { authenticator, added } = await add(ana)
    expect(added).toMatchObject({ passkey: { name: 'Laptop' } })
    const { answer } = await signIn(authenticator)
    if (answer.refused) throw new Error(answer.detail)
    expect(answer.signed_in).toMatchObject({ principal: { id: ana.id, role: 'reviewer' }, decides: true })
    const { items } = await store.searchEvents({ types: ['login', 'passkey_added'] }, { limit: 5 })
    expect(items.map(({ type, payload }) => [type, payload?.by ?? payload?.name])).toEqual([
      ['login', 'passkey'],
      ['passkey_added', 'Laptop'],
    ])
    expect(await access.listPasskeys(ana)).toMatchObject([
      { name: 'Laptop', last_used_at: expect.any(String) },
    ])
  })

  it('is one’s own: others neither see nor remove it, and removed it signs nobody in', async () => {
    const { authenticator, added } = await add(ana)
    if (added.refused) throw new Error(added.detail)
    const bo = await personOf('Bo')
    expect(await access.listPasskeys(bo)).toEqual([])
    expect(isRefusal(await access.removePasskey(bo, added.passkey.passkey_id))).toBe(true)
    expect(isRefusal((await signIn(authenticator)).answer)).toBe(false)
    expect(isRefusal(await access.removePasskey(ana, added.passkey.passkey_id))).toBe(false)
    expect(isRefusal((await signIn(authenticator)).answer)).toBe(true)
  })

  it('of somebody who was disabled signs nobody in', async () => {
    const { authenticator } = await add(ana)
    await access.updatePerson(SYSTEM, ana.id, { disabled: true })
    expect(isRefusal((await signIn(authenticator)).answer)).toBe(true)
  })
})

describe('what an authenticator answered', () => {
  const lies: readonly (readonly [string, Lie])[] = [
    ['for another site', { origin: 'https://gate.example.evil.test' }],
    ['for another name', { rpId: 'evil.test' }],
    ['without its user', { isUserVerified: false }],
    ['to a question nobody asked', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ]
  it.each(lies)('%s makes no passkey and signs nobody in', async (_kind, lie) => {
    expect(isRefusal((await add(ana, lie)).added)).toBe(true)
    expect(await access.listPasskeys(ana)).toEqual([])
    const { authenticator } = await add(ana)
    expect(isRefusal((await signIn(authenticator, lie)).answer)).toBe(true)
  })

  it('counts once, in time, and only for whom it was asked', async () => {
    const { authenticator, response } = await add(ana)
    expect(isRefusal(await access.addPasskey(ana, SITE, { name: 'Again', response }))).toBe(true)
    const asking = await access.passkeySignInOptions(SITE)
    expect(isRefusal(await access.signInWithPasskey(SITE, authenticator.get(asking), KEY))).toBe(false)
    expect(isRefusal(await access.signInWithPasskey(SITE, authenticator.get(asking), KEY))).toBe(true)
    const options = await access.passkeySignInOptions(SITE)
    clock.advance(5 * 60_000 + 1)
    expect(isRefusal(await access.signInWithPasskey(SITE, authenticator.get(options), KEY))).toBe(true)
    const asked = await access.passkeyOptions(ana, SITE)
    const body = { name: 'Stolen', response: createAuthenticator(SITE).create(asked) }
    expect(isRefusal(await access.addPasskey(await personOf('Bo'), SITE, body))).toBe(true)
    const forSigningIn = await access.passkeySignInOptions(SITE)
    const mixed = { name: 'Mixed', response: createAuthenticator(SITE).create(forSigningIn) }
    expect(isRefusal(await access.addPasskey(ana, SITE, mixed))).toBe(true)
  })

  it('to a question whose time was prolonged by somebody else signs nobody in', async () => {
    const { authenticator } = await add(ana)
    const { challenge } = await access.passkeySignInOptions(SITE)
    const bytes = Buffer.from(String(challenge), 'base64url')
    bytes.writeUInt8((bytes.at(36) ?? 0) ^ 0xff, 36)
    expect(isRefusal((await signIn(authenticator, { challenge: bytes.toString('base64url') })).answer)).toBe(
      true,
    )
  })

  it('by a copy that lags behind is refused', async () => {
    const { authenticator } = await add(ana)
    await signIn(authenticator)
    await signIn(authenticator)
    authenticator.turnBack()
    expect(isRefusal((await signIn(authenticator)).answer)).toBe(true)
  })

  it('by an authenticator that is not known is answered like any other failure', async () => {
    const stranger = await signIn(createAuthenticator(SITE))
    const { authenticator } = await add(ana)
    const liar = await signIn(authenticator, { isUserVerified: false })
    expect(stranger.answer).toEqual(liar.answer)
  })
})
