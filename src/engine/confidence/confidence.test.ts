import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bandOf,
  type ContextSignals,
  computeConfidence,
  defaultWeights,
  FACTORS,
  type GoalSignals,
  rateContextRichness,
  rateGoalUnderstanding,
  rateToolAvailability,
  rateToolConfidence,
  type ToolAvailabilitySignals,
  type ToolTrait,
} from './confidence.ts'

const weights = defaultWeights()

function scoreOf(goal: number, tools: number, context: number, trust: number): number {
  const outcome = computeConfidence(
    { goal_understanding: goal, tool_availability: tools, context_richness: context, tool_confidence: trust },
    weights,
  )
  return outcome.ok ? outcome.confidence.score : Number.NaN
}

describe('the weighted sum', () => {
  test('gives 0.90, 0.22 and 0.73 for the three stated scenarios', () => {
    expect(scoreOf(1, 1, 0.5, 1)).toBe(0.9)
    expect(scoreOf(0.2, 0, 0.3, 0.5)).toBe(0.22)
    expect(scoreOf(0.9, 0.8, 0.4, 0.7)).toBe(0.73)
  })

  test('returns every factor with weight, value, contribution and evidence, and every adjustment', () => {
    const outcome = computeConfidence(
      {
        goal_understanding: { value: 0.8, evidence: ['names an action'] },
        tool_availability: 1,
        context_richness: 0.5,
        tool_confidence: 1,
        adjustments: [{ source: 'guardrail:night', delta: -0.25, text: 'nobody is awake' }],
      },
      weights,
    )
    expect(outcome).toMatchObject({
      ok: true,
      confidence: {
        score: 0.59,
        adjustments: [{ source: 'guardrail:night', delta: -0.25 }],
      },
    })
    if (!outcome.ok) return
    expect(outcome.confidence.factors[0]).toEqual({
      factor: 'goal_understanding',
      weight: 0.3,
      value: 0.8,
      contribution: 0.24,
      evidence: ['names an action'],
    })
    expect(outcome.confidence.factors).toHaveLength(4)
  })

  test('stays in [0,1] and is the same for the same inputs', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    const delta = fc.double({ min: -2, max: 2, noNaN: true })
    fc.assert(
      fc.property(share, share, share, share, delta, (goal, tools, context, trust, change) => {
        const input = {
          goal_understanding: goal,
          tool_availability: tools,
          context_richness: context,
          tool_confidence: trust,
          adjustments: [{ source: 'x', delta: change, text: '' }],
        }
        const first = computeConfidence(input, weights)
        expect(first).toEqual(computeConfidence(input, weights))
        expect(first.ok && first.confidence.score >= 0 && first.confidence.score <= 1).toBe(true)
      }),
    )
  })

  test('refuses weights that do not sum to 1, are missing, unknown, negative or not numbers', () => {
    const input = { goal_understanding: 1, tool_availability: 1, context_richness: 1, tool_confidence: 1 }
    const attempts: Record<string, number>[] = [
      { ...weights, goal_understanding: 0.4 },
      { goal_understanding: 0.5, tool_availability: 0.5 },
      { ...weights, luck: 0 },
      { ...weights, goal_understanding: -0.2, tool_availability: 0.8 },
      { ...weights, goal_understanding: Number.NaN },
    ]
    for (const attempt of attempts) expect(computeConfidence(input, attempt)).toMatchObject({ ok: false })
    expect(computeConfidence(input, { ...weights, luck: 0 })).toMatchObject({ field: 'luck' })
  })

  test('refuses a factor value outside [0,1] by name', () => {
    const outcome = computeConfidence(
      { goal_understanding: 1, tool_availability: 1.2, context_richness: 1, tool_confidence: 1 },
      weights,
    )
    expect(outcome).toMatchObject({ ok: false, code: 'factor_invalid', field: 'tool_availability' })
  })

  test('takes a fifth factor as one more row of the table', () => {
    const table = [
      ...FACTORS,
      { factor: 'person_trust', weight: 0.1, meaning: 'how often this person was right' },
    ]
    const five = { ...weights, goal_understanding: 0.2, person_trust: 0.1 }
    const input = {
      goal_understanding: 1,
      tool_availability: 1,
      context_richness: 1,
      tool_confidence: 1,
      person_trust: 0,
    }
    expect(computeConfidence(input, five, table)).toMatchObject({ ok: true, confidence: { score: 0.9 } })
  })
})

test('the bands begin exactly at their thresholds', () => {
  const thresholds = { high: 0.85, medium: 0.55 }
  expect([0.85, 0.8499, 0.55, 0.5499].map(score => bandOf(score, thresholds))).toEqual([
    'high',
    'medium',
    'medium',
    'low',
  ])
})

const goalSignals: fc.Arbitrary<GoalSignals> = fc.record({
  clarity: fc.double({ min: 0, max: 1, noNaN: true }),
  action_verb: fc.boolean(),
  target: fc.boolean(),
  context_provided: fc.boolean(),
  outcome_stated: fc.boolean(),
  free_of_contradiction: fc.boolean(),
  unresolved_references: fc.nat(4),
})
const availability: fc.Arbitrary<ToolAvailabilitySignals> = fc.record({
  steps_needed: fc.integer({ min: 1, max: 6 }),
  steps_covered: fc.nat(6),
  fit: fc.double({ min: 0, max: 1, noNaN: true }),
  arguments_known: fc.double({ min: 0, max: 1, noNaN: true }),
  missing_named_tools: fc.nat(3),
  unhealthy_tools: fc.nat(3),
})
const contextSignals: fc.Arbitrary<ContextSignals> = fc.record({
  self_contained: fc.boolean(),
  prior_goals: fc.nat(5),
  history_available: fc.boolean(),
  session_state: fc.boolean(),
  preferences_known: fc.boolean(),
  same_tool_recently: fc.boolean(),
  material_given: fc.boolean(),
})

