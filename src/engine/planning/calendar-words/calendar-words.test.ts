import { describe, expect, test } from 'vitest'
import { answerCalendarQuestion, planTimesOf, readCalendarWords } from './calendar-words.ts'
import { gist } from './phrasings-fixture.ts'

/** A Sunday. */
const SUNDAY = { now: Date.parse('2026-11-22T09:00:00Z'), timezone: 'Europe/Berlin' }
/** A Tuesday. */
const TUESDAY = { now: Date.parse('2026-11-24T09:00:00Z'), timezone: 'Europe/Berlin' }

const MO_FR = 'mo,tu,we,th,fr'
const WORKDAYS = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'

const DEADLINES: readonly (readonly [string, string])[] = [
  ['by 15 May', 'due:2027-05-15'],
  ['by May 15', 'due:2027-05-15'],
  ['by May 15th, 2028', 'due:2028-05-15'],
  ['by the 15th of May', 'due:2027-05-15'],
  ['by 15 December', 'due:2026-12-15'],
  ['until 1 March 2027', 'due:2027-03-01'],
  ['no later than 3 January', 'due:2027-01-03'],
  ['Deadline: 2027-02-28', 'due:2027-02-28'],
  ['due on 28.02.2027', 'due:2027-02-28'],
  ['before 15 May', 'due:2027-05-14'],
  ['before the end of June', 'due:2027-06-30'],
  ['by the end of June', 'due:2027-06-30'],
  ['by end of next month', 'due:2026-12-31'],
  ['by the end of the year', 'due:2026-12-31'],
  ['by mid-March', 'due:2027-03-15'],
  ['by the middle of March', 'due:2027-03-15'],
  ['by the beginning of April', 'due:2027-04-01'],
  ['before June', 'due:2027-05-31'],
  ['by May', '?2'],
  ['by Q3', '?2'],
  ['by the end of Q2', 'due:2027-06-30'],
  ['in six weeks', 'due:2027-01-03'],
  ['within 10 days', 'due:2026-12-02'],
  ['in a month', 'due:2026-12-22'],
  ['in a couple of months', 'due:2027-01-22'],
  ['in 3 weeks’ time', 'due:2026-12-13'],
  ['two weeks from now', 'due:2026-12-06'],
  ['in a few weeks', '?0'],
  ['by next Friday', 'due:2026-11-27'],
  ['by Friday', 'due:2026-11-27'],
  ['by Friday at 5 pm', 'due:2026-11-27T17:00'],
  ['by 17:00 on Friday', 'due:2026-11-27T17:00'],
  ['by Friday noon', 'due:2026-11-27T12:00'],
  ['by tomorrow', 'due:2026-11-23'],
  ['by the 15th', 'due:2026-12-15'],
  ['by Christmas', 'due:2026-12-25'],
  ['before Christmas', 'due:2026-12-24'],
  ['before Easter', 'due:2027-03-27'],
  ['by 5/6', '?2'],
  ['by 25/6', 'due:2027-06-25'],
  ['by 05/06/2027', '?2'],
  ['by 15 May 2025', '!past'],
  ['by 1 January 2026', '!past'],
  ['by 31 February', '!impossible_date'],
  ['by 29 February 2027', '!impossible_date'],
  ['by 20 November', '?1'],
  ['by Friday 15 May 2027', '?1'],
  ['by the summer', '?0'],
  ['by early June', '?1'],
  ['the exam is on 12 March', 'due:2027-03-12'],
  ['12 March at the latest', 'due:2027-03-12'],
  ['by the first Friday of March', 'due:2027-03-05'],
  ['in time for New Year’s Eve', 'due:2026-12-31'],
  ['for eight weeks', 'for:8week'],
  ['over the next 3 months', 'for:3month'],
  ['a 12-week plan', 'for:12week'],
  ['from 1 March to 15 May', 'due:2027-05-15 from:2027-03-01'],
  ['between 3 and 20 March', 'due:2027-03-20 from:2027-03-03'],
  ['starting next Monday', 'from:2026-11-23'],
  ['starting on 1 December', 'from:2026-12-01'],
  ['not before 5 January', 'from:2027-01-05'],
  ['from tomorrow on', 'from:2026-11-23'],
  ['beginning in January', 'from:2027-01-01'],
  ['next month', 'due:2026-12-31 from:2026-12-01'],
]

