import { describe, expect, test } from 'vitest'
import { CalendarProject } from '../../../contracts/schedule.ts'
import { findScheduleBreaches } from './check-schedule.ts'

const project = CalendarProject.parse({
  start: '2026-06-01',
  deadline: '2026-06-03',
  calendar: {
    timezone: 'Europe/Berlin',
    weekly: [
      { day: 'monday', start: '09:00', end: '17:00' },
      { day: 'tuesday', start: '09:00', end: '17:00' },
    ],
  },
  blackouts: [{ start: '2026-06-02T09:00', end: '2026-06-02T10:00' }],
  busy: [{ start: '2026-06-02T16:00', end: '2026-06-02T17:00' }],
  capacity: { minutes_per_day: 300, tasks_per_day: 2 },
  resources: [{ id: 'room', units: 1 }],
  tasks: [
    { id: 'a', estimated_minutes: 60 },
    { id: 'b', estimated_minutes: 60, dependencies: [{ node_id: 'a', lag_lead_minutes: 30 }] },
    { id: 'c', estimated_minutes: 300 },
  ],
})

type Placed = readonly [id: string, day: string, from: string, until: string]
const SOUND: readonly Placed[] = [
  ['a', '01', '09:00', '10:00'],
  ['b', '01', '10:30', '11:30'],
  ['c', '02', '10:00', '12:00'],
  ['c', '02', '12:15', '14:15'],
]
const LAST: Placed = ['c', '01', '12:00', '13:00']

function rulesOf(placed: readonly Placed[]): readonly string[] {
  const blocks = placed.map(([id, day, from, until]) => ({
    ...{ plan_node_id: id, title: id, tags: [] },
    start: `2026-06-${day}T${from}:00+02:00`,
    end: `2026-06-${day}T${until}:00+02:00`,
  }))
  return [...new Set(findScheduleBreaches(project, { blocks }).map(({ rule }) => rule))]
}

describe('the checker of schedules', () => {
  test('finds nothing in a sound schedule except what it lacks', () => {
    expect(rulesOf([...SOUND])).toEqual(['work'])
    const sound = [...SOUND.slice(0, 2), ['c', '02', '14:30', '15:30'] as const, ...SOUND.slice(2)]
    expect(rulesOf(sound)).toEqual(['day_minutes'])
    const onlyBoth = [...SOUND.slice(0, 2), ['c', '01', '11:45', '12:45'] as const, ...SOUND.slice(2)]
    expect(rulesOf(onlyBoth)).toEqual(['day_tasks'])
  })

  test.each([
    ['availability', ['a', '01', '08:00', '09:00']],
    ['release', ['a', '00', '09:00', '10:00']],
    ['blackout', ['a', '02', '09:30', '10:30']],
    ['busy', ['a', '02', '15:30', '16:30']],
    ['deadline', ['a', '04', '09:00', '10:00']],
    ['overlap', ['a', '01', '11:00', '12:00']],
    ['break', ['a', '01', '11:35', '12:35']],
    ['dependency', ['a', '01', '12:00', '13:00']],
    ['work', ['a', '01', '09:00', '09:30']],
    ['unknown_task', ['x', '01', '12:00', '13:00']],
  ] as const)('%s is noticed', (rule, wrong) => {
    const day = wrong[1] === '00' ? ['a', '01', '09:00', '10:00'] : wrong
    const others = rule === 'unknown_task' ? SOUND : SOUND.slice(1)
    if (wrong[1] === '00') {
      const late = { ...project, start: '2026-06-01T09:30' }
      const blocks = [
        {
          plan_node_id: 'a',
          title: 'a',
          tags: [],
          start: '2026-06-01T09:00:00+02:00',
          end: '2026-06-01T10:00:00+02:00',
        },
      ]
      expect(findScheduleBreaches(late, { blocks }).map(breach => breach.rule)).toContain('release')
      return
    }
    expect(rulesOf([day as Placed, ...others, LAST])).toContain(rule)
  })

  test('too many days of a week are noticed', () => {
    const few = CalendarProject.parse({ ...project, capacity: { days_per_week: 1, tasks_per_day: 9 } })
    const blocks = SOUND.map(([id, day, from, until]) => ({
      ...{ plan_node_id: id, title: id, tags: [] },
      start: `2026-06-${day}T${from}:00+02:00`,
      end: `2026-06-${day}T${until}:00+02:00`,
    }))
    expect(findScheduleBreaches(few, { blocks }).map(({ rule }) => rule)).toContain('week_days')
  })

  test('too long without a pause, and a resource used twice, are noticed', () => {
    const shared = CalendarProject.parse({
      ...project,
      deadline: undefined,
      blackouts: [],
      capacity: { consecutive_minutes: 120, tasks_per_day: 9 },
      tasks: ['a', 'b'].map(id => ({
        id,
        estimated_minutes: 180,
        attended: id === 'a',
        resources: [{ resource_id: 'room' }],
      })),
    })
    const blocks = ['a', 'b'].map(id => ({
      ...{ plan_node_id: id, title: id, tags: [] },
      start: '2026-06-01T09:00:00+02:00',
      end: '2026-06-01T12:00:00+02:00',
    }))
    const rules = findScheduleBreaches(shared, { blocks }).map(({ rule }) => rule)
    expect(rules).toContain('consecutive')
    expect(rules).toContain('resource')
  })
})
