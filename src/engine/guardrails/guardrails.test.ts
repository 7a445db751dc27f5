import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type {
  Guideline,
  GuidelineAction,
  GuidelineCondition,
  TaskContext,
} from '../../contracts/guideline.ts'
import {
  compileGuidelines,
  evaluate,
  judgeTool,
  MAX_COMBINED_INSTRUCTION_CHARACTERS,
  MAX_INSTRUCTION_CHARACTERS,
  restrictiveGuidelines,
  staticGuidelines,
} from './guardrails.ts'

const now = '2026-03-01T12:00:00.000Z'

function guideline(
  id: string,
  condition: GuidelineCondition,
  action: Partial<GuidelineAction> = {},
  fields: Partial<Guideline> = {},
): Guideline {
  return {
    id,
    name: `name of ${id}`,
    description: '',
    enabled: true,
    category: 'custom',
    priority: 100,
    condition,
    action: { type: 'instruction', instruction: id, ...action },
    metadata: {},
    version: 1,
    created_at: now,
    updated_at: now,
    created_by: 'person_1',
    ...fields,
  }
}

function matchedIds(guidelines: readonly Guideline[], context: TaskContext): readonly string[] {
  return evaluate(compileGuidelines(guidelines), context).guidelines.map(entry => entry.guideline_id)
}

const isMatch = (
  condition: GuidelineCondition,
  context: TaskContext,
  action: Partial<GuidelineAction> = {},
) => matchedIds([guideline('g', condition, action)], context).length === 1

describe('a condition', () => {
  it.each<[string, GuidelineCondition, TaskContext, boolean]>([
    ['without fields matches everything', {}, {}, true],
    ['with empty lists matches everything', { agents: [], paths: [] }, {}, true],
    ['matches any entry of a field', { agents: ['a', 'b'] }, { agent: 'b' }, true],
    ['needs every field', { agents: ['a'], actions: ['x'] }, { agent: 'a', action: 'y' }, false],
    ['does not match an absent fact', { domains: ['web'] }, {}, false],
    ['does not match absent paths', { paths: ['*'] }, {}, false],
    [
      'matches when one of the paths does',
      { paths: ['contracts/*'] },
      { paths: ['a', 'contracts/x/y'] },
      true,
    ],
    ['sees through spelling of a path', { paths: ['contracts/*'] }, { paths: ['.\\contracts\\x'] }, true],
    ['leaves out paths that climb', { paths: ['*'] }, { paths: ['contracts/../x'] }, false],
    ['matches other paths beside one that climbs', { paths: ['b/*'] }, { paths: ['a/../x', 'b/x'] }, true],
    ['with nothing but a climbing pattern never matches', { paths: ['../*'] }, { paths: ['x'] }, false],
    ['matches tools by glob in any letter case', { tools: ['write_*'] }, { tool: 'Write_File' }, true],
    ['matches literal tools in any letter case', { tools: ['Bash'] }, { tool: 'bash' }, true],
    ['does not match another tool', { tools: ['write_*'] }, { tool: 'read_file' }, false],
    ['matches by expression', { custom: 'arguments.amount > 5' }, { arguments: { amount: 6 } }, true],
    ['reads a missing key as false', { custom: 'arguments.amount > 5' }, { arguments: {} }, false],
  ])('%s', (_title, condition, context, expected) => {
    expect(isMatch(condition, context)).toBe(expected)
  })

  it('of a gate takes events and gate types as alternatives, beside its other fields', () => {
    const condition = { events: ['commit'], gate_types: ['protected_path_commit'], paths: ['contracts/*'] }
    const gate = { type: 'hitl_gate', gate_type: 'protected_path_commit' } as const
    const paths = ['contracts/a']
    expect(isMatch(condition, { event: 'commit', paths }, gate)).toBe(true)
    expect(isMatch(condition, { gate_type: 'protected_path_commit', paths }, gate)).toBe(true)
    expect(isMatch(condition, { event: 'commit', paths: ['src/a'] }, gate)).toBe(false)
    expect(isMatch(condition, { paths }, gate)).toBe(false)
    expect(isMatch(condition, { event: 'commit', paths })).toBe(false)
  })

  it('takes the older name of a gate type for the newer one', () => {
    expect(isMatch({ gate_types: ['test_review'] }, { gate_type: 'test_failures' })).toBe(true)
    expect(isMatch({ gate_types: ['test_failures'] }, { gate_type: 'test_review' })).toBe(true)
  })

  it('whose expression has no answer is an error and no match', () => {
    const broken = guideline('g', { custom: 'arguments.amount > 5' })
    const result = evaluate(compileGuidelines([broken]), { arguments: { amount: 'much' } })
    expect(result.matched_count).toBe(0)
    expect(result.errors).toEqual([{ guideline_id: 'g', message: expect.stringContaining('overload') }])
  })

  it('stored with an expression that does not compile is an error wherever its other fields match', () => {
    const compiled = compileGuidelines([guideline('g', { agents: ['a'], custom: 'agnt == 1' })])
    expect(evaluate(compiled, { agent: 'a' }).errors).toHaveLength(1)
    expect(evaluate(compiled, { agent: 'b' }).errors).toHaveLength(0)
  })
})

