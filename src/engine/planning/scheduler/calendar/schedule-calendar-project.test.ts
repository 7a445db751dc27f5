import { describe, expect, test } from 'vitest'
import { CalendarProject, ScheduleResult } from '../../../../contracts/schedule.ts'
import { hasAnySchedule, tinyProject } from '../brute-force-fixture.ts'
import { findScheduleBreaches } from '../check-schedule.ts'
import { randomProject } from '../random-project-fixture.ts'
import { scheduleCalendarProject } from './schedule-calendar-project.ts'

const OFFICE = (['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const).map(day => ({
  day,
  start: '09:00',
  end: '17:00',
}))
const ALL_DAY = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
].map(day => ({ day, start: '00:00', end: '24:00' }))

/** `npm run bench -- scheduler --random 10000` runs as many as one likes. */
const RANDOM_PROJECTS = 300
const TINY_PROJECTS = 120

/** Enough for every search here to end by its number of restarts. */
const budget = (seed = 1) => ({ now: () => 0, milliseconds: 1_000, seed })

function schedule(project: unknown, seed = 1): ScheduleResult {
  const parsed = CalendarProject.parse(project)
  const result = scheduleCalendarProject(parsed, budget(seed))
  expect(ScheduleResult.safeParse(result).success).toBe(true)
  if (result.status === 'scheduled') expect(findScheduleBreaches(parsed, result.schedule)).toEqual([])
  return result
}

function blocks(project: unknown): readonly string[] {
  const result = schedule(project)
  if (result.status !== 'scheduled') throw new Error(JSON.stringify(result))
  return result.schedule.blocks.map(({ plan_node_id: id, start, end }) => `${id} ${start} ${end}`)
}

function messages(result: ScheduleResult): readonly string[] {
  if (result.status === 'invalid') return result.problems.map(({ code, message }) => `${code} ${message}`)
  if (result.status !== 'infeasible') throw new Error(result.status)
  expect(result.minimal).toBe(true)
  return result.conflict.map(({ message }) => message)
}

const base = { start: '2026-06-01', calendar: { timezone: 'Europe/Berlin', weekly: OFFICE } }

