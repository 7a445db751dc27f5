import { afterEach, describe, expect, it } from 'vitest'
import {
  admin,
  type Desk,
  declared,
  found,
  granted,
  heldCall,
  openDesk,
  refused,
  reviewer,
  rule,
  second,
} from '../../../test/engine/desk-fixture.ts'
import { mover, settled, startEngine, startRun } from '../../../test/engine/engine-fixture.ts'
import type { DecideRequest } from '../../contracts/decision.ts'
import type { Guideline } from '../../contracts/guideline.ts'
import { callsOf } from './build-gate.ts'

const open: { close(): Promise<void> }[] = []
async function desk(guidelines: readonly Guideline[] = []): Promise<Desk> {
  const opened = await openDesk({ guidelines })
  open.push(opened)
  await granted(opened.catalog.declare(admin, declared('move_thing')))
  return opened
}
afterEach(async () => {
  for (const opened of open.splice(0)) await opened.close()
})

const holdsKeys = rule(
  'keys-need-two',
  { paths: ['keys/*'] },
  {
    type: 'hitl_gate',
    gate_type: 'protected_path_commit',
    gate_threshold: 'mandatory',
    quorum: 2,
  },
)
const deniesVault = rule(
  'vault-is-closed',
  { custom: 'arguments.path.startsWith("vault/")' },
  {
    type: 'tool_restriction',
    tools_denied: ['move_thing'],
  },
)

/** Approves the only call of a held proposal with another path. */
async function edit(opened: Desk, path: string, more: Partial<DecideRequest> = {}) {
  const { gate, call_id } = await heldCall(opened)
  const request: DecideRequest = { decision: 'approve', edited_arguments: { [call_id]: { path } }, ...more }
  return { gate, call_id, decided: opened.gates.decide(reviewer, gate.gate_id, request) }
}

describe('an edit that fits', () => {
  it('is what the grant bears, and the decision keeps both', async () => {
    const opened = await desk()
    const { gate, call_id, decided } = await edit(opened, 'b.log')
    const answer = await granted(decided)
    const [original] = callsOf(gate)
    expect(answer.gate).toMatchObject({ status: 'approved', subject: gate.subject })
    expect(answer.decision).toMatchObject({
      edited_arguments: { [call_id]: { path: 'b.log' } },
      original_arguments: { [call_id]: { path: 'a.log' } },
    })
    const [grant] = await opened.store.listGrants({ gate_id: gate.gate_id })
    expect(grant).toMatchObject({ arguments: { path: 'b.log' }, call_id })
    expect(grant?.digest).not.toBe(original?.digest)
    expect(answer.gate.grants).toMatchObject([{ digest: grant?.digest }])
  })

  it('runs in the run instead of what was proposed', async () => {
    const engine = await startEngine({ agents: [mover] })
    open.push({ close: engine.stop })
    const run = await startRun(engine, { paths: ['a.log', 'b.log'] })
    const gateId = found((await settled(engine, run.run_id)).waiting_gate_ids[0])
    const [first] = callsOf(found(await engine.store.getGate(gateId)))
    const edited_arguments = { [found(first).call_id]: { path: 'c.log' } }
    await granted(engine.gates.decide(reviewer, gateId, { decision: 'approve', edited_arguments }))
    expect(await settled(engine, run.run_id)).toMatchObject({ status: 'completed' })
    expect(engine.world.effects.map(effect => effect.arguments.path)).toEqual(['c.log', 'b.log'])
  })

  it('stays when other calls of the gate are answered later', async () => {
    const opened = await desk()
    const [a, b] = [await heldCall(opened), await heldCall(opened)]
    const calls = [...callsOf(a.gate), ...callsOf(b.gate)]
    const { gate_id } = await opened.open({
      terms: { type: 'tool_approval' },
      subject: { tool_calls: calls },
    })
    const edited_arguments = { [a.call_id]: { path: 'c.log' } }
    const first: DecideRequest = { decision: 'approve', calls: [a.call_id], edited_arguments }
    expect((await granted(opened.gates.decide(reviewer, gate_id, first))).gate.status).toBe('pending')
    const again = { decision: 'approve', edited_arguments: { [a.call_id]: { path: 'd.log' } } } as const
    expect((await refused(opened.gates.decide(second, gate_id, again))).code).toBe('invalid')
    await granted(opened.gates.decide(second, gate_id, { decision: 'reject', calls: [b.call_id] }))
    const grants = await opened.store.listGrants({ gate_id })
    expect(grants).toMatchObject([{ arguments: { path: 'c.log' }, issued_by: reviewer.id }])
  })

  it('counts what the reviewer typed as a person’s word, and leaves the rest where it came from', async () => {
    const opened = await desk()
    const tool = declared('send_note', {
      input_schema: {
        type: 'object',
        properties: { to: { type: 'string', 'x-soulgate': 'recipient' }, text: { type: 'string' } },
      },
    })
    await granted(opened.catalog.declare(admin, tool))
    const call = { tool: 'send_note', arguments: { to: 'eve@evil.example', text: 'hello' } }
    const edited = async (arguments_: { to: string; text: string; cc?: string }) => {
      const { gate, call_id } = await heldCall(opened, call)
      expect(gate.why_held.map(why => why.source)).toContain('provenance')
      const request: DecideRequest = { decision: 'approve', edited_arguments: { [call_id]: arguments_ } }
      return (await granted(opened.gates.decide(reviewer, gate.gate_id, request))).gate.status
    }
    expect(await edited({ to: 'eve@evil.example', text: 'bye' })).toBe('approved')
    expect(await edited({ to: 'mona@home.example', text: 'hello' })).toBe('approved')
    expect(await edited({ to: 'mona@home.example', text: 'hello', cc: 'ada@home.example' })).toBe('approved')
  })
})

