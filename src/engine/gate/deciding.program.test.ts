import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  admin,
  agent,
  type Desk,
  type DeskOptions,
  declared,
  eventually,
  found,
  granted,
  heldCall,
  member,
  openDesk,
  refused,
  reviewer,
  second,
} from '../../../test/engine/desk-fixture.ts'
import { isRefusal } from '../../contracts/refusal.ts'

const desks: Desk[] = []
async function desk(options: DeskOptions = {}): Promise<Desk> {
  const opened = await openDesk(options)
  desks.push(opened)
  await opened.catalog.declare(admin, declared('move_thing'))
  await opened.catalog.declare(admin, declared('delete_thing', { reversibility: 'irreversible' }))
  return opened
}
afterEach(async () => {
  for (const opened of desks.splice(0)) await opened.close()
})

const approve = { decision: 'approve' } as const
const reject = { decision: 'reject' } as const
const approveSoon = { ...approve, effective_in_ms: 5_000 }

describe('deciding', () => {
  it('is durable at once, names the person, and is one event of the chain', async () => {
    const open = await desk()
    const { gate_id } = await open.open()
    const answer = await granted(open.gates.decide(reviewer, gate_id, { ...approve, reason: 'fine' }))
    expect(answer).toMatchObject({ repeated: false, decision: { decided_by: reviewer.id, reason: 'fine' } })
    expect(await open.gate(gate_id)).toMatchObject({
      status: 'approved',
      decisions: [{ decided_by: reviewer.id, decided_by_name: 'Rita', late: false }],
    })
    expect(await open.eventTypes()).toContain('gate_decided')
  })

  it('again in the same words by the same person answers what stands and changes nothing', async () => {
    const open = await desk()
    const { gate_id } = await open.open()
    const first = await granted(open.gates.decide(reviewer, gate_id, approve))
    const before = await open.store.countEvents()
    const again = await granted(open.gates.decide(reviewer, gate_id, approve))
    expect(again).toMatchObject({ repeated: true, decision: { decision_id: first.decision.decision_id } })
    expect(await open.store.countEvents()).toBe(before)
  })

  it('has one winner of sixteen, and tells the others who that is', async () => {
    const open = await desk()
    const { gate } = await heldCall(open)
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        open.gates.decide(
          { ...reviewer, id: `person_${index}`, name: `Person ${index}` },
          gate.gate_id,
          index % 2 ? approve : reject,
        ),
      ),
    )
    const standing = await open.gate(gate.gate_id)
    expect(standing.decisions).toHaveLength(1)
    const losers = answers.filter(isRefusal)
    expect(losers).toHaveLength(15)
    for (const loser of losers) {
      expect(loser).toMatchObject({ code: 'gate_closed', gate: { decisions: standing.decisions } })
      expect(loser.detail).toContain(standing.decisions[0]?.decided_by_name)
    }
    expect(await open.store.listGrants({ gate_id: gate.gate_id })).toHaveLength(
      standing.status === 'approved' ? 1 : 0,
    )
  })

  it('of agents and of strangers changes nothing', async () => {
    const open = await desk()
    const { gate } = await heldCall(open)
    for (const who of [agent, member]) {
      expect((await refused(open.gates.decide(who, gate.gate_id, approve))).code).toBe('forbidden')
    }
    expect((await refused(open.gates.decide(reviewer, 'gate_none', approve))).code).toBe('not_found')
    expect(await open.gate(gate.gate_id)).toEqual(gate)
    expect(await open.store.listGrants({ gate_id: gate.gate_id })).toEqual([])
  })

  it('with several approvers lets nothing run before the last of them', async () => {
    const open = await desk()
    const { gate } = await heldCall(open)
    const { gate_id } = await open.open({
      subject: gate.subject,
      terms: { type: 'tool_approval', quorum: 2 },
    })
    const one = await granted(open.gates.decide(reviewer, gate_id, approve))
    expect(one.gate).toMatchObject({ status: 'pending', approvals: { have: 1, need: 2 } })
    expect(await open.store.listGrants({ gate_id })).toEqual([])
    const two = await granted(open.gates.decide(second, gate_id, approve))
    expect(two.gate).toMatchObject({ status: 'approved', approvals: { have: 2, need: 2 } })
    expect(two.gate.grants).toHaveLength(1)
  })

  it('in a batch refuses what must be looked at by itself', async () => {
    const open = await desk()
    const { gate } = await heldCall(open, { tool: 'delete_thing' })
    const confirmed = { ...approve, view_digest: gate.view_digest, confirm: 'delete_thing' }
    const voted = await open.open({ terms: { type: 'code_review', quorum: 2 } })
    const long = await open.open({ subject: { document: { text: 'x'.repeat(9_000) } } })
    const plain = await open.open()
    const codes = []
    for (const { gate_id } of [gate, voted, long, plain]) {
      const answer = await open.gates.decide(reviewer, gate_id, confirmedFor(gate_id), { batch: true })
      codes.push(isRefusal(answer) ? answer.code : answer.gate.status)
    }
    function confirmedFor(gateId: string) {
      return gateId === gate.gate_id ? confirmed : approve
    }
    expect(codes).toEqual(['needs_single_review', 'needs_single_review', 'needs_single_review', 'approved'])
  })

  it('on an over-long card needs that this person opened the whole of it', async () => {
    const open = await desk()
    const gate = await open.open({ subject: { document: { text: 'x'.repeat(9_000) } } })
    const stale = await refused(open.gates.markViewed(reviewer, gate.gate_id, 'old'))
    expect(stale.code).toBe('view_stale')
    await granted(open.gates.markViewed(second, gate.gate_id, gate.view_digest))
    expect((await refused(open.gates.decide(reviewer, gate.gate_id, approve))).code).toBe('not_viewed')
    await granted(open.gates.markViewed(reviewer, gate.gate_id, gate.view_digest))
    expect((await granted(open.gates.decide(reviewer, gate.gate_id, approve))).gate.status).toBe('approved')
  })
})