describe('a project on calendars', () => {
  test('waits for what comes before, with breaks, and keeps to the open time', () => {
    const tasks = [
      { id: 'a', estimated_minutes: 60 },
      { id: 'b', estimated_minutes: 60, dependencies: [{ node_id: 'a', lag_lead_minutes: 120 }] },
    ]
    expect(blocks({ ...base, tasks })).toEqual([
      'a 2026-06-01T09:00:00+02:00 2026-06-01T10:00:00+02:00',
      'b 2026-06-01T12:00:00+02:00 2026-06-01T13:00:00+02:00',
    ])
  })

  test.each([
    ['FS', 0, '10:15'],
    ['FS', -30, '10:15'],
    ['SS', 90, '10:30'],
    ['FF', 60, '10:30'],
    ['SF', 150, '11:00'],
  ])('%s with %i min of lag lets the other start at %s', (type, lag, start) => {
    const tasks = [
      { id: 'a', estimated_minutes: 60, priority: 100 },
      { id: 'b', estimated_minutes: 30, dependencies: [{ node_id: 'a', type, lag_lead_minutes: lag }] },
    ]
    expect(blocks({ ...base, tasks })[1]?.slice(13, 18)).toBe(start)
  })

  test('splits long work over blocks and days, with a pause after four hours and eight hours a day at most', () => {
    const calendar = { timezone: 'UTC', weekly: ALL_DAY }
    expect(
      blocks({ start: '2026-06-01', calendar, tasks: [{ id: 'long', estimated_minutes: 600 }] }),
    ).toEqual([
      'long 2026-06-01T00:00:00+00:00 2026-06-01T04:00:00+00:00',
      'long 2026-06-01T04:15:00+00:00 2026-06-01T08:15:00+00:00',
      'long 2026-06-02T00:00:00+00:00 2026-06-02T02:00:00+00:00',
    ])
  })

  test('gives a day no more than its tasks and a week no more than its minutes', () => {
    const capacity = { tasks_per_day: 2, minutes_per_week: 150 }
    const tasks = Array.from({ length: 6 }, (_, at) => ({ id: `t${at}`, estimated_minutes: 30 }))
    const days = blocks({ ...base, capacity, tasks }).map(block => block.slice(3, 13))
    expect(days).toEqual(['2026-06-01', '2026-06-01', '2026-06-02', '2026-06-02', '2026-06-03', '2026-06-08'])
  })

  test('works on no more days of a week than are allowed, and proves when that is too few', () => {
    const capacity = { days_per_week: 2 }
    const tasks = Array.from({ length: 5 }, (_, at) => ({ id: `t${at}`, estimated_minutes: 200 }))
    const days = blocks({ ...base, capacity, tasks }).map(block => block.slice(3, 13))
    expect(days.map(day => day.slice(8))).toEqual(['01', '01', '02', '02', '08'])
    const tight = schedule({ ...base, capacity, tasks, deadline: '2026-06-07' })
    expect(tight).toMatchObject({ status: 'infeasible', minimal: true })
    expect(JSON.stringify(tight)).toContain('days_per_week')
    const often = [
      { id: 'run', estimated_minutes: 60, recurrence: { frequency: 'weekly', times: 3, count: 3 } },
    ]
    expect(schedule({ ...base, capacity, tasks: often })).toMatchObject({ status: 'infeasible' })
  })

  test('counts the hours that there are when clocks go forward and back', () => {
    const night = { timezone: 'Europe/Berlin', weekly: [{ day: 'sunday', start: '01:00', end: '05:00' }] }
    const tasks = [{ id: 'night', estimated_minutes: 240, splittable: true }]
    expect(blocks({ start: '2026-03-28', calendar: night, tasks })).toEqual([
      'night 2026-03-29T01:00:00+01:00 2026-03-29T05:00:00+02:00',
      'night 2026-04-05T01:00:00+02:00 2026-04-05T02:00:00+02:00',
    ])
    const longer = [{ id: 'night', estimated_minutes: 300, splittable: false }]
    const capacity = { consecutive_minutes: 300 }
    expect(blocks({ start: '2026-10-24', calendar: night, capacity, tasks: longer })).toEqual([
      'night 2026-10-25T01:00:00+02:00 2026-10-25T05:00:00+01:00',
    ])
  })

  test('says what it makes of a local time that does not exist or happens twice', () => {
    const tasks = [{ id: 'a', estimated_minutes: 30 }]
    const calendar = { timezone: 'Europe/Berlin', weekly: ALL_DAY }
    const gap = schedule({ start: '2026-03-29T02:30', calendar, tasks })
    expect(gap).toMatchObject({ notes: [expect.stringContaining('does not exist')] })
    expect(gap).toMatchObject({ schedule: { blocks: [{ start: '2026-03-29T03:30:00+02:00' }] } })
    const twice = schedule({ start: '2026-10-25T02:30', calendar, tasks })
    expect(twice).toMatchObject({ notes: [expect.stringContaining('happens twice')] })
    expect(twice).toMatchObject({ schedule: { blocks: [{ start: '2026-10-25T02:30:00+02:00' }] } })
  })

  test('keeps off blackouts, days off and what other plans have taken, which also counts as work', () => {
    const project = {
      ...base,
      calendar: { ...base.calendar, exceptions: [{ date: '2026-06-02', windows: [] }] },
      blackouts: [{ start: '2026-06-01T09:00', end: '2026-06-01T12:00' }],
      busy: [{ start: '2026-06-03T09:00', end: '2026-06-03T16:00', plan_id: 'other' }],
      capacity: { minutes_per_day: 420 },
      tasks: [{ id: 'a', estimated_minutes: 300, splittable: false, max_block_minutes: 300 }],
    }
    expect(blocks({ ...project, capacity: { minutes_per_day: 420, consecutive_minutes: 300 } })).toEqual([
      'a 2026-06-01T12:00:00+02:00 2026-06-01T17:00:00+02:00',
    ])
    const later = { ...project, start: '2026-06-02', tasks: [{ id: 'a', estimated_minutes: 60 }] }
    expect(blocks(later)[0]).toContain('2026-06-04T09:00')
  })

  test('what other plans have taken before the start counts as work of its day and week, and settled work too', () => {
    const busy = [{ start: '2026-06-02T09:00', end: '2026-06-02T13:00' }]
    const tasks = [{ id: 'a', estimated_minutes: 180 }]
    const late = { ...base, start: '2026-06-02T13:00', tasks }
    expect(blocks({ ...late, busy, capacity: { minutes_per_day: 300 } })).toEqual([
      'a 2026-06-03T09:00:00+02:00 2026-06-03T12:00:00+02:00',
    ])
    const weekly = { start: '2026-06-03', capacity: { minutes_per_week: 300 } }
    expect(blocks({ ...late, busy, ...weekly })).toEqual([
      'a 2026-06-08T09:00:00+02:00 2026-06-08T12:00:00+02:00',
    ])
    const done = { id: 'b', estimated_minutes: 240, fixed_blocks: busy }
    expect(blocks({ ...late, ...weekly, tasks: [done, ...tasks] })).toContain(
      'a 2026-06-08T09:00:00+02:00 2026-06-08T12:00:00+02:00',
    )
    const lastWeek = { ...done, fixed_blocks: [{ start: '2026-05-29T09:00', end: '2026-05-29T13:00' }] }
    expect(blocks({ ...late, ...weekly, tasks: [lastWeek, ...tasks] })).toContain(
      'a 2026-06-03T09:00:00+02:00 2026-06-03T12:00:00+02:00',
    )
  })

  test('comes back so often in each week, each time on another day', () => {
    const tasks = [
      { id: 'run', estimated_minutes: 45, recurrence: { frequency: 'weekly', times: 3, count: 6 } },
    ]
    const days = blocks({ ...base, tasks }).map(block => block.slice(4, 14))
    expect(new Set(days).size).toBe(6)
    expect(days.filter(day => day < '2026-06-08')).toHaveLength(3)
  })

  test('a week that is cut short asks for no more than it has open days', () => {
    const calendar = { timezone: 'UTC', weekly: [{ day: 'monday', start: '09:00', end: '12:00' }] }
    const tasks = [{ id: 'run', estimated_minutes: 30, recurrence: { frequency: 'weekly', count: 2 } }]
    const days = blocks({ start: '2026-06-02', calendar, tasks }).map(block => block.slice(4, 14))
    expect(days).toEqual(['2026-06-08', '2026-06-15'])
  })

  test('what comes back daily begins and ends on days with room for it', () => {
    const evenings = ALL_DAY.map(({ day }) => ({ day, start: '18:00', end: '22:00' }))
    const daysOf = (calendar: object, more: object = {}) =>
      blocks({
        ...{
          start: '2026-06-01T21:20',
          calendar: { timezone: 'Europe/Berlin', weekly: evenings, ...calendar },
        },
        tasks: [
          {
            ...{
              id: 'walk',
              estimated_minutes: 60,
              recurrence: { frequency: 'daily', until: '2026-06-04T18:30' },
            },
            ...more,
          },
        ],
      }).map(block => block.slice(13, 15))
    expect(daysOf({})).toEqual(['02', '03'])
    expect(daysOf({ weekly: ALL_DAY })).toEqual(['01', '02', '03', '04'])
    expect(daysOf({}, { attended: false, estimated_minutes: 180 })).toEqual(['02', '03', '04'])
    expect(daysOf({}, { recurrence: { rule: 'FREQ=DAILY;COUNT=3' } })).toEqual(['02', '03', '04'])
    const settled = [{ start: '2026-06-01T21:20', end: '2026-06-01T22:00' }]
    expect(daysOf({}, { fixed_blocks: settled })).toEqual(['01', '02', '03'])
  })

  test('a calendar that is open day and night has an open day for each day of a week cut short', () => {
    const calendar = { timezone: 'Europe/Berlin', weekly: ALL_DAY }
    const recurrence = { frequency: 'weekly', times: 7, until: '2026-06-04' }
    const tasks = [{ id: 'run', estimated_minutes: 60, recurrence }]
    expect(blocks({ start: '2026-06-01', calendar, tasks })).toHaveLength(4)
  })

  test('follows a rule of dates', () => {
    const rule = 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4'
    const tasks = [{ id: 'yoga', estimated_minutes: 60, recurrence: { rule } }]
    const days = blocks({ ...base, tasks }).map(block => block.slice(5, 15))
    expect(days).toEqual(['2026-06-02', '2026-06-04', '2026-06-09', '2026-06-11'])
  })

  test('shares resources, on their own calendars and zones', () => {
    const resources = [{ id: 'room', calendar: { timezone: 'America/New_York', weekly: OFFICE } }]
    const use = [{ resource_id: 'room' }]
    const tasks = [
      { id: 'a', estimated_minutes: 60, resources: use },
      { id: 'cure', estimated_minutes: 600, attended: false, dependencies: [{ node_id: 'a' }] },
      { id: 'b', estimated_minutes: 30, resources: use, dependencies: [{ node_id: 'cure' }] },
    ]
    expect(blocks({ ...base, resources, tasks })).toEqual([
      'a 2026-06-01T15:00:00+02:00 2026-06-01T16:00:00+02:00',
      'cure 2026-06-01T16:00:00+02:00 2026-06-02T02:00:00+02:00',
      'b 2026-06-02T15:00:00+02:00 2026-06-02T15:30:00+02:00',
    ])
  })

  test('leaves settled blocks where they are and plans around them', () => {
    const fixed = [{ start: '2026-06-01T09:30', end: '2026-06-01T10:30' }]
    const tasks = [
      { id: 'kept', estimated_minutes: 60, fixed_blocks: fixed },
      { id: 'new', estimated_minutes: 30 },
      { id: 'after', estimated_minutes: 30, dependencies: [{ node_id: 'kept' }] },
    ]
    expect(blocks({ ...base, tasks })).toEqual([
      'kept 2026-06-01T09:30:00+02:00 2026-06-01T10:30:00+02:00',
      'new 2026-06-01T10:45:00+02:00 2026-06-01T11:15:00+02:00',
      'after 2026-06-01T11:30:00+02:00 2026-06-01T12:00:00+02:00',
    ])
  })

  test('a milestone takes no time and stands apart', () => {
    const tasks = [
      { id: 'a', estimated_minutes: 60 },
      { id: 'done', estimated_minutes: 0, dependencies: [{ node_id: 'a' }] },
    ]
    expect(schedule({ ...base, tasks })).toMatchObject({
      milestones: [{ plan_node_id: 'done', at: '2026-06-01T10:00:00+02:00' }],
    })
  })

  test('one seed gives one schedule', () => {
    for (const seed of [2, 6, 8])
      expect(schedule(randomProject(seed), 5)).toEqual(schedule(randomProject(seed), 5))
  })
})

