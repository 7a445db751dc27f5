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
  rita,
  sven,
  toolCall,
} from '../../../test/engine/pure-gate-fixture.ts'
import type { DecideRequest, Decision } from '../../contracts/decision.ts'
import type { Gate } from '../../contracts/gate.ts'

const THREE = { tool_calls: [toolCall('a'), toolCall('b'), toolCall('c')] }
const STEER: DecideRequest = { decision: 'steer', steer_instructions: 'Move fewer' }

function decisionOf(gate: Gate, request: DecideRequest, changes: Partial<Decision> = {}): Decision {
  const outcome = decide(gate, request)
  if (!('decision' in outcome)) throw new Error(JSON.stringify(outcome))
  return { ...outcome.decision, ...changes }
}

describe('a repetition on an open gate', () => {
  const first = { ...approve, calls: ['b', 'a'], approved_calls: ['a'] }
  const counted = () => gateAfter(decide(gateOf({ subject: THREE }), first))

  it('names the same calls in any order', () => {
    expect(decide(counted(), { ...approve, calls: ['a', 'b'], approved_calls: ['a'] }).outcome).toBe(
      'repeated',
    )
  })

  it.each([
    ['fewer calls', { ...approve, calls: ['a'], approved_calls: ['a'] }],
    ['more calls', { ...approve, calls: ['a', 'b', 'c'], approved_calls: ['a'] }],
    ['other approvals among them', { ...approve, calls: ['a', 'b'], approved_calls: ['b'] }],
  ])('is none with %s: who came first has answered', (_kind, request) => {
    expect(codeOf(decide(counted(), request))).toBe('gate_closed')
  })

  it('is none for a call that nobody answered yet', () => {
    const gate = gateAfter(decide(gateOf({ subject: THREE }), { ...approve, calls: ['a'] }))
    const next = decide(gate, { ...approve, calls: ['b'] }, { decision_id: 'dec_2' })
    expect(gateAfter(next)).toMatchObject({ call_decisions: { a: 'approve', b: 'approve' } })
    expect(gateAfter(next).decisions).toHaveLength(2)
  })

  it('is none from another person, who is told who answered and what', () => {
    const late = decisionOf(gateOf({ subject: THREE }), first, { late: true, decided_by_name: 'Tom' })
    const gate = { ...counted(), decisions: [late, ...counted().decisions] }
    const outcome = decide(gate, { ...reject, calls: ['c', 'a'] }, { who: sven })
    expect(outcome).toMatchObject({
      refusal: {
        code: 'gate_closed',
        detail: 'Call a of gate gate_1 was answered already by Rita: approve.',
        gate: { gate_id: 'gate_1', call_decisions: { b: 'reject' } },
      },
    })
  })

  it('is told of by the name of the one who answered that very call', () => {
    const gate = gateOf({ subject: THREE })
    const one = gateAfter(decide(gate, { ...approve, calls: ['a'] }))
    const two = gateAfter(decide(one, { ...reject, calls: ['b'] }, { who: sven }))
    const ada = person('Ada', 'admin')
    for (const [call, name] of [
      ['a', 'Rita'],
      ['b', 'Sven'],
    ] as const) {
      const outcome = decide(two, { ...approve, calls: [call] }, { who: ada })
      expect(outcome).toMatchObject({ refusal: { detail: expect.stringContaining(`already by ${name}:`) } })
    }
    const nameless = { ...two, decisions: two.decisions.map(({ decided_by_name: _name, ...rest }) => rest) }
    const outcome = decide(nameless, { ...approve, calls: ['b'] }, { who: ada })
    expect(outcome).toMatchObject({ refusal: { detail: expect.stringContaining('already by person_sven:') } })
  })
})

describe('a repeated steer', () => {
  const steered = gateAfter(decide(gateOf(), STEER))

  it('is the same with other space around it, and another with other words', () => {
    expect(steered.status).toBe('steered')
    expect(decide(steered, { ...STEER, steer_instructions: '  Move fewer ' }).outcome).toBe('repeated')
    expect(codeOf(decide(steered, { ...STEER, steer_instructions: 'Move more' }))).toBe('gate_closed')
  })

  it('without words means the words of its option', () => {
    const gate = gateOf({ terms: { type: 'design_review' }, subject: { document: { text: 'x' } } })
    const bare = { decision: 'steer' } as const
    const closed = gateAfter(decide(gate, bare))
    const said = closed.decisions[0]?.steer_instructions ?? ''
    expect(said.length).toBeGreaterThan(10)
    expect(decide(closed, bare).outcome).toBe('repeated')
    expect(decide(closed, { ...bare, steer_instructions: ` ${said}` }).outcome).toBe('repeated')
    expect(codeOf(decide(closed, { ...bare, steer_instructions: 'Something else' }))).toBe('gate_closed')
  })

  it('keeps its words to itself: another decision has none', () => {
    expect(decisionOf(gateOf(), approve)).not.toHaveProperty('steer_instructions')
    expect(decisionOf(gateOf(), STEER)).toMatchObject({ steer_instructions: 'Move fewer' })
  })
})

