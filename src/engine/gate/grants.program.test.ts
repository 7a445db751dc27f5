import { afterEach, describe, expect, it } from 'vitest'
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
  refused,
  reviewer,
  second,
} from '../../../test/engine/desk-fixture.ts'
import { mover, settled, startEngine } from '../../../test/engine/engine-fixture.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import type { AgentDefinition } from '../run/run.ts'
import { callsOf } from './build-gate.ts'
import { refuseConsumption } from './grants.ts'

const open: { close(): Promise<void> }[] = []
async function desk(): Promise<Desk> {
  const opened = await openDesk()
  open.push(opened)
  await granted(opened.catalog.declare(admin, declared('move_thing')))
  return opened
}
afterEach(async () => {
  for (const opened of open.splice(0)) await opened.close()
})

const approve = { decision: 'approve' } as const

describe('the grants of a gate', () => {
  it('are one for each approved call, bound to it, shown on the gate, and none for the others', async () => {
    const opened = await desk()
    const [a, b] = [await heldCall(opened), await heldCall(opened)]
    const subject = { tool_calls: [...callsOf(a.gate), ...callsOf(b.gate)] }
    const { gate_id } = await opened.open({ terms: { type: 'tool_approval' }, subject })
    await granted(opened.gates.decide(reviewer, gate_id, { ...approve, calls: [b.call_id] }))
    expect(await opened.store.listGrants({ gate_id })).toEqual([])
    const { gate } = await granted(
      opened.gates.decide(second, gate_id, { decision: 'reject', calls: [a.call_id] }),
    )
    const [grant, ...more] = await opened.store.listGrants({ gate_id })
    expect(more).toEqual([])
    expect(grant).toMatchObject({
      call_id: b.call_id,
      tool: 'move_thing',
      digest: callsOf(b.gate)[0]?.digest,
      status: 'issued',
      holder: agent.id,
      issued_by: reviewer.id,
      issued_at: '2026-03-01T09:00:00.000Z',
      expires_at: '2026-03-01T09:10:00.000Z',
    })
    expect(gate.grants).toEqual([
      {
        grant_id: grant?.grant_id,
        call_id: b.call_id,
        digest: grant?.digest,
        expires_at: grant?.expires_at,
      },
    ])
  })

  it('live as long as the setting says', async () => {
    const opened = await desk()
    opened.settings = { ...opened.settings, grant_ttl_seconds: 60 }
    const { gate } = await heldCall(opened)
    const decided = await granted(opened.gates.decide(reviewer, gate.gate_id, approve))
    expect(decided.gate.grants).toMatchObject([{ expires_at: '2026-03-01T09:01:00.000Z' }])
  })

  it.each([
    { decision: 'reject' },
    { decision: 'steer', steer_instructions: 'leave it' },
  ] as const)('are none after a $decision', async request => {
    const opened = await desk()
    const { gate } = await heldCall(opened)
    await granted(opened.gates.decide(reviewer, gate.gate_id, request))
    expect(await opened.store.listGrants({ gate_id: gate.gate_id })).toEqual([])
  })

  it('are none for a call that was approved before its gate was steered', async () => {
    const opened = await desk()
    const [a, b] = [await heldCall(opened), await heldCall(opened)]
    const subject = { tool_calls: [...callsOf(a.gate), ...callsOf(b.gate)] }
    const { gate_id } = await opened.open({ terms: { type: 'tool_approval' }, subject })
    await granted(opened.gates.decide(reviewer, gate_id, { ...approve, calls: [a.call_id] }))
    const steer = { decision: 'steer', steer_instructions: 'neither' } as const
    expect((await granted(opened.gates.decide(second, gate_id, steer))).gate.status).toBe('steered')
    expect(await opened.store.listGrants({ gate_id })).toEqual([])
  })

  it('come from going on past an advisory gate, and not from leaving it', async () => {
    const opened = await desk()
    const { gate } = await heldCall(opened)
    const grantsAfter = async (option_id: string) => {
      const { gate_id } = await opened.open({ terms: { type: 'complex_operation' }, subject: gate.subject })
      await granted(opened.gates.decide(reviewer, gate_id, { decision: 'skip', option_id }))
      return (await opened.store.listGrants({ gate_id })).length
    }
    expect(await grantsAfter('continue')).toBe(1)
    expect(await grantsAfter('skip')).toBe(0)
  })
})