describe('a project that cannot be', () => {
  test('names the smallest set of constraints that conflict, and nothing else', () => {
    const tasks = [
      { id: 'big', title: 'Write it', estimated_minutes: 1_200, deadline: '2026-06-02' },
      { id: 'other', estimated_minutes: 60, deadline: '2026-06-30' },
    ]
    expect(messages(schedule({ ...base, tasks }))).toEqual([
      '“Write it” takes 1200 min.',
      '“Write it” must end by 2026-06-02.',
      'Work is possible only monday 09:00–17:00, tuesday 09:00–17:00, wednesday 09:00–17:00, thursday 09:00–17:00, friday 09:00–17:00.',
    ])
  })

  test('follows a chain of dependencies to the deadline it breaks', () => {
    const tasks = [
      { id: 'a', estimated_minutes: 240, earliest_start: '2026-06-03' },
      { id: 'b', estimated_minutes: 240, dependencies: [{ node_id: 'a', lag_lead_minutes: 2_880 }] },
      { id: 'c', estimated_minutes: 30, dependencies: [{ node_id: 'b' }], deadline: '2026-06-05T12:00' },
    ]
    const found = messages(schedule({ ...base, tasks }))
    expect(found).toContain('“b” starts only after the end of “a”, at least 2880 min later.')
    expect(found).toContain('“c” must end by 2026-06-05T12:00.')
    expect(found).toContain('“a” starts at 2026-06-03 at the earliest.')
  })

  test('says when more tasks than a day may have belong on one day', () => {
    const tasks = Array.from({ length: 3 }, (_, at) => ({
      id: `t${at}`,
      estimated_minutes: 10,
      deadline: '2026-06-01',
    }))
    const found = messages(schedule({ ...base, capacity: { tasks_per_day: 2 }, tasks }))
    expect(found).toContain('A day has at most 2 tasks.')
    expect(found).toHaveLength(7)
  })

  test('of much work for little time it names no more tasks than are already too many', () => {
    const tasks = Array.from({ length: 60 }, (_, at) => ({
      ...{ id: `t${at}`, estimated_minutes: 200 + (at % 2) * 40 },
      dependencies: at === 0 ? [] : [{ node_id: `t${at - 1}`, type: 'SS' as const }],
    }))
    const named = messages(schedule({ ...base, deadline: '2026-06-05', tasks }))
    expect(named).toEqual([
      ...tasks.flatMap(({ id }, at) =>
        at % 2 === 1 && at < 12 ? [`“${id}” takes 240 min in one block.`] : [],
      ),
      expect.stringContaining('Work is possible only monday'),
      'There are at least 15 min between two blocks.',
      'Everything must end by 2026-06-05.',
    ])
  })

  test('is still said to be one when there is no time left to name the smallest set', () => {
    const tasks = Array.from({ length: 400 }, (_, at) => ({ id: `t${at}`, estimated_minutes: 120 }))
    let asked = 0
    const spent = { now: () => asked++ * 400, milliseconds: 1_000, seed: 1 }
    const result = scheduleCalendarProject(
      CalendarProject.parse({ ...base, deadline: '2026-06-12', tasks }),
      spent,
    )
    expect(result).toMatchObject({ status: 'infeasible', minimal: false })
    expect(asked).toBeLessThan(20)
  })

  test('names a resource of which there is too little', () => {
    const tasks = [{ id: 'a', estimated_minutes: 10, resources: [{ resource_id: 'van', units: 2 }] }]
    const found = messages(schedule({ ...base, resources: [{ id: 'van', units: 1 }], tasks }))
    expect(found).toEqual(
      ['“a” takes 10 min.', '“a” needs 2 of “van”.', 'There are 1 of “van”.'].map(text =>
        text.replace('10 min.', '10 min in one block.'),
      ),
    )
  })

  test('names what never fits, without a deadline', () => {
    const tasks = [{ id: 'a', estimated_minutes: 200, splittable: false }]
    const calendar = { timezone: 'UTC', weekly: [{ day: 'monday', start: '09:00', end: '11:00' }] }
    expect(messages(schedule({ start: '2026-06-01', calendar, horizon_days: 200, tasks }))).toEqual([
      '“a” takes 200 min in one block.',
      'Work is possible only monday 09:00–11:00.',
    ])
  })
})