describe('evidence', () => {
  const artifacts = [{ path: 'change.diff', type: 'diff' as const, size_bytes: 9, preview: '+x' }]
  const review = { terms: { type: 'code_review' as const }, subject: { document: {} }, artifacts }

  it('was opened by the very person who approves it', async () => {
    const open = await desk()
    const gate = await open.open(review)
    await granted(open.gates.markViewed(second, gate.gate_id, gate.view_digest))
    expect((await refused(open.gates.decide(reviewer, gate.gate_id, approve))).code).toBe('not_viewed')
    await granted(open.gates.markViewed(reviewer, gate.gate_id, gate.view_digest))
    expect((await granted(open.gates.decide(reviewer, gate.gate_id, approve))).gate.status).toBe('approved')
  })

  it('need not be opened to reject it, alone or in a batch', async () => {
    const open = await desk()
    for (const options of [{}, { batch: true }]) {
      const { gate_id } = await open.open(review)
      const answer = await granted(open.gates.decide(reviewer, gate_id, reject, options))
      expect(answer.gate.status).toBe('rejected')
    }
  })
})

describe('the undo window', () => {
  it('keeps the gate pending and gives no grant before its end', async () => {
    const open = await desk()
    const { gate } = await heldCall(open)
    const { gate_id } = gate
    const said = await granted(open.gates.decide(reviewer, gate_id, approveSoon))
    expect(said.gate).toMatchObject({
      status: 'pending',
      deciding: { decision: { decided_by: reviewer.id }, effective_at: '2026-03-01T09:00:05.000Z' },
    })
    open.clock.advance(4_000)
    await open.gates.wake(gate_id)
    expect(await open.store.listGrants({ gate_id })).toEqual([])
    open.clock.advance(2_000)
    const closed = await eventually(async () => {
      const standing = await open.gate(gate_id)
      return standing.status === 'approved' && standing
    })
    expect(closed.deciding).toBeUndefined()
    expect(closed.decisions).toMatchObject([{ decided_at: '2026-03-01T09:00:00.000Z' }])
    expect(closed.grants).toHaveLength(1)
  })

  it('answers the same person the same, and a second decider that somebody has decided', async () => {
    const open = await desk()
    const { gate_id } = await open.open()
    await granted(open.gates.decide(reviewer, gate_id, approveSoon))
    expect(await granted(open.gates.decide(reviewer, gate_id, approveSoon))).toMatchObject({ repeated: true })
    const late = await refused(open.gates.decide(second, gate_id, approve))
    expect(late).toMatchObject({ code: 'gate_deciding', gate: { status: 'pending' } })
    expect(late.detail).toContain('Rita')
    expect((await refused(open.gates.decide(reviewer, gate_id, reject))).code).toBe('gate_deciding')
  })

  it('is ended by the same person only', async () => {
    const open = await desk()
    const { gate_id } = await open.open()
    expect((await refused(open.gates.undoDecision(reviewer, gate_id))).code).toBe('nothing_to_undo')
    await granted(open.gates.decide(reviewer, gate_id, approveSoon))
    expect((await refused(open.gates.undoDecision(admin, gate_id))).code).toBe('forbidden')
    const undone = await granted(open.gates.undoDecision(reviewer, gate_id))
    expect(undone.gate.deciding).toBeUndefined()
    open.clock.advance(60_000)
    await open.gates.wake(gate_id)
    expect((await open.gate(gate_id)).status).toBe('pending')
    expect((await granted(open.gates.decide(second, gate_id, reject))).gate.status).toBe('rejected')
  })

  it('of a decision in time ends after the deadline of the gate', async () => {
    const open = await desk()
    const { gate_id } = await open.open({ ttl_seconds: 10 })
    open.clock.set(open.clock.now() + 9_000)
    await granted(open.gates.decide(reviewer, gate_id, approveSoon))
    open.clock.set(open.clock.now() + 6_000)
    await open.gates.wake(gate_id)
    expect((await open.gate(gate_id)).status).toBe('approved')
  })

  it('is forgotten with a gate that is withdrawn in it', async () => {
    const open = await desk()
    const { gate_id } = await open.open()
    await granted(open.gates.decide(reviewer, gate_id, approveSoon))
    await granted(open.gates.cancel(agent, gate_id, 'not needed'))
    expect((await open.gate(gate_id)).deciding).toBeUndefined()
    expect((await refused(open.gates.decide(reviewer, gate_id, approve))).code).toBe('gate_closed')
  })

  it('ends after a restart too, with its effect', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'soulgate-desk-'))
    const path = join(folder, 'soulgate.db')
    try {
      const before = await openDesk({ path })
      await before.catalog.declare(admin, declared('move_thing'))
      const { gate } = await heldCall(before)
      await granted(before.gates.decide(reviewer, gate.gate_id, approveSoon))
      await before.close()
      const { clock } = before
      clock.set(clock.now() + 60_000)
      const after = await desk({ path, clock })
      clock.advance(1_000)
      const closed = await eventually(async () => {
        const standing = await after.gate(gate.gate_id)
        return standing.status === 'approved' && standing
      })
      const [grant] = await after.store.listGrants({ gate_id: gate.gate_id })
      expect(found(grant)).toMatchObject({ status: 'issued', issued_by: reviewer.id, holder: agent.id })
      expect(closed.grants).toMatchObject([{ grant_id: grant?.grant_id }])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
