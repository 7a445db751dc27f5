import { expect, it } from 'vitest'
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
import type { Gate } from '../../contracts/gate.ts'
import { answersOf, toReviewed } from './attention.ts'

/** Gates open at 09:00. */
const at = (seconds: number) =>
  new Date(Date.parse('2026-03-01T09:00:00.000Z') + seconds * 1_000).toISOString()

function answered(id: string, seconds: number, { request = approve, who = rita } = {}): Gate {
  const gate = gateOf({ gate_id: id, subject: { tool_calls: [toolCall('a')] } })
  return gateAfter(decide(gate, request, { who, now: at(seconds) }))
}

const reviewed = (gates: readonly Gate[], person = rita.id) =>
  toReviewed(answersOf(gates).filter(answer => answer.person === person))

it('counts answers that come faster than their cards can be read, from the answer before', () => {
  const found = reviewed([answered('gate_1', 60), answered('gate_2', 60.2), answered('gate_3', 120)])
  expect(found).toMatchObject({ answers: 3, too_fast: 1, rejected: 0 })
  expect(found.reading_ratio).toBeGreaterThan(1)
  expect(reviewed([answered('gate_1', 0.1)]).reading_ratio).toBeLessThan(1)
})

it('calls no rejection too fast, and counts nobody else’s answers', () => {
  const gates = [answered('gate_1', 0.1, { request: reject }), answered('gate_2', 30, { who: sven })]
  expect(reviewed(gates)).toMatchObject({ answers: 1, too_fast: 0, rejected: 1 })
  expect(reviewed([])).toMatchObject({ answers: 0, reading_ratio: null, by_hour: [] })
})

it('tells the hours of a session, which ends after half an hour without an answer', () => {
  const minutes = [0, 20, 40, 61, 80, 140]
  const found = reviewed(minutes.map((minute, nth) => answered(`gate_${nth}`, minute * 60 + 30)))
  expect(found.by_hour.map(({ hour, answers }) => [hour, answers])).toEqual([
    [0, 4],
    [1, 2],
  ])
})

it('tells how often others said the same of a card', () => {
  const gate = answered('gate_1', 30)
  const [own] = gate.decisions
  const other = (decision: 'approve' | 'reject', by: string) =>
    ({ ...own, decision, decided_by: by }) as never
  const both = {
    ...gate,
    decisions: [...gate.decisions, other('reject', 'person_x'), other('approve', 'person_y')],
  }
  expect(reviewed([both])).toMatchObject({ second_looks: 2, agreed: 1 })
})

it('counts nothing that the program or an agent decided, nor what came late', () => {
  const gate = answered('gate_1', 30)
  for (const changes of [{ decided_by: 'system:auto-approve' }, { decided_by: 'agent:b' }, { late: true }])
    expect(
      answersOf([{ ...gate, decisions: gate.decisions.map(each => ({ ...each, ...changes })) }]),
    ).toEqual([])
})
