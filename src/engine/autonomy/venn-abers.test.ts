import fc from 'fast-check'
import { expect, it } from 'vitest'
import { estimateRight } from './right-estimate.ts'
import { type CalibrationPoint, predictVennAbers } from './venn-abers.ts'

const points = fc.array(fc.record({ score: fc.integer({ min: 0, max: 9 }), isRight: fc.boolean() }), {
  minLength: 1,
  maxLength: 30,
})

it('is isotonic regression with the new call as wrong and as right, as the max-min formula gives it', () => {
  fc.assert(
    fc.property(points, fc.integer({ min: 0, max: 9 }), (known, score) => {
      const { low, high, probability } = predictVennAbers(known, score)
      expect(low).toBeCloseTo(byMaxMin([...known, { score, isRight: false }], score), 10)
      expect(high).toBeCloseTo(byMaxMin([...known, { score, isRight: true }], score), 10)
      expect(low).toBeLessThanOrEqual(probability)
      expect(probability).toBeLessThanOrEqual(high)
    }),
  )
})

it('knows nothing without points', () => {
  expect(predictVennAbers([], 0.4)).toEqual({ low: 0, high: 1, probability: 0.5 })
})

it('says unproven, and how many labels are missing, instead of a number', () => {
  const known = new Array<CalibrationPoint>(29).fill({ score: 1, isRight: true })
  expect(estimateRight(known, 1)).toEqual({ kind: 'unproven', labels: 29, needed: 1 })
  const enough = estimateRight([...known, { score: 1, isRight: true }], 1)
  expect(enough).toMatchObject({ kind: 'estimated', labels: 30, high: 1 })
})

/** The isotonic fit at a score: the largest over left ends of the smallest over right ends of the mean between them. */
function byMaxMin(known: readonly CalibrationPoint[], score: number): number {
  const scores = [...new Set(known.map(point => point.score))]
  const meanBetween = (from: number, to: number) => {
    const inside = known.filter(point => point.score >= from && point.score <= to)
    return inside.filter(point => point.isRight).length / inside.length
  }
  const lefts = scores.filter(each => each <= score)
  const rights = scores.filter(each => each >= score)
  return Math.max(...lefts.map(from => Math.min(...rights.map(to => meanBetween(from, to)))))
}
