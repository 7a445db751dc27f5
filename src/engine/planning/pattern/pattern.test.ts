import { expect, test } from 'vitest'
import { PatternSpec } from '../../../contracts/plan.ts'
import { situationFor, toolEnvironment } from '../planning-situation-fixture.ts'
import type { PlanSituation, PlanToolInputs } from '../planning-tools.ts'
import { patternSelector } from './pattern.ts'

async function select(
  goal: string,
  more: Partial<PlanToolInputs['pattern_selector']> = {},
  about: Partial<PlanSituation> = {},
) {
  const input = { situation: situationFor(goal, about), known_subtypes: [], narrow: false, ...more }
  const { data, explanations, confidence } = await patternSelector.run(input, toolEnvironment())
  if (data === null) throw new Error('no pattern')
  return { ...data, explanations, score: confidence }
}

test('the pattern fits the contract, names its evidence, and offers the next ones', async () => {
  const { pattern, alternatives, explanations } = await select('Train for a half marathon by 15 May')
  expect(PatternSpec.parse(pattern)).toMatchObject({
    pattern_type: 'progressive_accumulation_arc',
    subtype: 'training_arc',
  })
  expect(explanations.join(' ')).toContain('“half marathon”')
  expect(alternatives).toHaveLength(2)
  expect(alternatives[0]?.pattern_type).toBe('milestone_project')
})

test.each([
  ['a measure that changes', 'Grow our choir from 18 to 40 singers', 'progressive_accumulation_arc'],
  ['in words too', 'Lead our parish from twelve volunteers to fifty', 'progressive_accumulation_arc'],
  ['by so many per cent', 'Cut our electricity use by 30%', 'progressive_accumulation_arc'],
  [
    'sessions towards a day',
    'Play the nocturne at the recital on 30 May, five short practices a week',
    'progressive_accumulation_arc',
  ],
  ['so much each day', 'Walk 10,000 steps a day', 'recurring_cycle'],
  ['every so many months', 'Give blood every three months', 'recurring_cycle'],
  ['part by part', 'Switch the branches to the new till, branch by branch', 'hybrid_project_cycle'],
  [
    'what it is for says little',
    'Reach B2 in German so I can apply for the nursing licence',
    'progressive_accumulation_arc',
  ],
  ['whose it is says little', 'Settle my father’s estate', 'milestone_project'],
  ['what is made', 'Produce a school yearbook', 'milestone_project'],
])('%s says the pattern: %s', async (_, goal, pattern_type) => {
  expect((await select(goal)).pattern.pattern_type).toBe(pattern_type)
})

test('confidence follows the evidence: it falls as the words say less', async () => {
  const scores = []
  for (const goal of [
    'Migrate our database from MySQL to Postgres',
    'Sort out the database',
    'Sort things out',
  ])
    scores.push((await select(goal)).score)
  expect(scores).toEqual([...scores].sort((left, right) => right - left))
  expect(new Set(scores).size).toBe(3)
})

test('a kind that the person has a name for is proposed with reasons, and is known once it was approved', async () => {
  const goal = 'Set up my daily health protocol v2'
  const { pattern } = await select(goal)
  expect(pattern).toMatchObject({
    pattern_type: 'recurring_cycle',
    subtype: 'proposed:daily_health_protocol_v2',
  })
  expect(pattern.rfc).toContain('“daily health protocol v2”')
  const later = await select(goal, { known_subtypes: ['recurring_cycle/daily_health_protocol_v2'] })
  expect(later.pattern.subtype).toBe('daily_health_protocol_v2')
  expect(later.pattern.rfc).toBeUndefined()
})

test('no subtype is proposed where that is switched off, and no reasons are written where none are asked for', async () => {
  const goal = 'Set up my daily health protocol v2'
  const off = await select(goal, {}, { flags: { allow_new_subtypes: false, require_rfc: true } })
  expect(off.pattern.subtype ?? '').not.toContain('proposed:')
  const free = await select(goal, {}, { flags: { allow_new_subtypes: true, require_rfc: false } })
  expect(free.pattern.subtype).toContain('proposed:')
  expect(free.pattern.rfc).toBeUndefined()
})

test('what a person names wins; an unknown subtype of theirs is a proposal', async () => {
  const { pattern } = await select('Train for a half marathon', {
    wished: { pattern_type: 'recurring_cycle', subtype: 'morning_shuffle', introduced_by: 'user_feedback' },
  })
  expect(pattern).toMatchObject({
    pattern_type: 'recurring_cycle',
    subtype: 'proposed:morning_shuffle',
    introduced_by: 'user_feedback',
  })
  expect(pattern.rfc).toContain('morning_shuffle')
})

test('a pattern that a person turned down is not proposed again', async () => {
  const { pattern } = await select('Train for a half marathon', {
    rejected: [{ pattern_type: 'progressive_accumulation_arc', introduced_by: 'system' }],
  })
  expect(pattern.pattern_type).toBe('milestone_project')
})
