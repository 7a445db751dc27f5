import { describe, expect, test } from 'vitest'
import {
  type PlanNode,
  PlanNode as PlanNodeContract,
  type PlanOutline,
  Roadmap,
} from '../../../contracts/plan.ts'
import { validateOutline } from '../grammar/grammar.ts'
import { nodeGenerator } from '../outline/outline.ts'
import { patternSelector } from '../pattern/pattern.ts'
import { situationFor, toolEnvironment } from '../planning-situation-fixture.ts'
import type { PlanSituation } from '../planning-tools.ts'
import { dependencyResolver, roadmapBuilder } from './roadmap.ts'

const environment = toolEnvironment()

async function outlineFor(situation: PlanSituation): Promise<PlanOutline> {
  const { data } = await patternSelector.run({ situation, known_subtypes: [], narrow: false }, environment)
  const pattern = data?.pattern ?? {
    pattern_type: 'milestone_project' as const,
    introduced_by: 'system' as const,
  }
  const made = await nodeGenerator.run({ situation, pattern, narrow: false }, environment)
  if (made.data === null) throw new Error('no outline')
  return made.data.outline
}

async function roadmapFor(situation: PlanSituation) {
  const outline = await outlineFor(situation)
  const { data } = await roadmapBuilder.run(
    { situation, outline, nodes: outline.nodes, narrow: false },
    environment,
  )
  if (data === null) throw new Error('no roadmap')
  return { outline, ...data }
}

function node(id: string, more: Partial<PlanNode> = {}): PlanNode {
  return PlanNodeContract.parse({
    id,
    node_type: 'task',
    level: 4,
    title: id,
    parent_id: 'p',
    estimated_minutes: 60,
    ...more,
  })
}

function small(...tasks: readonly PlanNode[]): PlanOutline {
  const goal = node('g', { node_type: 'goal', level: 1, parent_id: undefined })
  const phase = node('p', { node_type: 'phase', level: 2, parent_id: 'g', title: 'Work' })
  return {
    root_id: 'g',
    plan_context: { strategy_profile: { mode: 'hybrid' }, assumptions: [], constraints: {} },
    nodes: [goal, phase, ...tasks],
    pattern: { pattern_type: 'milestone_project', introduced_by: 'system' },
  }
}

describe('dependencies from words', () => {
  const tasks = [
    node('a', { title: 'Paint the walls' }),
    node('b', { title: 'Lay the floor' }),
    node('c', { title: 'Order the sofa' }),
  ]

  async function resolve(words: string, outline = small(...tasks)) {
    const { data, explanations } = await dependencyResolver.run(
      { situation: situationFor(words), outline },
      environment,
    )
    const of = (id: string) => data?.nodes.find(other => other.id === id)?.dependencies
    return { of, added: data?.added ?? [], explanations }
  }

  test.each<readonly [words: string, later: string, earlier: string, type: string, lag: number]>([
    ['Do up the flat: lay the floor after painting the walls', 'b', 'a', 'FS', 0],
    ['Paint the walls before laying the floor', 'b', 'a', 'FS', 0],
    ['Order the sofa two weeks before laying the floor', 'b', 'c', 'FS', 20_160],
    ['Lay the floor three days after painting the walls', 'b', 'a', 'FS', 4_320],
    ['Order the sofa in parallel with painting the walls', 'c', 'a', 'SS', 0],
    ['As soon as painting the walls is done, lay the floor', 'b', 'a', 'FS', 0],
    ['Ordering the sofa must finish together with painting the walls', 'c', 'a', 'FF', 0],
  ])('%s', async (words, later, earlier, type, lag) => {
    const { of, added } = await resolve(words)
    expect(of(later)).toEqual([{ node_id: earlier, type, lag_lead_minutes: lag }])
    expect(added[0]?.because).toContain('you said')
  })

  test('what runs in parallel waits no longer for the end of the other', async () => {
    const waiting = node('c', {
      title: 'Order the sofa',
      dependencies: [{ node_id: 'a', type: 'FS', lag_lead_minutes: 0 }],
    })
    const { of } = await resolve(
      'Order the sofa in parallel with painting the walls',
      small(...tasks.slice(0, 2), waiting),
    )
    expect(of('c')).toEqual([{ node_id: 'a', type: 'SS', lag_lead_minutes: 0 }])
  })

  test('an order that would close a circle is refused in words', async () => {
    const waiting = node('a', {
      title: 'Paint the walls',
      dependencies: [{ node_id: 'b', type: 'FS', lag_lead_minutes: 0 }],
    })
    const { of, explanations } = await resolve(
      'Lay the floor after painting the walls',
      small(waiting, ...tasks.slice(1)),
    )
    expect(of('b')).toEqual([])
    expect(explanations.join(' ')).toContain('would close a circle')
  })

  test('words that name no task add nothing', async () => {
    const { added } = await resolve('Finish after the holidays, before it gets cold')
    expect(added).toEqual([])
  })
})