describe('evaluation', () => {
  it('orders by priority, then number of fields, then id', () => {
    const guidelines = [
      guideline('b', {}),
      guideline('a', {}),
      guideline('specific', { agents: ['x'], actions: ['y'] }),
      guideline('first', {}, {}, { priority: 900 }),
    ]
    expect(matchedIds(guidelines, { agent: 'x', action: 'y' })).toEqual(['first', 'specific', 'a', 'b'])
  })

  it('joins instructions in order and marks what it cuts', () => {
    const short = evaluate(compileGuidelines([guideline('b', {}), guideline('a', {})]), {})
    expect(short.combined_instruction).toBe('a\n\nb')
    expect(short.instruction_truncated).toBe(false)
    const long = guideline('long', {}, { instruction: '😀'.repeat(6000) })
    const cutOne = evaluate(compileGuidelines([long]), {})
    expect(cutOne.combined_instruction.length).toBeLessThanOrEqual(MAX_INSTRUCTION_CHARACTERS)
    expect(cutOne.combined_instruction).toContain('[cut')
    expect(cutOne.combined_instruction.isWellFormed()).toBe(true)
    const many = Array.from({ length: 9 }, (_, index) =>
      guideline(`g${index}`, {}, { instruction: 'x'.repeat(9000) }),
    )
    const cutAll = evaluate(compileGuidelines(many), {})
    expect(cutAll.combined_instruction.length).toBeLessThanOrEqual(MAX_COMBINED_INSTRUCTION_CHARACTERS)
    expect(cutAll.combined_instruction).toContain('[cut')
    expect(cutAll.instruction_truncated).toBe(true)
  })

  it('takes the strictest of each constraint and names who demands it', () => {
    const { constraints } = evaluate(
      compileGuidelines([
        guideline('a', {}, { type: 'constraint', max_files: 10 }, { priority: 900 }),
        guideline('b', {}, { type: 'constraint', max_files: 3, require_tests: true }),
        guideline('c', {}, { type: 'constraint', require_tests: false, require_review: false }),
      ]),
      {},
    )
    expect(constraints).toEqual({
      max_files: 3,
      require_tests: true,
      demanded_by: { max_files: 'b', require_tests: 'b' },
    })
  })

  it('returns each gate with its threshold, its guideline and its demands', () => {
    const gate = { type: 'hitl_gate', gate_type: 'tool_approval', quorum: 2, roles: ['admin'] } as const
    const { hitl_gates: gates } = evaluate(
      compileGuidelines([guideline('g', {}, { ...gate, roles: ['admin'] })]),
      {},
    )
    expect(gates).toEqual([
      {
        gate_type: 'tool_approval',
        threshold: 'mandatory',
        guideline_id: 'g',
        priority: 100,
        text: 'name of g: g',
        quorum: 2,
        roles: ['admin'],
      },
    ])
  })

  it('explains every guideline that does not match, on request', () => {
    const compiled = compileGuidelines([
      guideline('hit', {}),
      guideline('agent', { agents: ['backend'] }),
      guideline('off', {}, {}, { enabled: false }),
    ])
    expect(evaluate(compiled, { agent: 'x' }).explanations).toBeUndefined()
    expect(evaluate(compiled, { agent: 'x' }, { explain: true }).explanations).toEqual([
      {
        guideline_id: 'agent',
        guideline_name: 'name of agent',
        field: 'agents',
        text: 'wants agents backend; found x',
      },
      { guideline_id: 'off', guideline_name: 'name of off', field: 'enabled', text: 'is switched off' },
    ])
  })
})

