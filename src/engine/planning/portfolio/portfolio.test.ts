import { describe, expect, test } from 'vitest'
import {
  DEFAULT_INTERACTION_POLICY,
  type PlanBlock,
  PlanConstraints,
  PlanNode,
  type Roadmap,
} from '../../../contracts/plan.ts'
import { defaultCalendar } from '../plan-schedule/plan-schedule.ts'
import type { PlanSituation } from '../planning-tools.ts'
import { probePortfolio } from './portfolio.ts'

const ZONE = 'Europe/Berlin'

function situation(constraints: unknown = {}): PlanSituation {
  return {
    ...{ plan_id: 'plan_1', goal: 'Write', clarifications: [], instructions: [] },
    ...{ policy: DEFAULT_INTERACTION_POLICY, constraints: PlanConstraints.parse(constraints) },
    ...{ calendar: defaultCalendar(ZONE), strategy: { mode: 'hybrid' as const }, timezone: ZONE },
    ...{ flags: { allow_new_subtypes: true, require_rfc: true }, now: '2027-03-01T07:00:00Z' },
  }
}

function block(id: string, start: string, end: string): PlanBlock {
  return {
    ...{ block_id: `block_${id}`, plan_node_id: id, title: id, tags: [], status: 'scheduled' },
    ...{ start: `2027-03-${start}:00+01:00`, end: `2027-03-${end}:00+01:00` },
  }
}

function probe(
  blocks: readonly PlanBlock[],
  others: readonly PlanBlock[],
  more: { readonly constraints?: unknown; readonly roadmap?: Roadmap } = {},
) {
  return probePortfolio({
    situation: situation(more.constraints),
    schedule: { timezone: ZONE, blocks: [...blocks], milestones: [], finish: null, notes: [] },
    others: [{ plan_id: 'plan_2', title: 'Other', blocks: others }],
    ...(more.roadmap === undefined ? {} : { roadmap: more.roadmap }),
  })
}

describe('a portfolio', () => {
  test('has no conflicts where plans take different times', () => {
    const found = probe([block('a', '01T09:00', '01T10:00')], [block('b', '01T11:00', '01T12:00')])
    expect(found.conflicts).toEqual([])
    expect(found.utilization_minutes).toBe(60)
    expect(found.notes.join()).toContain('120 minutes in all plans')
  })

  test('names an overlap with both plans, and offers a place that is free', () => {
    const found = probe([block('a', '01T09:30', '01T10:30')], [block('b', '01T09:00', '01T10:00')])
    expect(found.conflicts).toMatchObject([
      { conflict_type: 'overlap', severity: 'major', plan_id: 'plan_2', plan_node_ids: ['a'] },
    ])
    expect(found.suggested_shifts).toMatchObject([{ block_id: 'block_a', to: '2027-03-01T10:15:00+01:00' }])
  })

  test('offers no place that breaks what the plan is bound to', () => {
    const node = (id: string, more: Partial<PlanNode> = {}) =>
      PlanNode.parse({ ...{ id, title: id, node_type: 'task', level: 4, estimated_minutes: 60 }, ...more })
    const nodes = [
      node('a'),
      node('b', { dependencies: [{ node_id: 'a', type: 'FS', lag_lead_minutes: 0 }] }),
    ]
    const roadmap = { root_id: 'a', roadmap_context: {}, nodes, options_tried: [], rationale: '' }
    const blocks = [block('a', '01T09:00', '01T10:00'), block('b', '01T10:30', '01T11:30')]
    const taken = [block('x', '01T09:00', '01T10:00')]
    expect(probe(blocks, taken).suggested_shifts).toHaveLength(1)
    expect(probe(blocks, taken, { roadmap }).suggested_shifts).toEqual([])
  })

  test('sees days and weeks that all plans together overfill', () => {
    const own = [block('a', '01T09:00', '01T13:00')]
    const found = probe(own, [block('b', '01T13:30', '01T19:30')])
    expect(found.conflicts).toMatchObject([{ conflict_type: 'capacity_exceeded', severity: 'minor' }])
    expect(probe(own, []).conflicts).toEqual([])
  })

  test('sees work in time that is taken or closed', () => {
    const constraints = { blackouts: [{ start: '2027-03-01', end: '2027-03-01' }] }
    expect(probe([block('a', '01T09:00', '01T10:00')], [], { constraints }).conflicts).toMatchObject([
      { conflict_type: 'availability_violation', severity: 'critical' },
    ])
    expect(probe([block('a', '06T09:00', '06T10:00')], []).conflicts).toMatchObject([
      { conflict_type: 'availability_violation' },
    ])
  })

  test('what is done or cancelled takes no time any more', () => {
    const done = { ...block('b', '01T09:00', '01T10:00'), status: 'completed' as const }
    expect(probe([block('a', '01T09:00', '01T10:00')], [done]).conflicts).toEqual([])
  })
})
