import type { CalendarProject, ProjectTask } from '../../../../contracts/schedule.ts'
import { nameOf } from './constraints.ts'
import { type FrameTask, NEVER } from './frame.ts'
import { intersected, openSpans, type Span, without } from './pieces.ts'
import { type OccurrenceDays, type OpenDays, occurrencesOf } from './recurrence.ts'
import type { Zone } from './zone.ts'

/** One occurrence of a task of the project. */
export interface CompiledTask extends Omit<FrameTask, 'availability' | 'fixedPieces'> {
  readonly source: ProjectTask
  /** Which constraint its due comes from. */
  readonly dueFrom: 'deadline' | 'project_deadline' | 'recurrence' | 'none'
}

export interface OccurrencePlace {
  readonly zone: Zone
  /** Minutes since 1970 of the project's start. */
  readonly origin: number
  readonly project: CalendarProject
  /** Time away, as minutes since 1970. */
  readonly blackouts: readonly Span[]
  /** The task's number in the project. */
  readonly at: number
  /** When it stops coming back, in minutes from the origin; undefined when only its due ends it. */
  readonly until: number | undefined
}

export type Expansion =
  | {
      readonly kind: 'expanded'
      readonly tasks: readonly CompiledTask[]
      readonly leftOut: number
      readonly note: string | undefined
    }
  | { readonly kind: 'impossible'; readonly reason: string }

/** A task for each time that it comes back; itself when it does not. */
export function expandOccurrences(single: CompiledTask, place: OccurrencePlace): Expansion {
  const { zone, origin, at } = place
  const last = Math.min(single.due, place.until ?? NEVER)
  const found = occurrencesOf(single.source.recurrence, {
    ...wholeDays(single, place, last),
    countOpenDays: (from, until) => countOpenDays(place, single, { from, until }),
  })
  if (found.kind === 'impossible') return found
  if (found.kind === 'once') return { kind: 'expanded', tasks: [single], leftOut: 0, note: undefined }
  const settled = [...(single.fixed ?? [])]
  const tasks = found.days.map(days => {
    const start = zone.dayStart(days.from) - origin
    const end = zone.dayStart(days.until) - origin
    const kept = settled.findIndex(block => block.start >= start && block.start < end)
    const fixed = kept < 0 ? undefined : settled.splice(kept, 1)
    const due = Math.min(single.due, end)
    const dueFrom = due < single.due ? ('recurrence' as const) : single.dueFrom
    return { ...single, release: Math.max(single.release, start), due, dueFrom, group: at, fixed }
  })
  const { leftOut } = found
  const times = leftOut === 1 ? 'once' : `${leftOut} times`
  const note = `${nameOf(single.source)} is left out ${times}, where days off or time away leave too few days for it.`
  return { kind: 'expanded', tasks, leftOut, note: leftOut > 0 ? note : undefined }
}

/**
 * The local days from the task's release to its end. A first or last day that would have room for the task as a whole
 * and has none in the hours that remain of it, is not one of them: what is planned in the evening begins tomorrow.
 */
function wholeDays(
  task: CompiledTask,
  place: OccurrencePlace,
  last: number,
): { readonly from: number; readonly until: number | undefined } {
  const { zone, origin } = place
  const bounds = { start: origin + task.release, end: origin + last }
  const isCutOff = (day: number): boolean => {
    const whole = wholeDay(place, day)
    const isSettled = task.fixed?.some(
      ({ start }) => start + origin >= whole.start && start + origin < whole.end,
    )
    if (isSettled) return false
    const { left } = openTime(place, task, { from: day, until: day + 1 })
    const roomIn = (span: Span): number =>
      intersected(left, [span]).reduce((sum, { start, end }) => sum + end - start, 0)
    return roomIn(whole) >= task.minutes && roomIn(bounds) < task.minutes
  }
  const first = zone.dayOf(bounds.start)
  const from = isCutOff(first) ? first + 1 : first
  if (last === NEVER) return { from, until: undefined }
  const final = zone.dayOf(bounds.end - 1)
  return { from, until: final > from && isCutOff(final) ? final : final + 1 }
}

/** Days on which the task could be done, with the rest it asks for between them: as the week usually is, and without days off and time away. */
function countOpenDays(place: OccurrencePlace, task: CompiledTask, days: OccurrenceDays): OpenDays {
  const { usual, left } = openTime(place, task, days)
  const all = Array.from({ length: days.until - days.from }, (_, at) => wholeDay(place, days.from + at))
  const rest = task.apart?.days ?? 0
  const count = (spans: readonly Span[]): number => {
    const isOpen = (day: Span): boolean =>
      intersected(spans, [day]).some(({ start, end }) => end - start >= task.least)
    let next = 0
    return all.filter((day, at) => {
      if (at < next || !isOpen(day)) return false
      next = at + rest + 1
      return true
    }).length
  }
  return { usual: count(usual), left: count(left) }
}

/** When the task could be done, as the week usually is and without days off and time away; minutes since 1970. */
function openTime(
  { zone, project: { calendar }, blackouts }: OccurrencePlace,
  { attended, source }: CompiledTask,
  days: OccurrenceDays,
): { readonly usual: readonly Span[]; readonly left: readonly Span[] } {
  const always = [{ start: zone.dayStart(days.from), end: zone.dayStart(days.until) }]
  const own =
    source.windows === undefined
      ? always
      : openSpans({ ...calendar, weekly: source.windows, exceptions: [] }, zone, days)
  if (!attended) return { usual: own, left: own }
  const usual = openSpans({ ...calendar, exceptions: [] }, zone, days)
  const left = without(openSpans(calendar, zone, days), blackouts)
  return { usual: intersected(usual, own), left: intersected(left, own) }
}

function wholeDay({ zone }: OccurrencePlace, day: number): Span {
  return { start: zone.dayStart(day), end: zone.dayStart(day + 1) }
}
