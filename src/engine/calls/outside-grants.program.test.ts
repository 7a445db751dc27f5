import { afterEach, describe, expect, it } from 'vitest'
import {
  admin,
  agent,
  type Desk,
  type DeskOptions,
  declared,
  found,
  granted,
  heldCall,
  member,
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
import { isRefusal } from '../../contracts/refusal.ts'

const open: Desk[] = []
async function desk(options: DeskOptions = {}): Promise<Desk> {
  const opened = await openDesk(options)
  open.push(opened)
  await granted(opened.catalog.declare(admin, declared('move_thing')))
  await granted(opened.catalog.declare(admin, declared('list_things', readsThings)))
  return opened
}
afterEach(async () => {
  for (const opened of open.splice(0)) await opened.close()
})

/** A grant that a person gave for a held call. */
async function approvedGrant(opened: Desk, who: Principal = agent): Promise<Grant> {
  const { gate } = await heldCall(opened, {}, who)
  await granted(opened.gates.decide(reviewer, gate.gate_id, { decision: 'approve' }))
  return found((await opened.store.listGrants({ gate_id: gate.gate_id }))[0])
}

/** A grant that policy gave. */
async function releasedGrant(opened: Desk): Promise<Grant> {
  return found((await granted(opened.calls.propose(agent, { tool: 'list_things', arguments: {} }))).grant)
}

const take = (opened: Desk, grant: Grant, who: Principal = agent) =>
  opened.calls.consume(who, grant.grant_id, grant.digest)

const statusOf = async (opened: Desk, grant: Grant) => (await opened.store.getGrant(grant.grant_id))?.status

const deniesMoves = rule(
  'no-moves',
  { tools: ['move_*', 'list_*'] },
  {
    type: 'tool_restriction',
    tools_denied: ['move_*', 'list_*'],
  },
)
const holdsMoves = rule(
  'look-first',
  { tools: ['move_*', 'list_*'] },
  {
    type: 'hitl_gate',
    gate_type: 'code_review',
  },
)

describe('consuming a grant', () => {
  it('works once, and leaves the intent in the ledger before anything runs', async () => {
    const opened = await desk()
    const grant = await approvedGrant(opened)
    const taken = await granted(take(opened, grant))
    expect(taken.grant).toMatchObject({ status: 'consumed', consumed_at: '2026-03-01T09:00:00.000Z' })
    expect(taken.idempotency_key).toMatch(/^[0-9a-f]{64}$/)
    expect(await opened.store.getCall(grant.call_id)).toMatchObject({
      status: 'started',
      digest: grant.digest,
      arguments: { path: 'a.log' },
      idempotency_key: taken.idempotency_key,
    })
    const again = await refused(take(opened, grant))
    expect(again.code).toBe('grant_consumed')
    expect(await opened.eventTypes(`session:${grant.session_id}`)).toContain('grant_consumed')
  })

  it('has one winner of sixteen', async () => {
    const opened = await desk()
    const grant = await approvedGrant(opened)
    const answers = await Promise.all(Array.from({ length: 16 }, () => take(opened, grant)))
    expect(answers.filter(answer => !isRefusal(answer))).toHaveLength(1)
    const codes = answers.flatMap(answer => (isRefusal(answer) ? [answer.code] : []))
    expect(new Set(codes)).toEqual(new Set(['grant_consumed']))
    const events = await opened.eventTypes(`session:${grant.session_id}`)
    expect(events.filter(type => type === 'grant_consumed')).toHaveLength(1)
  })

  it('is for its digest and its key only, and a wrong try leaves it good', async () => {
    const opened = await desk()
    const grant = await approvedGrant(opened)
    expect((await refused(opened.calls.consume(agent, grant.grant_id, 'other'))).code).toBe('digest_mismatch')
    for (const who of [otherAgent, admin]) {
      expect((await refused(take(opened, grant, who))).code).toBe('forbidden')
    }
    expect((await refused(opened.calls.consume(agent, 'grant_none', grant.digest))).code).toBe('not_found')
    await granted(take(opened, grant))
  })

  it('ends with the life of the grant', async () => {
    const opened = await desk()
    const [used, unused] = [await approvedGrant(opened), await approvedGrant(opened)]
    opened.clock.set(Date.parse(found(used.expires_at)) - 1)
    await granted(take(opened, used))
    opened.clock.set(Date.parse(found(unused.expires_at)))
    expect((await refused(take(opened, unused))).code).toBe('grant_expired')
    expect(await opened.store.getCall(unused.call_id)).toBeUndefined()
  })

  it('is refused while everything is stopped, and possible again when the stop is lifted', async () => {
    const opened = await desk()
    const grant = await approvedGrant(opened)
    await granted(opened.stop.engage(admin))
    expect((await refused(take(opened, grant))).code).toBe('stopped')
    expect(await statusOf(opened, grant)).toBe('issued')
    expect(await opened.store.getCall(grant.call_id)).toBeUndefined()
    await granted(opened.stop.lift(admin))
    await granted(take(opened, grant))
  })
})

describe('what came since a grant was given', () => {
  const changes: readonly [string, readonly Guideline[]][] = [
    ['a deny', [deniesMoves]],
    ['a new hold', [holdsMoves]],
  ]

  it.each(
    changes,
  )('voids it when it is %s, for people’s grants and for those of policy', async (_what, guidelines) => {
    const opened = await desk()
    for (const grant of [await approvedGrant(opened), await releasedGrant(opened)]) {
      opened.guidelines = guidelines
      const refusal = await refused(take(opened, grant))
      expect(refusal.code).toBe('grant_revoked')
      expect(await statusOf(opened, grant)).toBe('revoked')
      opened.guidelines = []
      expect((await refused(take(opened, grant))).code).toBe('grant_revoked')
      expect(await opened.store.getCall(grant.call_id)).toBeUndefined()
    }
  })

  it('is put before people where it holds the call, and what they approve is a new grant', async () => {
    const opened = await desk()
    const grant = await approvedGrant(opened)
    opened.guidelines = [holdsMoves]
    const refusal = await refused(take(opened, grant))
    expect(refusal).toMatchObject({ code: 'grant_revoked', gate: { status: 'pending' } })
    expect(refusal.detail).toContain(`Gate ${refusal.gate?.gate_id} asks people about it.`)
    const gate = await opened.gate(refusal.gate?.gate_id ?? '')
    expect(gate.why_held).toMatchObject([{ source: 'guardrail' }])
    await granted(opened.gates.decide(reviewer, gate.gate_id, { decision: 'approve' }))
    const [fresh] = await opened.store.listGrants({ gate_id: gate.gate_id })
    expect(fresh).toMatchObject({ status: 'issued', digest: grant.digest, arguments: grant.arguments })
    await granted(take(opened, found(fresh)))
  })

  it('asks nobody where it denies the call', async () => {
    const opened = await desk()
    const grant = await approvedGrant(opened)
    opened.guidelines = [deniesMoves]
    expect((await refused(take(opened, grant))).gate).toBeUndefined()
  })

  it('does not count when it stood on the card', async () => {
    const opened = await desk({ guidelines: [holdsMoves] })
    const grant = await approvedGrant(opened)
    await granted(take(opened, grant))
  })

  it('is asked about the name of the key, not what a body says', async () => {
    const opened = await desk()
    const grant = await approvedGrant(opened)
    opened.guidelines = [{ ...holdsMoves, condition: { agents: ['scout'] } }]
    await granted(take(opened, grant))
    const next = await approvedGrant(opened)
    opened.guidelines = [{ ...holdsMoves, condition: { agents: ['builder'] } }]
    expect((await refused(take(opened, next))).code).toBe('grant_revoked')
  })

  it('voids it when the tool is not what it was', async () => {
    const opened = await desk()
    const [approved, released] = [await approvedGrant(opened), await releasedGrant(opened)]
    await granted(opened.catalog.declare(admin, declared('move_thing', { description: 'Does worse' })))
    await granted(opened.catalog.declare(admin, declared('list_things', { description: 'Writes' })))
    for (const grant of [approved, released]) {
      expect((await refused(take(opened, grant))).code).toBe('grant_revoked')
    }
  })

  it('voids it when everything is only suggested', async () => {
    const opened = await desk()
    const grant = await approvedGrant(opened)
    opened.settings = { ...opened.settings, autonomy_level: 1 }
    expect((await refused(take(opened, grant))).code).toBe('grant_revoked')
  })
})

describe('the result of an outside call', () => {
  const done = { success: true, output: { moved: 1 } }

  it('closes the journal once; another one is refused, and the same one again is harmless', async () => {
    const opened = await desk()
    const grant = await approvedGrant(opened)
    await granted(take(opened, grant))
    await granted(opened.calls.result(agent, grant.grant_id, done))
    const failed = { success: false, output: null, error: 'no' }
    const other = await refused(opened.calls.result(agent, grant.grant_id, failed))
    expect(other).toMatchObject({ code: 'result_recorded', data: { recorded: { status: 'succeeded' } } })
    expect(await granted(opened.calls.result(agent, grant.grant_id, done))).toEqual({ repeated: true })
    expect(await opened.store.getCall(grant.call_id)).toMatchObject({ status: 'succeeded', result: done })
    const events = await opened.eventTypes(`session:${grant.session_id}`)
    expect(events.filter(type => type === 'tool_result')).toHaveLength(1)
  })

  it('is taken from the holder, and only after the grant was consumed', async () => {
    const opened = await desk()
    const grant = await approvedGrant(opened)
    expect((await refused(opened.calls.result(agent, grant.grant_id, done))).code).toBe('invalid')
    await granted(take(opened, grant))
    expect((await refused(opened.calls.result(otherAgent, grant.grant_id, done))).code).toBe('forbidden')
    expect((await refused(opened.calls.result(agent, 'grant_none', done))).code).toBe('not_found')
  })
})

describe('revoking a grant', () => {
  it('is possible for a reviewer until it was consumed', async () => {
    const opened = await desk()
    const [unused, used] = [await approvedGrant(opened), await approvedGrant(opened)]
    for (const who of [agent, member]) {
      expect((await refused(opened.calls.revoke(who, unused.grant_id, 'no'))).code).toBe('forbidden')
    }
    const { grant } = await granted(opened.calls.revoke(reviewer, unused.grant_id, 'changed my mind'))
    expect(grant.status).toBe('revoked')
    expect((await refused(take(opened, unused))).code).toBe('grant_revoked')
    await granted(take(opened, used))
    expect((await refused(opened.calls.revoke(reviewer, used.grant_id, 'late'))).code).toBe('grant_consumed')
  })
})

describe('an edit of a call of a tool that nobody declared', () => {
  const call = { tool: 'mystery', arguments: { to: 'ada', amount: 100 } }

  it('is granted as edited', async () => {
    const opened = await desk()
    const { gate, call_id } = await heldCall(opened, call)
    const edited_arguments = { [call_id]: { to: 'ada', amount: 7 } }
    const { view_digest, confirm_word: confirm = '' } = gate
    await granted(
      opened.gates.decide(reviewer, gate.gate_id, {
        decision: 'approve',
        edited_arguments,
        view_digest,
        confirm,
      }),
    )
    const grant = found((await opened.store.listGrants({ gate_id: gate.gate_id }))[0])
    expect(grant.arguments).toEqual({ to: 'ada', amount: 7 })
    expect(await granted(take(opened, grant))).toMatchObject({ grant: { status: 'consumed' } })
  })

  it('is refused when somebody has declared it since', async () => {
    const opened = await desk()
    const { gate, call_id } = await heldCall(opened, call)
    await granted(opened.catalog.declare(agent, declared('mystery')))
    const edited_arguments = { [call_id]: { path: 'a' } }
    const { view_digest, confirm_word: confirm = '' } = gate
    const refusal = await refused(
      opened.gates.decide(reviewer, gate.gate_id, {
        decision: 'approve',
        edited_arguments,
        view_digest,
        confirm,
      }),
    )
    expect(refusal.code).toBe('edit_refused')
  })
})

describe('reading what became of a call', () => {
  it('tells its holder that it began, and later with what result, and strangers nothing', async () => {
    const opened = await desk()
    const grant = await approvedGrant(opened)
    const read = (who: Principal) => opened.calls.get(who, grant.call_id)
    expect(await read(agent)).toMatchObject({ refused: true, code: 'not_found' })
    await granted(take(opened, grant))
    expect(await read(agent)).toMatchObject({ call: { status: 'started', grant_id: grant.grant_id } })
    await granted(opened.calls.result(agent, grant.grant_id, { success: true, output: { moved: 1 } }))
    expect(await read(agent)).toMatchObject({
      call: { status: 'succeeded', result: { output: { moved: 1 } } },
    })
    expect(await read(reviewer)).toMatchObject({ call: { status: 'succeeded' } })
    expect(await read(otherAgent)).toMatchObject({ refused: true, code: 'not_found' })
  })
})
