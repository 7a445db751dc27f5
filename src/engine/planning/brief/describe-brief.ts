import type { BriefEvent, BriefRhythm, PlanBrief } from '../../../contracts/plan.ts'
import { dayText } from '../plan-schedule/plan-schedule.ts'
import { ordersOf } from './resolve.ts'

/** The fields of a brief by which a person can say what was not understood. */
const FIELDS =
  'events (date, time, place), work (hours, before, after), rhythms (times a day, week or month), limits (days off, time away, hours), deadline, budget'

/** The brief in words, an entry a line, and at the end what stands in no part of the plan. */
export function describeBrief(brief: PlanBrief): readonly string[] {
  const titles = new Map([...brief.events, ...brief.work].map(({ id, title }) => [id, title]))
  const orders = ordersOf(brief)
  const placed = (id: string): string =>
    orders
      .flatMap(({ first, next, days }) => {
        if (first !== id && next !== id) return []
        const isEvent = brief.events.some(event => event.id === next)
        if (first === id && !isEvent) return []
        const other = first === id ? next : first
        return [
          `; ${days === 0 ? '' : `${days} days `}${first === id ? 'before' : 'after'} ${titles.get(other) ?? other}`,
        ]
      })
      .join('')
  const marked = (text: string, { suggested }: { readonly suggested?: true | undefined }): string =>
    `- ${text}${suggested === true ? ' (suggested)' : ''}`
  return [
    ...brief.events.map(item => marked(`${dayOf(item)}: ${item.title}`, item)),
    ...brief.work.map(item =>
      marked(
        `${item.title}: ${item.minutes === undefined ? 'no hours said' : hours(item.minutes)}${placed(item.id)}`,
        item,
      ),
    ),
    ...brief.rhythms.map(item => marked(`${item.title}: ${rhythmText(item)}`, item)),
    ...(brief.deadline === undefined ? [] : [`- Done by ${dayText(brief.deadline.date)}`]),
    ...(brief.budget === undefined ? [] : [`- Budget: ${brief.budget.amount} ${brief.budget.currency}`]),
    ...brief.people.map(({ name }) => `- With ${name}`),
    ...brief.exclusions.map(({ text }) => `- Not wanted: ${text}`),
    ...brief.limits.quotes.map(quote => `- Kept to: “${quote}”`),
    ...(brief.not_placed.length === 0 ? [] : ['Not placed, and in no part of the plan:']),
    ...brief.not_placed.map(({ quote }) => `- “${quote}”`),
  ]
}

/** What is said of words that no change of the brief answers to. */
export function describeMissed(missed: readonly string[]): readonly string[] {
  return missed.map(
    text =>
      `Not understood, and nothing changed by it: “${text}”. Say it by the fields of the brief: ${FIELDS}.`,
  )
}

function dayOf({ date, end_date: end, start_time: start, end_time: until }: BriefEvent): string {
  const days = end === undefined ? dayText(date) : `${dayText(date)} to ${dayText(end)}`
  const time = start === undefined ? 'all day' : `${start}${until === undefined ? '' : `–${until}`}`
  return `${days}, ${time}`
}

function rhythmText({ times, per, minutes, days }: BriefRhythm): string {
  const length = minutes === undefined ? '' : `, ${hours(minutes)} each`
  return `${times} × a ${per}${length}${days === undefined ? '' : `, on ${days.join(', ')}`}`
}

function hours(minutes: number): string {
  if (minutes < 60 || minutes % 30 !== 0) return `${minutes} min`
  return `${minutes / 60} h`
}
