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
  otherAgent,
  readsThings,
  refused,
  reviewer,
  rule,
} from '../../../test/engine/desk-fixture.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { Guideline } from '../../contracts/guideline.ts'
import type { Principal } from '../../contracts/principal.ts'
import { UNREADABLE } from '../tools/tools.ts'

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

interface Place {
  readonly session_id?: string
  readonly run_id?: string
}

const take = (opened: Desk, grant: Grant, who: Principal = agent) =>
  opened.calls.consume(who, grant.grant_id, grant.digest)

async function approvedGrant(opened: Desk, place: Place = {}, who: Principal = agent): Promise<Grant> {
  const { gate } = await heldCall(opened, { ...place }, who)
  await granted(opened.gates.decide(reviewer, gate.gate_id, { decision: 'approve' }))
  return found((await opened.store.listGrants({ gate_id: gate.gate_id }))[0])
}

async function releasedGrant(opened: Desk, place: Place = {}, who: Principal = agent): Promise<Grant> {
  const call = { tool: 'list_things', arguments: {}, ...place }
  return found((await granted(opened.calls.propose(who, call))).grant)
}

const holds = (id: string, gate_type: 'code_review' | 'tool_approval', tools = ['move_*', 'list_*']) =>
  rule(id, { tools }, { type: 'hitl_gate', gate_type })

const sticky = rule(
  'sticky',
  { tools: ['move_thing'] },
  { type: 'release', expires_at: '2026-03-02T09:00:00.000Z' },
)

it('a hold that came since asks at a gate of the same holder, session and run, and says so in the stream', async () => {
  const opened = await desk()
  const builder = { ...agent, person_id: 'person_olga' }
  const grant = await approvedGrant(opened, { session_id: 'ses_1', run_id: 'order-7' }, builder)
  opened.guidelines = [holds('look-first', 'tool_approval')]
  const { gate } = await refused(take(opened, grant, builder))
  expect(await opened.gate(gate?.gate_id ?? '')).toMatchObject({
    status: 'pending',
    session_id: 'ses_1',
    requested_by: agent.id,
    on_behalf_of: 'person_olga',
    expires_at: new Date(opened.clock.now() + opened.settings.gate_ttl_seconds * 1000).toISOString(),
    context: { outside_run_id: 'order-7' },
    subject: { tool_calls: [{ call_id: grant.call_id, digest: grant.digest, arguments: { path: 'a.log' } }] },
  })
  const opening = (await opened.eventTypes('session:ses_1')).slice(-2)
  expect(opening).toEqual(['grant_revoked', 'gate_opened'])
})

it('a gate that a hold opens names nobody and no run where the grant named none', async () => {
  const opened = await desk()
  const grant = await approvedGrant(opened)
  opened.guidelines = [holds('look-first', 'code_review')]
  const gate = await opened.gate((await refused(take(opened, grant))).gate?.gate_id ?? '')
  expect(gate.session_id).toBe(grant.session_id)
  expect(gate).not.toHaveProperty('on_behalf_of')
  expect(gate.context ?? {}).not.toHaveProperty('outside_run_id')
})

it('the call of a grant of policy is shown to people as its tool stands', async () => {
  const opened = await desk()
  const grant = await releasedGrant(opened, { session_id: 'ses_1', run_id: 'order-7' })
  opened.guidelines = [holds('look-first', 'code_review')]
  const gate = await opened.gate((await refused(take(opened, grant))).gate?.gate_id ?? '')
  const tool = found(opened.catalog.get('list_things'))
  expect(gate.subject).toMatchObject({
    tool_calls: [
      {
        call_id: grant.call_id,
        tool: 'list_things',
        description: 'Does list_things',
        claimed: false,
        reversibility: 'read_only',
        annotations: tool.annotations,
        definition_hash: tool.definition_hash,
        digest: grant.digest,
        origins: [],
      },
    ],
  })
})

it('a grant of policy under a run is good as long as its tool is what it was', async () => {
  const opened = await desk()
  const place = { session_id: 'ses_1', run_id: 'order-7' }
  const [good, bad] = [await releasedGrant(opened, place), await releasedGrant(opened, place)]
  await granted(take(opened, good))
  const changed = declared('list_things', { ...readsThings, description: 'Lists other things' })
  await granted(opened.catalog.declare(admin, changed))
  const refusal = await refused(take(opened, bad))
  expect(refusal.detail).toBe(
    'The grant is void: tool list_things was changed since. Propose the call again.',
  )
  expect(refusal.gate).toBeUndefined()
  const bare = await releasedGrant(opened)
  await granted(take(opened, bare))
})

it('a grant whose tool is gone is void', async () => {
  const opened = await desk()
  const [released, approved] = [await releasedGrant(opened), await approvedGrant(opened)]
  await granted(opened.catalog.withdraw(admin, 'list_things'))
  await granted(opened.catalog.withdraw(admin, 'move_thing'))
  for (const grant of [released, approved])
    expect((await refused(take(opened, grant))).detail).toContain('was changed since')
})

