import { Temporal } from 'temporal-polyfill'
import type { DateReading } from './date-reading.ts'

type Today = Temporal.PlainDate

const FIXED: readonly { readonly name: RegExp; readonly month: number; readonly day: number }[] = [
  { name: /^christmas eve$/, month: 12, day: 24 },
  { name: /^(?:christmas(?: day)?|xmas)$/, month: 12, day: 25 },
  { name: /^new year'?s eve$/, month: 12, day: 31 },
  { name: /^(?:new year'?s day|(?:the )?new year)$/, month: 1, day: 1 },
  { name: /^halloween$/, month: 10, day: 31 },
  { name: /^valentine'?s day$/, month: 2, day: 14 },
]

/** The next feast of that name. */
export function holidayOn(text: string, today: Today): DateReading | undefined {
  const fixed = FIXED.find(({ name }) => name.test(text))
  const dateIn = (year: number): Temporal.PlainDate | undefined =>
    fixed === undefined ? movableFeast(text, year) : new Temporal.PlainDate(year, fixed.month, fixed.day)
  const thisYear = dateIn(today.year)
  if (thisYear === undefined) return undefined
  const date = Temporal.PlainDate.compare(thisYear, today) >= 0 ? thisYear : dateIn(today.year + 1)
  if (date === undefined) return undefined
  const takenAs = `“${text}” is taken as ${date.toString()}.`
  return { kind: 'span', span: { first: date, last: date, unit: 'day', takenAs } }
}

function movableFeast(text: string, year: number): Temporal.PlainDate | undefined {
  const sunday = easterSunday(year)
  if (/^easter(?: sunday)?$/.test(text)) return sunday
  if (text === 'easter monday') return sunday.add({ days: 1 })
  return text === 'good friday' ? sunday.subtract({ days: 2 }) : undefined
}

/** Gregorian Easter (Meeus, Jones, Butcher). */
function easterSunday(year: number): Temporal.PlainDate {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const rest = year % 100
  const leapCorrection = Math.floor((century + 8) / 25)
  const moonCorrection = Math.floor((century - leapCorrection + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - moonCorrection + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * late + 114
  return new Temporal.PlainDate(year, Math.floor(days / 31), (days % 31) + 1)
}

/** A season has no day: which one is meant only the person knows. */
export function seasonQuestion(text: string): DateReading | undefined {
  if (!/^(?:the |next |this )?(?:spring|summer|autumn|fall|winter)$/.test(text)) return undefined
  return { kind: 'choice', question: `Which day is “${text}”, exactly?`, options: [] }
}

/** “Next weekend” during a week: the coming one, or the one after. */
export function nextWeekendQuestion(monday: Temporal.PlainDate): DateReading {
  return {
    kind: 'choice',
    question: 'Which weekend is “next weekend”?',
    options: [5, 12].map(days => {
      const first = monday.add({ days })
      const last = first.add({ days: 1 })
      return {
        label: `${first.toString()} and ${last.toString()}`,
        span: { first, last, unit: 'period' as const },
      }
    }),
  }
}
