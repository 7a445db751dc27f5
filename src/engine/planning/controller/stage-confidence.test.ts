import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bandOf, weighStage } from './stage-confidence.ts'

const LIMITS = { continue_min: 0.7, retry_min: 0.4 }
const evidence = (value: number) => [{ what: 'estimates', value, text: 'all tasks have one' }]

describe('the confidence of a stage', () => {
  it('is half the drafting tool’s word, three tenths the validator’s and two tenths heuristics', () => {
    expect(weighStage('outline', { self: 0.8, validator: 1, evidence: evidence(0.5) })).toMatchObject({
      self: 0.8,
      validator: 1,
      heuristics: 0.5,
      confidence: 0.8,
    })
    expect(weighStage('outline', { self: 1, validator: 0, evidence: [] }).confidence).toBe(0.5)
  })

  it('goes on from 0.70, tries again from 0.40, and asks below', () => {
    expect([1, 0.7, 0.6999, 0.4, 0.3999, 0].map(value => bandOf(value, LIMITS))).toEqual([
      ...(['continue', 'continue', 'retry', 'retry', 'ask', 'ask'] as const),
    ])
    const edge = weighStage('roadmap', { self: 0.7, validator: 0.7, evidence: evidence(0.7) })
    expect(bandOf(edge.confidence, LIMITS)).toBe('continue')
  })

  it('rises with each of its parts and stays in [0,1], whatever a tool says of itself', () => {
    const anything = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -5, 7))
    fc.assert(
      fc.property(anything, anything, anything, (self, validator, heuristic) => {
        const { confidence } = weighStage('schedule', { self, validator, evidence: evidence(heuristic) })
        expect(confidence).toBeGreaterThanOrEqual(0)
        expect(confidence).toBeLessThanOrEqual(1)
        const more = weighStage('schedule', { self: 1, validator, evidence: evidence(heuristic) })
        expect(more.confidence).toBeGreaterThanOrEqual(Number.isNaN(self) ? 0 : confidence)
      }),
    )
  })
})
