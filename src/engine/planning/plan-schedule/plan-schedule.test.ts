import { describe, expect, test } from 'vitest'
import { PlanConstraints, PlanNode } from '../../../contracts/plan.ts'
import {
  applyRelaxation,
  checkPlan,
  defaultCalendar,
  draftSchedule,
  type PlanToPlace,
  planWeek,
} from './plan-schedule.ts'
import { randomPlan } from './random-plan-fixture.ts'

const ZONE = 'Europe/Berlin'

function node(id: string, more: Partial<PlanNode> = {}): PlanNode {
  return PlanNode.parse({
    ...{ id, node_type: 'task', level: 4, title: id, parent_id: 'goal', estimated_minutes: 60 },
    ...more,
  })
}

const GOAL = node('goal', { node_type: 'goal', level: 1, parent_id: undefined, estimated_minutes: undefined })

function plan(
  nodes: readonly PlanNode[],
  constraints: unknown = {},
  more: Partial<PlanToPlace> = {},
): PlanToPlace {
  return {
    ...{ nodes: [GOAL, ...nodes], constraints: PlanConstraints.parse(constraints) },
    ...{ calendar: defaultCalendar(ZONE), timezone: ZONE, busy: [], kept: [], from: '2027-03-01' },
    ...more,
  }
}

function draft(toPlace: PlanToPlace) {
  let time = 0
  const environment = { elapsedMs: () => ++time / 1000, search_ms: 10_000, seed: 1 }
  return draftSchedule(toPlace, 'plan_1', environment)
}

function lines(toPlace: PlanToPlace): readonly string[] {
  const { schedule, conflict } = draft(toPlace)
  expect(conflict).toBeUndefined()
  return (schedule?.blocks ?? []).map(
    ({ plan_node_id: id, start, end }) => `${id} ${start.slice(0, 16)} ${end.slice(11, 16)}`,
  )
}

