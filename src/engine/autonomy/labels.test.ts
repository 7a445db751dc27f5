import { describe, expect, it } from 'vitest'
import {
  approve,
  decide,
  gateAfter,
  gateOf,
  reject,
  rita,
  sven,
  toolCall,
} from '../../../test/engine/pure-gate-fixture.ts'
import type { DecideRequest } from '../../contracts/decision.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { CallStatus } from '../../contracts/outcome.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import { LABEL_WINDOW_MS, labelsOf } from './labels.ts'
import { toScopes } from './scopes.ts'

/** Gates open at 09:00. */
const at = (seconds: number) =>
  new Date(Date.parse('2026-03-01T09:00:00.000Z') + seconds * 1_000).toISOString()
const LATER_MS = Date.parse(at(60)) + LABEL_WINDOW_MS

interface Case {
  readonly calls?: readonly ToolCall[]
  readonly request?: DecideRequest
  readonly seconds?: number
  readonly status?: CallStatus
  readonly who?: typeof rita
  readonly id?: string
}

function decidedGate(of: Case): Gate {
  const calls = of.calls ?? [toolCall('a')]
  const opened = gateOf({ gate_id: of.id ?? 'gate_1', subject: { tool_calls: [...calls] } })
  const gate = gateAfter(
    decide(opened, of.request ?? approve, { who: of.who ?? rita, now: at(of.seconds ?? 60) }),
  )
  if (of.status === undefined) return gate
  const outcomes = calls.map(call => ({
    call_id: call.call_id,
    tool: call.tool,
    status: of.status ?? 'unknown',
  }))
  return { ...gate, outcome: { calls: outcomes } }
}

const read = (gates: readonly Gate[], nowMs = LATER_MS) =>
  labelsOf(gates, { schemaOf: () => undefined, now_ms: nowMs })
const labelsIn = (gates: readonly Gate[], nowMs?: number) => read(gates, nowMs).map(({ label }) => label)

describe('a decision on a call', () => {
  it('is right when it was approved as proposed and nothing happened for a week', () => {
    expect(labelsIn([decidedGate({ status: 'succeeded' })])).toEqual(['right'])
    expect(labelsIn([decidedGate({ status: 'succeeded' })], LATER_MS - 1)).toEqual(['unsettled'])
  })

  it.each(['agent:builder', 'agent:soul', 'system:auto-approve'])('by %s says nothing', decider => {
    for (const request of [approve, reject]) {
      const gate = decidedGate({ request, status: 'succeeded' })
      const decisions = gate.decisions.map(each => ({ ...each, decided_by: decider }))
      expect(labelsIn([{ ...gate, decisions }])).toEqual(['none'])
    }
  })

  it.each([
    ['rejected', { request: reject }],
    ['rejected faster than it can be read', { request: reject, seconds: 0 }],
    ['steered', { request: { decision: 'steer', steer_instructions: 'another one' } }],
    ['edited', { request: { ...approve, edited_arguments: { a: { path: 'b.log' } } } }],
    ['undone later', { status: 'undone' }],
    ['failed later', { status: 'failed' }],
  ] as [string, Case][])('is wrong when it was %s', (_, of) => {
    expect(labelsIn([decidedGate(of)])).toEqual(['wrong'])
    expect(labelsIn([decidedGate(of)], Date.parse(at(61)))).toEqual(['wrong'])
  })

  it('is right when the edit changed nothing', () => {
    const request = { ...approve, edited_arguments: { a: { path: 'a.log' } } }
    expect(labelsIn([decidedGate({ request })])).toEqual(['right'])
  })

  it.each([
    ['approved faster than it can be read', decidedGate({ seconds: 0.5 })],
    ['of unknown outcome', decidedGate({ status: 'unknown' })],
    ['about another question', { ...decidedGate({}), type: 'unknown_outcome' as const }],
    ['expired', { ...decidedGate({}), status: 'expired' as const }],
    ['cancelled', { ...decidedGate({}), status: 'cancelled' as const }],
    ['skipped', { ...decidedGate({}), status: 'skipped' as const }],
    ['of several people', { ...decidedGate({}), quorum: { approvals_required: 2, roles: [], veto: true } }],
  ] as [string, Gate][])('says nothing when it is %s', (_, gate) => {
    expect(labelsIn([gate]).filter(label => label !== 'none')).toEqual([])
  })

  it('says nothing when nobody decided, or only too late', () => {
    const late = decidedGate({})
    expect(labelsIn([gateOf()])).toEqual([])
    expect(labelsIn([{ ...late, decisions: late.decisions.map(each => ({ ...each, late: true })) }])).toEqual(
      [],
    )
  })
})

it('counts one answer of many that were given at once, and each of different people', () => {
  const many = Array.from({ length: 10 }, (_, index) =>
    decidedGate({ id: `gate_${index}`, seconds: 60 + index / 1_000 }),
  )
  expect(labelsIn(many).toSorted()).toEqual([...new Array(9).fill('none'), 'right'])
  const two = [decidedGate({ id: 'gate_a' }), decidedGate({ id: 'gate_b', who: sven })]
  expect(labelsIn(two)).toEqual(['right', 'right'])
})

it('counts one of several calls of one scope in a gate, a wrong one first', () => {
  const calls = ['a', 'b', 'c'].map(id => toolCall(id))
  expect(labelsIn([decidedGate({ calls })])).toEqual(['right'])
  const request: DecideRequest = { ...approve, edited_arguments: { b: { path: 'x.log' } } }
  expect(labelsIn([decidedGate({ calls, request })])).toEqual(['wrong'])
})

it('does not take an approved edit for a call that the agent proposed', () => {
  const edited = decidedGate({ request: { ...approve, edited_arguments: { a: { path: 'b.log' } } } })
  const first: Gate = { ...edited, status: 'superseded', superseded_by: 'gate_2' }
  const second = decidedGate({ id: 'gate_2', calls: [toolCall('b')], seconds: 120 })
  expect(labelsIn([first, second])).toEqual(['wrong', 'none'])
})

it('tells scopes apart, and what a contract would still need of each', () => {
  const gates = Array.from({ length: 20 }, (_, index) =>
    decidedGate({ id: `gate_${index}`, seconds: 60 * (index + 1), request: index === 3 ? reject : approve }),
  )
  const pay = toolCall('a', { tool: 'pay', reversibility: 'irreversible' })
  const other: Gate = {
    ...decidedGate({ id: 'gate_x', seconds: 5_000 }),
    subject: { tool_calls: [pay] },
  }
  const [scope, irreversible] = toScopes(read([...gates, other], LATER_MS + 10_000_000))
  expect(scope).toMatchObject({
    ...{ requester: 'agent:reasoning', tool: 'move_thing', right: 19, wrong: 1, unsettled: 0, unlabelled: 0 },
    still_needed: 328 - 19,
    ...{ first_at: at(60), last_at: at(1_200), shape: ['/path text'] },
  })
  expect(scope?.why_no_contract).toBeUndefined()
  expect(irreversible).toMatchObject({ tool: 'pay', right: 1, why_no_contract: 'pay cannot be taken back.' })
})
