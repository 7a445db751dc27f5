import { describe, expect, it } from 'vitest'
import {
  approve,
  codeOf,
  decide,
  gateAfter,
  gateOf,
  NOW,
  person,
  reject,
  sven,
  toolCall,
} from '../../../test/engine/pure-gate-fixture.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { GateDraft } from './build-gate.ts'

describe('calls answered one by one', () => {
  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ] as const)('keep partial answers in the order %s, %s and close with the last', (first, last) => {
    const counted = decide(gateOf(), { ...approve, calls: [first] })
    expect(counted.outcome).toBe('counted')
    expect(gateAfter(counted)).toMatchObject({ status: 'pending', call_decisions: { [first]: 'approve' } })
    const closed = decide(gateAfter(counted), { ...reject, calls: [last] }, { decision_id: 'dec_2' })
    expect(gateAfter(closed)).toMatchObject({
      status: 'approved',
      call_decisions: { [first]: 'approve', [last]: 'reject' },
      decided_at: NOW,
    })
    expect(gateAfter(closed).decisions).toHaveLength(2)
  })

  it('close as rejected when none was approved', () => {
    const counted = gateAfter(decide(gateOf(), { ...reject, calls: ['a'] }))
    expect(gateAfter(decide(counted, { ...reject, calls: ['b'] })).status).toBe('rejected')
  })

  it('are all meant when none is named, but what was answered before stands', () => {
    const counted = gateAfter(decide(gateOf(), { ...reject, calls: ['a'] }))
    expect(gateAfter(decide(counted, approve)).call_decisions).toEqual({ a: 'reject', b: 'approve' })
  })

  it('reject what approved_calls leaves out', () => {
    const closed = gateAfter(decide(gateOf(), { ...approve, approved_calls: ['b'] }))
    expect(closed).toMatchObject({ status: 'approved', call_decisions: { a: 'reject', b: 'approve' } })
  })

  it('stay open when calls names the others, whatever approved_calls leaves out', () => {
    const gate = gateOf({ subject: { tool_calls: [toolCall('a'), toolCall('b'), toolCall('c')] } })
    const counted = gateAfter(decide(gate, { ...approve, calls: ['a', 'b'], approved_calls: ['a'] }))
    expect(counted).toMatchObject({ status: 'pending', call_decisions: { a: 'approve', b: 'reject' } })
    expect(codeOf(decide(gate, { ...approve, calls: ['a'], approved_calls: ['b'] }))).toBe(
      'invalid approved_calls',
    )
  })

  it('are answered by whoever came first', () => {
    const counted = gateAfter(decide(gateOf(), { ...approve, calls: ['a'] }))
    expect(codeOf(decide(counted, { ...reject, calls: ['a'] }, { who: sven }))).toBe('gate_closed')
  })

  it('must be calls of the gate, and some', () => {
    expect(codeOf(decide(gateOf(), { ...approve, calls: ['z'] }))).toBe('invalid calls')
    expect(codeOf(decide(gateOf(), { ...approve, approved_calls: [] }))).toBe('invalid approved_calls')
    expect(codeOf(decide(gateOf(), { ...approve, edited_arguments: { z: {} } }))).toContain(
      'edited_arguments.z',
    )
  })
})

describe('a quorum', () => {
  const gate = () => gateOf({ terms: { type: 'tool_approval', quorum: 2 } })

  it('counts different people, each once, and closes with the last vote that it needs', () => {
    const one = decide(gate(), approve)
    expect(one.outcome).toBe('counted')
    expect(gateAfter(one)).toMatchObject({ status: 'pending', approvals: { have: 1, need: 2 } })
    const again = decide(gateAfter(one), { ...approve, conditions: ['slowly'] }, { decision_id: 'dec_2' })
    expect(gateAfter(again)).toMatchObject({ status: 'pending', approvals: { have: 1, need: 2 } })
    const two = decide(gateAfter(one), approve, { who: sven, decision_id: 'dec_2' })
    expect(gateAfter(two)).toMatchObject({ status: 'approved', approvals: { have: 2, need: 2 } })
    expect(gateAfter(two).call_decisions).toEqual({ a: 'approve', b: 'approve' })
  })

  it('is vetoed by one rejection', () => {
    const one = gateAfter(decide(gate(), approve))
    expect(gateAfter(decide(one, reject, { who: sven }))).toMatchObject({ status: 'rejected' })
  })

  it('without a veto takes as many rejections as approvals, and the last vote of each person', () => {
    const quorum = { approvals_required: 2, roles: [], veto: false }
    const one = gateAfter(decide(gateOf({ quorum }), approve))
    const changed = gateAfter(decide(one, reject))
    expect(changed).toMatchObject({ status: 'pending', approvals: { have: 0, need: 2 } })
    const ada = person('Ada', 'admin')
    const mixed = gateAfter(decide(changed, approve, { who: sven }))
    expect(mixed).toMatchObject({ status: 'pending', approvals: { have: 1, need: 2 } })
    expect(gateAfter(decide(mixed, approve, { who: ada })).status).toBe('approved')
    const down = gateAfter(decide(mixed, reject, { who: ada }))
    expect(down).toMatchObject({ status: 'rejected', call_decisions: { a: 'reject', b: 'reject' } })
  })

  it('takes all calls together', () => {
    expect(codeOf(decide(gate(), { ...approve, calls: ['a'] }))).toBe('invalid calls')
    expect(codeOf(decide(gate(), { ...reject, approved_calls: ['a'] }))).toBe('invalid approved_calls')
  })

  it('of certain roles is met by them and by admins only', () => {
    const ofAdmins = gateOf({ terms: { type: 'tool_approval', roles: ['admin'] } })
    expect(codeOf(decide(ofAdmins, approve))).toBe('forbidden')
    expect(decide(ofAdmins, approve, { who: person('Ada', 'admin') }).outcome).toBe('closed')
  })
})

