import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { DEFAULT_INTERACTION_POLICY, PlanConstraints, PlanNode } from '../../../contracts/plan.ts'
import { defaultCalendar, draftSchedule } from '../plan-schedule/plan-schedule.ts'
import { planTime } from './plan-time.ts'

const ABOUT = { now: '2026-11-22T09:00:00Z', timezone: 'Europe/Berlin' }

describe('words about time', () => {
  test('become constraints, and the rest of the words is left', () => {
    const read = planTime.readWords(
      'Train for a half marathon by 15 May, three evenings a week, not on Wednesdays',
      ABOUT,
    )
    expect(read.constraints).toMatchObject({ deadline: '2027-05-15', sessions_per_week: 3 })
    expect(read.rest).toBe('Train for a half marathon')
    expect(read.unclear).toEqual([])
    expect(read.understood.join('\n')).toContain('“not on Wednesdays”: not wednesday.')
    expect(read.calendar).toBeUndefined()
  })

  test('that leave room are asked about', () => {
    expect(planTime.readWords('Finish by 5/6', ABOUT).unclear[0]).toMatch(/Which day is 5\/6\? \(.* or .*\)/)
    expect(planTime.readWords('Finish by 31 February', ABOUT).unclear[0]).toContain('There is no 31 February')
  })

  test('a deadline that is over is kept, to be refused', () => {
    const { constraints } = planTime.readWords('Finish by 15 May 2025', ABOUT)
    expect(constraints.deadline).toBe('2025-05-15')
    expect(planTime.checkConstraints(constraints, undefined, ABOUT.now)).toMatchObject([
      { field: 'constraints.deadline', message: expect.stringContaining('is over') },
    ])
  })

  test('a time zone and times of single days are a calendar', () => {
    const { calendar } = planTime.readWords('Saturdays 10-12 and weekday evenings, Tokyo time', ABOUT)
    expect(calendar?.timezone).toBe('Asia/Tokyo')
    expect(calendar?.weekly.find(({ day }) => day === 'saturday')).toMatchObject({
      start: '10:00',
      end: '12:00',
    })
  })
})

describe('constraints as given', () => {
  test.each([
    [{ deadline: '2026-11-01' }, 'constraints.deadline'],
    [{ start: '2027-03-01', deadline: '2027-02-01' }, 'constraints.deadline'],
    [{ blackouts: [{ start: '2027-03-05', end: '2027-03-01' }] }, 'constraints.blackouts.0'],
    [{ only_on_weekdays: ['monday'], not_on_weekdays: ['monday'] }, 'constraints.only_on_weekdays'],
    [{ times_of_day: [{ start: '09:00', end: '09:00' }] }, 'constraints.times_of_day.0'],
    [{ deadline: '2027-02-30' }, 'constraints.deadline'],
  ])('%j is wrong at %s', (constraints, field) => {
    const found = planTime.checkConstraints(PlanConstraints.parse(constraints), undefined, ABOUT.now)
    expect(found.map(one => one.field)).toEqual([field])
  })

  test('a zone that does not exist is named', () => {
    const calendar = { ...defaultCalendar('Europe/Berlin'), timezone: 'Mars/Base' }
    expect(planTime.checkConstraints({}, calendar, ABOUT.now)).toMatchObject([{ field: 'calendar.timezone' }])
    expect(planTime.checkConstraints({}, defaultCalendar('Asia/Tokyo'), ABOUT.now)).toEqual([])
  })
})

