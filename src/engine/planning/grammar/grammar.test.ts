import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PlanNode, PlanNode as PlanNodeContract, type PlanOutline } from '../../../contracts/plan.ts'
import { grammarValidator, repairOutline, validateOutline } from './grammar.ts'

type Draft = Partial<PlanNode> & Pick<PlanNode, 'id' | 'node_type'>

const LEVELS = { goal: 1, phase: 2, cycle: 2, sub_goal: 3, task: 4, sub_task: 5, micro_goal: 5 }

function node(draft: Draft): PlanNode {
  return PlanNodeContract.parse({ level: LEVELS[draft.node_type], title: `Title of ${draft.id}`, ...draft })
}

function outlineOf(nodes: readonly PlanNode[], more: Partial<PlanOutline> = {}): PlanOutline {
  return {
    root_id: 'g',
    plan_context: { strategy_profile: { mode: 'hybrid' }, assumptions: [], constraints: {} },
    nodes: [...nodes],
    pattern: { pattern_type: 'milestone_project', introduced_by: 'system' },
    ...more,
  }
}

const GOAL = node({ id: 'g', node_type: 'goal' })
const PHASE = node({ id: 'p', node_type: 'phase', parent_id: 'g' })
const waits = (id: string, type: 'FS' | 'SS' = 'FS', lag = 0) => ({
  node_id: id,
  type,
  lag_lead_minutes: lag,
})
const task = (id: string, ...on: readonly ReturnType<typeof waits>[]) =>
  node({ id, node_type: 'task', parent_id: 'p', dependencies: [...on] })

const codes = (outline: PlanOutline) => validateOutline(outline).violations.map(({ code }) => code)

test('a plain plan keeps every rule and needs no repair', () => {
  const report = validateOutline(outlineOf([GOAL, PHASE, task('a'), task('b', waits('a'))]))
  expect(report).toMatchObject({ valid: true, violations: [], confidence: 1, suggested_fixes: [] })
  expect(report.repaired_outline).toBeUndefined()
})