describe('a project that is given wrongly', () => {
  const task = { id: 'a', estimated_minutes: 30 }

  test.each([
    [
      'a circle',
      {
        tasks: [
          { ...task, dependencies: [{ node_id: 'c' }] },
          { id: 'b', estimated_minutes: 1, dependencies: [{ node_id: 'a' }] },
          { id: 'c', estimated_minutes: 1, dependencies: [{ node_id: 'b' }] },
        ],
      },
      /dependency_cycle .*“a” → “c” → “b” → “a”/,
    ],
    [
      'a task that waits for itself',
      { tasks: [{ ...task, dependencies: [{ node_id: 'a' }] }] },
      /dependency_cycle .*“a” → “a”/,
    ],
    [
      'an unknown task',
      { tasks: [{ ...task, dependencies: [{ node_id: 'x' }] }] },
      /unknown_task “a” waits for “x”/,
    ],
    [
      'an unknown resource',
      { tasks: [{ ...task, resources: [{ resource_id: 'x' }] }] },
      /unknown_resource “a” needs “x”/,
    ],
    ['two tasks of one id', { tasks: [task, task] }, /duplicate_id “a”/],
    [
      'an unknown zone',
      { calendar: { timezone: 'Europe/Atlantis', weekly: OFFICE } },
      /unknown_timezone “Europe\/Atlantis”/,
    ],
    ['a calendar that is never open', { calendar: { timezone: 'UTC' } }, /impossible_calendar/],
    ['a deadline in the past', { deadline: '2026-05-01' }, /deadline_in_the_past .*2026-05-01/],
    [
      'a task whose deadline is past',
      { tasks: [{ ...task, deadline: '2026-05-31T23:00' }] },
      /deadline_in_the_past tasks\.0\.deadline/,
    ],
    [
      'a day that does not exist',
      { blackouts: [{ start: '2026-02-30', end: '2026-03-01' }] },
      /impossible_time blackouts\.0\.start/,
    ],
    [
      'an end before its start',
      { busy: [{ start: '2026-06-02T12:00', end: '2026-06-02T11:00' }] },
      /impossible_time busy\.0.*before it has begun/,
    ],
    [
      'something that comes back for ever',
      { tasks: [{ ...task, recurrence: { frequency: 'daily' } }] },
      /impossible_recurrence .*no end/,
    ],
    [
      'a rule that cannot be read',
      { tasks: [{ ...task, recurrence: { rule: 'FREQ=SOMETIMES' } }] },
      /impossible_recurrence/,
    ],
  ])('%s is named', (_, change, expected) => {
    const found = messages(schedule({ ...base, tasks: [task], ...change }))
    expect(found.join('\n')).toMatch(expected)
  })

  test('a negative duration is refused by the contract with its place', () => {
    const parsed = CalendarProject.safeParse({ ...base, tasks: [{ id: 'a', estimated_minutes: -5 }] })
    expect(parsed.error?.issues[0]?.path).toEqual(['tasks', 0, 'estimated_minutes'])
  })
})

