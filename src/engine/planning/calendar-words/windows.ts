import type { Weekday, WeeklyWindow } from '../../../contracts/schedule.ts'
import { clockText } from './clock-words.ts'
import { WEEKDAYS } from './words.ts'

interface Span {
  readonly from: number
  readonly until: number
}

const DAY = 1_440

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function spanOf({ start, end }: WeeklyWindow): Span {
  const from = minutesOf(start)
  const until = minutesOf(end)
  return { from, until: until > from ? until : until + DAY }
}

function spansOn(windows: readonly WeeklyWindow[], day: Weekday): readonly Span[] {
  return windows.filter(window => window.day === day).map(spanOf)
}

function toWindow(day: Weekday, { from, until }: Span): WeeklyWindow {
  return { day, start: clockText(from), end: clockText(until > DAY ? until - DAY : until) }
}

/**
 * What several statements about times leave open: what is said of certain days counts before what is said of all; two
 * statements about one day narrow each other, unless they share no time, when both are offered.
 */
export function combineWindows(statements: readonly (readonly WeeklyWindow[])[]): readonly WeeklyWindow[] {
  const isGeneral = (windows: readonly WeeklyWindow[]): boolean =>
    new Set(windows.map(({ day }) => day)).size === WEEKDAYS.length
  const general = statements.filter(isGeneral)
  const special = statements.filter(windows => !isGeneral(windows))
  return WEEKDAYS.flatMap(day => {
    const ofAll = narrowed(general.map(windows => spansOn(windows, day)))
    const own = narrowed(special.map(windows => spansOn(windows, day)).filter(spans => spans.length > 0))
    const shared = own.length === 0 ? ofAll : intersected(ofAll, own)
    const spans = shared.length > 0 ? shared : own
    return spans.map(span => toWindow(day, span))
  })
}

function narrowed(statements: readonly (readonly Span[])[]): readonly Span[] {
  let open: readonly Span[] = []
  for (const spans of statements) {
    const shared = intersected(open, spans)
    open = shared.length > 0 ? shared : open.concat(spans).sort((left, right) => left.from - right.from)
  }
  return open
}

function intersected(left: readonly Span[], right: readonly Span[]): readonly Span[] {
  return left.flatMap(one =>
    right.flatMap(other => {
      const from = Math.max(one.from, other.from)
      const until = Math.min(one.until, other.until)
      return until > from ? [{ from, until }] : []
    }),
  )
}

/** The windows with others cut out. */
export function withoutWindows(
  windows: readonly WeeklyWindow[],
  cut: readonly WeeklyWindow[],
): readonly WeeklyWindow[] {
  return windows.flatMap(window => {
    let left: readonly Span[] = [spanOf(window)]
    for (const taken of spansOn(cut, window.day)) left = left.flatMap(span => cutOut(span, taken))
    return left.map(span => toWindow(window.day, span))
  })
}

function cutOut(span: Span, taken: Span): readonly Span[] {
  if (taken.until <= span.from || taken.from >= span.until) return [span]
  const before = { from: span.from, until: taken.from }
  const after = { from: taken.until, until: span.until }
  return [before, after].filter(({ from, until }) => until > from)
}
