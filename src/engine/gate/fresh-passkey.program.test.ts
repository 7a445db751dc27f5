import { describe, expect, it, onTestFinished } from 'vitest'
import {
  admin,
  agent,
  type Desk,
  declared,
  eventually,
  granted,
  heldCall,
  openDesk,
  refused,
  reviewer,
  START_MS,
} from '../../../test/engine/desk-fixture.ts'
import { gateOf, toolCall } from '../../../test/engine/pure-gate-fixture.ts'
import { fakeClock } from '../../base/clock.ts'
import type { DecideRequest } from '../../contracts/decision.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Settings } from '../../contracts/settings.ts'
import { callsOf } from './build-gate.ts'
import { approvalDigest, type PasskeyProof } from './fresh-passkey.ts'

const ASSERTION = { id: 'credential', response: {} } as unknown as NonNullable<DecideRequest['passkey']>
const PROVEN: PasskeyProof = { outcome: 'proven', passkey_id: 'passkey_1' }

interface Told {
  readonly desk: Desk
  /** What authenticators were asked about. */
  readonly asked: string[]
}

/** A desk whose people have the given passkey, under the given policy. */
async function deskWith(
  proof: PasskeyProof,
  policy: Settings['approval_passkey'] = 'registered',
): Promise<Told> {
  const asked: string[] = []
  const desk = await openDesk({
    clock: fakeClock(START_MS),
    proveByPasskey: async (_tx, { about, assertion }) => {
      asked.push(about)
      return proof.outcome === 'proven' && assertion === undefined ? { outcome: 'unproven' } : proof
    },
  })
  onTestFinished(() => desk.close())
  desk.settings = { ...desk.settings, approval_passkey: policy }
  await desk.catalog.declare(admin, declared('move_thing'))
  await desk.catalog.declare(admin, declared('delete_thing', { reversibility: 'irreversible' }))
  return { desk, asked }
}

const held = async (desk: Desk, tool = 'delete_thing'): Promise<Gate> => (await heldCall(desk, { tool })).gate

function approvalOf(gate: Gate, more: Partial<DecideRequest> = {}): DecideRequest {
  const confirm = gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }
  return { decision: 'approve', view_digest: gate.view_digest, ...confirm, ...more }
}

describe('an approval of what cannot be taken back', () => {
  it('by somebody who has a passkey counts only when it is signed, and keeps which one signed', async () => {
    const { desk, asked } = await deskWith(PROVEN)
    const gate = await held(desk)
    const unsigned = await refused(desk.gates.decide(reviewer, gate.gate_id, approvalOf(gate)))
    expect(unsigned).toMatchObject({
      code: 'passkey_required',
      data: { has_passkey: true },
      gate: { gate_id: gate.gate_id },
    })
    expect(unsigned.detail).toMatch(/^Gate /)
    expect(await desk.gate(gate.gate_id)).toEqual(gate)
    const request = approvalOf(gate, { passkey: ASSERTION })
    const { decision } = await granted(desk.gates.decide(reviewer, gate.gate_id, request))
    expect(decision).toMatchObject({ passkey_id: 'passkey_1' })
    expect(decision).not.toHaveProperty('passkey')
    expect(asked).toEqual([approvalDigest(gate, request), approvalDigest(gate, request)])
  })

  it('is refused with what was wrong when the signature is not its own', async () => {
    const { desk } = await deskWith({ outcome: 'unproven' })
    const gate = await held(desk)
    const request = approvalOf(gate, { passkey: ASSERTION })
    const wrong = await refused(desk.gates.decide(reviewer, gate.gate_id, request))
    expect(wrong.detail).toMatch(/^What your passkey signed is not this approval/)
    expect(await desk.store.listGrants({ gate_id: gate.gate_id })).toEqual([])
  })

  it('keeps its signature through the undo window', async () => {
    const { desk, asked } = await deskWith(PROVEN)
    const gate = await held(desk)
    const request = approvalOf(gate, { passkey: ASSERTION, effective_in_ms: 5_000 })
    const said = await granted(desk.gates.decide(reviewer, gate.gate_id, request))
    expect(said.gate.deciding?.decision).toMatchObject({ passkey_id: 'passkey_1' })
    desk.clock.advance(6_000)
    const closed = await eventually(async () => {
      const standing = await desk.gate(gate.gate_id)
      return standing.status === 'approved' && standing
    })
    expect(closed.decisions).toMatchObject([{ passkey_id: 'passkey_1' }])
    expect(asked).toHaveLength(1)
  })

  it('by somebody without one counts, unless everybody must have one', async () => {
    for (const [policy, expected] of [
      ['registered', 'approved'],
      ['marked', 'approved'],
      ['required', 'passkey_required'],
    ] as const) {
      const { desk } = await deskWith({ outcome: 'no_passkey' }, policy)
      const gate = await held(desk)
      const answer = await desk.gates.decide(reviewer, gate.gate_id, approvalOf(gate))
      expect([policy, 'code' in answer ? answer.code : answer.gate.status]).toEqual([policy, expected])
      if ('code' in answer)
        expect(answer).toMatchObject({ data: { has_passkey: false }, gate: { status: 'pending' } })
    }
  })

  it('where everybody must have one is refused when no authenticator can be asked', async () => {
    const desk = await openDesk()
    onTestFinished(() => desk.close())
    desk.settings = { ...desk.settings, approval_passkey: 'required' }
    await desk.catalog.declare(admin, declared('delete_thing', { reversibility: 'irreversible' }))
    const gate = await held(desk)
    expect((await refused(desk.gates.decide(reviewer, gate.gate_id, approvalOf(gate)))).code).toBe(
      'passkey_required',
    )
  })
})