it('a grant dies with the run that its holder ended, and with no other', async () => {
  const opened = await desk()
  const [one, other] = [
    await approvedGrant(opened, { run_id: 'order-7' }),
    await approvedGrant(opened, { run_id: 'order-8' }),
  ]
  await granted(opened.calls.endRun(otherAgent, 'order-7', { status: 'completed' }))
  await granted(opened.calls.endRun(agent, 'order-9', { status: 'completed' }))
  const late = await approvedGrant(opened, { run_id: 'order-10' })
  await granted(opened.calls.endRun(agent, 'order-10', { status: 'failed' }))
  await opened.store.transact(tx => tx.updateGrant({ ...late, status: 'issued' }))
  const refusal = await refused(take(opened, late))
  expect(refusal.detail).toBe('The grant is void: run order-10 has ended. Nothing may run under it.')
  expect((await opened.store.getGrant(late.grant_id))?.status).toBe('revoked')
  await granted(take(opened, one))
  await granted(take(opened, other))
})

it.each([
  ['its run', { run_id: 'order-7' }, { run_id: 'order-7' }, { run_id: 'order-8' }],
  ['its session', { session_id: 'ses_1' }, { session_id: 'ses_1' }, { session_id: 'ses_2' }],
])('a condition of %s holds what policy released there before, and nothing elsewhere', async (_what, at, here, there) => {
  const opened = await desk([sticky])
  const call = { tool: 'move_thing', arguments: { path: 'a.log' } }
  const [bound, free] = [
    found((await granted(opened.calls.propose(agent, { ...call, ...here }))).grant),
    found((await granted(opened.calls.propose(agent, { ...call, ...there }))).grant),
  ]
  opened.guidelines = []
  const { gate } = await heldCall(opened, at)
  opened.guidelines = [sticky]
  const conditions = ['but touch nothing critical']
  await granted(opened.gates.decide(reviewer, gate.gate_id, { decision: 'approve', conditions }))
  const refusal = await refused(take(opened, bound))
  expect(refusal.detail).toContain('touch nothing critical')
  await granted(take(opened, free))
})

it('what a sticky rule released is asked about once the rule is gone', async () => {
  const opened = await desk([sticky])
  const call = { tool: 'move_thing', arguments: { path: 'a.log' } }
  const propose = async () => found((await granted(opened.calls.propose(agent, call))).grant)
  const [good, late] = [await propose(), await propose()]
  expect(good.issued_by).toMatch(/^policy:rule:/)
  await granted(take(opened, good))
  opened.guidelines = []
  expect((await refused(take(opened, late))).gate).toMatchObject({ status: 'pending' })
})

it('a grant whose arguments cannot be opened any more is void, and its holder is told why', async () => {
  const opened = await desk()
  const grant = await approvedGrant(opened)
  await opened.store.transact(tx => tx.updateGrant({ ...grant, arguments: { path: UNREADABLE } }))
  const refusal = await refused(take(opened, grant))
  expect(refusal).toMatchObject({ code: 'grant_revoked' })
  expect(refusal.gate).toBeUndefined()
})

it('somebody else’s try, or one after the end, voids no grant, whatever came since', async () => {
  const opened = await desk()
  const grant = await approvedGrant(opened)
  opened.guidelines = [holds('look-first', 'code_review')]
  expect((await refused(take(opened, grant, otherAgent))).code).toBe('forbidden')
  expect((await opened.store.getGrant(grant.grant_id))?.status).toBe('issued')
  opened.guidelines = []
  await granted(take(opened, grant))
  opened.guidelines = [holds('look-first', 'code_review')]
  expect((await refused(take(opened, grant))).code).toBe('grant_consumed')
})

it.each([
  [true, true, 'same'],
  [false, false, 'same'],
  [true, false, 'other'],
  [false, true, 'other'],
] as const)('a result that was erased is compared by whether it succeeded: %s, then %s: %s', async (first, second, what) => {
  const opened = await desk()
  for (const left of [undefined, { success: first, output: UNREADABLE }]) {
    const grant = await approvedGrant(opened)
    await granted(take(opened, grant))
    await granted(opened.calls.result(agent, grant.grant_id, { success: first, output: 'secret' }))
    const { result: _erased, ...call } = found(await opened.store.getCall(grant.call_id))
    await opened.store.transact(tx =>
      tx.putCall({ ...call, ...(left === undefined ? {} : { result: left }) }),
    )
    const again = opened.calls.result(agent, grant.grant_id, { success: second, output: 'another' })
    if (what === 'same') expect(await granted(again)).toEqual({ repeated: true })
    else expect((await refused(again)).code).toBe('result_recorded')
  }
})

it('a result that differs is told what was recorded, and when', async () => {
  const opened = await desk()
  const grant = await approvedGrant(opened)
  await granted(take(opened, grant))
  await granted(opened.calls.result(agent, grant.grant_id, { success: true, output: 1 }))
  const refusal = await refused(opened.calls.result(agent, grant.grant_id, { success: true, output: 2 }))
  expect(refusal).toMatchObject({
    code: 'result_recorded',
    data: { recorded: { call_id: grant.call_id, status: 'succeeded', ended_at: '2026-03-01T09:00:00.000Z' } },
  })
  expect(refusal.detail).toContain('succeeded at 2026-03-01T09:00:00.000Z')
})