describe('any project', () => {
  test('random projects: nothing that is called a schedule breaks a rule', () => {
    const outcomes = { scheduled: 0, other: 0 }
    for (let seed = 1; seed <= RANDOM_PROJECTS; seed += 1) {
      const project = randomProject(seed)
      const result = scheduleCalendarProject(project, { now: counting(), milliseconds: 60, seed: 1 })
      if (result.status === 'scheduled') {
        outcomes.scheduled += 1
        expect(findScheduleBreaches(project, result.schedule), `seed ${seed}`).toEqual([])
      } else outcomes.other += 1
      expect(result.status, `seed ${seed}`).not.toBe('invalid')
    }
    expect(outcomes.scheduled).toBeGreaterThan(RANDOM_PROJECTS / 2)
    expect(outcomes.other).toBeGreaterThan(RANDOM_PROJECTS / 10)
  }, 120_000)

  test('tiny projects: none that is possible is called contradictory, and each of those gets a schedule', () => {
    const outcomes = { possible: 0, impossible: 0, proven: 0 }
    for (let seed = 1; seed <= TINY_PROJECTS; seed += 1) {
      const project = tinyProject(seed)
      const { status } = scheduleCalendarProject(project, budget())
      if (hasAnySchedule(project)) {
        outcomes.possible += 1
        expect(status, `seed ${seed}`).toBe('scheduled')
      } else {
        outcomes.impossible += 1
        expect(status, `seed ${seed}`).not.toBe('scheduled')
        if (status === 'infeasible') outcomes.proven += 1
      }
    }
    expect(outcomes.possible).toBeGreaterThan(TINY_PROJECTS / 4)
    expect(outcomes.proven / outcomes.impossible).toBeGreaterThan(0.95)
  }, 120_000)
})

/** A clock that moves whenever it is asked, so that searches end early and the same everywhere. */
function counting(): () => number {
  let time = 0
  return () => ++time
}
