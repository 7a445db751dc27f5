import { expect, it, onTestFinished } from 'vitest'
import { toolCall } from '../../../test/engine/pure-gate-fixture.ts'
import type { Grant } from '../../contracts/grant.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'
import {
  buildGrant,
  consumeGrant,
  type GrantTerms,
  grantEvent,
  refuseConsumption,
  revokeGrants,
  toGateGrant,
} from './grants.ts'

const NOW_MS = Date.parse('2026-03-01T09:00:00.000Z')
const NOW = '2026-03-01T09:00:00.000Z'
const ACTOR = { kind: 'person', id: 'person_rita' } as const
const WHY = { at: NOW, because: 'everything was stopped', actor: ACTOR }

function grantOf(terms: Partial<GrantTerms> = {}): Grant {
  const always = { grant_id: 'grant_1', holder: 'agent:a', issued_by: 'policy', guardrails_version: 3 }
  return buildGrant(toolCall('a'), { ...always, ...terms }, NOW_MS)
}

it('a grant says in the trail whose it is, what it is for and why it ended', () => {
  const grant = grantOf({ run_id: 'run_1', session_id: 'session_1', gate_id: 'gate_1' })
  const payload = {
    grant_id: 'grant_1',
    call_id: 'a',
    tool: 'move_thing',
    digest: 'digest of a',
    issued_by: 'policy',
  }
  const about = { at: NOW, actor: ACTOR }
  expect(grantEvent(grant, { ...about, type: 'grant_revoked', because: 'stopped' })).toEqual({
    stream: 'run:run_1',
    type: 'grant_revoked',
    run_id: 'run_1',
    session_id: 'session_1',
    gate_id: 'gate_1',
    ...about,
    payload: { ...payload, because: 'stopped' },
  })
  const ofSession = grantOf({ session_id: 'session_1' })
  expect(grantEvent(ofSession, { ...about, type: 'grant_issued' })).toStrictEqual({
    stream: 'session:session_1',
    type: 'grant_issued',
    session_id: 'session_1',
    ...about,
    payload,
  })
  expect(grantEvent(grantOf(), { ...about, type: 'grant_consumed' })).toStrictEqual({
    stream: 'system',
    type: 'grant_consumed',
    ...about,
    payload,
  })
})

it('a grant without an end of its own lives as long as its run', () => {
  const grant = grantOf({ run_id: 'run_1' })
  expect(grant).not.toHaveProperty('expires_at')
  expect(toGateGrant(grant)).toStrictEqual({ grant_id: 'grant_1', call_id: 'a', digest: 'digest of a' })
  const attempt = { digest: grant.digest, holder: grant.holder, now: '2096-01-01T00:00:00.000Z' }
  expect(refuseConsumption(grant, attempt)).toBeUndefined()
  const ending = grantOf({ ttl_seconds: 60 })
  expect(toGateGrant(ending)).toHaveProperty('expires_at', '2026-03-01T09:01:00.000Z')
  expect(refuseConsumption(ending, attempt)?.code).toBe('grant_expired')
})

it('only what nobody has used is taken back, whatever an older list says', async () => {
  const store = await openSqliteStore({ path: ':memory:', now: () => NOW })
  onTestFinished(() => store.close())
  const [open, used, gone] = ['grant_open', 'grant_used', 'grant_gone'].map(id => grantOf({ grant_id: id }))
  if (open === undefined || used === undefined || gone === undefined) throw new Error('three were made')
  const events = await store.transact(async tx => {
    await tx.insertGrants([open, used])
    await consumeGrant(tx, used, NOW)
    return revokeGrants(tx, [open, used, gone, { ...open, status: 'revoked' }], WHY)
  })
  expect(events.map(event => event.payload.grant_id)).toEqual(['grant_open'])
  expect(events[0]?.payload.because).toBe('everything was stopped')
  expect((await store.getGrant('grant_open'))?.status).toBe('revoked')
  expect(await store.getGrant('grant_used')).toMatchObject({ status: 'consumed', consumed_at: NOW })
})