describe('ways through an outline', () => {
  test('two or three are tried, measured and compared; the best is taken, with reasons against the others', async () => {
    const {
      roadmap,
      options_tried: options,
      outline,
    } = await roadmapFor(
      situationFor('Plan our wedding for 80 guests in Tuscany by 12 September, budget €25,000'),
    )
    expect(Roadmap.safeParse(roadmap).success).toBe(true)
    expect(options.length).toBeGreaterThanOrEqual(2)
    expect(options.filter(({ chosen }) => chosen)).toHaveLength(1)
    expect(options.find(({ chosen }) => chosen)?.score).toBe(Math.max(...options.map(({ score }) => score)))
    for (const { title } of options) expect(roadmap.rationale).toContain(title)
    expect(validateOutline({ ...outline, nodes: roadmap.nodes }).violations).toEqual([])
    expect(roadmap.nodes.map(({ id }) => id)).toEqual(outline.nodes.map(({ id }) => id))
    expect(roadmap.roadmap_context).toMatchObject({
      region: 'Tuscany',
      budget: '€25,000',
      pattern_type: 'milestone_project',
    })
  })

  test('an even pace has quieter weeks than all at once, and both end in time', async () => {
    const { options_tried: options } = await roadmapFor(
      situationFor('Plan our wedding for 80 guests by 12 September'),
    )
    const [even, fast] = ['even_pace', 'step_by_step'].map(
      id => options.find(({ option_id }) => option_id === id)?.measures,
    )
    expect(even?.peak_minutes_per_week).toBeLessThan(fast?.peak_minutes_per_week ?? 0)
    expect(Math.min(even?.slack_minutes ?? -1, fast?.slack_minutes ?? -1)).toBeGreaterThanOrEqual(0)
  })

  test('the strategy decides: pushing ends early, relaxing keeps the weeks quiet', async () => {
    const situation = situationFor('Write my thesis on urban heat by 30 September')
    const chosen = async (mode: 'push' | 'relax') => {
      const { options_tried } = await roadmapFor({ ...situation, strategy: { mode } })
      return options_tried.find(option => option.chosen)?.option_id
    }
    expect(await chosen('push')).not.toBe('even_pace')
    expect(await chosen('relax')).toBe('even_pace')
  })

  test('autonomy changes how many ways are compared', async () => {
    const situation = situationFor('Plan our wedding for 80 guests by 12 September')
    const count = async (autonomy: 'high' | 'low') =>
      (await roadmapFor({ ...situation, policy: { ...situation.policy, autonomy } })).options_tried.length
    expect([await count('high'), await count('low')]).toEqual([2, 3])
  })

  test('what is to be done, how long and how often is the outline’s: a way changes only order and pace', async () => {
    const { roadmap, outline } = await roadmapFor(
      situationFor('Train for a half marathon by 15 May, three evenings a week'),
    )
    const facts = ({ id, title, estimated_minutes, recurrence, parent_id }: PlanNode) => ({
      id,
      title,
      estimated_minutes,
      recurrence,
      parent_id,
    })
    expect(roadmap.nodes.map(facts)).toEqual(outline.nodes.map(facts))
  })

  test('four thousand tasks in a chain are compared without trouble', async () => {
    const tasks = Array.from({ length: 4_000 }, (_, at) =>
      node(`t${at}`, {
        dependencies: at === 0 ? [] : [{ node_id: `t${at - 1}`, type: 'FS', lag_lead_minutes: 0 }],
      }),
    )
    const outline = small(...tasks)
    const { data } = await roadmapBuilder.run(
      { situation: situationFor('Do it all'), outline, nodes: outline.nodes, narrow: false },
      environment,
    )
    expect(data?.roadmap.nodes).toHaveLength(4_002)
  })
})
