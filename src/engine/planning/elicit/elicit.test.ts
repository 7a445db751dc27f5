import { describe, expect, test } from 'vitest'
import { Question } from '../../../contracts/question.ts'
import { nodeGenerator } from '../outline/outline.ts'
import { patternSelector } from '../pattern/pattern.ts'
import { planTime } from '../plan-time/plan-time.ts'
import { situationFor, toolEnvironment } from '../planning-situation-fixture.ts'
import type { PlanSituation } from '../planning-tools.ts'
import { contextElicitor, preferenceProbe } from './elicit.ts'

type Policy = PlanSituation['policy']
const environment = toolEnvironment()

async function ask(goal: string, policy: Partial<Policy> = {}, more: Partial<PlanSituation> = {}) {
  const situation = situationFor(goal, more)
  const input = {
    situation: { ...situation, policy: { ...situation.policy, ...policy } },
    purpose: 'context' as const,
    problems: [],
  }
  const { data, confidence } = await contextElicitor.run(input, environment)
  if (data === null) throw new Error('no answer')
  return { ...data, confidence }
}

describe('what really blocks planning is asked', () => {
  test.each<readonly [goal: string, id: string]>([
    ['Improve my life', 'aim'],
    ['Get better', 'aim'],
    ['Save money for a rainy day', 'amount'],
    ['Plan our wedding', 'end'],
  ])('%s', async (goal, id) => {
    const { questions, is_sufficient } = await ask(goal)
    expect(questions.map(question => question.id)).toEqual([id])
    expect(is_sufficient).toBe(false)
    expect(questions.every(question => Question.safeParse(question).success)).toBe(true)
    expect(
      questions.every(({ options, context }) => (options?.length ?? 0) >= 2 || context !== undefined),
    ).toBe(true)
  })

  test.each([
    'Train for a half marathon by 15 May, three evenings a week',
    'Move from Berlin to Lisbon by 1 July',
    'Migrate our database from MySQL to Postgres',
    'Meditate every morning',
  ])('nothing is asked about “%s”', async goal => {
    expect(await ask(goal)).toMatchObject({ questions: [], is_sufficient: true })
  })

  test('what was answered is not asked again', async () => {
    const [question] = (await ask('Plan our wedding')).questions
    const clarifications = [{ question: question?.question ?? '', answer: '' }]
    expect((await ask('Plan our wedding', {}, { clarifications })).questions).toEqual([])
  })
})

describe('sliders', () => {
  test('the probing depth caps the questions, down to none', async () => {
    const counts = []
    for (const probing_depth of [0, 1, 2, 3])
      counts.push((await ask('Plan our wedding', { probing_depth })).questions.length)
    expect(counts).toEqual([0, 1, 2, 3])
  })

  test('what blocks is not asked beyond the probing depth either', async () => {
    const goal = 'Get better by 03/04'
    expect((await ask(goal, { probing_depth: 1 })).questions).toHaveLength(1)
    expect((await ask(goal, { probing_depth: 2 })).questions).toHaveLength(2)
  })

  test('who gives much autonomy is asked only what blocks, who gives little also what matters', async () => {
    const goal = 'Learn Italian'
    const few = await ask(goal, { probing_depth: 3, autonomy: 'high' })
    const many = await ask(goal, { probing_depth: 3, autonomy: 'low' })
    expect(few.questions).toEqual([])
    expect(many.questions.length).toBe(3)
  })
})

test('a day that is over is asked about with the one that can be meant', async () => {
  const { questions } = await ask('Open a bakery by 1 January')
  const [question] = questions
  const labels = question?.options?.map(({ label }) => label) ?? []
  expect([question?.type, labels]).toEqual(['radio', ['by Friday, 1 January 2027', 'No fixed day']])
  const said = planTime.readWords(labels[0] ?? '', { now: '2026-03-02T08:00:00Z', timezone: 'Europe/Berlin' })
  expect(said.constraints).toEqual({ deadline: '2027-01-01' })
})

test('a goal that says nothing is what the person answers, in pattern and outline', async () => {
  const [question] = (await ask('Get better')).questions
  const clarifications = [{ question: question?.question ?? '', answer: 'Speak Spanish with my neighbours' }]
  const situation = situationFor('Get better', { clarifications })
  const chosen = await patternSelector.run({ situation, known_subtypes: [], narrow: false }, environment)
  expect(chosen.data?.pattern).toMatchObject({ subtype: 'learning_arc' })
  const pattern = chosen.data?.pattern ?? { pattern_type: 'milestone_project', introduced_by: 'system' }
  const drafted = await nodeGenerator.run({ situation, pattern, narrow: false }, environment)
  expect(drafted.data?.outline.nodes[0]?.title).toBe('Speak Spanish with my neighbours')
  const skipped = situationFor('Get better', {
    clarifications: [{ question: question?.question ?? '', answer: '' }],
  })
  const without = await nodeGenerator.run({ situation: skipped, pattern, narrow: false }, environment)
  expect(without.data?.outline.nodes.map(({ title }) => title).join(' ')).not.toContain('of better')
})

test('an uncertain draft is asked about with the patterns that come nearest', async () => {
  const situation = situationFor('Reconcile the dwarf consonants')
  const { data } = await contextElicitor.run(
    { situation, purpose: 'unclear', problems: ['It is too vague.'] },
    environment,
  )
  expect(data?.questions).toHaveLength(1)
  expect(data?.questions[0]).toMatchObject({ id: 'pattern_type', context: 'It is too vague.' })
})

test('the style is asked once, and only while it is not known', async () => {
  const situation = situationFor('Learn Italian')
  const first = await preferenceProbe.run({ situation, is_known: false }, environment)
  const { question } = first.data ?? {}
  expect(question?.options?.map(({ id }) => id)).toEqual(['concise', 'standard', 'conversational', 'coach'])
  expect((await preferenceProbe.run({ situation, is_known: true }, environment)).data).toEqual({})
  const asked = { ...situation, clarifications: [{ question: question?.question ?? '', answer: '' }] }
  expect((await preferenceProbe.run({ situation: asked, is_known: false }, environment)).data).toEqual({})
})
