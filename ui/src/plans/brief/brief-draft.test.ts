import { PlanBrief } from 'soulgate/contracts/plan'
import { expect, test } from 'vitest'
import { draftOf, placeQuote, toBrief } from './brief-draft.ts'

const GROWING = { minutes: 30, to_minutes: 90, rest_days: 1, alike: 'hard work' }
const BRIEF = PlanBrief.parse({
  title: 'The move',
  events: [{ id: 'e1', title: 'Keys', date: '2027-03-01', start_time: '09:00' }],
  work: [
    {
      id: 'w1',
      title: 'Pack',
      minutes: 90,
      splittable: false,
      before: [{ id: 'e1', days: 2 }],
      done_by: '2027-02-27',
    },
  ],
  rhythms: [
    {
      id: 'r1',
      title: 'Sort out',
      times: 2,
      per: 'week',
      days: ['tuesday'],
      until: '2027-02-01',
      ...GROWING,
    },
  ],
  limits: {
    weekly: [{ day: 'monday', start: '18:00', end: '22:00' }],
    blackouts: [{ start: '2027-02-10', end: '2027-02-12' }],
    not_on_weekdays: ['sunday'],
    minutes_per_week: 300,
    sessions_per_week: 4,
    tasks_per_day: 2,
    quotes: [],
  },
  deadline: { date: '2027-03-02' },
  not_placed: [{ quote: 'ring the neighbours.' }],
})
const read = (draft: ReturnType<typeof draftOf>) =>
  PlanBrief.parse(JSON.parse(JSON.stringify(toBrief(BRIEF, draft))))
const withLimits = (limits: Readonly<Record<string, string>>) => {
  const draft = draftOf(BRIEF)
  return () => toBrief(BRIEF, { ...draft, limits: { ...draft.limits, ...limits } })
}

test('a brief that nobody changed in the form is the same brief', () => {
  expect(read(draftOf(BRIEF))).toEqual(BRIEF)
})

test('words that are placed become an entry with its quote, and stand nowhere else', () => {
  const { work, not_placed } = read(placeQuote(draftOf(BRIEF), 'ring the neighbours.', 'work'))
  expect(work[1]).toMatchObject({ title: 'ring the neighbours', quote: 'ring the neighbours.' })
  expect(not_placed).toEqual([])
})

test.each([
  [{ hours: 'mon 6-8pm' }, '“mon 6-8pm”'],
  [{ away: 'in the last week of March' }, '“in the last week of March”'],
  [{ off: 'sunday, holidays' }, '“holidays”'],
])('nothing that was typed is dropped unsaid: %j', (limits, named) => {
  expect(withLimits(limits)).toThrow(named)
})
