import { expect, test } from 'vitest'
import type { PlanBlock } from '../../../contracts/plan.ts'
import { draftSchedule } from '../plan-schedule/plan-schedule.ts'
import { type BriefToPlace, findBriefBreaches, randomBrief } from './random-brief-fixture.ts'

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
