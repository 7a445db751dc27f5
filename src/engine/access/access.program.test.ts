import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fakeClock, toIso } from '../../base/clock.ts'
import { createIds } from '../../base/ids.ts'
import { systemRandom } from '../../base/random.ts'
import type { Principal } from '../../contracts/principal.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import type { Store } from '../../store/store.ts'
import {
  ACTION_NAMES,
  ACTIONS,
  type ActionRule,
  createAccess,
  isDecision,
  may,
  ROLE_HIERARCHY,
} from './access.ts'

const START = Date.parse('2026-01-31T09:30:00.000Z')
const DAY_MS = 86_400_000
/** Sessions begin with any key; request-signature.program.test.ts signs. */
const KEY = { kty: 'EC', crv: 'P-256', x: 'x'.repeat(43), y: 'y'.repeat(43) } as const
const system: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }

let store: Store
let clock: ReturnType<typeof fakeClock>
let access: ReturnType<typeof createAccess>

beforeEach(async () => {
  clock = fakeClock(START)
  store = await openSqliteStore({ path: ':memory:', now: () => toIso(START) })
  access = createAccess({ store, clock, ids: createIds({ clock }), random: systemRandom })
})
afterEach(() => store.close())

async function signIn(personId?: string) {
  const { code } = await access.createSignInCode(personId)
  const answer = await access.exchange(code, KEY)
  if (answer.refused) throw new Error(answer.detail)
  return answer
}

async function makeToken(body: Parameters<typeof access.createToken>[1], who = system) {
  const answer = await access.createToken(who, body)
  if (answer.refused) throw new Error(answer.detail)
  return answer
}

async function eventTypes() {
  return (await store.listStream('system', 0, 100)).map(event => event.type)
}

describe('signing in', () => {
  test('the first code exchanged makes the first admin, the next one signs in the same person', async () => {
    expect(await access.accessState()).toEqual({ people: 0, ever_signed_in: false })
    const first = await signIn()
    expect(first.signed_in.principal).toMatchObject({ kind: 'person', name: 'Admin', role: 'admin' })
    const second = await signIn()
    expect(second.signed_in.principal.id).toBe(first.signed_in.principal.id)
    expect(await access.accessState()).toEqual({ people: 1, ever_signed_in: true })
    expect(await eventTypes()).toEqual(['person_changed', 'login', 'login'])
  })

  test('a code signs in once, also when it is presented twice at the same moment', async () => {
    const { code } = await access.createSignInCode()
    const answers = await Promise.all([
      access.exchange(code, KEY),
      access.exchange(code, KEY),
      access.exchange(code, KEY),
    ])
    expect(answers.filter(answer => !answer.refused)).toHaveLength(1)
    expect(await access.exchange(code, KEY)).toMatchObject({ refused: true, code: 'forbidden' })
  })

  test('a code dies after 15 minutes, and an unknown one is refused the same way', async () => {
    const { code, expires_at } = await access.createSignInCode()
    expect(Date.parse(expires_at) - START).toBe(15 * 60_000)
    clock.advance(15 * 60_000)
    const late = await access.exchange(code, KEY)
    expect(late).toMatchObject({ refused: true, code: 'forbidden' })
    expect(await access.exchange('guess', KEY)).toEqual(late)
    expect((await access.accessState()).people).toBe(0)
  })

  test('who signs out is no session any more, and the trail says so', async () => {
    const { signed_in } = await signIn()
    await access.signOut(signed_in.principal)
    expect((await eventTypes()).at(-1)).toBe('logout')
    expect(await store.listDocuments('browser_session')).toEqual([])
  })
})

