import { amountRules, limitRules, zoneRules } from './amount-rules.ts'
import { cadenceRules } from './cadence-rules.ts'
import { dateRules } from './date-rules.ts'
import { applyRules, type CalendarContext, type CalendarReading } from './reading.ts'
import { takenRules } from './taken-rules.ts'
import { dayTimeRules, timeRules } from './time-rules.ts'
import { plainText } from './words.ts'

export { answerCalendarQuestion, type PlanTimes, planTimesOf, type SessionWish } from './plan-times.ts'
export type {
  CalendarContext,
  CalendarFact,
  CalendarFinding,
  CalendarProblem,
  CalendarQuestion,
  CalendarReading,
} from './reading.ts'
export { MONTH, NUMBER, numberOf, weekdaysIn } from './words.ts'

/** At most so much of a text is read. */
const MAX_LETTERS = 10_000

/**
 * What ordinary words say about time: deadlines, sessions, times of day, days that are taken, durations, a time zone.
 * Every finding carries the words it comes from. Words that can mean several things become questions, words that say
 * something impossible or past become problems; neither is guessed at. Pure: today comes with the context.
 */
export function readCalendarWords(text: string, context: CalendarContext): CalendarReading {
  const original = text.slice(0, MAX_LETTERS)
  return applyRules(original, plainText(original), [
    ...zoneRules,
    ...takenRules(context),
    ...limitRules,
    ...dayTimeRules,
    ...cadenceRules,
    ...dateRules(context),
    ...timeRules,
    ...amountRules,
  ])
}
