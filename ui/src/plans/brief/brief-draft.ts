import type { PlanBrief } from 'soulgate/contracts/plan'
import { Weekday } from 'soulgate/contracts/schedule'

/** One entry as it is typed: every field a text, empty where nothing is said. */
export type Row = Readonly<Record<string, string>> & { readonly key: string; readonly title: string }

/** A brief as it is typed. */
export interface BriefDraft {
  readonly title: string
  readonly events: readonly Row[]
  readonly work: readonly Row[]
  readonly rhythms: readonly Row[]
  readonly limits: Row
  readonly notPlaced: readonly string[]
}

export type PlaceAs = 'work' | 'event' | 'rhythm'

let made = 0

/** An entry that a person adds; its key becomes its id. */
export function newRow(title = ''): Row {
  made += 1
  return { key: `own${made}-${Date.now().toString(36)}`, title }
}

/** The brief with its fields as texts. */
export function draftOf(brief: PlanBrief): BriefDraft {
  const titles = new Map([...brief.work, ...brief.events].map(({ id, title }) => [id, title]))
  const nameOf = (id: string | undefined): string | undefined =>
    id === undefined ? id : (titles.get(id) ?? id)
  return {
    title: brief.title,
    events: brief.events.map(({ id, ...event }) => row(id, event)),
    work: brief.work.map(({ id, minutes, splittable, before, after, ...work }) =>
      row(id, {
        ...work,
        hours: minutes === undefined ? undefined : minutes / 60,
        whole: splittable === false ? 'yes' : undefined,
        before: nameOf(before[0]?.id),
        days: before[0]?.days,
        after: nameOf(after[0]?.id),
      }),
    ),
    rhythms: brief.rhythms.map(({ id, days, ...rhythm }) =>
      row(id, { ...rhythm, weekdays: days?.join(', ') }),
    ),
    limits: limitsOf(brief),
    notPlaced: brief.not_placed.map(({ quote }) => quote),
  }
}

function row(id: string, fields: object): Row {
  const told = Object.entries(fields).filter(([, value]) => value !== undefined)
  return { title: '', ...Object.fromEntries(told.map(([name, value]) => [name, String(value)])), key: id }
}

function limitsOf({ limits, deadline }: PlanBrief): Row {
  const { weekly = [], blackouts = [], minutes_per_week: week, minutes_per_day: day } = limits
  return row('limits', {
    deadline: deadline?.date,
    start: limits.start?.slice(0, 10),
    off: limits.not_on_weekdays?.join(', '),
    hours:
      weekly.length === 0 ? undefined : weekly.map(one => `${one.day} ${one.start}-${one.end}`).join('; '),
    away:
      blackouts.length === 0
        ? undefined
        : blackouts.map(({ start, end }) => `${start.slice(0, 10)} to ${end.slice(0, 10)}`).join('; '),
    weekHours: week === undefined ? undefined : week / 60,
    dayHours: day === undefined ? undefined : day / 60,
    weekDays: limits.sessions_per_week,
    dayPieces: limits.tasks_per_day,
  })
}

/** Words that fit nowhere, made an entry by the person who said them. */
export function placeQuote(draft: BriefDraft, quote: string, as: PlaceAs): BriefDraft {
  const entry: Row = { ...newRow(quote.replace(/[.;,\s]+$/, '').slice(0, 200)), quote }
  const list = ({ work: 'work', event: 'events', rhythm: 'rhythms' } as const)[as]
  return {
    ...draft,
    [list]: [...draft[list], entry],
    notPlaced: draft.notPlaced.filter(other => other !== quote),
  }
}

/** What was typed as a brief; an entry without a title is left out. Throws for days and hours that cannot be read. */
export function toBrief(brief: PlanBrief, draft: BriefDraft): unknown {
  const named = (rows: readonly Row[]): readonly Row[] => rows.filter(({ title }) => title.trim() !== '')
  const ids = new Map([...draft.work, ...draft.events].map(({ key, title }) => [title, key]))
  const { limits } = draft
  return {
    ...brief,
    title: draft.title,
    events: named(draft.events).map(given),
    work: named(draft.work).map(({ hours, whole, before, after, days, ...rest }) => {
      const standing = brief.work.find(({ id }) => id === rest.key)
      const day = days === undefined || days === '' ? {} : { days: Number(days) }
      return {
        ...given(rest),
        ...(hours === undefined || hours === '' ? {} : { minutes: Math.round(numberOf(hours) * 60) }),
        ...(whole === 'yes' ? { splittable: false } : {}),
        before: referencesOf(before, ids, day, standing?.before),
        after: referencesOf(after, ids, {}, standing?.after),
      }
    }),
    rhythms: named(draft.rhythms).map(({ weekdays = '', times, per = 'week', ...rest }) => ({
      ...given(rest),
      ...{ per, times: Number(times ?? 1) },
      ...numbersOf(rest, ['minutes', 'to_minutes', 'rest_days']),
      ...(weekdays === '' ? {} : { days: weekdaysIn(weekdays) }),
    })),
    limits: toLimits(brief, limits),
    deadline: limits.deadline ? { ...brief.deadline, date: limits.deadline } : undefined,
    with_suggestions:
      brief.with_suggestions && named([...draft.events, ...draft.work, ...draft.rhythms]).length === 0,
    not_placed: draft.notPlaced.map(quote => ({ quote })),
  }
}