describe('tokens', () => {
  test('a secret is shown once, and nothing kept holds it', async () => {
    const { token, entry } = await makeToken({ name: 'ci', role: 'reviewer' })
    expect(token).toMatch(/^sg_[\w-]{43}$/)
    const kept = JSON.stringify([
      await store.listDocuments('token'),
      await store.listStream('system', 0, 100),
      await access.listTokens(system),
    ])
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(token.slice(3))
    expect(entry).not.toHaveProperty('hash')
  })

  test('an agent key is an agent by its name, and no person', async () => {
    const { token, entry } = await makeToken({ name: 'coder', role: 'agent' })
    expect(entry.person_id).toBeUndefined()
    expect(await access.authenticate({ kind: 'bearer', token })).toEqual({
      principal: {
        kind: 'agent',
        id: 'agent:coder',
        name: 'coder',
        role: 'agent',
        credential_id: entry.token_id,
      },
      decides: false,
    })
  })

  test.each([
    '',
    'a b',
    'agent:x',
    '../x',
    'reasoning',
    'x'.repeat(65),
  ])('no agent is named %j', async name => {
    const answer = await access.createToken(system, { name, role: 'agent' })
    expect(answer).toMatchObject({ refused: true, code: 'invalid', errors: [{ field: 'name' }] })
  })

  test('two tokens of one person are one principal, each with its own role', async () => {
    const { signed_in } = await signIn()
    const member = await makeToken({ name: 'cli', role: 'member', decides: false }, signed_in.principal)
    const reviewer = await makeToken({ name: 'other', role: 'reviewer' }, signed_in.principal)
    const first = await access.authenticate({ kind: 'bearer', token: member.token })
    const second = await access.authenticate({ kind: 'bearer', token: reviewer.token })
    expect(first?.principal.id).toBe(second?.principal.id)
    expect([first?.principal.role, second?.principal.role]).toEqual(['member', 'reviewer'])
    expect([first?.decides, second?.decides]).toEqual([false, true])
  })

  test('a token never stands above its person, also when the person falls later', async () => {
    const person = await createPerson('reviewer')
    const refused = await access.createToken(system, {
      name: 'up',
      role: 'admin',
      person_id: person.person_id,
    })
    expect(refused).toMatchObject({ refused: true, errors: [{ field: 'role' }] })
    const { token } = await makeToken({ name: 'ci', role: 'reviewer', person_id: person.person_id })
    await access.updatePerson(system, person.person_id, { role: 'viewer' })
    expect((await access.authenticate({ kind: 'bearer', token }))?.principal.role).toBe('viewer')
    await access.updatePerson(system, person.person_id, { disabled: true })
    expect(await access.authenticate({ kind: 'bearer', token })).toBeUndefined()
  })

  test('an expired or revoked token opens nothing', async () => {
    const { token } = await makeToken({ name: 'short', role: 'viewer', expires_in_days: 1 })
    const other = await makeToken({ name: 'revoked', role: 'viewer' })
    clock.advance(DAY_MS - 1)
    expect(await access.authenticate({ kind: 'bearer', token })).toBeDefined()
    clock.advance(1)
    expect(await access.authenticate({ kind: 'bearer', token })).toBeUndefined()
    expect(await access.revokeToken(system, other.entry.token_id)).toEqual({})
    expect(await access.authenticate({ kind: 'bearer', token: other.token })).toBeUndefined()
    expect(await eventTypes()).toContain('token_revoked')
    expect(await access.revokeToken(system, 'tok_none')).toMatchObject({ code: 'not_found' })
  })

  test('the last use is noted at most once a minute', async () => {
    const { token } = await makeToken({ name: 'ci', role: 'viewer' })
    const lastUse = async () => (await access.listTokens(system))[0]?.last_used_at
    await access.authenticate({ kind: 'bearer', token })
    expect(await lastUse()).toBe(toIso(START))
    clock.advance(59_999)
    await access.authenticate({ kind: 'bearer', token })
    expect(await lastUse()).toBe(toIso(START))
    clock.advance(1)
    await access.authenticate({ kind: 'bearer', token })
    expect(await lastUse()).toBe(toIso(START + 60_000))
  })

  test('noting the use does not bring a revoked token back', async () => {
    const { token, entry } = await makeToken({ name: 'ci', role: 'viewer' })
    await Promise.all([
      access.authenticate({ kind: 'bearer', token }),
      access.revokeToken(system, entry.token_id),
      access.authenticate({ kind: 'bearer', token }),
    ])
    expect(await access.authenticate({ kind: 'bearer', token })).toBeUndefined()
  })
})

