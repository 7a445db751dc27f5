import { expect, test } from 'vitest'
import { type PlanBlock, PlanBrief } from '../../../contracts/plan.ts'
import { draftSchedule, timingOf } from '../plan-schedule/plan-schedule.ts'
import { outlineOfBrief } from './brief-outline.ts'
import { type BriefToPlace, findBriefBreaches, randomBrief, situationOf } from './random-brief-fixture.ts'

function blocksOf({ plan }: BriefToPlace): readonly PlanBlock[] | undefined {
  const { schedule, conflict } = draftSchedule(plan, 'plan', { elapsedMs: () => 0, search_ms: 400, seed: 1 })
  return conflict === undefined ? schedule?.blocks : undefined
}

test('twenty-five briefs with events: what is placed keeps the brief, and most are placed', {
  timeout: 60_000,
}, () => {
  const made = Array.from({ length: 25 }, (_, at) => randomBrief(at + 1)).map(one => ({
    one,
    blocks: blocksOf(one),
  }))
  const placed = made.filter(({ blocks }) => blocks !== undefined)
  expect(placed.length).toBeGreaterThan(12)
  expect(placed.flatMap(({ one, blocks = [] }) => findBriefBreaches(one, blocks))).toEqual([])
})

test('the check finds an event that was moved or cut, work that overlaps it, and work that is short or late', () => {
  const made = randomBrief(1)
  const blocks = blocksOf(made) ?? expect.fail('the first brief does not fit')
  const [event] = blocks.filter(({ title }) => title === 'Event 0')
  if (event === undefined) expect.fail('there is no event')
  const later = { ...event, end: new Date(Date.parse(event.end) + 60_000).toISOString() }
  const swapped = (title: string, block: PlanBlock): readonly PlanBlock[] =>
    blocks.map(other => (other.title === title ? block : other))
  const work = blocks.find(({ title }) => title.startsWith('Work')) ?? expect.fail('there is no work')
  expect(findBriefBreaches(made, swapped('Event 0', later))[0]).toContain('does not stand whole')
  expect(
    findBriefBreaches(
      made,
      blocks.filter(block => block !== event),
    )[0],
  ).toContain('does not stand whole')
  const onto = { ...work, start: event.start, end: event.end }
  const found = findBriefBreaches(made, swapped(work.title, onto)).join('\n')
  expect(found).toContain('overlaps')
  expect(found).toContain('min')
  expect(found).toContain('outside of the open hours')
})

test('a rhythm that grows does so in steps without gaps, and its rest is that of all that is alike', () => {
  const rhythm = { id: 'r', title: 'Long run', times: 1, per: 'week', minutes: 60, to_minutes: 150 }
  const brief = PlanBrief.parse({
    title: 'Run',
    rhythms: [{ ...rhythm, until: '2027-04-25', rest_days: 1, alike: 'hard' }],
  })
  const situation = situationOf('plan_1', brief, { start: '2027-03-03', timezone: 'UTC' })
  const pattern = { pattern_type: 'hybrid_project_cycle', introduced_by: 'system' } as const
  const steps = outlineOfBrief(situation, brief, pattern).nodes.filter(({ tags }) => tags.includes('session'))
  expect(steps.map(({ estimated_minutes: minutes }) => minutes)).toEqual([
    60, 75, 85, 100, 110, 125, 135, 150,
  ])
  expect(steps.map(({ recurrence }) => recurrence?.until)).toEqual(
    ['03-07', '03-14', '03-21', '03-28', '04-04', '04-11', '04-18', '04-25'].map(day => `2027-${day}`),
  )
  const timings = steps.map(node => timingOf(node))
  expect(timings.slice(1).map(({ earliest_start: from }) => from?.slice(5))).toEqual([
    '03-08',
    '03-15',
    '03-22',
    '03-29',
    '04-05',
    '04-12',
    '04-19',
  ])
  expect(timings.every(({ apart }) => apart?.group === 'hard' && apart.days === 1)).toBe(true)
})
