import { describe, expect, test } from 'vitest'
import type { PlanOutline } from '../../../contracts/plan.ts'
import { nodeGenerator } from '../outline/outline.ts'
import { situationFor, toolEnvironment } from '../planning-situation-fixture.ts'
import type { PlanSituation } from '../planning-tools.ts'
import { brainstormer, optionCrafter, summarizer } from './style.ts'

type Policy = PlanSituation['policy']
const environment = toolEnvironment()
const goal = 'Organise a birthday party for 30 people on 20 June'
const base = situationFor(goal)

async function outlineOf(situation: PlanSituation, previous?: PlanOutline): Promise<PlanOutline> {
  const pattern = { pattern_type: 'milestone_project' as const, introduced_by: 'system' as const }
  const made = await nodeGenerator.run(
    { situation, pattern, narrow: false, ...(previous ? { previous } : {}) },
    environment,
  )
  if (made.data === null) throw new Error('no outline')
  return made.data.outline
}

function withPolicy(policy: Partial<Policy>): PlanSituation {
  return { ...base, policy: { ...base.policy, ...policy } }
}

async function summaryFor(policy: Partial<Policy>, facts: readonly string[] = []): Promise<string> {
  const outline = await outlineOf(base)
  const { data } = await summarizer.run(
    { situation: withPolicy(policy), stage: 'outline', outline, facts },
    environment,
  )
  return data?.text ?? ''
}

describe('the summary', () => {
  test('grows with the style of conversation', async () => {
    const lengths = []
    for (const conversation_style of ['concise', 'standard', 'conversational'] as const)
      lengths.push((await summaryFor({ conversation_style })).length)
    expect(lengths).toEqual([...lengths].sort((left, right) => left - right))
    expect(new Set(lengths).size).toBe(3)
    expect(await summaryFor({ conversation_style: 'coach' })).toContain('would you start tomorrow?')
  })

  test('grows with talkativeness', async () => {
    const lengths = []
    for (const talkativeness of [0, 0.5, 1]) lengths.push((await summaryFor({ talkativeness })).length)
    expect(lengths).toEqual([...lengths].sort((left, right) => left - right))
    expect(new Set(lengths).size).toBe(3)
  })

  test('has a tone', async () => {
    const [neutral, friendly, clinical] = [
      await summaryFor({ tone: 'neutral' }),
      await summaryFor({ tone: 'friendly' }),
      await summaryFor({ tone: 'clinical' }),
    ]
    expect(new Set([neutral, friendly, clinical]).size).toBe(3)
    expect(clinical).toMatch(/^Outline complete\. \d+ phases, \d+ tasks/)
  })

  test('says what must be said in every style', async () => {
    const fact = 'The budget of this session is used up.'
    for (const conversation_style of ['concise', 'coach'] as const)
      for (const talkativeness of [0, 1])
        expect(await summaryFor({ conversation_style, talkativeness }, [fact])).toContain(fact)
  })
})

describe('ideas', () => {
  async function ideasFor(
    policy: Partial<Policy>,
    confidence?: number,
    instructions: readonly string[] = [],
  ) {
    const situation = { ...withPolicy(policy), instructions }
    const input = {
      situation,
      stage: 'outline' as const,
      outline: await outlineOf(base),
      ...(confidence === undefined ? {} : { confidence }),
    }
    return (await brainstormer.run(input, environment)).data?.ideas ?? []
  }

  test('come always, when the draft is uncertain, or when they are asked for', async () => {
    expect(await ideasFor({ brainstorming_preference: 'always_offer' }, 0.95)).not.toEqual([])
    expect(await ideasFor({ brainstorming_preference: 'suggest_when_uncertain' }, 0.95)).toEqual([])
    expect(await ideasFor({ brainstorming_preference: 'suggest_when_uncertain' }, 0.6)).not.toEqual([])
    expect(await ideasFor({ brainstorming_preference: 'on_demand' }, 0.6)).toEqual([])
    expect(await ideasFor({ brainstorming_preference: 'on_demand' }, 0.9, ['Any ideas?'])).not.toEqual([])
  })

  test('are more for the talkative, and speak of the draft itself', async () => {
    const few = await ideasFor({ brainstorming_preference: 'always_offer', talkativeness: 0 })
    const many = await ideasFor({ brainstorming_preference: 'always_offer', talkativeness: 1 })
    expect(few).toHaveLength(2)
    expect(many.length).toBeGreaterThan(3)
    expect(few[0]).toContain('“')
  })
})

describe('options', () => {
  test('are two for the concise and three for the others', async () => {
    const outline = await outlineOf(base)
    const count = async (policy: Partial<Policy>) =>
      (await optionCrafter.run({ situation: withPolicy(policy), stage: 'outline', outline }, environment))
        .data?.options.length
    expect(await count({ conversation_style: 'concise' })).toBe(2)
    expect(await count({ conversation_style: 'standard' })).toBe(3)
    expect(await count({ autonomy: 'high' })).toBe(2)
  })

  test('each instruction, said by a person, really makes that version', async () => {
    const outline = await outlineOf(base)
    const { data } = await optionCrafter.run({ situation: base, stage: 'outline', outline }, environment)
    const minutes = ({ nodes }: PlanOutline) =>
      nodes.reduce((sum, node) => sum + (node.estimated_minutes ?? 0), 0)
    for (const { instruction, title } of data?.options ?? []) {
      const changed = await outlineOf({ ...base, instructions: [instruction] }, outline)
      expect(changed.plan_context.assumptions.join(' '), instruction).not.toContain('Not understood')
      if (title === 'Lighter') expect(minutes(changed)).toBeLessThan(minutes(outline))
      else expect(minutes(changed)).toBeGreaterThan(minutes(outline))
    }
  })
})

describe('the confidence of what is told and offered is measured', () => {
  test('a summary by what it leaves out of what there is to say', async () => {
    const outline = await outlineOf(base)
    const confidenceAt = async (talkativeness: number): Promise<number> => {
      const situation = withPolicy({ conversation_style: 'standard', talkativeness })
      return (await summarizer.run({ situation, stage: 'outline', outline, facts: [] }, environment))
        .confidence
    }
    expect(await confidenceAt(0)).toBeLessThan(await confidenceAt(1))
    expect(await confidenceAt(1)).toBe(1)
  })

  test('ideas by how many of them rest on the draft, versions by how many of those wanted there are', async () => {
    const situation = withPolicy({ brainstorming_preference: 'always_offer', talkativeness: 1 })
    const outline = await outlineOf(situation)
    const drafted = await brainstormer.run(
      { situation, stage: 'outline', outline, confidence: 0.5 },
      environment,
    )
    const empty = await brainstormer.run({ situation, stage: 'outline', confidence: 0.5 }, environment)
    expect(drafted.confidence).toBeGreaterThan(empty.confidence)
    const [some, none] = await Promise.all([
      optionCrafter.run({ situation, stage: 'outline', outline }, environment),
      optionCrafter.run({ situation, stage: 'outline', outline: { ...outline, nodes: [] } }, environment),
    ])
    expect([some.confidence, none.confidence]).toEqual([1, 0])
  })
})
