import { afterEach, describe, expect, it } from 'vitest'
import {
  agent,
  type Desk,
  eventually,
  found,
  granted,
  openDesk,
  refused,
  reviewer,
  START_MS,
} from '../../../test/engine/desk-fixture.ts'
import {
  mover,
  settled,
  startEngine,
  startRun,
  type TestEngine,
} from '../../../test/engine/engine-fixture.ts'
import { toIso } from '../../base/clock.ts'

const open: { close(): Promise<void> }[] = []
async function desk(): Promise<Desk> {
  const opened = await openDesk()
  open.push(opened)
  return opened
}
async function engine(): Promise<TestEngine> {
  const started = await startEngine({ agents: [mover] })
  open.push({ close: started.stop })
  return started
}
afterEach(async () => {
  for (const opened of open.splice(0)) await opened.close()
})

const DAY_S = 86_400
const approve = { decision: 'approve' } as const

describe('extending a gate', () => {
  it('counts from its end while that is to come, and from now when it has passed', async () => {
    const { gates, clock, ...rest } = await desk()
    const { gate_id } = await rest.open({ ttl_seconds: 100 })
    const longer = await granted(gates.extend(reviewer, gate_id, 50))
    expect(longer.gate.expires_at).toBe(toIso(START_MS + 150_000))
    clock.set(START_MS + 200_000)
    const revived = await granted(gates.extend(reviewer, gate_id, 50))
    expect(revived.gate.expires_at).toBe(toIso(START_MS + 250_000))
    expect(await rest.eventTypes()).toEqual(['gate_opened', 'gate_extended', 'gate_extended'])
  })

  it('ends at thirty days in all', async () => {
    const { gates, ...rest } = await desk()
    const { gate_id } = await rest.open({ ttl_seconds: DAY_S })
    const much = await refused(gates.extend(reviewer, gate_id, 29 * DAY_S + 1))
    expect(much).toMatchObject({ code: 'invalid', errors: [{ field: 'seconds' }] })
    const most = await granted(gates.extend(reviewer, gate_id, 29 * DAY_S))
    expect(most.gate.expires_at).toBe(toIso(START_MS + 30 * DAY_S * 1000))
  })

  it('is refused where nothing expires, and where the gate is closed', async () => {
    const { gates, ...rest } = await desk()
    const eternal = await rest.open()
    expect(await refused(gates.extend(reviewer, eternal.gate_id, 5))).toMatchObject({ code: 'invalid' })
    const closed = await rest.open({ ttl_seconds: 100 })
    await granted(gates.decide(reviewer, closed.gate_id, approve))
    expect((await refused(gates.extend(reviewer, closed.gate_id, 5))).code).toBe('gate_closed')
  })

  it('puts off the end, and warns anew', async () => {
    const { gates, clock, ...rest } = await desk()
    const { gate_id } = await rest.open({ ttl_seconds: 100 })
    clock.set(START_MS + 85_000)
    await gates.wake(gate_id)
    expect((await rest.gate(gate_id)).warned_at).toBeDefined()
    await granted(gates.extend(reviewer, gate_id, 100))
    clock.set(START_MS + 101_000)
    await gates.wake(gate_id)
    const still = await rest.gate(gate_id)
    expect(still.status).toBe('pending')
    expect(still.warned_at).toBeUndefined()
    clock.set(START_MS + 161_000)
    await gates.wake(gate_id)
    expect((await rest.gate(gate_id)).warned_at).toBeDefined()
  })
})

describe('the end of a gate', () => {
  it('is warned about once, at four fifths of its life, and comes by its timer', async () => {
    const { clock, ...rest } = await desk()
    const { gate_id } = await rest.open({ ttl_seconds: 100 })
    clock.advance(79_000)
    expect((await rest.gate(gate_id)).warned_at).toBeUndefined()
    clock.advance(1_500)
    const warned = await eventually(async () => {
      const gate = await rest.gate(gate_id)
      return gate.warned_at !== undefined && gate
    })
    expect(warned.status).toBe('pending')
    for (let second = 0; second < 22; second += 1) {
      clock.advance(1_000)
      await new Promise(resolve => setImmediate(resolve))
    }
    await eventually(async () => (await rest.gate(gate_id)).status === 'expired')
    const types = await rest.eventTypes()
    expect(types).toEqual(['gate_opened', 'gate_warned', 'gate_expired'])
  })

  it('keeps answers that come too late, and none of them counts', async () => {
    const { gates, clock, ...rest } = await desk()
    const { gate_id } = await rest.open({ ttl_seconds: 100 })
    clock.set(START_MS + 100_000)
    const late = await refused(gates.decide(reviewer, gate_id, approve))
    expect(late).toMatchObject({ code: 'gate_expired', gate: { decisions: [{ late: true }] } })
    await gates.wake(gate_id)
    await refused(gates.decide(reviewer, gate_id, approve))
    clock.set(START_MS)
    expect((await refused(gates.decide(reviewer, gate_id, approve))).code).toBe('gate_expired')
    const gate = await rest.gate(gate_id)
    expect(gate).toMatchObject({ status: 'expired', decisions: [{ late: true, decided_by: reviewer.id }] })
    expect(gate.decisions).toHaveLength(1)
    expect((await rest.eventTypes()).filter(type => type === 'late_answer')).toHaveLength(1)
  })

  it('leaves the run waiting, says why, and runs nothing', async () => {
    const started = await engine()
    const run = await startRun(started)
    const { waiting_gate_ids: ids } = await settled(started, run.run_id)
    const gateId = found(ids[0])
    started.clock.set(START_MS + 2 * DAY_S * 1000)
    await started.gates.wake(gateId)
    const waiting = await settled(started, run.run_id)
    expect(waiting).toMatchObject({ status: 'waiting_input', waiting_reason: 'gate_expired' })
    expect((await refused(started.gates.decide(reviewer, gateId, approve))).code).toBe('gate_expired')
    expect(await settled(started, run.run_id)).toMatchObject({ status: 'waiting_input' })
    expect(started.world.effects).toEqual([])
  })
})

