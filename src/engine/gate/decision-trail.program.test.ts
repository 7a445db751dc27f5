import { expect, it, onTestFinished } from 'vitest'
import {
  admin,
  type Desk,
  declared,
  eventually,
  granted,
  heldCall,
  openDesk,
  refused,
  reviewer,
  second,
} from '../../../test/engine/desk-fixture.ts'

const approve = { decision: 'approve' } as const
const approveSoon = { ...approve, effective_in_ms: 5_000 }

async function desk(): Promise<Desk> {
  const opened = await openDesk()
  onTestFinished(() => opened.close())
  await opened.catalog.declare(admin, declared('move_thing'))
  return opened
}

/** What the trail says of decisions, by whom and with what. */
async function trail(of: Desk, stream = 'system') {
  const events = await of.store.listStream(stream, 0, 1000)
  return events
    .filter(({ type }) => /^(?:gate_(?:deci|vote|expired)|late_)/.test(type))
    .map(({ type, actor, payload }) => ({ type, by: actor.id, payload }))
}

it('a decision, its undoing and who did both stand in the trail', async () => {
  const open = await desk()
  const { gate_id } = await open.open()
  const nothing = await refused(open.gates.undoDecision(reviewer, gate_id))
  expect(nothing).toMatchObject({ code: 'nothing_to_undo', gate: { gate_id } })
  const said = await granted(open.gates.decide(reviewer, gate_id, approveSoon))
  expect(said).toMatchObject({ repeated: false, event_id: said.decision.decision_id })
  const other = await refused(open.gates.undoDecision(second, gate_id))
  expect(other.detail).toContain('Only Rita')
  await granted(open.gates.undoDecision(reviewer, gate_id))
  expect(await trail(open)).toMatchObject([
    {
      type: 'gate_deciding',
      by: reviewer.id,
      payload: { decision: 'approve', effective_at: '2026-03-01T09:00:05.000Z' },
    },
    { type: 'gate_decision_undone', by: reviewer.id },
  ])
})

it('a decision that takes effect later stands in the trail as its maker’s', async () => {
  const open = await desk()
  const { gate_id } = await open.open()
  await granted(open.gates.decide(reviewer, gate_id, approveSoon))
  open.clock.set(open.clock.now() + 5_000)
  await open.gates.wake(gate_id)
  expect((await trail(open)).at(-1)).toMatchObject({ type: 'gate_decided', by: reviewer.id })
})

it('a vote that takes effect later is counted, and the gate still ends at its deadline', async () => {
  const open = await desk()
  const { gate_id } = await open.open({ terms: { type: 'code_review', quorum: 2 }, ttl_seconds: 60 })
  await granted(open.gates.decide(reviewer, gate_id, approveSoon))
  open.clock.advance(5_000)
  const voted = await eventually(async () => {
    const standing = await open.gate(gate_id)
    return standing.deciding === undefined && standing
  })
  expect(voted).toMatchObject({ status: 'pending', approvals: { have: 1, need: 2 } })
  expect((await trail(open)).at(-1)).toMatchObject({
    type: 'gate_vote',
    by: reviewer.id,
    payload: { have: 1, need: 2, decision: 'approve' },
  })
  open.clock.advance(44_000)
  await eventually(async () => (await open.gate(gate_id)).warned_at !== undefined)
  open.clock.advance(12_000)
  await eventually(async () => (await open.gate(gate_id)).status === 'expired')
})

it('an edit that no longer fits when it takes effect is taken back, and the trail says why', async () => {
  const open = await desk()
  const { gate, call_id } = await heldCall(open)
  const edited_arguments = { [call_id]: { path: 'other.log' } }
  await granted(open.gates.decide(reviewer, gate.gate_id, { ...approveSoon, edited_arguments }))
  await granted(open.catalog.declare(admin, declared('move_thing', { description: 'Is another now' })))
  open.clock.set(open.clock.now() + 5_000)
  await open.gates.wake(gate.gate_id)
  const standing = await open.gate(gate.gate_id)
  expect(standing).toMatchObject({ status: 'pending', decisions: [] })
  expect(standing).not.toHaveProperty('deciding')
  expect((await trail(open, `session:${gate.session_id}`)).at(-1)).toMatchObject({
    type: 'gate_decision_undone',
    payload: { because: expect.stringContaining('move_thing is not what it was') },
  })
  expect(await open.store.listGrants({ gate_id: gate.gate_id })).toEqual([])
})

it('who is told that it is too late can rely on it: the gate is expired, once, and each answer is kept', async () => {
  const open = await desk()
  const { gate_id } = await open.open({ ttl_seconds: 60 })
  open.clock.set(open.clock.now() + 61_000)
  const first = await refused(open.gates.decide(reviewer, gate_id, approve))
  expect(first).toMatchObject({ code: 'gate_expired', gate: { status: 'expired' } })
  const again = await refused(open.gates.decide(second, gate_id, approve))
  expect(again).toMatchObject({ code: 'gate_expired', gate: { status: 'expired' } })
  expect((await open.gate(gate_id)).decisions).toMatchObject([
    { decided_by: reviewer.id, late: true },
    { decided_by: second.id, late: true },
  ])
  expect((await trail(open)).map(({ type }) => type)).toEqual(['gate_expired', 'late_answer', 'late_answer'])
})

it('what a batch may not decide comes back with the gate', async () => {
  const open = await desk()
  const { gate_id } = await open.open({ terms: { type: 'code_review', quorum: 2 } })
  const answer = await refused(open.gates.decide(reviewer, gate_id, approve, { batch: true }))
  expect(answer).toMatchObject({ code: 'needs_single_review', gate: { gate_id } })
})