describe('giving way', () => {
  const conflict = {
    ...{ minimal: true, message: '' },
    constraints: [
      { constraint_id: 'not_on_weekdays:wednesday', kind: '', message: '', node_ids: [], can_relax: true },
      { constraint_id: 'task_deadline:a', kind: '', message: '', node_ids: ['a'], can_relax: true },
    ],
  }
  const standing = {
    constraints: PlanConstraints.parse({ not_on_weekdays: ['wednesday', 'sunday'] }),
    calendar: defaultCalendar('Europe/Berlin'),
  }

  test('changes what was chosen and nothing else', () => {
    expect(planTime.relax(standing, conflict, { constraint: 'not_on_weekdays:wednesday' })).toMatchObject({
      constraints: { not_on_weekdays: ['sunday'] },
      text: 'Wednesdays are allowed.',
    })
    expect(
      planTime.relax(standing, conflict, { constraint: 'task_deadline:a', to: '2027-05-29' }),
    ).toMatchObject({
      nodes: { a: { timing: { deadline: '2027-05-29' } } },
    })
  })

  test('refuses what is not part of the conflict', () => {
    expect(planTime.relax(standing, conflict, { constraint: 'deadline' })).toHaveProperty('problem')
  })
})

describe('the calendar file of a plan', () => {
  test('has the same instants, and ids that belong to the plan', () => {
    const nodes = [
      PlanNode.parse({
        ...{ id: 'run', title: 'Run', node_type: 'task', level: 4, estimated_minutes: 60 },
        recurrence: { frequency: 'weekly', interval: 1, times: 1, count: 10 },
      }),
    ]
    let time = 0
    const { schedule } = draftSchedule(
      {
        ...{ nodes, constraints: {}, calendar: defaultCalendar('America/New_York'), busy: [], kept: [] },
        ...{ timezone: 'America/New_York', from: '2027-02-15' },
      },
      'plan_1',
      { elapsedMs: () => ++time / 1000, search_ms: 10_000, seed: 1 },
    )
    if (schedule === undefined) throw new Error('nothing was placed')
    const text = planTime.toIcs(schedule, { plan_id: 'plan_1', title: 'Runs', now: ABOUT.now })
    const root = new ICAL.Component(ICAL.parse(text))
    const [component] = root.getAllSubcomponents('vevent')
    if (component === undefined) throw new Error('no event')
    const iterator = new ICAL.Event(component).iterator()
    const starts: number[] = []
    for (let next = iterator.next(); next; next = iterator.next()) starts.push(next.toJSDate().getTime())
    expect(starts).toEqual(schedule.blocks.map(({ start }) => Date.parse(start)))
    const other = planTime.toIcs(schedule, { plan_id: 'plan_2', title: 'Runs', now: ABOUT.now })
    expect(/UID:(\S+)/.exec(other)?.[1]).not.toBe(/UID:(\S+)/.exec(text)?.[1])
  })
})

test('a schedule is checked apart from what made it', () => {
  const nodes = [PlanNode.parse({ id: 'a', title: 'A', node_type: 'task', level: 4, estimated_minutes: 60 })]
  const situation = {
    ...{
      plan_id: 'p',
      goal: '',
      clarifications: [],
      instructions: [],
      constraints: {},
      now: '2027-03-01T00:00:00Z',
    },
    ...{ policy: DEFAULT_INTERACTION_POLICY, calendar: defaultCalendar('UTC'), timezone: 'UTC' },
    ...{ strategy: { mode: 'hybrid' as const }, flags: { allow_new_subtypes: true, require_rfc: true } },
  }
  const roadmap = { root_id: 'a', roadmap_context: {}, nodes, options_tried: [], rationale: '' }
  const at = (start: string, end: string) =>
    planTime.validateSchedule({
      ...{ situation, roadmap, busy: [] },
      schedule: {
        ...{ timezone: 'UTC', milestones: [], finish: null, notes: [] },
        blocks: [{ block_id: 'b', plan_node_id: 'a', title: 'A', tags: [], status: 'scheduled', start, end }],
      },
    })
  expect(at('2027-03-01T09:00:00Z', '2027-03-01T10:00:00Z').valid).toBe(true)
  expect(at('2027-03-01T07:00:00Z', '2027-03-01T08:00:00Z')).toMatchObject({
    ...{ valid: false, confidence: 0.8 },
    violations: [{ code: 'schedule_availability' }],
  })
  expect(at('2027-03-01T09:00:00Z', '2027-03-01T09:30:00Z').violations).toMatchObject([
    { code: 'schedule_work' },
  ])
})