describe('a decision that came before', () => {
  it('is answered again to the one who repeats it, and stands against everything else', () => {
    const closed = gateAfter(decide(gateOf(), approve))
    expect(decide(closed, approve, { decision_id: 'dec_2' })).toMatchObject({
      outcome: 'repeated',
      decision: { decision_id: 'dec_1' },
    })
    const other = decide(closed, reject)
    expect(codeOf(other)).toBe('gate_closed')
    expect(other).toMatchObject({ refusal: { gate: { status: 'approved' } } })
    expect(codeOf(decide(closed, approve, { who: sven }))).toBe('gate_closed')
    expect(codeOf(decide(closed, { ...approve, conditions: ['but slowly'] }))).toBe('gate_closed')
  })

  it('names the successor when the gate was superseded', () => {
    const outcome = decide(gateOf({}, { status: 'superseded', superseded_by: 'gate_2' }), approve)
    expect(outcome).toMatchObject({ refusal: { code: 'gate_superseded', data: { superseded_by: 'gate_2' } } })
  })

  it('keeps an answer after the deadline as late, once', () => {
    const gate = gateOf({ ttl_seconds: 60 })
    const late = decide(gate, approve)
    expect(late).toMatchObject({
      outcome: 'late',
      decision: { late: true },
      refusal: { code: 'gate_expired' },
    })
    if (late.outcome !== 'late') return
    const kept: Gate = { ...gate, status: 'expired', decisions: [late.decision] }
    expect(codeOf(decide(kept, approve))).toBe('gate_expired')
    expect(decide(kept, reject).outcome).toBe('late')
  })
})

describe('what must be seen and said', () => {
  const irreversible = () =>
    gateOf({
      subject: { tool_calls: [toolCall('a', { reversibility: 'irreversible', tool: 'delete_thing' })] },
    })

  it('is the view digest, when it is sent', () => {
    expect(codeOf(decide(gateOf(), { ...approve, view_digest: 'old' }))).toBe('view_stale')
    const gate = gateOf()
    expect(decide(gate, { ...approve, view_digest: gate.view_digest }).outcome).toBe('closed')
  })

  it.each([
    ['irreversible', irreversible()],
    [
      'claimed',
      gateOf({ subject: { tool_calls: [toolCall('a', { claimed: true, tool: 'delete_thing' })] } }),
    ],
  ] as const)('is view digest and word of confirmation on a call that is %s', (_kind, gate) => {
    const { view_digest } = gate
    expect(gate.confirm_word).toBe('delete_thing')
    expect(codeOf(decide(gate, { ...approve, confirm: 'delete_thing' }))).toBe('confirm_required view_digest')
    expect(codeOf(decide(gate, { ...approve, view_digest }))).toBe('confirm_required confirm')
    expect(codeOf(decide(gate, { ...approve, view_digest, confirm: 'yes' }))).toBe('confirm_required confirm')
    expect(decide(gate, { ...approve, view_digest, confirm: 'delete_thing' }).outcome).toBe('closed')
    expect(decide(gate, reject).outcome).toBe('closed')
  })

  it('is not escaped by going on past an advisory gate', () => {
    const subject = irreversible().subject
    const gate = gateOf({ terms: { type: 'complex_operation', threshold: 'advisory' }, subject })
    expect(codeOf(decide(gate, { decision: 'skip', option_id: 'continue' }))).toContain('confirm_required')
    expect(codeOf(decide(gate, approve))).toContain('confirm_required')
    expect(decide(gate, { decision: 'skip', option_id: 'skip' }).outcome).toBe('closed')
  })

  it.each([
    ['call', { tool_calls: [toolCall('a', { arguments: { path: 'x'.repeat(9_000) } })] }],
    ['document', { document: { text: 'x'.repeat(9_000) } }],
  ] as [string, GateDraft['subject']][])('is the whole of an over-long %s', (_kind, subject) => {
    const gate = gateOf({ terms: { type: 'code_review' }, subject })
    const request = { ...approve, view_digest: gate.view_digest, confirm: gate.confirm_word }
    expect(gate.briefing.truncated).toBe(true)
    expect(codeOf(decide(gate, request))).toBe('not_viewed')
    expect(decide(gate, request, { viewed: true }).outcome).toBe('closed')
    expect(decide(gate, reject).outcome).toBe('closed')
  })

  it('is every piece of evidence, before an approval or going on past an advisory gate', () => {
    const artifacts = [{ path: 'change.diff', type: 'diff' as const, size_bytes: 9, preview: '+x' }]
    for (const [type, request] of [
      ['code_review', approve],
      ['design_review', { decision: 'skip', option_id: 'continue' }],
    ] as const) {
      const gate = gateOf({ terms: { type }, subject: { document: {} }, artifacts })
      expect(codeOf(decide(gate, request))).toBe('not_viewed')
      expect(decide(gate, request, { viewed: true }).outcome).toBe('closed')
      expect(decide(gate, reject).outcome).toBe('closed')
    }
  })
})
