import {
  DAY,
  startOfDay,
  startOfMonth,
  startOfNextMonth,
  startOfWeek,
  type WallMinutes,
  wallWords,
} from './wall-clock.ts'

export type Zoom = 'day' | 'week' | 'month'

/** The stretch of days that is drawn, from a midnight to a midnight. */
export interface Span {
  readonly from: WallMinutes
  readonly to: WallMinutes
}

interface Tick {
  readonly at: WallMinutes
  readonly x: number
  readonly width: number
  readonly label: string
}

/** How wide a day is drawn, in CSS pixels. */
export const PX_PER_DAY: Readonly<Record<Zoom, number>> = { day: 192, week: 38, month: 9 }
/** By how much an arrow key moves a block, in minutes. */
export const STEP_MINUTES: Readonly<Record<Zoom, number>> = { day: 30, week: DAY, month: 7 * DAY }
const MIN_DAYS: Readonly<Record<Zoom, number>> = { day: 7, week: 28, month: 120 }

/** What is to be drawn: all moments with some air around them, and never less than fills a screen. */
export function spanOf(moments: readonly WallMinutes[], zoom: Zoom): Span {
  const first = moments.reduce((least, at) => Math.min(least, at), moments[0] ?? 0)
  const last = moments.reduce((most, at) => Math.max(most, at), moments[0] ?? 0)
  const from = startOfWeek(first) - (zoom === 'month' ? 7 * DAY : 0)
  const to = startOfDay(last) + 3 * DAY
  return { from, to: Math.max(to, from + MIN_DAYS[zoom] * DAY) }
}

export function xOf(span: Span, zoom: Zoom, at: WallMinutes): number {
  return ((at - span.from) / DAY) * PX_PER_DAY[zoom]
}

export function widthOf(span: Span, zoom: Zoom): number {
  return xOf(span, zoom, span.to)
}

/** The two lines above the chart: months over days, months over weeks, or days over hours. */
export function ticksOf(span: Span, zoom: Zoom): { readonly major: Tick[]; readonly minor: Tick[] } {
  const tick = (from: WallMinutes, to: WallMinutes, label: string): Tick => {
    const [start, end] = [Math.max(from, span.from), Math.min(to, span.to)]
    return {
      at: start,
      x: xOf(span, zoom, start),
      width: xOf(span, zoom, end) - xOf(span, zoom, start),
      label,
    }
  }
  const months = () =>
    every(startOfMonth(span.from), span.to, startOfNextMonth).map(([from, to]) =>
      tick(from, to, wallWords(from, 'month')),
    )
  const steps = (minutes: number, label: (at: WallMinutes) => string) =>
    every(zoom === 'month' ? startOfWeek(span.from) : span.from, span.to, at => at + minutes).map(
      ([from, to]) => tick(from, to, label(from)),
    )
  if (zoom === 'month') return { major: months(), minor: steps(7 * DAY, at => wallWords(at, 'shortDate')) }
  if (zoom === 'week') return { major: months(), minor: steps(DAY, at => wallWords(at, 'dayOfMonth')) }
  return { major: steps(DAY, at => wallWords(at, 'day')), minor: steps(DAY / 4, at => wallWords(at, 'time')) }
}

function every(
  from: WallMinutes,
  to: WallMinutes,
  next: (at: WallMinutes) => WallMinutes,
): readonly (readonly [WallMinutes, WallMinutes])[] {
  const pairs: [WallMinutes, WallMinutes][] = []
  for (let at = from; at < to; at = next(at)) pairs.push([at, next(at)])
  return pairs
}