describe('a decision inside its undo window', () => {
  const gate = gateOf()
  const deferred = decide(gate, { ...approve, effective_in_ms: 5_000 })
  const waiting: Gate = {
    ...gate,
    deciding: { decision: decisionOf(gate, approve), effective_at: '2026-03-01T09:01:05.000Z' },
  }

  it('is put off, repeated to its maker, and told to everybody else', () => {
    expect(deferred).toMatchObject({ outcome: 'deferred', afterMs: 5_000 })
    expect(decide(waiting, approve).outcome).toBe('repeated')
    const other = decide(waiting, approve, { who: sven })
    expect(other).toMatchObject({
      refusal: {
        code: 'gate_deciding',
        detail: expect.stringMatching(/^Rita has decided gate gate_1/),
        gate: { gate_id: 'gate_1' },
      },
    })
  })

  it('takes effect whatever the deadline and the view say by then', () => {
    const request = { ...approve, view_digest: 'of before', effective_in_ms: 5_000 }
    const over = { ...waiting, expires_at: NOW }
    const outcome = decide(over, request, { takingEffect: true, decided_at: '2026-03-01T09:00:55.000Z' })
    expect(gateAfter(outcome)).toMatchObject({
      status: 'approved',
      decisions: [{ decided_at: '2026-03-01T09:00:55.000Z' }],
    })
    expect(gateAfter(outcome)).not.toHaveProperty('deciding')
  })
})

describe('a closed gate', () => {
  it('is closed, not expired, when its deadline passes later', () => {
    const closed = gateAfter(decide(gateOf({ ttl_seconds: 3600 }), approve))
    const later = decide(closed, reject, { who: sven, now: '2026-03-02T00:00:00.000Z' })
    expect(later).toMatchObject({
      refusal: { code: 'gate_closed', detail: expect.stringContaining(`approved already by Rita at ${NOW}`) },
    })
  })

  it('comes with every refusal, so that nobody has to ask again', () => {
    const long = gateOf({
      terms: { type: 'code_review' },
      subject: { document: { text: 'x'.repeat(9_000) } },
    })
    const seen = { ...approve, view_digest: long.view_digest, confirm: long.confirm_word }
    const outcomes = [
      decide(gateOf({ ttl_seconds: 60 }), reject),
      decide(gateOf(), { ...approve, view_digest: 'old' }),
      decide(long, seen),
    ]
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ refusal: { gate: { gate_id: 'gate_1', status: 'pending' } } })
    }
  })

  it('of a kind that never expires is decided at any time', () => {
    const outcome = decide(gateOf({ ttl_seconds: null }), approve, { now: '2036-01-01T00:00:00.000Z' })
    expect(gateAfter(outcome).status).toBe('approved')
  })

  it('counts its approval where it was approved, and only there', () => {
    const document = gateOf({ terms: { type: 'code_review' }, subject: { document: { text: 'x' } } })
    expect(gateAfter(decide(document, approve)).approvals).toEqual({ have: 1, need: 1 })
    expect(gateAfter(decide(document, reject)).approvals).toEqual({ have: 0, need: 1 })
    expect(gateAfter(decide(gateOf(), approve)).approvals).toEqual({ have: 1, need: 1 })
    expect(gateAfter(decide(gateOf(), reject)).approvals).toEqual({ have: 0, need: 1 })
  })

  it('that was gone past is skipped, its calls approved', () => {
    const gate = gateOf({ terms: { type: 'complex_operation', threshold: 'advisory' } })
    const outcome = decide(gate, { decision: 'skip', option_id: 'continue' })
    expect(gateAfter(outcome)).toMatchObject({
      status: 'skipped',
      call_decisions: { a: 'approve', b: 'approve' },
      approvals: { have: 1, need: 1 },
    })
  })
})

describe('what is kept of a decision', () => {
  it('are the original arguments of the calls that were edited, and of no other', () => {
    const edited = { ...approve, edited_arguments: { a: { path: 'other.log' } } }
    expect(decisionOf(gateOf(), edited).original_arguments).toEqual({ a: { path: 'a.log' } })
    expect(decisionOf(gateOf(), approve)).not.toHaveProperty('original_arguments')
  })

  it('is who it was, by id and name', () => {
    expect(decisionOf(gateOf(), approve)).toMatchObject({
      decided_by: rita.id,
      decided_by_name: 'Rita',
      decided_at: NOW,
      late: false,
    })
  })
})

it('a vote that came too late is no vote', () => {
  const gate = gateOf({ terms: { type: 'tool_approval', quorum: 2 } })
  const late = decisionOf(gate, approve, { decided_by: 'person_tom', late: true })
  const outcome = decide({ ...gate, decisions: [late] }, approve)
  expect([outcome.outcome, gateAfter(outcome).approvals]).toEqual(['counted', { have: 1, need: 2 }])
})