describe('each breach has its code, and is repaired or says why not', () => {
  const broken: readonly (readonly [code: string, outline: PlanOutline, isFatal: boolean])[] = [
    ['duplicate_node_ids', outlineOf([GOAL, PHASE, task('a'), task('a')]), false],
    ['schema_invalid', outlineOf([GOAL, PHASE, { ...task('a'), progress: 7 }]), false],
    ['schema_invalid', outlineOf([GOAL, PHASE, { ...task('a'), title: '' }]), false],
    ['negative_duration', outlineOf([GOAL, PHASE, { ...task('a'), estimated_minutes: -30 }]), false],
    ['missing_root_id', outlineOf([GOAL, PHASE, task('a')], { root_id: '' }), false],
    ['root_id_not_found_in_nodes', outlineOf([GOAL, PHASE, task('a')], { root_id: 'x' }), false],
    ['root_id_not_found_in_nodes', outlineOf([PHASE, task('a')]), true],
    ['root_id_not_found_in_nodes', outlineOf([]), true],
    ['root_parent_must_be_null', outlineOf([{ ...GOAL, parent_id: 'p' }, PHASE, task('a')]), false],
    [
      'root_type_must_be_goal',
      outlineOf([{ ...GOAL, node_type: 'phase', level: 2 }, PHASE, task('a')]),
      false,
    ],
    ['root_level_must_be_1', outlineOf([{ ...GOAL, level: 3 }, PHASE, task('a')]), false],
    [
      'node_missing_parent:a',
      outlineOf([GOAL, PHASE, task('b'), node({ id: 'a', node_type: 'task' })]),
      false,
    ],
    ['parent_not_found:a->x', outlineOf([GOAL, PHASE, task('b'), { ...task('a'), parent_id: 'x' }]), false],
    ['level_too_low:', outlineOf([GOAL, PHASE, { ...task('a'), level: 2 }]), false],
    ['level_mismatch', outlineOf([GOAL, { ...PHASE, level: 5 }, task('a')]), false],
    [
      'cardinality_violation',
      outlineOf([GOAL, PHASE, task('a'), node({ id: 'g2', node_type: 'goal', parent_id: 'g' })]),
      false,
    ],
    [
      'cardinality_violation',
      outlineOf([GOAL, PHASE, task('a'), node({ id: 'q', node_type: 'phase', parent_id: 'a' })]),
      false,
    ],
    ['goal_without_task', outlineOf([GOAL, PHASE]), false],
    [
      'container_without_task',
      outlineOf([GOAL, PHASE, task('a'), node({ id: 'q', node_type: 'phase', parent_id: 'g' })]),
      false,
    ],
    ['dangling_dependency', outlineOf([GOAL, PHASE, task('a', waits('x'))]), false],
    ['dependency_on_ancestor', outlineOf([GOAL, PHASE, task('a', waits('p'))]), false],
    ['dependency_cycle', outlineOf([GOAL, PHASE, task('a', waits('b')), task('b', waits('a'))]), false],
    ['dependency_cycle', outlineOf([GOAL, PHASE, task('a', waits('a'))]), false],
    [
      'positive_lag_cycle',
      outlineOf([GOAL, PHASE, task('a', waits('b', 'SS', 60)), task('b', waits('a', 'SS'))]),
      false,
    ],
    [
      'unreachable_node',
      outlineOf([
        GOAL,
        PHASE,
        task('b'),
        node({ id: 'q', node_type: 'phase', parent_id: 'r' }),
        node({ id: 'r', node_type: 'phase', parent_id: 'q' }),
      ]),
      false,
    ],
    ['pattern_mismatch', outlineOf([GOAL, { ...PHASE, node_type: 'cycle' }, task('a')]), false],
    ['pattern_mismatch', outlineOf([GOAL, { ...task('a'), parent_id: 'g' }]), false],
    [
      'pattern_mismatch',
      outlineOf([GOAL, PHASE, task('a')], {
        pattern: { pattern_type: 'recurring_cycle', introduced_by: 'system' },
      }),
      true,
    ],
  ]

  test.each(broken)('%s (case %#)', (code, outline, isFatal) => {
    const report = validateOutline(outline)
    const found = report.violations.find(violation => violation.code.startsWith(code))
    expect(found, JSON.stringify(report.violations)).toBeDefined()
    expect(report.valid).toBe(false)
    expect(report.confidence).toBeLessThan(1)
    const after = validateOutline(repairOutline(outline).outline)
    if (isFatal) expect(after.violations.some(({ severity }) => severity === 'fatal')).toBe(true)
    else expect(after.violations).toEqual([])
  })
})

test('a circle is named with its whole path', () => {
  const outline = outlineOf([
    GOAL,
    PHASE,
    task('a', waits('c')),
    task('b', waits('a')),
    task('c', waits('b')),
  ])
  const [circle] = validateOutline(outline).violations
  expect(circle?.message).toBe(
    'The dependencies run in a circle (each waits for the next): “Title of a” → “Title of c” → “Title of b” → “Title of a”.',
  )
})

test('what recurs in a phase makes it the cycle that the pattern needs', () => {
  const recurring = { ...task('a'), recurrence: { frequency: 'weekly' as const, interval: 1, times: 1 } }
  const outline = outlineOf([GOAL, PHASE, recurring], {
    pattern: { pattern_type: 'recurring_cycle', introduced_by: 'system' },
  })
  expect(codes(outline)).toEqual(['pattern_mismatch'])
  const { repaired_outline: repaired } = validateOutline(outline)
  expect(repaired?.nodes.find(({ id }) => id === 'p')?.node_type).toBe('cycle')
})

test('an outline and a roadmap are checked alike', async () => {
  const nodes = [GOAL, PHASE, task('a', waits('x'))]
  const roadmap = { root_id: 'g', roadmap_context: {}, nodes, options_tried: [], rationale: '' }
  const { data } = await grammarValidator.run({ outline: roadmap }, environment)
  expect(data?.violations.map(({ code }) => code)).toEqual(['dangling_dependency'])
})