type Direction = 'up' | 'down'
/** Every signal, moved in its good direction, never lowers the value. */
function expectMonotone<Signals extends object>(
  arbitrary: fc.Arbitrary<Signals>,
  rate: (signals: Signals) => { value: number },
  directions: Readonly<Record<keyof Signals & string, Direction>>,
): void {
  fc.assert(
    fc.property(arbitrary, arbitrary, (first, second) => {
      for (const [name, direction] of Object.entries<Direction>(directions)) {
        const one = { ...first, [name]: Reflect.get(first, name) }
        const two = { ...first, [name]: Reflect.get(second, name) }
        const grows = Number(Reflect.get(two, name)) >= Number(Reflect.get(one, name))
        const better = (direction === 'up') === grows ? two : one
        const worse = better === two ? one : two
        expect(rate(better).value, name).toBeGreaterThanOrEqual(rate(worse).value)
      }
    }),
  )
}

describe('each factor is monotone in each of its signals', () => {
  test('goal understanding', () => {
    expectMonotone(goalSignals, rateGoalUnderstanding, {
      clarity: 'up',
      action_verb: 'up',
      target: 'up',
      context_provided: 'up',
      outcome_stated: 'up',
      free_of_contradiction: 'up',
      unresolved_references: 'down',
    })
  })

  test('tool availability', () => {
    expectMonotone(availability, rateToolAvailability, {
      steps_needed: 'down',
      steps_covered: 'up',
      fit: 'up',
      arguments_known: 'up',
      missing_named_tools: 'down',
      unhealthy_tools: 'down',
    })
  })

  test('context richness', () => {
    expectMonotone(contextSignals, rateContextRichness, {
      self_contained: 'up',
      prior_goals: 'up',
      history_available: 'up',
      session_state: 'up',
      preferences_known: 'up',
      same_tool_recently: 'up',
      material_given: 'up',
      everything_told: 'up',
    })
  })

  test('tool confidence: making any one tool safer never lowers it', () => {
    const order = ['irreversible', 'externally_reversible', 'reversible', 'read_only'] as const
    const trait: fc.Arbitrary<ToolTrait> = fc.record({
      name: fc.constant('t'),
      annotations: fc.record({
        read_only: fc.boolean(),
        idempotent: fc.boolean(),
        destructive: fc.boolean(),
        open_world: fc.boolean(),
      }),
      reversibility: fc.constantFrom(...order),
      claimed: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(trait, { minLength: 1, maxLength: 4 }), tools => {
        const [first, ...rest] = tools
        if (!first) return
        const rank = Math.min(order.indexOf(first.reversibility) + 1, order.length - 1)
        const safer: ToolTrait[] = [
          { ...first, claimed: false },
          { ...first, reversibility: order[rank] ?? 'read_only' },
          { ...first, annotations: { ...first.annotations, destructive: false } },
          { ...first, annotations: { ...first.annotations, idempotent: true } },
        ]
        for (const better of safer) {
          expect(rateToolConfidence([better, ...rest]).value).toBeGreaterThanOrEqual(
            rateToolConfidence(tools).value,
          )
        }
      }),
    )
  })

  test('every rating is in [0,1] and carries evidence', () => {
    fc.assert(
      fc.property(goalSignals, availability, contextSignals, (goal, tools, context) => {
        for (const rating of [
          rateGoalUnderstanding(goal),
          rateToolAvailability(tools),
          rateContextRichness(context),
          rateToolConfidence([]),
        ]) {
          expect(rating.value).toBeGreaterThanOrEqual(0)
          expect(rating.value).toBeLessThanOrEqual(1)
          expect(rating.evidence.length).toBeGreaterThan(0)
        }
      }),
    )
  })
})

test('a clear goal with a read-only tool and no history reaches the high band', () => {
  const outcome = computeConfidence(
    {
      goal_understanding: rateGoalUnderstanding({
        clarity: 1,
        action_verb: true,
        target: true,
        context_provided: false,
        outcome_stated: false,
        free_of_contradiction: true,
        unresolved_references: 0,
      }),
      tool_availability: rateToolAvailability({
        steps_needed: 1,
        steps_covered: 1,
        fit: 1,
        arguments_known: 1,
        missing_named_tools: 0,
        unhealthy_tools: 0,
      }),
      context_richness: rateContextRichness({
        self_contained: true,
        prior_goals: 0,
        history_available: false,
        session_state: false,
        preferences_known: false,
        same_tool_recently: false,
        material_given: false,
      }),
      tool_confidence: rateToolConfidence([
        {
          name: 'look_up',
          annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
          reversibility: 'read_only',
        },
      ]),
    },
    weights,
  )
  expect(outcome).toMatchObject({ ok: true })
  expect(outcome.ok && bandOf(outcome.confidence.score, { high: 0.85, medium: 0.55 })).toBe('high')
})