describe('tool lists', () => {
  const judge = (lists: readonly Partial<GuidelineAction>[], tool: string) =>
    judgeTool(
      evaluate(compileGuidelines(lists.map((action, index) => guideline(`g${index}`, {}, action))), {}),
      tool,
    ).allowed

  it('allow everything when there are none', () => {
    expect(judge([{}], 'anything')).toBe(true)
  })

  it('deny what an allow-list does not name', () => {
    expect(judge([{ tools_allowed: ['read_*'] }], 'read_file')).toBe(true)
    expect(judge([{ tools_allowed: ['read_*'] }], 'write_file')).toBe(false)
    expect(judge([{ tools_allowed: ['read_*'] }, { tools_allowed: ['write_*'] }], 'write_file')).toBe(true)
  })

  it('let a deny win in any letter case', () => {
    expect(judge([{ tools_allowed: ['*'] }, { tools_denied: ['BASH'] }], 'bash')).toBe(false)
  })

  it('still deny everything else when a deny empties the allow-list', () => {
    const evaluated = evaluate(
      compileGuidelines([guideline('g', {}, { tools_allowed: ['bash'], tools_denied: ['bash'] })]),
      {},
    )
    expect(evaluated.tools_allowed).toEqual([])
    expect(evaluated.tools_restricted).toBe(true)
    expect(judgeTool(evaluated, 'other').allowed).toBe(false)
  })
})

describe('a release rule', () => {
  const rule = (
    action: Partial<GuidelineAction> = {},
    condition: GuidelineCondition = { tools: ['send_mail'] },
  ) => guideline('rule', condition, { type: 'release', expires_at: '2026-03-10T00:00:00.000Z', ...action })
  const released = (entry: Guideline, context: TaskContext) =>
    evaluate(compileGuidelines([entry]), context).releases.length === 1

  it('counts while it stands', () => {
    expect(released(rule(), { tool: 'send_mail', now })).toBe(true)
  })

  it.each<[string, Guideline, TaskContext]>([
    ['the time is unknown', rule(), { tool: 'send_mail' }],
    ['it has expired', rule(), { tool: 'send_mail', now: '2026-03-10T00:00:00.000Z' }],
    ['it is suspended', rule({ suspended: { because: 'failed', at: now } }), { tool: 'send_mail', now }],
    ['the tool is spelt differently', rule(), { tool: 'Send_Mail', now }],
    ['one path is another', rule({}, { paths: ['logs/*'] }), { paths: ['logs/a', 'etc/b'], now }],
    ['one path climbs', rule({}, { paths: ['logs/*'] }), { paths: ['logs/a', 'logs/../b'], now }],
  ])('does not count when %s', (_title, entry, context) => {
    expect(released(entry, context)).toBe(false)
  })
})

