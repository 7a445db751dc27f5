import { describe, expect, test } from 'vitest'
import {
  DEFAULT_INTERACTION_POLICY,
  PlanConstraints,
  PlanNode,
  type PlanSchedule,
  type StrategyProfile,
} from '../../../contracts/plan.ts'
import { checkPlan, defaultCalendar, draftSchedule, moveBlock } from '../plan-schedule/plan-schedule.ts'
import { adaptPlan, withOverdue } from './adaptation.ts'

const ZONE = 'Europe/Berlin'
const START = '2027-03-01T08:00:00Z'

function environment() {
  let time = 0
  return {
    signal: new AbortController().signal,
    ...{ seed: 1, search_ms: 10_000, elapsedMs: () => ++time / 1000 },
  }
}

function node(id: string, more: Partial<PlanNode> = {}): PlanNode {
  return PlanNode.parse({
    ...{ id, title: id, node_type: 'task', level: 4, estimated_minutes: 120 },
    ...more,
  })
}

const NODES = [
  node('one'),
  node('two', { dependencies: [{ node_id: 'one', type: 'FS', lag_lead_minutes: 0 }] }),
  node('three', { dependencies: [{ node_id: 'two', type: 'FS', lag_lead_minutes: 0 }] }),
]

function plan(constraints: unknown = {}) {
  return {
    ...{ nodes: NODES, constraints: PlanConstraints.parse(constraints), calendar: defaultCalendar(ZONE) },
    ...{ timezone: ZONE, busy: [], from: START },
  }
}

const DAILY = { minutes_per_day: 120 }

function standing(constraints: unknown = DAILY): PlanSchedule {
  const { schedule } = draftSchedule({ ...plan(constraints), kept: [] }, 'plan_1', environment())
  if (schedule === undefined) throw new Error('nothing was placed')
  return schedule
}

function adapt(
  schedule: PlanSchedule,
  about: {
    readonly now: string
    readonly mode?: StrategyProfile['mode']
    readonly constraints?: unknown
    readonly nodes?: readonly PlanNode[]
    readonly feedback?: string
  },
) {
  const constraints = PlanConstraints.parse(about.constraints ?? DAILY)
  const nodes = about.nodes ?? NODES
  return adaptPlan(
    {
      situation: {
        ...{ plan_id: 'plan_1', goal: 'Write', clarifications: [], instructions: [], constraints },
        ...{ policy: DEFAULT_INTERACTION_POLICY, calendar: defaultCalendar(ZONE), timezone: ZONE },
        ...{ strategy: { mode: about.mode ?? 'hybrid' }, now: about.now },
        flags: { allow_new_subtypes: true, require_rfc: true },
      },
      ...{ feedback: about.feedback ?? '', nodes, schedule, busy: [], now: about.now },
      roadmap: { root_id: 'one', roadmap_context: {}, nodes: [...nodes], options_tried: [], rationale: '' },
    },
    environment(),
  )
}

function days(schedule: PlanSchedule | undefined): readonly string[] {
  return (schedule?.blocks ?? []).map(({ plan_node_id: id, start }) => `${id} ${start.slice(8, 10)}`)
}

function ticked(schedule: PlanSchedule, id: string): PlanSchedule {
  const blocks = schedule.blocks.map(block =>
    block.plan_node_id === id ? { ...block, status: 'completed' as const } : block,
  )
  return { ...schedule, blocks }
}

describe('living with a plan', () => {
  test('a block is overdue when its time is over and nobody ticked it off', () => {
    const [block] = standing().blocks
    if (block === undefined) throw new Error('no block')
    expect(withOverdue(block, '2027-03-01T10:00:00Z').status).toBe('overdue')
    expect(withOverdue(block, '2027-03-01T08:30:00Z').status).toBe('scheduled')
    expect(withOverdue({ ...block, status: 'completed' }, '2027-04-01T00:00:00Z').status).toBe('completed')
  })

  test('a move that breaks nothing is made, one that breaks something says what', () => {
    const check = { ...plan({ ...DAILY, deadline: '2027-03-12' }), blocks: standing().blocks }
    const [first, , last] = check.blocks
    const free = moveBlock(check, { block_id: last?.block_id ?? '', start: '2027-03-04T10:00' })
    expect(free).toMatchObject({
      block: { start: '2027-03-04T10:00:00+01:00', end: '2027-03-04T12:00:00+01:00' },
      violations: [],
    })
    const rulesAt = (id: string | undefined, start: string): readonly string[] => {
      const moved = moveBlock(check, { block_id: id ?? '', start })
      return 'problem' in moved ? [moved.problem] : moved.violations.map(({ code }) => code)
    }
    expect(rulesAt(first?.block_id, '2027-03-10T10:00')).toContain('schedule_dependency')
    expect(rulesAt(last?.block_id, '2027-03-15T10:00')).toContain('schedule_deadline')
    expect(rulesAt(last?.block_id, '2027-03-04T18:00')).toContain('schedule_availability')
    expect(rulesAt(last?.block_id, '2027-03-28T02:30')[0]).toContain('does not exist')
    expect(rulesAt(last?.block_id, '2027-10-31T02:30')[0]).toContain('happens twice')
    expect(rulesAt(last?.block_id, 'soon')[0]).toContain('is no time')
    expect(rulesAt('block_none', '2027-03-04T10:00')[0]).toContain('no block')
  })
})

