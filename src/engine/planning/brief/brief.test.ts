import { describe, expect, test } from 'vitest'
import { planTime } from '../plan-time/plan-time.ts'
import { constraintsOfBrief, describeBrief, describeMissed, editBrief, ordersOf, readBrief } from './brief.ts'

const ABOUT = { now: '2026-11-23T09:00:00.000Z', timezone: 'Europe/Vienna' }
const read = (goal: string) => readBrief(goal, ABOUT).brief
const GALA =
  'The gala is on 8 May 2027 from 18:00 to 22:30 in the old mill. Hire the band three weeks before, write the invitations (5 hours), and rehearse the speech. No work on Fridays.'

function orders(goal: string): readonly string[] {
  const brief = read(goal)
  const titles = new Map([...brief.work, ...brief.events].map(({ id, title }) => [id, title]))
  return ordersOf(brief).map(({ first, next, days }) => `${titles.get(first)} < ${titles.get(next)} ${days}`)
}

describe('a brief read from words', () => {
  test('a dated event keeps its day, its times and its place', () => {
    expect(read(GALA).events).toEqual([
      expect.objectContaining({
        ...{ title: 'Gala in the old mill', date: '2027-05-08', start_time: '18:00', end_time: '22:30' },
        place: 'the old mill',
      }),
    ])
  })

  test('work has the person’s phrase and the hours that were said, and none that were not', () => {
    expect(read(GALA).work.map(({ title, minutes }) => [title, minutes])).toEqual([
      ['Hire the band', undefined],
      ['Write the invitations', 300],
      ['Rehearse the speech', undefined],
    ])
  })

  test('“three weeks before” is an order with its distance', () => {
    expect(orders(GALA)).toEqual(['Hire the band < Gala in the old mill 21'])
  })

  test('“before the move we must” holds for the whole list', () => {
    const goal =
      'We move to Bern on 2 April 2027. Before the move we must sell the piano and cancel the gas (1 hour).'
    expect(orders(goal).filter(text => text.includes('We move to Bern'))).toHaveLength(read(goal).work.length)
  })

  test('an order names work that is there instead of making some', () => {
    const goal =
      'Build a chicken coop: cut the boards (4 hours), build the frame (9 hours). The boards must be cut before the frame.'
    expect(read(goal).work).toHaveLength(2)
  })

  test('what fits nowhere stays word for word', () => {
    const brief = read('Prepare the fair (20 hours of work). My cousin knows someone at the town council.')
    expect(brief.not_placed).toEqual([{ quote: 'My cousin knows someone at the town council.' }])
  })

  test('every sentence is the quote of an entry or not placed', () => {
    const goal = `${GALA} Lights must not flicker. We do not want fireworks. Budget: 4,200 euros at most.`
    const all = JSON.stringify(read(goal))
    for (const words of ['flicker', 'fireworks', '4,200', 'Fridays', 'band', 'invitations', 'speech'])
      expect(all).toContain(words)
    expect(read(goal)).toMatchObject({
      budget: { amount: 4_200, currency: 'EUR' },
      exclusions: [{ text: 'fireworks' }],
      limits: { not_on_weekdays: ['friday'] },
    })
  })

  test('a rhythm with its length needs no suggestions, an event alone does', () => {
    const rhythm = read('Practise the violin 25 minutes a day except on weekends.')
    expect(rhythm).toMatchObject({
      with_suggestions: false,
      rhythms: [{ times: 1, per: 'day', minutes: 25 }],
    })
    expect(read('Our wedding is on 19 June 2027.').with_suggestions).toBe(true)
  })

  test('a rhythm without a length, beside suggestions, bounds the days of a week', () => {
    const { constraints } = planTime.readGoal('Train for a swim in 20 weeks, three evenings a week', ABOUT)
    expect(constraints.sessions_per_week).toBe(3)
  })

  test('the last event is the end, unless work follows it', () => {
    expect(constraintsOfBrief(read('The exam is on 3 March 2027.')).deadline).toBe('2027-03-03')
    const followed = read('The fair is on 3 March 2027. After the fair: count the money, send the bills.')
    expect(constraintsOfBrief(followed).deadline).toBeUndefined()
  })

  test('an end as a date keeps the plan’s deadline; the day of an event is none', () => {
    expect(planTime.readGoal('Finish the quilt by 3 March 2027', ABOUT).constraints.deadline).toBe(
      '2027-03-03',
    )
    const words = planTime.readGoal('The fair is on 3 March 2027 and the auction is on 9 March 2027.', ABOUT)
    expect(words.unclear).toEqual([])
  })

  test('a rhythm on days that the usual week has not opens them', () => {
    const { calendar } = planTime.readGoal('Water the plants every day, 10 minutes a day.', ABOUT)
    expect(calendar?.weekly.map(({ day }) => day)).toContain('sunday')
  })
})