describe('people', () => {
  test('the last admin can neither be disabled nor lowered', async () => {
    const { signed_in } = await signIn()
    const { principal } = signed_in
    for (const patch of [{ disabled: true }, { role: 'viewer' as const }]) {
      expect(await access.updatePerson(principal, principal.id, patch)).toMatchObject({ code: 'invalid' })
    }
    await createPerson('admin')
    expect(await access.updatePerson(principal, principal.id, { role: 'viewer' })).toMatchObject({
      person: { role: 'viewer' },
    })
  })

  test('somebody disabled comes back with the same id', async () => {
    await createPerson('admin')
    const { person_id } = await createPerson('member')
    const disabled = await access.updatePerson(system, person_id, { disabled: true })
    expect(disabled).toMatchObject({ person: { disabled_at: toIso(START) } })
    const { code } = await access.createSignInCode(person_id)
    expect(await access.exchange(code, KEY)).toMatchObject({ refused: true })
    const enabled = await access.updatePerson(system, person_id, { disabled: false })
    expect(enabled.refused ? undefined : enabled.person.disabled_at).toBeUndefined()
    expect((await signIn(person_id)).signed_in.principal.id).toBe(person_id)
  })

  test.each([
    'reviewer',
    'member',
    'viewer',
    'agent',
  ] as const)('a %s manages neither people nor tokens', async role => {
    const who: Principal = { kind: role === 'agent' ? 'agent' : 'person', id: 'x', name: 'x', role }
    const answers = [
      await access.createPerson(who, { name: 'x', role: 'admin' }),
      await access.updatePerson(who, 'x', { role: 'admin' }),
      await access.createToken(who, { name: 'x', role: 'admin' }),
      await access.revokeToken(who, 'x'),
    ]
    expect(answers.map(answer => answer.refused && answer.code)).toEqual(Array(4).fill('forbidden'))
    expect(await access.listPeople(who)).toEqual([])
    expect(await access.listTokens(who)).toEqual([])
  })
})

describe('the table of rights', () => {
  test('a stronger role may all that a weaker one may', () => {
    for (const action of ACTION_NAMES) {
      const allowed = ROLE_HIERARCHY.map(role => may(role, action))
      expect(allowed).toEqual([...allowed].sort())
    }
  })

  test('agents decide, answer, resume, undo, confirm, change and lift nothing', () => {
    const mine = ACTION_NAMES.filter(action => may('agent', action))
    expect(mine).toEqual([
      'self.read',
      'run.start',
      'run.read',
      'run.cancel',
      'gate.open',
      'gate.read',
      'gate.cancel',
      'gate.answer_comment',
      'call.propose',
      'call.read',
      'grant.use',
      'tool.read',
      'tool.declare',
      'tool.withdraw',
      'mcp.read',
      'guideline.log',
      'guideline.read',
      'confidence.report',
      'session.read',
      'artifact.read',
      'workitem.start',
      'workitem.read',
      'workitem.report',
      'stop.read',
    ])
  })

  test('whatever needs a reviewer or an admin, and every answer to people’s questions, counts as a decision', () => {
    for (const action of ACTION_NAMES) {
      const rule: ActionRule = ACTIONS[action]
      const isStrong = rule.least === 'reviewer' || rule.least === 'admin'
      if (isStrong) expect([action, isDecision(action)]).toEqual([action, true])
      if (isDecision(action)) expect([action, may('agent', action)]).toEqual([action, false])
    }
    expect(isDecision('gate.respond') && isDecision('run.resume')).toBe(true)
  })

  test('members answer questions and reviewers decide calls', () => {
    expect([may('member', 'gate.respond'), may('member', 'gate.decide')]).toEqual([true, false])
    expect([may('reviewer', 'gate.decide'), may('viewer', 'gate.respond')]).toEqual([true, false])
  })
})

async function createPerson(role: 'admin' | 'reviewer' | 'member') {
  const answer = await access.createPerson(system, { name: `a ${role}`, role })
  if (answer.refused) throw new Error(answer.detail)
  return answer.person
}
