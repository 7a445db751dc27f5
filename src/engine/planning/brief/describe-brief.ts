import type { BriefEvent, BriefRhythm, BriefWork, PlanBrief } from '../../../contracts/plan.ts'
import { dayText } from '../plan-schedule/plan-schedule.ts'
import { ordersOf } from './resolve.ts'

/** The fields of a brief by which a person can say what was not understood. */
const FIELDS =
  'events (date, time, place), work (hours, before, after), rhythms (times a day, week or month, days of rest, length in the end), limits (days off, time away, hours), deadline, budget'

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
        `${item.title}: ${item.minutes === undefined ? 'no hours said' : hours(item.minutes)}${timeOf(item)}${placed(item.id)}`,
        item,
      ),
    ),
    ...brief.rhythms.map(item => marked(`${item.title}: ${rhythmText(item)}`, item)),
    ...(brief.deadline === undefined ? [] : [`- Done by ${dayText(brief.deadline.date)}`]),
    ...(brief.budget === undefined ? [] : [`- Budget: ${brief.budget.amount} ${brief.budget.currency}`]),
    ...brief.people.map(({ name }) => `- With ${name}`),
    ...brief.exclusions.map(({ text }) => `- Not wanted: ${text}`),
    ...limitLines(brief.limits),
    ...brief.limits.quotes.map(quote => `- Kept to: “${quote}”`),
    ...(brief.not_placed.length === 0 ? [] : ['Not placed, and in no part of the plan:']),
    ...brief.not_placed.map(({ quote }) => `- “${quote}”`),
  ]
}

function limitLines(limits: PlanBrief['limits']): readonly string[] {
  const { start, minutes_per_week: week, minutes_per_day: day, sessions_per_week: sessions } = limits
  const {
    not_on_weekdays: off = [],
    only_on_weekdays: only = [],
    weekly = [],
    times_of_day: times = [],
  } = limits
  return [
    ...(start === undefined ? [] : [`- Not before ${dayText(start.slice(0, 10))}`]),
    ...(week === undefined ? [] : [`- At most ${hours(week)} a week`]),
    ...(day === undefined ? [] : [`- At most ${hours(day)} a day`]),
    ...(sessions === undefined ? [] : [`- On at most ${sessions} days a week`]),
    ...(off.length === 0 ? [] : [`- Not on ${off.join(', ')}`]),
    ...(only.length === 0 ? [] : [`- Only on ${only.join(', ')}`]),
    ...times.map(({ start: from, end }) => `- Only from ${from} to ${end}`),
    ...weekly.map(({ day: name, start: from, end }) => `- Time on ${name} from ${from} to ${end}`),
    ...(limits.blackouts ?? []).map(({ start: from, end }) => `- Nothing from ${from} to ${end}`),
  ]
}

/** Which lines of a brief another one has more, and which it has no longer. */
export function differencesOf(from: PlanBrief, to: PlanBrief): readonly string[] {
  const [before, after] = [describeBrief(from), describeBrief(to)]
  return [
    ...after.filter(line => !before.includes(line)).map(line => `now ${line.replace(/^- /, '')}`),
    ...before.filter(line => !after.includes(line)).map(line => `no longer ${line.replace(/^- /, '')}`),
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

function timeOf({ not_before: from, done_by: until, splittable }: BriefWork): string {
  return [
    from === undefined ? '' : `; not before ${dayText(from)}`,
    until === undefined ? '' : `; by ${dayText(until)}`,
    splittable === false ? '; in one piece' : '',
  ].join('')
}

function rhythmText(rhythm: BriefRhythm): string {
  const { times, per, minutes, days, start_time: start, to_minutes: to, rest_days: rest, alike } = rhythm
  const growing = to === undefined ? '' : `, ${hours(to)} in the end`
  const length = (minutes === undefined ? '' : `, ${hours(minutes)} each`) + growing
  const apart =
    rest === undefined ? '' : `, ${rest} days of rest between${alike === undefined ? '' : ` all “${alike}”`}`
  return `${times} × a ${per}${length}${days === undefined ? '' : `, on ${days.join(', ')}`}${start === undefined ? '' : ` at ${start}`}${apart}`
}

function hours(minutes: number): string {
  if (minutes < 60 || minutes % 30 !== 0) return `${minutes} min`
  return `${minutes / 60} h`
}