describe('fallbacks', () => {
  it('stand on the 17 defaults or hold everything', () => {
    const context = { agent: 'reasoning', tool: 'read_file' }
    expect(evaluate(staticGuidelines(), context)).toMatchObject({ source: 'static', hitl_gates: [] })
    expect(evaluate(restrictiveGuidelines(), context)).toMatchObject({
      source: 'restrictive',
      hitl_gates: [{ guideline_id: 'fallback-restrictive', threshold: 'mandatory' }],
    })
  })
})

const word = fc.constantFrom('a', 'b', 'c')
const words = fc.option(fc.array(word, { maxLength: 2 }), { nil: undefined })
const anyTool = fc.constantFrom('read_file', 'write_file', 'bash')
const globs = fc.array(fc.constantFrom('*', 'read_*', 'write_file', 'ba?h'), { maxLength: 2 })
const anyGuidelines = fc.uniqueArray(
  fc
    .record({
      id: fc.string({ unit: fc.constantFrom('x', 'y', 'z'), minLength: 1, maxLength: 4 }),
      enabled: fc.boolean(),
      priority: fc.constantFrom(0, 100, 900),
      condition: fc.record({
        agents: words,
        events: words,
        gate_types: words,
        tools: fc.option(globs, { nil: undefined }),
        paths: fc.option(fc.array(fc.constantFrom('a/*', '*.ts', '../x'), { maxLength: 2 }), {
          nil: undefined,
        }),
      }),
      isGate: fc.boolean(),
      tools_allowed: globs,
      tools_denied: globs,
      max_files: fc.option(fc.nat(20), { nil: undefined }),
      confidence_delta: fc.constantFrom(0, 0.1, -0.3, 0.7),
    })
    .map(({ id, enabled, priority, condition, isGate, ...action }) =>
      guideline(
        id,
        condition,
        { ...action, ...(isGate && { type: 'hitl_gate', gate_type: 'tool_approval' }) },
        {
          enabled,
          priority,
        },
      ),
    ),
  { selector: entry => entry.id, maxLength: 12 },
)
const anyContext = fc.record(
  {
    agent: word,
    event: word,
    gate_type: word,
    tool: anyTool,
    paths: fc.array(fc.constantFrom('a/b', 'c.ts', 'a/../b')),
  },
  { requiredKeys: [] },
)

const pieces = fc.constantFrom(
  'a',
  'ab',
  'bc',
  'B',
  '/',
  '.ts',
  '*',
  '?',
  '[ab]',
  '[!a]',
  '[',
  'é',
  'İ',
  '😀',
)
const anyPattern = fc.array(pieces, { minLength: 1, maxLength: 5 }).map(parts => parts.join(''))
const anyText = fc
  .array(fc.constantFrom('a', 'ab', 'bc', 'B', 'b', '/', '.ts', '[', 'é', 'i', 'İ', '😀'), {
    minLength: 1,
    maxLength: 6,
  })
  .map(parts => parts.join(''))