describe('an edit that a rule holds which did not hold the original', () => {
  it('is asked about at a new gate under that rule’s terms, and nothing runs', async () => {
    const opened = await desk([holdsKeys])
    const { gate, decided } = await edit(opened, 'keys/root.pem')
    const { gate: successor } = await granted(decided)
    expect(successor).toMatchObject({
      status: 'pending',
      type: 'protected_path_commit',
      approvals: { have: 0, need: 2 },
      decisions: [],
      requested_by: gate.requested_by,
    })
    expect(callsOf(successor)[0]).toMatchObject({ arguments: { path: 'keys/root.pem' } })
    expect(successor.briefing.heading).toContain('path "keys/root.pem"')
    expect(successor.why_held.map(why => why.rule_id)).toContain('keys-need-two')
    const old = await opened.gate(gate.gate_id)
    expect(old).toMatchObject({ status: 'superseded', superseded_by: successor.gate_id })
    expect(old.decisions).toHaveLength(1)
    expect(await opened.store.listGrants({ gate_id: gate.gate_id })).toEqual([])
    expect(await refused(opened.gates.decide(second, gate.gate_id, { decision: 'approve' }))).toMatchObject({
      code: 'gate_superseded',
      data: { superseded_by: successor.gate_id },
    })
    for (const who of [reviewer, second]) {
      await granted(opened.gates.decide(who, successor.gate_id, { decision: 'approve' }))
    }
    const [grant] = await opened.store.listGrants({ gate_id: successor.gate_id })
    expect(grant).toMatchObject({
      arguments: { path: 'keys/root.pem' },
      digest: callsOf(successor)[0]?.digest,
    })
  })

  it('never asks less of the deciders than the old gate did', async () => {
    const weak = rule(
      'look-at-keys',
      { paths: ['keys/*'] },
      {
        type: 'hitl_gate',
        gate_type: 'protected_path_commit',
        quorum: 1,
        roles: ['admin', 'reviewer'],
      },
    )
    const opened = await desk([weak])
    const { gate, call_id } = await heldCall(opened)
    const terms = { type: 'tool_approval', quorum: 2, separate_approver: true } as const
    const { gate_id } = await opened.open({ terms, subject: gate.subject })
    const edited_arguments = { [call_id]: { path: 'keys/a' } }
    const answer = await granted(
      opened.gates.decide(reviewer, gate_id, { decision: 'approve', edited_arguments }),
    )
    expect(answer.gate).toMatchObject({
      quorum: { approvals_required: 2, roles: ['admin', 'reviewer'] },
      separate_approver: true,
    })
  })

  it('also when it climbs out of what rules can name', async () => {
    const opened = await desk([holdsKeys])
    const { decided } = await edit(opened, 'logs/../keys/root.pem')
    const { gate } = await granted(decided)
    expect(gate.status).toBe('pending')
    expect(gate.why_held.map(why => why.source)).toContain('provenance')
  })

  it('voids the votes that were given', async () => {
    const opened = await desk()
    const { gate, call_id } = await heldCall(opened)
    const { gate_id } = await opened.open({
      terms: { type: 'tool_approval', quorum: 2 },
      subject: gate.subject,
    })
    await granted(opened.gates.decide(reviewer, gate_id, { decision: 'approve' }))
    const edited_arguments = { [call_id]: { path: 'b.log' } }
    const { gate: successor } = await granted(
      opened.gates.decide(second, gate_id, { decision: 'approve', edited_arguments }),
    )
    expect(successor).toMatchObject({ status: 'pending', approvals: { have: 0, need: 2 } })
    expect(successor.gate_id).not.toBe(gate_id)
  })
})