describe('an adaptation', () => {
  test('proposes nothing while everything holds', () => {
    const schedule = standing()
    const { changes, entries, draft } = adapt(schedule, { now: '2027-03-01T08:00:00Z' })
    expect([changes, entries]).toEqual([[], []])
    expect(draft.schedule).toEqual(schedule)
  })

  test('moves what was not done, leaves what is done alone, and says what changes', () => {
    const schedule = ticked(standing(), 'one')
    expect(days(schedule)).toEqual(['one 01', 'two 02', 'three 03'])
    const { changes, draft, entries } = adapt(schedule, { now: '2027-03-02T17:00:00Z' })
    expect(draft.schedule?.blocks[0]).toEqual(schedule.blocks[0])
    expect(days(draft.schedule)).toEqual(['one 01', 'two 03', 'three 04'])
    expect(changes).toHaveLength(2)
    expect(changes[0]).toContain('“two” moves from Tue 2 Mar 2027')
    expect(entries).toMatchObject([{ strategy_applied: 'hybrid', origin: 'ai_adaptation' }])
    expect(entries[0]?.node_ids).toEqual(['two', 'three'])
  })

  test('around new time away only what lies in it moves', () => {
    const schedule = standing()
    const constraints = { ...DAILY, blackouts: [{ start: '2027-03-03', end: '2027-03-05' }] }
    const { draft } = adapt(schedule, { now: START, constraints, feedback: 'I am away 3-5 March' })
    expect(draft.schedule?.blocks.slice(0, 2)).toEqual(schedule.blocks.slice(0, 2))
    expect(days(draft.schedule)).toEqual(['one 01', 'two 02', 'three 08'])
  })

  test('push brings forward what can be, with the same ids', () => {
    const late = standing({ ...DAILY, not_on_weekdays: ['tuesday', 'wednesday', 'thursday'] })
    expect(days(late)).toEqual(['one 01', 'two 05', 'three 08'])
    const pushed = adapt(late, { now: START, mode: 'push', feedback: 'faster' }).draft.schedule
    expect(days(pushed)).toEqual(['one 01', 'two 02', 'three 03'])
    expect(pushed?.blocks.map(({ block_id: id }) => id)).toEqual(late.blocks.map(({ block_id: id }) => id))
  })

  test('relax offers a later deadline for the person to grant; hybrid asks what gives way', () => {
    const constraints = { ...DAILY, deadline: '2027-03-03' }
    const schedule = ticked(standing(constraints), 'one')
    const about = { now: '2027-03-02T17:00:00Z', constraints }
    const relaxed = adapt(schedule, { ...about, mode: 'relax' })
    expect(days(relaxed.draft.schedule)).toEqual(['one 01', 'two 03', 'three 04'])
    expect(relaxed.draft.conflict?.constraints).toMatchObject([
      { constraint_id: 'deadline', value: '2027-03-03', suggestion: '2027-03-04' },
    ])
    const asked = adapt(schedule, { ...about, mode: 'hybrid' })
    expect(asked.draft.conflict?.constraints.length).toBeGreaterThan(0)
  })

  test('manual moves nothing and only says what no longer holds', () => {
    const schedule = ticked(standing(), 'one')
    const { draft, changes } = adapt(schedule, { now: '2027-03-02T17:00:00Z', mode: 'manual' })
    expect(draft.schedule).toEqual(schedule)
    expect(changes).toEqual(['“two” on 2027-03-02T09:00:00+01:00 no longer holds; say where it is to be.'])
  })

  test('what is proposed holds everything', () => {
    const schedule = ticked(standing(), 'one')
    const { draft } = adapt(schedule, { now: '2027-03-02T17:00:00Z' })
    expect(checkPlan({ ...plan(DAILY), blocks: draft.schedule?.blocks ?? [] }).violations).toEqual([])
  })
})