const RHYTHMS: readonly (readonly [string, string])[] = [
  ['three evenings a week', '3xweekly at:18:00-22:00'],
  ['3 times a week', '3xweekly'],
  ['3x/week', '3xweekly'],
  ['3× per week', '3xweekly'],
  ['twice a week', '2xweekly'],
  ['once a week', '1xweekly'],
  ['four sessions per week', '4xweekly'],
  ['two mornings a week', '2xweekly at:07:00-12:00'],
  ['five days a week', '5xweekly'],
  ['twice a month', '2xmonthly'],
  ['once every two weeks', '1xweekly/2'],
  ['once a quarter', '1xquarterly'],
  ['every day', '1xdaily'],
  ['daily', '1xdaily'],
  ['every morning', '1xdaily at:07:00-12:00'],
  ['every weekday morning', `${WORKDAYS} at:07:00-12:00@${MO_FR}`],
  ['every weekday', WORKDAYS],
  ['every other day', 'FREQ=DAILY;INTERVAL=2'],
  ['every two weeks', '1xweekly/2'],
  ['every 3 months', '1xmonthly/3'],
  ['fortnightly', '1xweekly/2'],
  ['biweekly', '?2'],
  ['every Monday', 'FREQ=WEEKLY;BYDAY=MO'],
  ['every Monday and Thursday', 'FREQ=WEEKLY;BYDAY=MO,TH'],
  ['on Tuesdays and Thursdays', 'FREQ=WEEKLY;BYDAY=TU,TH'],
  ['Mon/Wed/Fri', 'FREQ=WEEKLY;BYDAY=MO,WE,FR'],
  ['every other Tuesday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
  ['every second Tuesday', '?2'],
  ['the first Monday of each month', 'FREQ=MONTHLY;BYDAY=1MO'],
  ['the last Friday of every month', 'FREQ=MONTHLY;BYDAY=-1FR'],
  ['on the 15th of every month', 'FREQ=MONTHLY;BYMONTHDAY=15'],
  ['3 or 4 times a week', '?2'],
  ['9 times a week', '!impossible_time'],
  ['ten sessions', '10sessions'],
  ['one hour a day', '1xdaily 60min minutes_per_day=60'],
  ['30 minutes every morning', '1xdaily 30min at:07:00-12:00 minutes_per_day=30'],
  ['at most 2 hours a day', 'minutes_per_day=120'],
  ['10 hours a week', 'minutes_per_week=600'],
  ['no more than five hours per week', 'minutes_per_week=300'],
  ['max 3 tasks a day', 'tasks_per_day=3'],
  ['with 20 minute breaks', 'break_minutes=20'],
]

const TIMES: readonly (readonly [string, string])[] = [
  ['in the evenings', 'at:18:00-22:00'],
  ['mornings only', 'at:07:00-12:00'],
  ['only in the morning', 'at:07:00-12:00'],
  ['after 6 pm', 'at:18:00-23:00'],
  ['after 18:30', 'at:18:30-23:00'],
  ['before 9 am', 'at:06:00-09:00'],
  ['not before 10 am', 'at:10:00-23:00'],
  ['not after 9 pm', 'at:06:00-21:00'],
  ['between 18:00 and 20:00', 'at:18:00-20:00'],
  ['from 9 to 5', 'at:09:00-17:00'],
  ['9-5', ''],
  ['9am-5pm', 'at:09:00-17:00'],
  ['from 6 to 8 pm', 'at:18:00-20:00'],
  ['between 7 and 9 in the evening', 'at:19:00-21:00'],
  ['between 7 and 9', '?2'],
  ['Monday to Friday from 9 to 17', `at:09:00-17:00@${MO_FR} only:${MO_FR}`],
  ['Mon-Fri 8:00-16:30', `at:08:00-16:30@${MO_FR} only:${MO_FR}`],
  ['working hours 8:00 to 16:30', 'at:08:00-16:30'],
  ['at 7 am', 'begin:07:00'],
  ['at 7', '?2'],
  ['at 19:30 on Tuesdays', 'begin:19:30 FREQ=WEEKLY;BYDAY=TU'],
  ['at 25:00', '!impossible_time'],
  ['after work', 'at:17:30-22:00'],
  ['during my lunch break', 'at:12:00-14:00'],
  ['weekday evenings', `at:18:00-22:00@${MO_FR} only:${MO_FR}`],
  ['mornings and evenings', 'at:07:00-12:00+18:00-22:00'],
  ['45 minutes', '45min'],
  ['half a day', '240min'],
  ['an hour and a half', '90min'],
  ['1.5 hours', '90min'],
  ['1h30', '90min'],
  ['2 hours and 15 minutes', '135min'],
  ['90-minute sessions', '90min'],
  ['half an hour each', '30min'],
  ['two hours', '120min'],
  ['three quarters of an hour', '45min'],
  ['Berlin time', 'zone:Europe/Berlin'],
  ['America/New_York', 'zone:America/New_York'],
  ['5 pm UTC+2', 'zone:+02:00'],
  ['Europe/Nowhere', '!unknown_timezone'],
]

const TAKEN: readonly (readonly [string, string])[] = [
  ['not on Wednesdays', 'not:we'],
  ['never on a Sunday', 'not:su'],
  ['no weekends', 'not:sa,su'],
  ['not at weekends', 'not:sa,su'],
  ['weekends only', 'only:sa,su'],
  ['only on weekends', 'only:sa,su'],
  ['except Fridays', 'not:fr'],
  ['every day except Sunday', '1xdaily not:su'],
  ['Wednesdays are out', 'not:we'],
  ['I can’t do Tuesdays or Thursdays', 'not:tu,th'],
  ['Fridays off', 'not:fr'],
  ['no Mondays', 'not:mo'],
  ['not on Friday evenings', 'not-at:18:00-22:00@fr'],
  ['never in the morning', 'not-at:07:00-12:00'],
  ['I have choir on Wednesdays', '?1'],
  ['I am away 3–10 April', 'away:2027-04-03..2027-04-10'],
  ['I’m away from 3 April to 10 April', 'away:2027-04-03..2027-04-10'],
  ['away April 3-10', 'away:2027-04-03..2027-04-10'],
  ['on holiday 24 December to 2 January', 'away:2026-12-24..2027-01-02'],
  ['we are on vacation in August', 'away:2027-08-01..2027-08-31'],
  ['I am travelling next week', 'away:2026-11-23..2026-11-29'],
  ['I can’t work on 24 December', 'away:2026-12-24..2026-12-24'],
  ['not on 1 January', 'away:2027-01-01..2027-01-01'],
  ['out of office from 2027-02-01 to 2027-02-05', 'away:2027-02-01..2027-02-05'],
  ['busy the week of 8 March', 'away:2027-03-08..2027-03-14'],
  ['no training between 3 and 10 April', 'away:2027-04-03..2027-04-10'],
  ['away for two weeks from 3 May', 'away:2027-05-03..2027-05-16'],
  ['away 10–3 April', '!contradiction'],
]

const WHOLE: readonly (readonly [string, string])[] = [
  [
    'Train for a half marathon by 15 May, three evenings a week, not on Wednesdays',
    '3xweekly at:18:00-22:00 due:2027-05-15 not:we',
  ],
  [
    'Learn Spanish, 30 minutes a day before work, starting in January; I am away 3-10 April.',
    '1xdaily 30min at:05:00-08:00 away:2027-04-03..2027-04-10 from:2027-01-01 minutes_per_day=30',
  ],
  [
    'Write the thesis by the end of June: weekday mornings from 8 to 12, no weekends',
    `at:07:00-12:00@${MO_FR} at:08:00-12:00 due:2027-06-30 not:sa,su only:${MO_FR}`,
  ],
  ['Buy a house in Lyon', ''],
  ['Plan a 60th birthday party for 40 people', ''],
  ['I may want to march and sit in the sun', ''],
  ['Read the second chapter and may be the third', ''],
  ['Lose 5 kg and run 10 km', ''],
]

const CASES = [...DEADLINES, ...RHYTHMS, ...TIMES, ...TAKEN, ...WHOLE]

describe('calendar words', () => {
  test.each(CASES)('“%s” says %s', (text, expected) => {
    expect(gist(readCalendarWords(text, SUNDAY))).toBe(expected.split(' ').sort().join(' '))
  })

  test('“next Friday” during a week may be two days and is asked about', () => {
    expect(gist(readCalendarWords('by next Friday', TUESDAY))).toBe('?2')
    expect(gist(readCalendarWords('by Friday', TUESDAY))).toBe('due:2026-11-27')
    expect(gist(readCalendarWords('by the end of the week', TUESDAY))).toBe('?2')
  })

  test('each finding quotes the words it comes from, as they were written', () => {
    const text = 'Run THREE Evenings a week — by 15 May'
    const { findings } = readCalendarWords(text, SUNDAY)
    expect(findings.map(({ quote }) => quote)).toEqual([
      'THREE Evenings a week',
      'THREE Evenings a week',
      'by 15 May',
    ])
    for (const { quote, at } of findings) expect(text.slice(at, at + quote.length)).toBe(quote)
  })

  test('a chosen option becomes a finding and its question is settled', () => {
    const asked = readCalendarWords('by 5/6', SUNDAY)
    const [question] = asked.questions
    const settled = answerCalendarQuestion(asked, {
      question_id: question?.id ?? '',
      option_id: 'option_2',
    })
    expect(gist(settled)).toBe('due:2027-05-06')
    expect(answerCalendarQuestion(asked, { question_id: 'none', option_id: 'option_2' })).toBe(asked)
  })

  test('the order of day and month is not asked about when it is known', () => {
    const day = readCalendarWords('by 5/6', { ...SUNDAY, dateOrder: 'day_first' })
    const month = readCalendarWords('by 5/6', { ...SUNDAY, dateOrder: 'month_first' })
    expect([gist(day), gist(month)]).toEqual(['due:2027-06-05', 'due:2027-05-06'])
  })

  test('endless lists and repetitions are read to the end', () => {
    for (const text of [
      'mon, '.repeat(400),
      'not mon and '.repeat(150),
      'evenings and '.repeat(150),
      '1 '.repeat(900),
    ])
      expect(readCalendarWords(text, SUNDAY).problems).toEqual([])
  })

  test('today is the day of the person, not of Greenwich', () => {
    const late = { now: Date.parse('2026-11-22T23:30:00Z'), timezone: 'Pacific/Auckland' }
    expect(gist(readCalendarWords('by tomorrow', late))).toBe('due:2026-11-24')
  })
})

function times(text: string) {
  return planTimesOf(readCalendarWords(text, SUNDAY), SUNDAY)
}

describe('the constraints of words', () => {
  test('are those of the plan', () => {
    const { constraints, timezone } = times(
      'Train for a half marathon by 15 May, three evenings a week, not on Wednesdays, I am away 3-10 April',
    )
    expect(timezone).toBe('Europe/Berlin')
    expect(constraints).toEqual({
      deadline: '2027-05-15',
      sessions_per_week: 3,
      not_on_weekdays: ['wednesday'],
      times_of_day: [{ start: '18:00', end: '22:00' }],
      blackouts: [{ start: '2027-04-03', end: '2027-04-10', reason: 'away 3-10 April' }],
    })
  })

  test('two statements about the same time narrow each other', () => {
    expect(times('in the evenings, after 7 pm').constraints.times_of_day).toEqual([
      { start: '19:00', end: '22:00' },
    ])
  })

  test('days with times of their own make a week', () => {
    const { weekly, constraints } = times('weekday evenings or Saturday mornings')
    expect(constraints.times_of_day).toBeUndefined()
    expect(weekly?.filter(({ day }) => day === 'saturday')).toEqual([
      { day: 'saturday', start: '07:00', end: '12:00' },
    ])
    expect(weekly).toHaveLength(6)
  })

  test('a length counts from the start that is named', () => {
    expect(times('for eight weeks, starting on 1 March').constraints).toMatchObject({
      start: '2027-03-01',
      deadline: '2027-04-25',
    })
  })

  test('two ends are asked about, and no day left is a contradiction', () => {
    expect(times('a draft by 1 March, all done by 15 May').questions).toMatchObject([
      { id: 'which_deadline' },
    ])
    expect(times('weekends only, but not on Saturdays and Sundays').problems).toMatchObject([
      { code: 'contradiction' },
    ])
    expect(times('from 1 March, by 1 February').problems).toMatchObject([{ code: 'contradiction' }])
  })

  test('a rhythm takes the duration that stands beside it', () => {
    expect(times('run three times a week for 45 minutes').sessions).toMatchObject([
      { recurrence: { frequency: 'weekly', times: 3 }, minutes: 45 },
    ])
    expect(times('20 sessions, twice a week').sessions).toMatchObject([{ count: 20 }])
  })
})

test.each([
  'the doors open at 15.15',
  'we are split 15/15',
  'version 3.40 is out',
])('“%s” names no day', text => {
  expect(JSON.stringify(readCalendarWords(text, SUNDAY))).not.toMatch(/impossible|20\d\d-/)
})