describe('the schedule of a plan', () => {
  test('what has a fixed time stands there whole, outside of working hours too, and nothing lies beside it', () => {
    const on = (start: string, end: string) => ({ timing: { fixed: { start, end }, splittable: false } })
    const show = node('show', {
      estimated_minutes: 600,
      metadata: on('2027-03-06T12:00', '2027-03-06T22:00'),
    })
    const fair = node('fair', {
      estimated_minutes: 120,
      metadata: on('2027-03-01T10:00', '2027-03-01T12:00'),
    })
    const work = node('work', { estimated_minutes: 240 })
    expect(lines(plan([show, fair, work]))).toEqual([
      'fair 2027-03-01T10:00 12:00',
      'work 2027-03-01T12:00 16:00',
      'show 2027-03-06T12:00 22:00',
    ])
  })

  test('keeps to evenings and days of the week, and to so many days a week', () => {
    const constraints = {
      times_of_day: [{ start: '18:00', end: '21:00' }],
      not_on_weekdays: ['wednesday'],
      sessions_per_week: 3,
    }
    const run = node('run', { recurrence: { frequency: 'weekly', interval: 1, times: 3, count: 6 } })
    const found = lines(plan([run, node('shoes')], constraints))
    expect(found).toHaveLength(7)
    expect(found.every(line => /1[89]:|2[01]:/.test(line))).toBe(true)
    expect(found.filter(line => line.includes('2027-03-03'))).toEqual([])
    const days = new Set(found.map(line => line.split(' ')[1]?.slice(0, 10)))
    expect([...days].filter(day => day !== undefined && day < '2027-03-08')).toHaveLength(3)
  })

  test('sessions of a week lie apart, unless only close ones fit; days away thin a week', () => {
    const run = node('run', { recurrence: { frequency: 'weekly', interval: 1, times: 3, count: 3 } })
    const daysOf = (constraints: unknown) => lines(plan([run], constraints)).map(line => line.slice(12, 14))
    expect(daysOf({})).toEqual(['01', '03', '05'])
    expect(daysOf({ not_on_weekdays: ['wednesday'] })).toEqual(['01', '02', '05'])
    expect(daysOf({ blackouts: [{ start: '2027-03-04', end: '2027-03-07' }] })).toEqual(['01', '03', '08'])
  })

  test('a holiday crams no week: a day of rest between alike sessions holds before, after and around it', () => {
    const apart = { group: 'hard', days: 1 }
    const often = (times: number) => ({
      ...{ recurrence: { frequency: 'weekly' as const, interval: 1, times, until: '2027-04-11' } },
      metadata: { timing: { apart } },
    })
    const nodes = [node('intervals', often(1)), node('long', often(2)), node('easy', {})]
    const week = {
      ...{ not_on_weekdays: ['monday'], only_on_weekdays: undefined },
      blackouts: [{ start: '2027-03-17', end: '2027-03-26' }],
    }
    const everyDay = ['tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
    const weekly = everyDay.map(day => ({ day, start: '09:00', end: '17:00' }))
    const toPlace = plan(nodes, week, { calendar: { timezone: ZONE, weekly, exceptions: [] } })
    const { schedule, conflict } = draft(toPlace)
    expect(conflict).toBeUndefined()
    const blocks = schedule?.blocks ?? []
    const days = blocks
      .filter(({ plan_node_id: id }) => id !== 'easy')
      .map(({ start }) => Date.parse(start.slice(0, 10)) / 86_400_000)
    expect(days.length).toBeGreaterThan(9)
    expect(Math.min(...days.slice(1).map((day, at) => day - (days[at] ?? 0)))).toBeGreaterThan(1)
    expect(checkPlan({ ...toPlace, blocks }).valid).toBe(true)
    const [first, second] = blocks.filter(({ plan_node_id: id }) => id !== 'easy')
    const next = (at: string): string =>
      at.replace(/-03-\d\d/, `-03-${Number(first?.start.slice(8, 10)) + 1}`.replace(/-(\d)$/, '-0$1'))
    const close = blocks.map(block =>
      block === second ? { ...block, start: next(block.start), end: next(block.end) } : block,
    )
    expect(checkPlan({ ...toPlace, blocks: close }).violations.map(({ code }) => code)).toContain(
      'schedule_apart',
    )
  })

  test('rest that leaves too few days is named, with less of it as the way out', () => {
    const run = node('run', {
      recurrence: { frequency: 'weekly', interval: 1, times: 3, until: '2027-03-28' },
      metadata: { timing: { apart: { group: 'run', days: 3 } } },
    })
    const { conflict } = draft(plan([run]))
    const rest = conflict?.constraints.find(({ constraint_id: id }) => id === 'apart:run')
    expect(rest).toMatchObject({ can_relax: true, suggestion: { group: 'run', days: 1 } })
    const relaxed = applyRelaxation({}, rest as never, undefined)
    expect(relaxed).toMatchObject({ nodes: { run: { timing: { apart: { group: 'run', days: 1 } } } } })
  })

  test('different sessions of the same weeks have days of their own', () => {
    const weekly = { recurrence: { frequency: 'weekly' as const, interval: 1, times: 1, count: 2 } }
    const nodes = ['long', 'short', 'easy'].map(id => node(id, weekly))
    const found = lines(plan(nodes, { sessions_per_week: 3 })).map(line => line.slice(0, line.indexOf('T')))
    expect(found).toEqual([
      'long 2027-03-01',
      'short 2027-03-03',
      'easy 2027-03-05',
      'long 2027-03-08',
      'short 2027-03-10',
      'easy 2027-03-12',
    ])
  })

  test('a phase waits for the whole of another, and its dates bind everything in it', () => {
    const phase = (id: string, more: Partial<PlanNode> = {}) =>
      node(id, { node_type: 'phase', level: 2, estimated_minutes: undefined, ...more })
    const nodes = [
      phase('one'),
      phase('two', { dependencies: [{ node_id: 'one', type: 'FS', lag_lead_minutes: 1440 }] }),
      node('a', { parent_id: 'one' }),
      node('b', { parent_id: 'one', metadata: { timing: { earliest_start: '2027-03-04' } } }),
      node('c', { parent_id: 'two' }),
    ]
    expect(lines(plan(nodes))).toEqual([
      'a 2027-03-01T09:00 10:00',
      'b 2027-03-04T09:00 10:00',
      'c 2027-03-05T10:00 11:00',
    ])
  })

  test('what comes back alike takes turns', () => {
    const weekly = { recurrence: { frequency: 'weekly' as const, interval: 1, times: 1, count: 3 } }
    const nodes = [
      node('review', { ...weekly, dependencies: [{ node_id: 'draft', type: 'FS', lag_lead_minutes: 0 }] }),
      node('draft', weekly),
    ]
    expect(lines(plan(nodes)).map(line => line.slice(0, 17))).toEqual([
      'draft 2027-03-01T',
      'review 2027-03-01',
      'draft 2027-03-08T',
      'review 2027-03-08',
      'draft 2027-03-15T',
      'review 2027-03-15',
    ])
  })

  test('what is kept stays, keeps its id, and only the rest is planned anew', () => {
    const first = draft(plan([node('a', { estimated_minutes: 300 }), node('b')])).schedule
    const kept = (first?.blocks ?? []).slice(0, 1).map(block => ({ ...block, status: 'completed' as const }))
    const nodes = [node('a', { estimated_minutes: 300 }), node('b')]
    const again = draft(plan(nodes, {}, { kept, from: '2027-03-10T09:00:00+01:00' })).schedule
    expect(again?.blocks[0]).toEqual(kept[0])
    const rest = again?.blocks.slice(1) ?? []
    expect(rest.every(({ start }) => start >= '2027-03-10')).toBe(true)
    expect(rest.reduce((sum, { estimated_minutes: minutes = 0 }) => sum + minutes, 0)).toBe(60 + 60)
    expect(new Set(again?.blocks.map(({ block_id: id }) => id)).size).toBe(again?.blocks.length)
  })

  test('is the same twice, with the same ids', () => {
    const toPlace = plan([node('a'), node('b'), node('c')])
    expect(draft(toPlace)).toEqual(draft(toPlace))
  })

  test('goes around what other plans have taken', () => {
    const busy = [{ start: '2027-03-01T09:00', end: '2027-03-01T12:00', plan_id: 'plan_2', reason: 'Other' }]
    expect(lines(plan([node('a')], {}, { busy }))).toEqual(['a 2027-03-01T12:00 13:00'])
  })

  test('what other plans have taken counts as work of its week on days without sessions too', () => {
    const busy = [{ start: '2027-03-02T09:00', end: '2027-03-02T15:00' }]
    const weekly = { recurrence: { frequency: 'weekly' as const, interval: 1, times: 2, count: 2 } }
    const constraints = { sessions_per_week: 2, minutes_per_week: 500 }
    const toPlace = plan([node('run', weekly), node('write', { estimated_minutes: 60 })], constraints, {
      busy,
    })
    const { schedule } = draft(toPlace)
    expect(checkPlan({ ...toPlace, blocks: schedule?.blocks ?? [] }).violations).toEqual([])
    expect(schedule?.blocks.filter(({ start }) => start < '2027-03-08')).toHaveLength(2)
  })

  test('what comes back without an end is planned for some weeks, and says so', () => {
    const { schedule } = draft(
      plan([node('run', { recurrence: { frequency: 'weekly', interval: 1, times: 1 } })]),
    )
    expect(schedule?.blocks).toHaveLength(12)
    expect(schedule?.notes.join()).toContain('no end')
  })
})

test('schedules of random plans hold everything, as an independent check sees it', () => {
  let placed = 0
  for (let seed = 1; seed <= 12; seed += 1) {
    const toPlace = randomPlan(seed)
    const { schedule, conflict } = draft(toPlace)
    if (conflict !== undefined || schedule === undefined) continue
    placed += 1
    expect([seed, checkPlan({ ...toPlace, blocks: schedule.blocks }).violations]).toEqual([seed, []])
  }
  expect(placed).toBeGreaterThan(5)
})

describe('a plan that does not fit', () => {
  const tight = {
    deadline: '2027-03-14',
    times_of_day: [{ start: '18:00', end: '20:00' }],
    not_on_weekdays: ['wednesday', 'saturday', 'sunday'],
  }
  const work = [node('essay', { estimated_minutes: 1_000 })]

  test('names what conflicts in words, each with a value that works', () => {
    const { conflict } = draft(plan(work, tight))
    expect(conflict?.minimal).toBe(true)
    const byId = new Map(conflict?.constraints.map(one => [one.constraint_id, one] as const))
    expect(byId.get('deadline')).toMatchObject({ can_relax: true, value: '2027-03-14' })
    expect(byId.get('not_on_weekdays:wednesday')?.message).toContain('allow Wednesdays')
    expect(byId.get('task:essay')).toMatchObject({ can_relax: false })
    expect(byId.get('deadline')?.message).toContain('move the deadline to')
  })

  test('every value that is offered lets the plan fit', () => {
    const toPlace = plan(work, tight)
    const offered = draft(toPlace).conflict?.constraints.filter(({ can_relax: can }) => can) ?? []
    expect(offered.length).toBeGreaterThanOrEqual(3)
    for (const constraint of offered) {
      const relaxed = applyRelaxation(toPlace.constraints, constraint, undefined)
      if ('problem' in relaxed) throw new Error(relaxed.problem)
      expect(draft({ ...toPlace, constraints: relaxed.constraints }).conflict).toBeUndefined()
    }
  })

  test('a task with a deadline of its own can have a later one', () => {
    const timing = { deadline: '2027-03-01' }
    const { conflict } = draft(plan([node('big', { estimated_minutes: 900, metadata: { timing } })]))
    const one = conflict?.constraints.find(({ constraint_id: id }) => id === 'task_deadline:big')
    expect(one).toMatchObject({ can_relax: true, suggestion: '2027-03-02' })
  })

  test('many tasks are one line, and what can give way comes first', () => {
    const nodes = Array.from({ length: 30 }, (_, at) => node(`t${at}`, { estimated_minutes: 120 }))
    const constraints = draft(plan(nodes, { deadline: '2027-03-04' })).conflict?.constraints ?? []
    expect(constraints[0]).toMatchObject({ constraint_id: 'deadline', can_relax: true })
    expect(constraints.length).toBeLessThan(6)
    const tasks = constraints.find(({ constraint_id: id }) => id === 'tasks')
    expect(tasks?.message).toMatch(/\d+ tasks take .* together: “t0”, “t1”, “t2” and \d+ more\./)
  })

  test('when nothing alone helps, two that help together are offered as one way out', () => {
    const timing = { deadline: '2027-03-01' }
    const nodes = ['a', 'b'].map(id => node(id, { estimated_minutes: 900, metadata: { timing } }))
    const toPlace = plan(nodes)
    const [offered] = draft(toPlace).conflict?.constraints ?? []
    expect(offered).toMatchObject({ kind: 'together', can_relax: true })
    expect(offered?.message).toMatch(/let “a” be done by .* and let “b” be done by/)
    const relaxed = offered === undefined ? undefined : applyRelaxation({}, offered, undefined)
    if (relaxed === undefined || 'problem' in relaxed) throw new Error(JSON.stringify(relaxed))
    const timed = toPlace.nodes.map(one => ({
      ...one,
      metadata: { ...one.metadata, ...relaxed.nodes?.[one.id] },
    }))
    expect(draft({ ...toPlace, nodes: timed }).conflict).toBeUndefined()
  })

  test('two limits of the whole plan may have to give way together', () => {
    const constraints = {
      ...{ deadline: '2027-03-05', only_on_weekdays: ['monday'] },
      times_of_day: [{ start: '18:00', end: '19:00' }],
    }
    const nodes = [node('walk', { estimated_minutes: 90, metadata: { timing: { splittable: false } } })]
    const later = node('rest', { estimated_minutes: 480 })
    const toPlace = plan([...nodes, later], constraints)
    const { conflict } = draft(toPlace)
    const [offered] = conflict?.constraints ?? []
    expect(offered).toMatchObject({ kind: 'together', can_relax: true })
    const relaxed =
      offered === undefined ? undefined : applyRelaxation(toPlace.constraints, offered, undefined)
    if (relaxed === undefined || 'problem' in relaxed) throw new Error(JSON.stringify(relaxed))
    expect(draft({ ...toPlace, constraints: relaxed.constraints }).conflict).toBeUndefined()
  })

  test('when not even two help, nothing is offered', () => {
    const timing = { deadline: '2027-03-01' }
    const nodes = ['a', 'b', 'c'].map(id => node(id, { estimated_minutes: 900, metadata: { timing } }))
    const { conflict } = draft(plan(nodes))
    expect(conflict?.constraints.some(({ can_relax: can }) => can)).toBe(false)
    expect(conflict?.message).toContain('Neither one nor two of them help')
  })

  test('breaks and tasks a day are kept to, and are named where they are in the way', () => {
    const nodes = ['a', 'b', 'c'].map(id => node(id))
    expect(lines(plan(nodes, { tasks_per_day: 1, break_minutes: 45 }))).toEqual([
      'a 2027-03-01T09:00 10:00',
      'b 2027-03-02T09:00 10:00',
      'c 2027-03-03T09:00 10:00',
    ])
    expect(lines(plan(nodes, { break_minutes: 45 }))).toEqual([
      'a 2027-03-01T09:00 10:00',
      'b 2027-03-01T10:45 11:45',
      'c 2027-03-01T12:30 13:30',
    ])
    const { conflict } = draft(plan(nodes, { tasks_per_day: 1, deadline: '2027-03-02' }))
    const one = conflict?.constraints.find(({ constraint_id: id }) => id === 'tasks_per_day')
    expect(one).toMatchObject({ can_relax: true, value: 1, suggestion: 2 })
    expect(applyRelaxation({}, { ...one, constraint_id: 'break_minutes' } as never, 0)).toMatchObject({
      constraints: { break_minutes: 0 },
    })
  })

  test('what comes back every week is left out while its person is away, and that is said', () => {
    const run = node('run', {
      recurrence: { frequency: 'weekly', interval: 1, times: 2, until: '2027-03-21' },
    })
    const { schedule, conflict } = draft(
      plan([run], { blackouts: [{ start: '2027-03-08', end: '2027-03-14' }] }),
    )
    expect(conflict).toBeUndefined()
    expect(schedule?.blocks.map(({ start }) => start.slice(8, 10))).toEqual(['01', '04', '15', '18'])
    expect(schedule?.notes).toContain(
      '“run” is left out 2 times, where days off or time away leave too few days for it.',
    )
  })

  test('dependencies that run in a circle are named with their path', () => {
    const nodes = [
      node('a', { dependencies: [{ node_id: 'b', type: 'FS', lag_lead_minutes: 0 }] }),
      node('b', { dependencies: [{ node_id: 'a', type: 'FS', lag_lead_minutes: 0 }] }),
    ]
    const { conflict } = draft(plan(nodes))
    expect(conflict?.constraints[0]).toMatchObject({ kind: 'dependency_cycle', can_relax: false })
    expect(conflict?.constraints[0]?.message).toMatch(/a.*b|b.*a/)
  })

  test('a value that makes no sense is refused', () => {
    const constraint = {
      constraint_id: 'deadline',
      kind: 'project_deadline',
      message: '',
      node_ids: [],
      can_relax: true,
    }
    expect(applyRelaxation({}, constraint, 'soon')).toHaveProperty('problem')
    expect(applyRelaxation({}, { ...constraint, constraint_id: 'sessions_per_week' }, 0)).toHaveProperty(
      'problem',
    )
    expect(applyRelaxation({}, { ...constraint, constraint_id: 'task:a' }, 1)).toHaveProperty('problem')
  })
})

describe('the week of a plan', () => {
  test('named days and times replace the default, and narrow a calendar that was given', () => {
    const times = PlanConstraints.parse({ times_of_day: [{ start: '18:00', end: '21:00' }] })
    expect(planWeek(defaultCalendar(ZONE), times)).toHaveLength(7)
    const weekend = PlanConstraints.parse({ only_on_weekdays: ['saturday', 'sunday'] })
    expect(planWeek(defaultCalendar(ZONE), weekend).map(({ day, start }) => `${day} ${start}`)).toEqual([
      'saturday 09:00',
      'sunday 09:00',
    ])
    const own = {
      timezone: ZONE,
      exceptions: [],
      weekly: [{ day: 'monday' as const, start: '17:00', end: '19:00' }],
    }
    expect(planWeek(own, times)).toEqual([{ day: 'monday', start: '18:00', end: '19:00' }])
    expect(planWeek(own, weekend)).toEqual([])
  })
})