describe('a passkey is asked for', () => {
  it('by nothing that lets nothing run, and by nothing that can be taken back', async () => {
    const { desk, asked } = await deskWith(PROVEN)
    const [one, other] = [await held(desk), await held(desk, 'move_thing')]
    await granted(desk.gates.decide(reviewer, one.gate_id, { decision: 'reject' }))
    await granted(desk.gates.decide(reviewer, other.gate_id, approvalOf(other)))
    await refused(desk.gates.decide(agent, (await held(desk)).gate_id, { decision: 'approve' }))
    expect(asked).toEqual([])
  })

  it('where one call of several cannot be taken back', async () => {
    const { desk } = await deskWith(PROVEN)
    const [one, other] = [await held(desk), await held(desk, 'move_thing')]
    const gate = await desk.open({
      terms: { type: 'tool_approval' },
      subject: { tool_calls: [...callsOf(other), ...callsOf(one)] },
    })
    expect((await refused(desk.gates.decide(reviewer, gate.gate_id, approvalOf(gate)))).code).toBe(
      'passkey_required',
    )
  })

  it('where a tool only claims to be harmless', async () => {
    const { desk } = await deskWith(PROVEN)
    await desk.catalog.declare(agent, declared('claimed_thing'))
    const gate = await held(desk, 'claimed_thing')
    expect((await refused(desk.gates.decide(reviewer, gate.gate_id, approvalOf(gate)))).code).toBe(
      'passkey_required',
    )
  })

  it('where a gate is marked, and under “marked” nowhere else', async () => {
    const { desk } = await deskWith(PROVEN, 'marked')
    const plain = await held(desk)
    await granted(desk.gates.decide(reviewer, plain.gate_id, approvalOf(plain)))
    const { gate_id } = await desk.open({ terms: { type: 'code_review', fresh_passkey: true } })
    expect((await refused(desk.gates.decide(reviewer, gate_id, { decision: 'approve' }))).code).toBe(
      'passkey_required',
    )
  })
})

describe('what is signed for', () => {
  const gate = gateOf({ subject: { tool_calls: [toolCall('a')] } })
  const plain: DecideRequest = { decision: 'approve' }
  const others: readonly DecideRequest[] = [
    { decision: 'reject' },
    { ...plain, option_id: 'approve' },
    { ...plain, option_input: { limit: 3 } },
    { ...plain, conditions: ['but slowly'] },
    { ...plain, edited_arguments: { a: { path: 'b.log' } } },
    { ...plain, calls: ['a'] },
    { ...plain, approved_calls: ['a'] },
    { ...plain, remember: 'run' },
    { ...plain, rule: { days: 3 } as NonNullable<DecideRequest['rule']> },
  ]

  it('is this gate, as it was seen, and everything that its decider makes of it', () => {
    const digests = [plain, ...others].map(request => approvalDigest(gate, request))
    digests.push(approvalDigest({ ...gate, gate_id: 'gate_2' }, plain))
    digests.push(approvalDigest({ ...gate, view_digest: 'another' }, plain))
    expect(new Set(digests).size).toBe(others.length + 3)
  })

  it('is not how it is sent', () => {
    const sent = {
      ...plain,
      view_digest: gate.view_digest,
      confirm: 'x',
      effective_in_ms: 5_000,
      reason: 'fine',
    }
    expect(approvalDigest(gate, { ...sent, passkey: ASSERTION })).toBe(approvalDigest(gate, plain))
  })
})
