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

  test('whatever is said in words stands alone; steps are suggested only for a bare wish', () => {
    expect(read('Practise the violin 25 minutes a day except on weekends.')).toMatchObject({
      with_suggestions: false,
      rhythms: [{ times: 1, per: 'day', minutes: 25 }],
      limits: { not_on_weekdays: ['saturday', 'sunday'] },
    })
    expect(read('Our wedding is on 19 June 2027.').with_suggestions).toBe(false)
    expect(read('Learn to juggle by June 2028').with_suggestions).toBe(true)
  })

  test('each rhythm ends on the day until which it was said to go on', () => {
    const { rhythms, deadline } = read(
      'Learn Spanish. Practise every day until 1 June 2027. Run twice a week.',
    )
    expect(rhythms.map(({ title, until }) => [title, until])).toEqual([
      ['Practise', '2027-06-01'],
      ['Run', undefined],
    ])
    expect(deadline).toBeUndefined()
  })

  test('the evenings of a rhythm are the hours of the plan', () => {
    const { constraints, brief } = planTime.readGoal(
      'Train for a swim in 20 weeks, three evenings a week',
      ABOUT,
    )
    expect(brief?.rhythms).toEqual([expect.objectContaining({ times: 3, per: 'week' })])
    expect(constraints.times_of_day).toEqual([{ start: '18:00', end: '22:00' }])
  })

  test('an hour of its own belongs to what comes back, not to the plan', () => {
    const brief = read(
      'Play in the band: 20 minutes a day, plus a rehearsal every Monday from 19:00 to 21:00.',
    )
    expect(brief.rhythms).toEqual([
      expect.objectContaining({ per: 'day', minutes: 20 }),
      expect.objectContaining({ title: 'A rehearsal', days: ['monday'], start_time: '19:00', minutes: 120 }),
    ])
    expect(brief.limits.weekly ?? brief.limits.times_of_day).toBeUndefined()
  })

  test('hours that differ from day to day are kept day by day, and become the calendar', () => {
    const { brief, calendar } = planTime.readGoal(
      'Sand the boat (30 hours). I can work on Sundays 8 to 12 and Monday evenings.',
      ABOUT,
    )
    expect(brief?.limits.weekly).toEqual([
      { day: 'monday', start: '18:00', end: '22:00' },
      { day: 'sunday', start: '08:00', end: '12:00' },
    ])
    expect(calendar?.weekly).toEqual(brief?.limits.weekly)
  })

  test('a list of days is one event on each of them', () => {
    const brief = read('We hold a knitting course on Mondays: 4, 11 and 18 January 2027, 18:00 to 20:00.')
    expect(brief.events.map(({ date, start_time: from, end_time: to }) => `${date} ${from}-${to}`)).toEqual([
      '2027-01-04 18:00-20:00',
      '2027-01-11 18:00-20:00',
      '2027-01-18 18:00-20:00',
    ])
  })

  test('a day by which one thing is due is its own, not the end of the plan', () => {
    const brief = read(
      'Our fair is on 8 May 2027. The stalls must be booked by 20 March 2027. Posters up by 1 April.',
    )
    expect(brief.deadline).toBeUndefined()
    expect(brief.work.map(({ title, done_by: due }) => [title, due])).toEqual([
      ['The stalls must be booked', '2027-03-20'],
      ['Posters up', '2027-04-01'],
    ])
  })

  test('months before an event are not cut', () => {
    expect(orders('The fair is on 8 May 2027. The licence must be there five months before.')).toEqual([
      'The licence < Fair 150',
    ])
  })

  test.each([
    'Each stall takes 2 h of building, 1 h of painting and 3 h of signs.',
    'I work full time.',
    'The hall is closed on Mondays.',
    'The judge needs two weeks to read it.',
    'The trial must run for four weeks before the fair.',
  ])('“%s” is no work, no limit and no date, and stays word for word', words => {
    const alone = read('Our fair is on 8 May 2027.')
    const brief = read(`Our fair is on 8 May 2027. ${words}`)
    expect(brief).toEqual({ ...alone, not_placed: [{ quote: words }] })
  })

  test('words inside of others are not lost from titles', () => {
    const { work } = read('Do the podcast: 2 h of research, 1 h of recording, 3 h of editing.')
    expect(work.map(({ title, minutes }) => [title, minutes])).toEqual([
      ['Research', 120],
      ['Recording', 60],
      ['Editing', 180],
    ])
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