const environment = { signal: new AbortController().signal, seed: 1, elapsedMs: () => 0, search_ms: 0 }

const anyNode = fc
  .record({
    id: fc.integer({ min: 0, max: 14 }).map(number => `n${number}`),
    parent: fc.option(
      fc.integer({ min: -1, max: 16 }).map(number => `n${number}`),
      { nil: undefined },
    ),
    node_type: fc.constantFrom('goal', 'phase', 'cycle', 'sub_goal', 'task', 'sub_task', 'micro_goal'),
    level: fc.integer({ min: -1, max: 9 }),
    title: fc.string({ maxLength: 220 }),
    estimated_minutes: fc.option(fc.integer({ min: -50, max: 500 }), { nil: undefined }),
    progress: fc.double({ min: -1, max: 2, noNaN: true }),
    dependencies: fc.array(
      fc.record({
        node_id: fc.integer({ min: 0, max: 17 }).map(number => `n${number}`),
        type: fc.constantFrom('FS' as const, 'SS' as const, 'FF' as const, 'SF' as const),
        lag_lead_minutes: fc.integer({ min: -100, max: 100 }),
      }),
      { maxLength: 4 },
    ),
    recurs: fc.boolean(),
  })
  .map(
    ({ parent, recurs, estimated_minutes, node_type, ...rest }): PlanNode => ({
      ...rest,
      node_type: node_type as PlanNode['node_type'],
      ...(parent === undefined ? {} : { parent_id: parent }),
      ...(estimated_minutes === undefined ? {} : { estimated_minutes }),
      ...(recurs ? { recurrence: { frequency: 'weekly', interval: 1, times: 1 } } : {}),
      status: 'pending',
      origin: 'system',
      tags: [],
      metadata: {},
    }),
  )

test('a repaired outline is valid, or says with a fatal violation why it cannot be', () => {
  const patterns = [
    'milestone_project',
    'recurring_cycle',
    'progressive_accumulation_arc',
    'hybrid_project_cycle',
    'strategic_transformation',
  ] as const
  fc.assert(
    fc.property(
      fc.array(anyNode, { maxLength: 14 }),
      fc.constantFrom(...patterns),
      fc.constantFrom('n0', 'n1', 'n16', ''),
      (nodes, pattern_type, root_id) => {
        const outline = outlineOf(nodes, { root_id, pattern: { pattern_type, introduced_by: 'system' } })
        const once = repairOutline(outline)
        const after = validateOutline(once.outline)
        const isFatal = after.violations.some(({ severity }) => severity === 'fatal')
        expect(after.valid || isFatal, JSON.stringify(after.violations)).toBe(true)
        expect(new Set(once.outline.nodes.map(({ id }) => id)).size).toBe(once.outline.nodes.length)
      },
    ),
    { numRuns: 400 },
  )
})

test('ten thousand nodes with long chains, deep nesting and a circle are checked and repaired in linear steps', () => {
  const grow = (count: number): PlanOutline => {
    const nodes: PlanNode[] = [GOAL]
    for (let at = 0; at < count / 2; at += 1)
      nodes.push(node({ id: `c${at}`, node_type: 'sub_goal', parent_id: at === 0 ? 'g' : `c${at - 1}` }))
    for (let at = 0; at < count / 2; at += 1)
      nodes.push(
        node({
          id: `t${at}`,
          node_type: 'task',
          parent_id: `c${at}`,
          dependencies: [waits(`t${(at + 1) % Math.floor(count / 2)}`)],
        }),
      )
    return outlineOf(nodes)
  }
  const large = grow(9_998)
  const report = validateOutline(large)
  expect(report.violations.map(({ code }) => code).sort()).toEqual(['dependency_cycle', 'pattern_mismatch'])
  expect(validateOutline(report.repaired_outline ?? large).violations).toEqual([])
})