describe('whether a grant can be consumed', () => {
  it('depends on holder, state, life and digest, in this order', async () => {
    const opened = await desk()
    const { gate } = await heldCall(opened)
    await granted(opened.gates.decide(reviewer, gate.gate_id, approve))
    const grant = found((await opened.store.listGrants({ gate_id: gate.gate_id }))[0])
    const now = grant.issued_at
    const fits = { digest: grant.digest, holder: agent.id, now }
    const codeOf = (changes: Partial<typeof grant>, attempt: Partial<typeof fits>) =>
      refuseConsumption({ ...grant, ...changes }, { ...fits, ...attempt })?.code
    expect(codeOf({}, {})).toBeUndefined()
    expect(codeOf({ status: 'consumed' }, { holder: otherAgent.id, digest: 'x' })).toBe('forbidden')
    expect(codeOf({ status: 'consumed' }, { digest: 'x' })).toBe('grant_consumed')
    expect(codeOf({ status: 'revoked' }, { digest: 'x' })).toBe('grant_revoked')
    expect(codeOf({ status: 'expired' }, {})).toBe('grant_expired')
    expect(codeOf({}, { now: found(grant.expires_at) })).toBe('grant_expired')
    expect(codeOf({}, { digest: 'x' })).toBe('digest_mismatch')
  })
})

describe('a steer', () => {
  it('withdraws the open siblings of an outside run and revokes what it has not used yet', async () => {
    const opened = await desk()
    const [steered, sibling, approved, used] = [
      await heldCall(opened, { run_id: 'r1' }),
      await heldCall(opened, { run_id: 'r1' }),
      await heldCall(opened, { run_id: 'r1' }),
      await heldCall(opened, { run_id: 'r1' }),
    ]
    const [elsewhere, ofOther] = [
      await heldCall(opened, { run_id: 'r2' }),
      await heldCall(opened, { run_id: 'r1' }, otherAgent),
    ]
    await granted(opened.gates.decide(second, sibling.gate.gate_id, { ...approve, effective_in_ms: 5_000 }))
    for (const { gate } of [approved, used])
      await granted(opened.gates.decide(reviewer, gate.gate_id, approve))
    const [unusedGrant] = await opened.store.listGrants({ gate_id: approved.gate.gate_id })
    const usedGrant = found((await opened.store.listGrants({ gate_id: used.gate.gate_id }))[0])
    await granted(opened.calls.consume(agent, usedGrant.grant_id, usedGrant.digest))

    const steer = { decision: 'steer', steer_instructions: 'only the newest' } as const
    expect((await granted(opened.gates.decide(reviewer, steered.gate.gate_id, steer))).gate.status).toBe(
      'steered',
    )
    const withdrawn = await opened.gate(sibling.gate.gate_id)
    expect(withdrawn).toMatchObject({ status: 'cancelled', cancelled_because: 'withdrawn_by_steer' })
    expect(withdrawn.deciding).toBeUndefined()
    const statusOf = async (grantId: string) => (await opened.store.getGrant(grantId))?.status
    expect(await statusOf(found(unusedGrant).grant_id)).toBe('revoked')
    expect(await statusOf(usedGrant.grant_id)).toBe('consumed')
    for (const { gate } of [elsewhere, ofOther]) {
      expect((await opened.gate(gate.gate_id)).status).toBe('pending')
    }
    await opened.gates.wake(sibling.gate.gate_id)
    expect(await opened.store.listGrants({ gate_id: sibling.gate.gate_id })).toEqual([])
  })

  it('withdraws the other open gates of its run, and nothing of them runs', async () => {
    const inParallel: AgentDefinition = {
      ...mover,
      run: async context => {
        const propose = (path: string) => context.propose([{ tool: 'move_thing', arguments: { path } }], {})
        const outcomes = await Promise.all([propose('a.log'), propose('b.log'), propose('c.log')])
        return outcomes.map(outcome => outcome.outcome)
      },
    }
    const engine = await startEngine({ agents: [inParallel] })
    open.push({ close: engine.stop })
    const started = await engine.runs.start({
      who: admin,
      kind: 'reasoning',
      input: {},
      trigger_source: 'api',
    })
    if (isRefusal(started)) throw new Error(started.detail)
    const { run_id } = started.run
    const { waiting_gate_ids: ids } = await settled(engine, run_id)
    expect(ids).toHaveLength(3)
    const steer = { decision: 'steer', steer_instructions: 'none of them' } as const
    await granted(engine.gates.decide(reviewer, found(ids[1]), steer))
    const ended = await settled(engine, run_id)
    expect(ended.status).not.toBe('waiting_input')
    const statuses = (await engine.store.getGates(ids)).map(gate => gate.status)
    expect(statuses.toSorted()).toEqual(['cancelled', 'cancelled', 'steered'])
    expect(engine.world.effects).toEqual([])
    expect((await refused(engine.gates.decide(reviewer, found(ids[0]), approve))).code).toBe('gate_closed')
  })
})
