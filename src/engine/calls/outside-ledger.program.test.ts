import { afterEach, expect, it } from 'vitest'
import {
  admin,
  agent,
  type Desk,
  declared,
  found,
  granted,
  heldCall,
  openDesk,
  readsThings,
  refused,
  reviewer,
  rule,
} from '../../../test/engine/desk-fixture.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { Guideline } from '../../contracts/guideline.ts'

const open: Desk[] = []
async function desk(guidelines: readonly Guideline[] = []): Promise<Desk> {
  const opened = await openDesk({ guidelines })
  open.push(opened)
  await granted(opened.catalog.declare(admin, declared('move_thing')))
  await granted(opened.catalog.declare(admin, declared('list_things', readsThings)))
  return opened
}
afterEach(async () => {
  for (const opened of open.splice(0)) await opened.close()
})

async function approvedGrant(opened: Desk): Promise<Grant> {
  const { gate } = await heldCall(opened, {})
  await granted(opened.gates.decide(reviewer, gate.gate_id, { decision: 'approve' }))
  return found((await opened.store.listGrants({ gate_id: gate.gate_id }))[0])
}

const take = (opened: Desk, grant: Grant) => opened.calls.consume(agent, grant.grant_id, grant.digest)

/** What its stream tells of the end of a call that ended so. */
async function endOf(opened: Desk, grant: Grant, error?: string) {
  await granted(take(opened, grant))
  const result = { success: error === undefined, output: error === undefined ? 'ok' : null }
  await granted(
    opened.calls.result(agent, grant.grant_id, { ...result, ...(error === undefined ? {} : { error }) }),
  )
  const stream = grant.session_id === undefined ? 'system' : `session:${grant.session_id}`
  const events = await opened.store.listStream(stream, 0, 100)
  return found(events.findLast(event => event.type === 'tool_result'))
}

const hold = (id: string): Guideline =>
  rule(id, { tools: ['move_*'] }, { type: 'hitl_gate', gate_type: 'tool_approval' })

it('the right of a run of ours is nobody’s to use or to report on from outside', async () => {
  const opened = await desk()
  const grant = { ...(await approvedGrant(opened)), grant_id: 'grant_inner', run_id: 'run_1' }
  await opened.store.transact(tx => tx.insertGrants([grant]))
  expect((await refused(take(opened, grant))).code).toBe('not_found')
  const result = { success: true, output: null }
  expect((await refused(opened.calls.result(agent, grant.grant_id, result))).code).toBe('not_found')
})

it('each right has a key of its own, and the ledger names the session it was given in', async () => {
  const opened = await desk()
  const [one, other] = [await approvedGrant(opened), await approvedGrant(opened)]
  const keys = [await granted(take(opened, one)), await granted(take(opened, other))]
  expect(new Set(keys.map(taken => taken.idempotency_key)).size).toBe(2)
  expect(one.session_id).toBeDefined()
  expect(await opened.store.getCall(one.call_id)).toMatchObject({ session_id: one.session_id })
})

it('a right without a session stands in the ledger without one, and its end in the stream of the system', async () => {
  const opened = await desk()
  const { session_id: _none, ...grant } = { ...(await approvedGrant(opened)), grant_id: 'grant_bare' }
  await opened.store.transact(tx => tx.insertGrants([grant]))
  const event = await endOf(opened, grant)
  expect(event).toMatchObject({ stream: 'system' })
  expect(event).not.toHaveProperty('session_id')
  expect(await opened.store.getCall(grant.call_id)).not.toHaveProperty('session_id')
})

it('the end of a call is told with its output, or with why it failed', async () => {
  const opened = await desk()
  const [well, badly] = [await approvedGrant(opened), await approvedGrant(opened)]
  const done = await endOf(opened, well)
  expect(done).toMatchObject({
    session_id: well.session_id,
    payload: { call_id: well.call_id, tool_name: 'move_thing', success: true, tool_output: 'ok' },
  })
  expect(done.payload).not.toHaveProperty('error')
  expect((await endOf(opened, badly, 'full')).payload).toMatchObject({ success: false, error: 'full' })
})

it('a right that something voids is told so in its stream, with why', async () => {
  const opened = await desk()
  const grant = await approvedGrant(opened)
  opened.guidelines = [hold('new')]
  const refusal = await refused(take(opened, grant))
  const events = await opened.store.listStream(`session:${grant.session_id}`, 0, 100)
  const revoked = events.findLast(event => event.type === 'grant_revoked')
  const { because } = revoked?.payload as { because: string }
  expect(because).toContain('name of new')
  expect(refusal.detail.startsWith(because)).toBe(true)
})

it('a right stands where each rule that holds its call now stood on the card among others', async () => {
  const opened = await desk([hold('one'), hold('two')])
  await granted(take(opened, await approvedGrant(opened)))
  const later = await approvedGrant(opened)
  opened.guidelines = [hold('one'), hold('three')]
  expect((await refused(take(opened, later))).code).toBe('grant_revoked')
})

it('what holds only in another session voids nothing', async () => {
  const opened = await desk()
  const grant = await approvedGrant(opened)
  const inSession = (id: string): Guideline => ({
    ...hold('here'),
    condition: { tools: ['move_*'], custom: `session == "${id}"` },
  })
  opened.guidelines = [inSession('ses_elsewhere')]
  const other = await approvedGrant(opened)
  await granted(take(opened, grant))
  opened.guidelines = [inSession(found(other.session_id))]
  expect((await refused(take(opened, other))).code).toBe('grant_revoked')
})

it('an admin may take a right back too, and nobody one that is not there', async () => {
  const opened = await desk()
  const grant = await approvedGrant(opened)
  const { grant: revoked } = await granted(opened.calls.revoke(admin, grant.grant_id, 'no'))
  expect(revoked).toMatchObject({ grant_id: grant.grant_id, status: 'revoked' })
  expect((await refused(opened.calls.revoke(admin, 'grant_none', 'no'))).code).toBe('not_found')
})