describe('an edit that is not allowed', () => {
  it('is refused and leaves the gate as it was', async () => {
    const opened = await desk([deniesVault])
    const { gate, decided } = await edit(opened, 'vault/gold')
    expect((await refused(decided)).code).toBe('edit_refused')
    expect(await opened.gate(gate.gate_id)).toEqual(gate)
  })

  it('is refused at once, not when its undo window ends', async () => {
    const opened = await desk([deniesVault])
    const { gate, decided } = await edit(opened, 'vault/gold', { effective_in_ms: 5_000 })
    expect((await refused(decided)).code).toBe('edit_refused')
    expect((await opened.gate(gate.gate_id)).deciding).toBeUndefined()
  })

  it('is looked at again when its undo window ends', async () => {
    const opened = await desk()
    const { gate, decided } = await edit(opened, 'vault/gold', { effective_in_ms: 5_000 })
    await granted(decided)
    opened.guidelines = [deniesVault]
    opened.clock.set(opened.clock.now() + 5_000)
    await opened.gates.wake(gate.gate_id)
    const standing = await opened.gate(gate.gate_id)
    expect(standing).toMatchObject({ status: 'pending', decisions: [] })
    expect(standing.deciding).toBeUndefined()
    expect(await opened.store.listGrants({ gate_id: gate.gate_id })).toEqual([])
  })

  it('is one that does not fit the schema, naming the field', async () => {
    const opened = await desk()
    const { gate, call_id } = await heldCall(opened)
    const request: DecideRequest = { decision: 'approve', edited_arguments: { [call_id]: { path: 7 } } }
    const refusal = await refused(opened.gates.decide(reviewer, gate.gate_id, request))
    expect(refusal).toMatchObject({
      code: 'invalid',
      errors: [{ field: `edited_arguments.${call_id}.path` }],
    })
  })

  it('is one of a tool that was changed since the gate opened', async () => {
    const opened = await desk()
    const { gate, call_id } = await heldCall(opened)
    await granted(opened.catalog.declare(admin, declared('move_thing', { description: 'Does more' })))
    const request: DecideRequest = { decision: 'approve', edited_arguments: { [call_id]: { path: 'b.log' } } }
    expect((await refused(opened.gates.decide(reviewer, gate.gate_id, request))).code).toBe('edit_refused')
  })

  it('is one beside a rejection', async () => {
    const opened = await desk()
    const { gate, call_id } = await heldCall(opened)
    const request: DecideRequest = { decision: 'reject', edited_arguments: { [call_id]: { path: 'b.log' } } }
    expect((await refused(opened.gates.decide(reviewer, gate.gate_id, request))).code).toBe('invalid')
  })
})
