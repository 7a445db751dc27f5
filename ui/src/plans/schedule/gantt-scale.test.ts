import { describe, expect, it } from 'vitest'
import { arrowPath } from './arrow-path.ts'
import { spanOf, ticksOf, widthOf, xOf } from './gantt-scale.ts'
import { DAY, wallFrom, wallMinutesOf, wallText, weekdayOf } from './wall-clock.ts'

const at = (text: string) => wallFrom(text) ?? Number.NaN

describe('the clock of a schedule', () => {
  it('is the one on the wall, in the offset of the moment or in the time zone', () => {
    expect(wallText(wallMinutesOf('2026-03-28T18:00:00+01:00', 'Europe/Berlin'))).toBe('2026-03-28T18:00')
    expect(wallText(wallMinutesOf('2026-03-29T18:00:00+02:00', 'Europe/Berlin'))).toBe('2026-03-29T18:00')
    expect(wallText(wallMinutesOf('2026-03-29T16:00:00Z', 'Europe/Berlin'))).toBe('2026-03-29T18:00')
  })

  it('makes the day of a time change as wide as any other', () => {
    const span = spanOf([at('2026-03-28T08:00'), at('2026-03-31T08:00')], 'week')
    const widths = ['28', '29', '30'].map(
      day =>
        xOf(span, 'week', at(`2026-03-${day}T00:00`) + DAY) - xOf(span, 'week', at(`2026-03-${day}T00:00`)),
    )
    expect(new Set(widths).size).toBe(1)
  })

  it('knows Mondays, also before 1970', () => {
    expect(weekdayOf(at('2026-05-04T12:00'))).toBe(0)
    expect(weekdayOf(at('1969-12-29T00:00'))).toBe(0)
    expect(wallFrom('soon')).toBeUndefined()
  })
})

describe('the scale of a chart', () => {
  it('names every part of its width once, in both lines, at every zoom', () => {
    for (const zoom of ['day', 'week', 'month'] as const) {
      const span = spanOf([at('2026-05-06T18:00'), at('2026-06-20T19:00')], zoom)
      for (const line of Object.values(ticksOf(span, zoom))) {
        const sum = line.reduce((total, tick) => total + tick.width, 0)
        expect(sum).toBeCloseTo(widthOf(span, zoom), 3)
        expect(line[0]?.x).toBe(0)
      }
    }
  })

  it('begins on a Monday and fills a screen even with one short task', () => {
    const span = spanOf([at('2026-05-06T18:00')], 'week')
    expect(weekdayOf(span.from)).toBe(0)
    expect((span.to - span.from) / DAY).toBeGreaterThanOrEqual(28)
  })
})

describe('an arrow between two bars', () => {
  const [early, late] = [
    { start: 0, end: 40, y: 17 },
    { start: 100, end: 140, y: 51 },
  ]

  it('leaves and enters at the ends that its type names', () => {
    const ends = (['FS', 'SS', 'FF', 'SF'] as const).map(type => {
      const path = arrowPath(early, late, type)
      return [/^M([\d.-]+)/.exec(path)?.[1], /H([\d.-]+)$/.exec(path)?.[1]]
    })
    expect(ends).toEqual([
      ['40', '100'],
      ['0', '100'],
      ['40', '140'],
      ['0', '140'],
    ])
  })

  it('goes around when what waits begins before what it waits for has ended', () => {
    expect(arrowPath(late, early, 'FS')).toBe('M140 51H148V34H-8V17H0')
  })
})