const anyPatternGuidelines = fc
  .array(
    fc.record({
      condition: fc.record(
        {
          agents: fc.array(word, { maxLength: 2 }),
          paths: fc.array(anyPattern, { maxLength: 3 }),
          tools: fc.array(anyPattern, { maxLength: 3 }),
          custom: fc.constantFrom('arguments.n > 3', 'agent == "a"', 'arguments.n == "x"', 'tool != "ab"'),
        },
        { requiredKeys: [] },
      ),
      isRelease: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map(entries =>
    entries.map(({ condition, isRelease }, index) =>
      guideline(
        `g${index}`,
        condition,
        isRelease ? { type: 'release', expires_at: '2026-03-10T00:00:00.000Z' } : {},
      ),
    ),
  )
const anyPatternContext = fc.record(
  {
    agent: word,
    tool: anyText,
    paths: fc.array(anyText, { maxLength: 3 }),
    arguments: fc.constantFrom({}, { n: 3 }, { n: 4 }, { n: 'x' }, { n: { deep: true } }),
    now: fc.constant(now),
  },
  { requiredKeys: ['now'] },
)

/** Which of them match and which fail when all stand in one index. */
function foundBy(guidelines: readonly Guideline[], context: TaskContext) {
  const { guidelines: matched, errors } = evaluate(compileGuidelines(guidelines), context)
  return {
    matched: matched.map(entry => entry.guideline_id).toSorted(),
    failed: errors.map(entry => entry.guideline_id).toSorted(),
  }
}

/** The same without any index: what the explanation of each, looked at by itself, leaves. */
function foundAlone(guidelines: readonly Guideline[], context: TaskContext) {
  const matched: string[] = []
  const failed: string[] = []
  for (const entry of guidelines) {
    const { explanations, errors } = evaluate(compileGuidelines([entry]), context, { explain: true })
    if (explanations?.length === 0) (errors.length > 0 ? failed : matched).push(entry.id)
  }
  return { matched: matched.toSorted(), failed: failed.toSorted() }
}

describe('for any guidelines and context', () => {
  it('the result does not depend on the order in which they were stored', () => {
    fc.assert(
      fc.property(anyGuidelines, anyContext, fc.infiniteStream(fc.nat()), (guidelines, context, keys) => {
        const shuffled = guidelines
          .map(entry => ({ entry, key: keys.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ entry }) => entry)
        const explain = { explain: true }
        expect(evaluate(compileGuidelines(shuffled), context, explain)).toEqual(
          evaluate(compileGuidelines(guidelines), context, explain),
        )
      }),
    )
  })

  it('a matched deny of a tool wins', () => {
    fc.assert(
      fc.property(anyGuidelines, anyContext, anyTool, (guidelines, context, tool) => {
        const deny = guideline('deny', {}, { tools_denied: [tool] }, { priority: 0 })
        const evaluated = evaluate(compileGuidelines([...guidelines, deny]), context)
        expect(judgeTool(evaluated, tool).allowed).toBe(false)
        expect(evaluated.tools_allowed).not.toContain(tool)
      }),
    )
  })

  it('a guideline that is switched off changes nothing', () => {
    fc.assert(
      fc.property(anyGuidelines, anyContext, (guidelines, context) => {
        const without = guidelines.filter(entry => entry.enabled)
        expect(evaluate(compileGuidelines(guidelines), context)).toEqual(
          evaluate(compileGuidelines(without), context),
        )
      }),
    )
  })

  it('the index finds exactly what looking at each guideline finds', () => {
    fc.assert(
      fc.property(anyGuidelines, anyContext, (guidelines, context) => {
        expect(foundBy(guidelines, context)).toEqual(foundAlone(guidelines, context))
      }),
    )
  })

  it('the index also finds exactly that among patterns of paths and tools, and expressions', () => {
    fc.assert(
      fc.property(anyPatternGuidelines, anyPatternContext, (guidelines, context) => {
        const alone = foundAlone(guidelines, context)
        expect(foundBy(guidelines, context)).toEqual(alone)
        const explained = evaluate(compileGuidelines(guidelines), context, { explain: true })
        const missed = (explained.explanations ?? []).map(entry => entry.guideline_id)
        const all = guidelines.map(entry => entry.id).toSorted()
        expect([...missed, ...alone.matched, ...alone.failed].toSorted()).toEqual(all)
      }),
      { numRuns: 200 },
    )
  })

  it('one more guideline never allows what was denied, except by adding to an allow-list', () => {
    fc.assert(
      fc.property(anyGuidelines, anyContext, anyTool, (guidelines, context, tool) => {
        const [extra, ...others] = guidelines
        if (extra === undefined || extra.action.tools_allowed?.length) return
        const before = judgeTool(evaluate(compileGuidelines(others), context), tool)
        const after = judgeTool(evaluate(compileGuidelines(guidelines), context), tool)
        expect(after.allowed && !before.allowed).toBe(false)
      }),
    )
  })
})
