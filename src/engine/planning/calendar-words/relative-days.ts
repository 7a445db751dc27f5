import type { Temporal } from 'temporal-polyfill'
import { type DateReading, dateText, day, impossible, period } from './date-reading.ts'
import { nextWeekendQuestion } from './holidays.ts'
import { numberOf, WEEKDAY, WEEKDAYS, weekdayOfWord } from './words.ts'

type Today = Temporal.PlainDate

/** Today, tomorrow and the like. */
export function readNear(text: string, today: Today): DateReading | undefined {
  if (text === 'the day after tomorrow') return day(today.add({ days: 2 }))
  if (text === 'yesterday') return day(today.subtract({ days: 1 }))
  if (text.startsWith('tomorrow')) return day(today.add({ days: 1 }))
  return /^(?:today|tonight|eod|end of (?:the )?day)$/.test(text) ? day(today) : undefined
}

const NAMED = new RegExp(
  `^(?:(?<which>this|next|the next|the coming|coming|the following) )?(?<day>${WEEKDAY})(?<later> week| after next)?$|^a week (?:from|on) (?<from>${WEEKDAY})$`,
)

/** “Next Friday” on a Monday may be in four days or in eleven; on a Saturday there is only one. */
export function readNamedDay(text: string, today: Today): DateReading | undefined {
  const groups = NAMED.exec(text)?.groups
  if (groups === undefined) return undefined
  const weekday = weekdayOfWord(groups.day ?? groups.from ?? '')
  if (weekday === undefined) return undefined
  const ahead = (WEEKDAYS.indexOf(weekday) + 1 - today.dayOfWeek + 7) % 7
  const coming = today.add({ days: ahead })
  const after = coming.add({ days: 7 })
  const isLater = groups.later !== undefined || groups.from !== undefined
  if (isLater) return day(after)
  const either = (question: string): DateReading => ({
    kind: 'choice',
    question,
    options: [coming, after].map(date => ({
      label: dateText(date),
      span: { first: date, last: date, unit: 'day' as const },
    })),
  })
  const isNext = groups.which === 'next'
  if (ahead === 0) return isNext ? day(after) : either(`Today is ${dateText(today)}. Which day is “${text}”?`)
  const isThisWeek = today.dayOfWeek + ahead <= 7
  return isNext && isThisWeek ? either(`Which day is “${text}”?`) : day(coming)
}

const RELATIVE =
  /^(?:(this|next|the coming|the following|the current|the) )?(week|month|quarter|year|weekend)$/

/** This or next week, month, quarter, year. */
export function readRelativePeriod(text: string, today: Today): DateReading | undefined {
  const parts = RELATIVE.exec(text)
  if (parts === null) return undefined
  const [, which = 'this', unit = ''] = parts
  const isNext = which === 'next' || which === 'the coming' || which === 'the following'
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  const shift = isNext ? 1 : 0
  switch (unit) {
    case 'week':
      return period(monday.add({ weeks: shift }), monday.add({ weeks: shift + 1 }))
    case 'weekend':
      if (isNext && which === 'next' && today.dayOfWeek < 6) return nextWeekendQuestion(monday)
      return period(
        monday.add({ days: 5 + (isNext && today.dayOfWeek >= 6 ? 7 : 0) }),
        monday.add({ days: 7 + (isNext && today.dayOfWeek >= 6 ? 7 : 0) }),
      )
    case 'month': {
      const first = today.with({ day: 1 }).add({ months: shift })
      return period(first, first.add({ months: 1 }))
    }
    case 'quarter': {
      const first = today
        .with({ day: 1, month: today.month - ((today.month - 1) % 3) })
        .add({ months: 3 * shift })
      return period(first, first.add({ months: 3 }))
    }
    default: {
      const first = today.with({ day: 1, month: 1 }).add({ years: shift })
      return period(first, first.add({ years: 1 }))
    }
  }
}

const AWAY =
  /^(?:in |within )?(?:the next )?(?<number>.+?)(?<half> and a half)?[ -](?<unit>(?:work)?days?|weeks?|fortnights?|months?|quarters?|years?|hours?)'?s?(?<after> and a half)?(?: time| from (?:now|today)| hence)?$/

/** So many days, weeks, months from today. */
export function readDistance(text: string, today: Today): DateReading | undefined {
  const groups = AWAY.exec(text)?.groups
  if (groups === undefined) return undefined
  const unit = (groups.unit ?? '').replace(/s$/, '')
  const isVague = /^(?:several|a few|some)$/.test(groups.number ?? '')
  if (isVague) return { kind: 'choice', question: `How many ${unit}s are “${text}”?`, options: [] }
  const whole = numberOf(groups.number ?? '')
  if (whole === undefined || unit === 'hour') return undefined
  const count = whole + (groups.half === undefined && groups.after === undefined ? 0 : 0.5)
  if (count > 1_000) return impossible(`plan of ${count} ${unit}s`)
  return day(distant(today, unit, count))
}

function distant(today: Today, unit: string, count: number): Temporal.PlainDate {
  const part = count - Math.floor(count)
  const whole = Math.floor(count)
  switch (unit) {
    case 'week':
      return today.add({ days: Math.round(count * 7) })
    case 'fortnight':
      return today.add({ days: Math.round(count * 14) })
    case 'month':
      return today.add({ months: whole }).add({ days: Math.round(part * 30) })
    case 'quarter':
      return today.add({ months: Math.round(count * 3) })
    case 'year':
      return today.add({ months: Math.round(count * 12) })
    case 'workday':
      return workdaysAfter(today, whole)
    default:
      return today.add({ days: Math.round(count) })
  }
}

function workdaysAfter(today: Today, count: number): Temporal.PlainDate {
  let date = today
  for (let left = count; left > 0; ) {
    date = date.add({ days: 1 })
    if (date.dayOfWeek <= 5) left -= 1
  }
  return date
}
