import { describe, expect, test } from 'vitest'
import type { IterationReport } from '../../../contracts/iteration.ts'
import type { Brief, IterationContext } from '../planner.ts'
import { settleDraft } from '../verify.ts'
import { offlinePlanner } from './offline-planner.ts'
import { readBrief, toSecondPerson } from './read-brief.ts'

const terms = { signal: new AbortController().signal, budgetUsd: 1 }
const briefOf = (goal: string, more: Partial<Brief> = {}): Brief => ({
  goal,
  spoken: [{ kind: 'person', reference: 'your goal', text: goal }],
  guidance: [],
  max_iterations: 6,
  checkpoint_interval: 3,
  ...more,
})

/** Iterates as the agent does, without its journal. */
async function iterate(brief: Brief, count: number): Promise<readonly IterationReport[]> {
  const previous: IterationReport[] = []
  for (let iteration = 1; iteration <= count; iteration += 1) {
    const context: IterationContext = {
      iteration_number: iteration,
      max_iterations: count,
      proposal: '',
      previous,
      brief,
    }
    const { value: draft } = await offlinePlanner.plan(context, terms)
    const { value: claims } = await offlinePlanner.execute(context, draft, terms)
    const settled = settleDraft(context, { draft, claims, verdict: { notes: [], drop: [] } })
    previous.push({
      ...{ iteration, total_iterations: count, guidance: [], section: '', verifier_notes: [], attempts: 1 },
      ...{ model: '', is_offline: true, tokens: 0, cost_usd: 0, finished_at: '', is_new: settled.is_new },
      dimension: settled.draft.dimension,
      title: settled.draft.title,
      key_insights: [...settled.draft.key_insights],
      frameworks: [...settled.draft.frameworks],
      assumptions: [...settled.draft.assumptions],
      open_questions: [...settled.draft.open_questions],
      next_steps: [...settled.draft.next_steps],
      data_points: [...settled.data_points],
    })
  }
  return previous
}

describe('what a person said', () => {
  test('is taken apart into statements that stand word for word, spoken back to the person', () => {
    const goal =
      'Plan our move to Lyon by May 2027, budget 9,000 EUR. Nobody speaks French and we have no flat. We love it.'
    const { kind, topic, deadline, budget, facts } = readBrief(briefOf(goal))
    expect({ kind, topic, deadline, budget }).toMatchObject({ deadline: 'by May 2027', budget: '9,000 EUR' })
    for (const { quote } of facts) expect(goal).toContain(quote)
    expect(facts.map(({ text }) => text)).toContain('You have no flat')
    const gap = facts.find(({ quote }) => quote === 'we have no flat')
    expect([gap?.tags.includes('weakness'), gap?.tags.includes('strength')]).toEqual([true, false])
    expect(toSecondPerson('We love our shop and I think it loves us')).toBe(
      'you love your shop and you think it loves you',
    )
  })

  test('is told apart by what kind of plan it asks for', () => {
    const kinds = [
      'Market-entry plan for our tea in Japan',
      'We want to hire three nurses by autumn',
      'Migrate the booking system to another host',
      'Product strategy for a budgeting app',
      'Cut costs in the warehouse',
      'A summer festival in the old harbour',
      'Write down how we become kinder',
    ].map(goal => readBrief(briefOf(goal)).kind)
    expect(kinds).toEqual(['market', 'hiring', 'migration', 'product', 'savings', 'event', 'general'])
  })

  test('is no fact where it only tells us what to do', () => {
    const spoken = [
      {
        kind: 'person' as const,
        reference: 'your feedback',
        text: 'Look at risks first. The lease ends in June.',
      },
    ]
    const { facts } = readBrief(briefOf('Open a café', { spoken }))
    expect(facts.map(({ quote }) => quote)).toEqual(['The lease ends in June'])
  })
})

describe('iterations by rules', () => {
  test('say something new each time, up to the fiftieth, or say that nothing is left', async () => {
    const reports = await iterate(
      briefOf('Open a bakery in Porto by May 2027. Budget 40,000 EUR. Two bakers. No oven yet.'),
      50,
    )
    const last = reports.findLastIndex(report => report.is_new)
    expect(last).toBeGreaterThan(25)
    expect(reports.slice(0, last).every(report => report.is_new)).toBe(true)
    const insights = reports.flatMap(report => report.key_insights)
    expect(new Set(insights).size).toBe(insights.length)
  })

  test('take first what people asked for, and only what they told, in their order', async () => {
    const guidance = ['Begin with the risks, then money. Our partner shop sells online.']
    const reports = await iterate(briefOf('Open a bakery', { guidance }), 3)
    expect(reports.map(report => report.dimension)).toEqual(['risk', 'money', 'audience'])
  })

  test('ask where nothing was said, and assume nothing that was', async () => {
    const [empty] = await iterate(briefOf('Become kinder'), 1)
    expect(empty?.data_points).toEqual([])
    expect(empty?.open_questions.length).toBeGreaterThan(2)
    expect(empty?.assumptions.map(({ text }) => text).join()).toContain('Those who use it and those who pay')
    const [told] = await iterate(briefOf('A budgeting app for students. Students use free tools today.'), 1)
    expect(told?.assumptions.map(({ text }) => text).join()).not.toContain(
      'Those who use it and those who pay',
    )
  })

  test('leave no gap in a text and no figure that nobody gave', async () => {
    const goals = [
      'Become kinder',
      'Hire two cooks by May 2027, 3,000 EUR a month',
      'Move our 2 TB archive to another host',
    ]
    for (const goal of goals) {
      const text = JSON.stringify(await iterate(briefOf(goal), 14))
      expect(text).not.toMatch(/[{«»]\w+[|}]|undefined|\(assumption\)/)
    }
  })
})
