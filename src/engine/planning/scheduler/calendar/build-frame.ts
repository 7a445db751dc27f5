import type { WorkCalendar } from '../../../../contracts/schedule.ts'
import type { CompiledProject } from './compile-project.ts'
import type { CompiledTask } from './expand-occurrences.ts'
import { type Frame, incomingOf, type Piece } from './frame.ts'
import { intersected, openSpans, type Span, without } from './pieces.ts'
import { weekdayOf, weekOf } from './zone.ts'

/**
 * The project with all open time of its first `dayCount` days spelled out. Days are counted from the Monday of its
 * first week: what was taken earlier in that week counts as work of it.
 */
export function buildFrame(compiled: CompiledProject, dayCount: number): Frame {
  const { project, zone, origin, tasks, links, blackouts, busy } = compiled
  const monday = mondayOf(compiled)
  const untilDay = zone.dayOf(origin) + dayCount
  const horizon = zone.dayStart(untilDay) - origin
  const openFrom = (calendar: WorkCalendar, first: number): readonly Span[] =>
    clipped(openSpans(calendar, compiled.zoneOf(calendar), { from: monday - 1, until: untilDay + 2 }), {
      ...{ shift: origin, first, end: horizon },
    })
  const open = (calendar: WorkCalendar): readonly Span[] => openFrom(calendar, 0)
  const cut = (spans: readonly Span[]): readonly Piece[] => cutAtMidnight(compiled, spans)
  const wholeWeeks = without(openFrom(project.calendar, zone.dayStart(monday) - origin), blackouts)
  const forPerson = without(without(open(project.calendar), blackouts), busy)
  const classes = new Map<string, number>()
  const availability: (readonly Piece[])[] = []
  const classOf = (task: CompiledTask): number => {
    const key = classKey(task)
    const known = classes.get(key)
    if (known !== undefined) return known
    let spans: readonly Span[] = task.attended ? forPerson : [{ start: 0, end: horizon }]
    for (const { resource } of task.needs) {
      const calendar = project.resources[resource]?.calendar
      if (calendar !== undefined) spans = intersected(spans, open(calendar))
    }
    if (task.source.windows !== undefined)
      spans = intersected(spans, open({ ...project.calendar, weekly: task.source.windows, exceptions: [] }))
    const isByDay = task.attended || task.group >= 0 || task.apart !== undefined
    availability.push(isByDay ? cut(spans) : spans.map(span => ({ ...span, day: -1, week: -1 })))
    classes.set(key, availability.length - 1)
    return availability.length - 1
  }
  const frameTasks = tasks.map(task => ({
    ...task,
    availability: classOf(task),
    fixedPieces: cut(task.fixed ?? []),
  }))
  const lastDay = frameTasks.reduce(
    (most, { fixedPieces }) => Math.max(most, (fixedPieces.at(-1)?.day ?? 0) + 1),
    untilDay - monday,
  )
  const weekCount = weekOf(monday + lastDay) - weekOf(monday) + 1
  return {
    ...{ horizon, weekCount, links, availability, personal: cut(forPerson) },
    dayCount: lastDay,
    tasks: frameTasks,
    incoming: incomingOf(tasks.length, links),
    units: project.resources.map(({ units }) => units),
    limits: project.capacity,
    ...takenLoad(cut(intersected(wholeWeeks, busy)), lastDay, weekCount),
  }
}

/** Tasks of one class have the same open time. */
function classKey({ attended, needs, group, apart, source }: CompiledTask): string {
  const resources = needs.map(({ resource }) => resource).sort()
  return JSON.stringify([attended, group >= 0 || apart !== undefined, resources, source.windows ?? null])
}

function mondayOf({ zone, origin }: CompiledProject): number {
  const day = zone.dayOf(origin)
  return day - weekdayOf(day)
}

function clipped(
  spans: readonly Span[],
  { shift, first, end }: { shift: number; first: number; end: number },
): readonly Span[] {
  return spans.flatMap(span => {
    const from = Math.max(first, span.start - shift)
    const until = Math.min(end, span.end - shift)
    return until > from ? [{ start: from, end: until }] : []
  })
}

/** What lies before the first week counts for no day and no week. */
function cutAtMidnight(compiled: CompiledProject, spans: readonly Span[]): readonly Piece[] {
  const { zone, origin } = compiled
  const monday = mondayOf(compiled)
  const pieces: Piece[] = []
  let day = monday
  for (const span of spans) {
    while (zone.dayStart(day + 1) - origin <= span.start) day += 1
    while (zone.dayStart(day) - origin > span.start) day -= 1
    for (let { start } = span; start < span.end; ) {
      const midnight = zone.dayStart(day + 1) - origin
      const end = Math.min(span.end, midnight)
      pieces.push({
        start,
        end,
        day: Math.max(-1, day - monday),
        week: Math.max(-1, weekOf(day) - weekOf(monday)),
      })
      start = end
      if (end === midnight) day += 1
    }
  }
  return pieces
}

function takenLoad(pieces: readonly Piece[], dayCount: number, weekCount: number) {
  const takenOfDay = new Int32Array(dayCount)
  const takenOfWeek = new Int32Array(weekCount)
  for (const { start, end, day, week } of pieces) {
    takenOfDay[day] = (takenOfDay[day] ?? 0) + end - start
    takenOfWeek[week] = (takenOfWeek[week] ?? 0) + end - start
  }
  return { takenOfDay, takenOfWeek }
}
