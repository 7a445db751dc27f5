import { expect, test } from 'vitest'
import { readCalendarWords } from './calendar-words.ts'
import { gist } from './phrasings-fixture.ts'

/** A Wednesday. */
const WEDNESDAY = { now: Date.parse('2027-02-10T12:00:00Z'), timezone: 'Europe/London' }

/** Written after the rules were: how well they read what they were not made for. */
const HELD_OUT: readonly (readonly [string, string])[] = [
  ['I need this finished by the 3rd of May', 'due:2027-05-03'],
  ['must be ready before 1 September 2027', 'due:2027-08-31'],
  ['hand it in no later than June 30th', 'due:2027-06-30'],
  ['the wedding is on 18 June 2027', 'due:2027-06-18'],
  ['we launch on 2027-04-01', 'due:2027-04-01'],
  ['within the next three weeks', 'due:2027-03-03'],
  ['in half a year', 'due:2027-08-10'],
  ['in ninety days', 'due:2027-05-11'],
  ['by the end of this month', 'due:2027-02-28'],
  ['before the end of next year', 'due:2028-12-31'],
  ['by mid April', 'due:2027-04-15'],
  ['before Easter', 'due:2027-03-27'],
  ['by the day after tomorrow', 'due:2027-02-12'],
  ['by Monday 9 am', 'due:2027-02-15T09:00'],
  ['due 12/31/2027', 'due:2027-12-31'],
  ['by 3/4/2027', '?2'],
  ['before next Thursday', '?2'],
  ['by the autumn', '?0'],
  ['by 30 February', '!impossible_date'],
  ['by 10 January 2027', '!past'],
  ['by yesterday', '!past'],
  ['starting in two weeks', 'from:2027-02-24'],
  ['I can start on the 1st of March', 'from:2027-03-01'],
  ['from the beginning of April', 'from:2027-04-01'],
  ['for the next six weeks', 'for:6week'],
  ['a 30-day challenge', 'for:30day'],
  ['two times per week', '2xweekly'],
  ['thrice a week', '3xweekly'],
  ['four evenings each week', '4xweekly at:18:00-22:00'],
  ['once a day', '1xdaily'],
  ['every single day', '1xdaily'],
  ['every Saturday morning', 'FREQ=WEEKLY;BYDAY=SA at:07:00-12:00@sa'],
  ['on Mondays, Wednesdays and Fridays', 'FREQ=WEEKLY;BYDAY=MO,WE,FR'],
  ['each weekend', '1xweekly'],
  ['every fortnight', '1xweekly/2'],
  ['every third week', '1xweekly/3'],
  ['on the second Tuesday of every month', 'FREQ=MONTHLY;BYDAY=2TU'],
  ['once a month on the 5th', 'FREQ=MONTHLY;BYMONTHDAY=5'],
  ['two or three times a week', '?2'],
  ['12 lessons in total', '12sessions'],
  ['an hour every evening', '1xdaily 60min at:18:00-22:00 minutes_per_day=60'],
  ['up to 90 minutes a day', 'minutes_per_day=90'],
  ['about 6 hours per week', 'minutes_per_week=360'],
  ['sessions of 25 minutes', '25min'],
  ['2.5h', '150min'],
  ['one and a half hours', '90min'],
  ['between 6 and 8 in the morning', 'at:06:00-08:00'],
  ['from 17:30 until 19:00', 'at:17:30-19:00'],
  ['only after 8 pm', 'at:20:00-23:00'],
  ['in the afternoons', 'at:13:00-18:00'],
  ['at lunchtime', 'at:12:00-14:00'],
  ['at half past six', '?2'],
  ['Tuesdays from 19:00 to 21:00', 'at:19:00-21:00@tu only:tu'],
  ['but never on Fridays', 'not:fr'],
  ['I don’t want to work at the weekend', 'not:sa,su'],
  ['Sundays are off', 'not:su'],
  ['no evenings', 'not-at:18:00-22:00'],
  ['we’re abroad from 20 to 27 March', 'away:2027-03-20..2027-03-27'],
  ['on leave 1 May to 9 May', 'away:2027-05-01..2027-05-09'],
  ['I won’t be available between 5 July and 16 July', 'away:2027-07-05..2027-07-16'],
]

/** Known not to be read as meant; here so that the figure stays honest. */
const MISREAD: ReadonlySet<string> = new Set([])

test.each(HELD_OUT.filter(([text]) => !MISREAD.has(text)))('“%s” says %s', (text, expected) => {
  expect(gist(readCalendarWords(text, WEDNESDAY))).toBe(expected.split(' ').sort().join(' '))
})
