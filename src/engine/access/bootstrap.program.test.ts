import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeClock, fakeClock, toIso } from '../../base/clock.ts'
import { createIds } from '../../base/ids.ts'
import { createSeededRandom } from '../../base/random.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { type Access, createAccess } from './access.ts'

const KEY = { kty: 'EC', crv: 'P-256', x: 'x'.repeat(43), y: 'y'.repeat(43) } as const
const SYSTEM: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
const DAY_MS = 86_400_000

let store: Store
let clock: FakeClock
let access: Access
beforeEach(async () => {
  clock = fakeClock(Date.parse('2026-03-01T12:00:00Z'))
  store = await openSqliteStore({ path: ':memory:', now: () => toIso(clock.now()) })
  const random = createSeededRandom(5)
  access = createAccess({ store, clock, ids: createIds({ clock, random }), random })
})
afterEach(() => store.close())

async function begin(kind: 'limited' | 'full') {
  const made = await access.createBootstrapToken(kind)
  if (made === undefined) throw new Error('not the first start')
  const signedIn = () => access.authenticate({ kind: 'bearer', token: made.token })
  const first = await signedIn()
  if (first === undefined) throw new Error('the token is not known')
  return { made, signedIn, first }
}

describe('a bootstrap token', () => {
  it('is an admin’s and decides nothing, and the trail names it', async () => {
    const { first } = await begin('limited')
    expect(first).toMatchObject({ principal: { role: 'admin', bootstrap: 'limited' }, decides: false })
    const { items } = await store.searchEvents({ types: ['token_created'] }, { limit: 5 })
    expect(items[0]).toMatchObject({ actor: { id: 'system:bootstrap' }, payload: { bootstrap: 'limited' } })
  })

  it('is made once, where nobody was before', async () => {
    const both = await Promise.allSettled([
      access.createBootstrapToken('full'),
      access.createBootstrapToken('full'),
    ])
    expect(both.filter(each => each.status === 'fulfilled' && each.value !== undefined)).toHaveLength(1)
    expect(await access.createBootstrapToken('full')).toBeUndefined()
  })

  it.each(['a person', 'a token'])('is not made where %s exists already', async what => {
    if (what === 'a person') await access.createPerson(SYSTEM, { name: 'Ana', role: 'viewer' })
    else await access.createToken(SYSTEM, { name: 'bot', role: 'agent' })
    expect(await access.isUntouched()).toBe(false)
    expect(await access.createBootstrapToken('limited')).toBeUndefined()
  })

  it('ends after a day', async () => {
    const { signedIn } = await begin('full')
    clock.advance(DAY_MS - 1)
    expect([await signedIn(), await access.liveBootstrap()]).toMatchObject([
      { decides: true },
      { kind: 'full' },
    ])
    clock.advance(1)
    expect([await signedIn(), await access.liveBootstrap()]).toEqual([undefined, undefined])
  })

  it('ends when the first person signs in, and with it nothing that it made', async () => {
    const { first, signedIn } = await begin('limited')
    const key = await access.createToken(first.principal, { name: 'bot', role: 'agent' })
    if (key.refused) throw new Error(key.detail)
    const { code } = await access.createSignInCode()
    const answer = await access.exchange(code, KEY)
    expect(answer).toMatchObject({ signed_in: { principal: { id: first.principal.id } } })
    expect([await signedIn(), await access.liveBootstrap()]).toEqual([undefined, undefined])
    expect(await access.authenticate({ kind: 'bearer', token: key.token })).toBeDefined()
    const { items } = await store.searchEvents({ types: ['token_revoked'] }, { limit: 5 })
    expect(items).toMatchObject([{ actor: { id: 'system:bootstrap' } }])
  })
})

describe('what a limited one makes', () => {
  const made = [
    [{ name: 'bot', role: 'agent' }, true],
    [{ name: 'ci', role: 'member', decides: false }, true],
    [{ name: 'ci', role: 'viewer', decides: false }, true],
    [{ name: 'ci', role: 'member' }, false],
    [{ name: 'ci', role: 'member', decides: true }, false],
    [{ name: 'ci', role: 'viewer' }, false],
    [{ name: 'ci', role: 'reviewer', decides: false }, false],
    [{ name: 'ci', role: 'admin', decides: false }, false],
    [{ name: 'ci', role: 'admin' }, false],
  ] as const
  it.each(made)('%o: %s', async (body, isMade) => {
    const { first } = await begin('limited')
    expect(isRefusal(await access.createToken(first.principal, body))).toBe(!isMade)
  })
})