describe('reopening', () => {
  it('asks the same again at a new gate, for the run that still waits', async () => {
    const started = await engine()
    const run = await startRun(started)
    const oldId = found((await settled(started, run.run_id)).waiting_gate_ids[0])
    const old = found(await started.store.getGate(oldId))
    started.clock.set(Date.parse(found(old.expires_at)))
    await started.gates.wake(oldId)
    const { gate } = await granted(started.gates.reopen(reviewer, oldId))
    expect(gate).toMatchObject({
      status: 'pending',
      reopened_from: oldId,
      subject: old.subject,
      subject_digest: old.subject_digest,
      why_held: old.why_held,
      requested_by: old.requested_by,
      on_behalf_of: old.on_behalf_of,
      decisions: [],
    })
    expect(await started.store.getGate(oldId)).toMatchObject({
      status: 'expired',
      superseded_by: gate.gate_id,
    })
    const waiting = await settled(started, run.run_id)
    expect(waiting).toMatchObject({ waiting_reason: 'gate', waiting_gate_ids: [gate.gate_id] })
    const events = await started.store.listStream(`run:${run.run_id}`, 0, 1000)
    expect(events.map(event => event.type)).toContain('gate_reopened')
    await granted(started.gates.decide(reviewer, gate.gate_id, approve))
    expect(await settled(started, run.run_id)).toMatchObject({ status: 'completed' })
    expect(started.world.effects).toHaveLength(1)
  })

  it('happens once, and only to an expired gate of a run that goes on', async () => {
    const started = await engine()
    const run = await startRun(started)
    const gateId = found((await settled(started, run.run_id)).waiting_gate_ids[0])
    expect((await refused(started.gates.reopen(reviewer, gateId))).code).toBe('gate_closed')
    started.clock.set(START_MS + 2 * DAY_S * 1000)
    await started.gates.wake(gateId)
    const { gate } = await granted(started.gates.reopen(reviewer, gateId))
    expect((await refused(started.gates.reopen(reviewer, gateId))).code).toBe('gate_superseded')
    started.clock.set(Date.parse(found(gate.expires_at)))
    await started.gates.wake(gate.gate_id)
    await granted(started.runs.cancel(reviewer, run.run_id, 'enough'))
    expect((await refused(started.gates.reopen(reviewer, gate.gate_id))).code).toBe('run_ended')
  })

  it('keeps what the gate demanded of its deciders', async () => {
    const { gates, clock, ...rest } = await desk()
    const quorum = { approvals_required: 2, roles: ['admin'], veto: false }
    const terms = { type: 'code_review', separate_approver: true } as const
    const { gate_id } = await rest.open({ terms, quorum, ttl_seconds: 100 })
    clock.set(START_MS + 100_000)
    await gates.wake(gate_id)
    const { gate } = await granted(gates.reopen(reviewer, gate_id))
    expect(gate).toMatchObject({ quorum, separate_approver: true, approvals: { have: 0, need: 2 } })
    expect(gate.expires_at).toBe(toIso(START_MS + 200_000))
  })
})

describe('withdrawing', () => {
  it('ends an open gate with the reason and is not possible twice', async () => {
    const { gates, ...rest } = await desk()
    const { gate_id } = await rest.open({ ttl_seconds: 100 })
    const { gate } = await granted(gates.cancel(agent, gate_id, 'done otherwise'))
    expect(gate).toMatchObject({ status: 'cancelled', cancelled_because: 'done otherwise' })
    expect((await refused(gates.cancel(agent, gate_id, 'again'))).code).toBe('gate_closed')
    expect((await refused(gates.decide(reviewer, gate_id, approve))).code).toBe('gate_closed')
  })

  it('is not for the gate of a run: that is cancelled with its run, with the reason', async () => {
    const started = await engine()
    const run = await startRun(started)
    const gateId = found((await settled(started, run.run_id)).waiting_gate_ids[0])
    expect((await refused(started.gates.cancel(reviewer, gateId, 'no'))).code).toBe('invalid')
    await granted(started.runs.cancel(reviewer, run.run_id, 'enough'))
    expect(await started.store.getGate(gateId)).toMatchObject({
      status: 'cancelled',
      cancelled_because: 'enough',
    })
    expect((await refused(started.gates.decide(reviewer, gateId, approve))).code).toBe('gate_closed')
    expect(started.world.effects).toEqual([])
  })
})
