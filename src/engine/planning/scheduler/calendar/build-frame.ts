import type { WorkCalendar } from '../../../../contracts/schedule.ts'
import type { CompiledProject, CompiledTask } from './compile-project.ts'
import { type Frame, incomingOf, type Piece } from './frame.ts'
import { intersected, openSpans, type Span, without } from './pieces.ts'
import { weekOf } from './zone.ts'

/** The project with all open time of its first `dayCount` days spelled out. */
export function buildFrame(compiled: CompiledProject, dayCount: number): Frame {
  const { project, zone, origin, tasks, links, blackouts, busy } = compiled
  const firstDay = zone.dayOf(origin)
  const untilDay = firstDay + dayCount
  const horizon = zone.dayStart(untilDay) - origin
  const open = (calendar: WorkCalendar): readonly Span[] =>
    clipped(openSpans(calendar, compiled.zoneOf(calendar), { from: firstDay - 1, until: untilDay + 2 }), {
      shift: origin,
      end: horizon,
    })
  const cut = (spans: readonly Span[]): readonly Piece[] => cutAtMidnight(compiled, spans)
  const working = without(open(project.calendar), blackouts)
  const forPerson = without(working, busy)
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
    const isByDay = task.attended || task.group >= 0
    availability.push(isByDay ? cut(spans) : spans.map(span => ({ ...span, day: -1, week: -1 })))
    classes.set(key, availability.length - 1)
    return availability.length - 1
  }
  const frameTasks = tasks.map(task => ({
    ...task,
    availability: classOf(task),
    fixedPieces: cut(task.fixed ?? []),
  }))
  const lastDay = Math.max(
    dayCount,
    ...frameTasks.map(({ fixedPieces }) => (fixedPieces.at(-1)?.day ?? 0) + 1),
  )
  const weekCount = weekOf(firstDay + lastDay) - weekOf(firstDay) + 1
  return {
    ...{ horizon, weekCount, links, availability, personal: cut(forPerson) },
    dayCount: lastDay,
    tasks: frameTasks,
    incoming: incomingOf(tasks.length, links),
    units: project.resources.map(({ units }) => units),
    limits: project.capacity,
    ...takenLoad(cut(intersected(working, busy)), lastDay, weekCount),
  }
}

/** Tasks of one class have the same open time. */
function classKey({ attended, needs, group, source }: CompiledTask): string {
  const resources = needs.map(({ resource }) => resource).sort()
  return JSON.stringify([attended, group >= 0, resources, source.windows ?? null])
}

function clipped(spans: readonly Span[], { shift, end }: { shift: number; end: number }): readonly Span[] {
  return spans.flatMap(span => {
    const from = Math.max(0, span.start - shift)
    const until = Math.min(end, span.end - shift)
    return until > from ? [{ start: from, end: until }] : []
  })
}

function cutAtMidnight({ zone, origin }: CompiledProject, spans: readonly Span[]): readonly Piece[] {
  const firstDay = zone.dayOf(origin)
  const pieces: Piece[] = []
  let day = firstDay
  for (const span of spans) {
    while (zone.dayStart(day + 1) - origin <= span.start) day += 1
    while (zone.dayStart(day) - origin > span.start) day -= 1
    for (let { start } = span; start < span.end; ) {
      const midnight = zone.dayStart(day + 1) - origin
      const end = Math.min(span.end, midnight)
      pieces.push({
        start,
        end,
        day: Math.max(0, day - firstDay),
        week: Math.max(0, weekOf(day) - weekOf(firstDay)),
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