describe('a correction of a brief', () => {
  const edit = (words: string, goal = GALA) => editBrief(read(goal), words, ABOUT)

  test.each([
    ['The invitations take 7 hours', 'work', { title: 'Write the invitations', minutes: 420 }],
    ['Rename "hire the band" to "hire the brass band"', 'work', { title: 'Hire the brass band' }],
    ['Add a task: rent the chairs, 2 hours', 'work', { title: 'Rent the chairs', minutes: 120 }],
    ['You forgot the lights: they take 3 hours', 'work', { minutes: 180 }],
    ['The gala moves to 15 May 2027', 'events', { date: '2027-05-15', start_time: '18:00' }],
    [
      'The gala is from 17:00 to 21:00',
      'events',
      { date: '2027-05-08', start_time: '17:00', end_time: '21:00' },
    ],
  ] as const)('“%s” changes exactly that', (words, field, entry) => {
    const { brief, done, missed } = edit(words)
    expect(missed).toEqual([])
    expect(done).toHaveLength(1)
    expect(brief[field]).toContainEqual(expect.objectContaining(entry))
  })

  test('what is removed takes the references to it along', () => {
    const goal = `${GALA} Write the invitations before rehearsing the speech.`
    expect(ordersOf(edit('Remove the invitations', goal).brief)).toHaveLength(1)
  })

  test('“push everything by one week” moves the end, and says that fixed dates stay', () => {
    const pushed = edit(
      'Push everything by one week',
      'Print the book by 1 June 2027: proofs (4 hours), cover (3 hours).',
    )
    expect(pushed.brief.deadline?.date).toBe('2027-06-08')
    expect(edit('Push everything by one week').done[0]).toContain('fixed dates stay')
    expect(edit('Push everything by one week').brief.events[0]?.date).toBe('2027-05-08')
  })

  test('feedback that only pushes changes the beginning and the end; what changes work is no feedback on time', () => {
    const goal = 'Print the book by 1 June 2027: proofs (4 hours), cover (3 hours).'
    const { brief, constraints } = planTime.readGoal(goal, ABOUT)
    if (brief === undefined) throw new Error('a goal has a brief')
    const standing = { brief, constraints }
    expect(planTime.readFeedback(standing, 'push everything by one week', ABOUT)?.constraints).toEqual({
      ...{ start: '2026-11-30', deadline: '2027-06-08' },
    })
    expect(planTime.readFeedback(standing, 'Remove the cover', ABOUT)).toBeUndefined()
    expect(planTime.readFeedback(standing, 'Make it nicer', ABOUT)).toBeUndefined()
  })

  test('days off and time away are added to those that stand', () => {
    const { brief } = edit('Also not on Tuesdays')
    expect(brief.limits.not_on_weekdays).toEqual(['friday', 'tuesday'])
    expect(edit('I am away from 3 to 9 March').brief.limits.blackouts).toEqual([
      expect.objectContaining({ start: '2027-03-03', end: '2027-03-09' }),
    ])
  })

  test.each([
    'Make it nicer',
    'Remove the piano',
    'The piano takes 4 hours',
    'Move the tent to 3 March and ask Ana',
  ])('“%s” changes nothing and is given back with the fields', words => {
    const { brief, missed } = edit(words, 'Do the accounts (5 hours), file the tax return (3 hours).')
    expect(missed).toEqual([words])
    expect(brief).toEqual(read('Do the accounts (5 hours), file the tax return (3 hours).'))
    expect(describeMissed(missed)[0]).toContain('rhythms')
  })
})

test('a name that fits two entries alike names neither', () => {
  const brief = read('Build the shed: cut the wood (5 hours), paint the wood (3 hours).')
  expect(editBrief(brief, 'Remove the wood', ABOUT)).toEqual({ brief, done: [], missed: ['Remove the wood'] })
})

test('a brief in words names each entry once, suggestions as such, and what is not placed', () => {
  const brief = {
    ...read(`${GALA} Lights must not flicker.`),
    people: [{ name: 'Ana', suggested: true as const }],
  }
  const lines = describeBrief(brief)
  expect(lines[0]).toBe('- Saturday 8 May 2027, 18:00–22:30: Gala in the old mill')
  expect(lines).toContain('- Write the invitations: 5 h')
  expect(lines.at(-1)).toBe('- “Lights must not flicker.”')
})
