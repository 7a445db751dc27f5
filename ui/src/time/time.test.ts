import { describe, expect, it } from 'vitest'
import { ageText, durationText, urgencyOf } from './time.ts'

const at = '2026-01-01T00:00:00.000Z'
const now = Date.parse(at)

describe('times', () => {
  it.each([
    [12, '12 ms'],
    [4_000, '4 s'],
    [150_000, '2 min 30 s'],
    [900_000, '15 min'],
    [7_500_000, '2 h 5 min'],
    [86_400_000, '1 day'],
    [-5, '0 s'],
  ])('says %i ms as %s', (ms, text) => {
    expect(durationText(ms)).toBe(text)
  })

  it('says an age in one unit', () => {
    expect([0, 61_000, 3_700_000, 90_000_000].map(ms => ageText(at, now + ms))).toEqual([
      'now',
      '1 min',
      '1 h',
      '1 day',
    ])
  })

  it('warns in the last fifth and the last minute of the time to answer', () => {
    const end = new Date(now + 600_000).toISOString()
    const urgencies = [0, 490_000, 560_000, 600_000].map(ms => urgencyOf(at, end, now + ms))
    expect(urgencies).toEqual(['calm', 'soon', 'urgent', 'past'])
  })
})