function given({
  key,
  ...fields
}: {
  readonly key: string
  readonly title: string
}): Record<string, unknown> {
  const told = Object.entries(fields).filter(([name, value]) => value !== '' && name !== 'suggested')
  return { id: key, ...Object.fromEntries(told) }
}

function numbersOf(row: Readonly<Record<string, string>>, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.flatMap(name => (row[name] ? [[name, Number(row[name])] as const] : [])))
}

function numberOf(text: string): number {
  return Number(text.replace(',', '.'))
}

type References = PlanBrief['work'][number]['before']

/** The first reference as it was typed, and those behind it as they stood. */
function referencesOf(
  name: string | undefined,
  ids: ReadonlyMap<string, string>,
  days: { readonly days?: number },
  standing: References = [],
): unknown {
  if (name === undefined || name === '') return []
  return [{ id: ids.get(name) ?? name, ...days }, ...standing.slice(1)]
}

/** Throws for a word that names no day: nothing that was typed is dropped unsaid. */
function weekdaysIn(text: string): readonly string[] {
  const days = partsOf(text, /[\s,;]+/).map(word => {
    const short = word.toLowerCase().replace(/s$/, '')
    const day = short.length < 2 ? undefined : Weekday.options.find(one => one.startsWith(short))
    if (day === undefined)
      throw new Error(`“${word}” is no day of the week. Write days as: monday, thursday.`)
    return day
  })
  return Weekday.options.filter(day => days.includes(day))
}

function partsOf(text: string, between: RegExp): readonly string[] {
  return text.split(between).filter(part => part.trim() !== '')
}

function matching(part: string, pattern: RegExp, like: string): readonly string[] {
  const found = pattern.exec(part.trim())
  if (found === null) throw new Error(`“${part.trim()}” cannot be read. Write it like this: ${like}.`)
  return found.slice(1).map(text => text ?? '')
}

const HOURS = /^([a-z]+)\s+(\d{1,2}(?::\d\d)?)\s*[-–]\s*(\d{1,2}(?::\d\d)?)$/i
const AWAY = /^(\d{4}-\d\d-\d\d)(?:\s*(?:to|[-–])\s*(\d{4}-\d\d-\d\d))?$/

function toLimits({ limits }: PlanBrief, row: Row): unknown {
  const {
    off = '',
    hours = '',
    away = '',
    start = '',
    weekHours = '',
    dayHours = '',
    weekDays = '',
    dayPieces = '',
  } = row
  const weekly = partsOf(hours, /[;,]/).flatMap(part => {
    const [days = '', from = '', to = ''] = matching(part, HOURS, 'monday 18:00-22:00; saturday 9:00-17:00')
    return weekdaysIn(days).map(day => ({ day, start: clockOf(from), end: clockOf(to) }))
  })
  const blackouts = partsOf(away, /[;,]/).map(part => {
    const [start = '', end = ''] = matching(part, AWAY, '2027-03-03 to 2027-03-09; 2027-05-01')
    return { start, end: end || start }
  })
  const { weekly: _weekly, ...others } = limits
  return {
    ...others,
    start: start === '' ? undefined : start,
    not_on_weekdays: off === '' ? undefined : weekdaysIn(off),
    weekly: weekly.length === 0 ? undefined : weekly,
    blackouts: blackouts.length === 0 ? undefined : blackouts,
    minutes_per_week: weekHours === '' ? undefined : Math.round(numberOf(weekHours) * 60),
    sessions_per_week: weekDays === '' ? undefined : Number(weekDays),
    tasks_per_day: dayPieces === '' ? undefined : Number(dayPieces),
    minutes_per_day: dayHours === '' ? undefined : Math.round(numberOf(dayHours) * 60),
  }
}

function clockOf(text: string): string {
  const [hours = '0', minutes = '00'] = text.split(':')
  return `${hours.padStart(2, '0')}:${minutes}`
}
