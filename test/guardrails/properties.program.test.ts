import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { fakeClock } from '../../src/base/clock.ts'
import type { Guideline } from '../../src/contracts/guideline.ts'
import type { JsonObject } from '../../src/contracts/json-value.ts'
import { DEFAULT_SETTINGS } from '../../src/contracts/settings.ts'
import type { RegisteredTool } from '../../src/contracts/tool.ts'
import type { ToolCall } from '../../src/contracts/tool-call.ts'
import { type CallFacts, createJudge, type Verdict } from '../../src/engine/gate/gate.ts'
import { compileGuidelines, evaluate } from '../../src/engine/guardrails/guardrails.ts'
import { parseGuidelineText } from '../../src/surfaces/api/guideline-text.ts'
import { memoryStore, openService, reviewer, settle } from '../engine/guideline-fixture.ts'

const NOW = '2026-03-01T09:00:00.000Z'
const clock = fakeClock(Date.parse(NOW))

function guideline(id: string, condition: object, action: object, more: object = {}): Guideline {
  return {
    ...{ id, name: `rule ${id}`, description: '', enabled: true, category: 'custom', priority: 100 },
    ...{ metadata: {}, version: 1, created_at: NOW, updated_at: NOW, created_by: 'test' },
    condition,
    // The arbitraries below only make fields that the contract knows.
    action: { type: 'instruction', ...action } as Guideline['action'],
    ...more,
  } as Guideline
}

const reader: RegisteredTool = {
  ...{ name: 'look', description: 'looks', prerequisites: [], produces: [] },
  input_schema: { type: 'object', properties: { path: { type: 'string', 'x-soulgate': 'path' } } },
  annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
  ...{
    reversibility: 'read_only',
    definition_hash: 'h',
    claimed: false,
    declared_by: 'test',
    origin: 'built_in',
  },
}

/** A call that nothing would stop but a guideline. */
function callOf(args: JsonObject): ToolCall {
  const origins = Object.entries(args).map(([key, value]) => ({
    ...{ pointer: `/${key}`, value: String(value), source: 'person' as const },
  }))
  const { description, annotations, reversibility, claimed, definition_hash } = reader
  return {
    ...{ call_id: 'call_1', tool: 'look', arguments: args, digest: 'd', origins },
    ...{ description, annotations, reversibility, claimed, definition_hash },
  }
}
const facts: CallFacts = { session_id: 'ses', agent: 'a', conditions: [], confidence: 0.95 }

async function judge(guidelines: readonly Guideline[], args: JsonObject, more: Partial<CallFacts> = {}) {
  const compiled = compileGuidelines(guidelines)
  const decide = createJudge({
    clock,
    tools: { get: () => reader },
    settings: async () => DEFAULT_SETTINGS,
    guardrails: async () => ({ compiled, version: 1 }),
  })
  return (await decide([callOf(args)], { ...facts, ...more })).verdict
}

const SEVERITY: Readonly<Record<Verdict['outcome'], number>> = {
  released: 0,
  suggested: 1,
  held: 2,
  denied: 3,
}
const rulesOf = (verdict: Verdict) =>
  verdict.outcome === 'held' ? verdict.why_held.flatMap(why => why.rule_id ?? []) : []

const word = fc.constantFrom('a', 'b', 'commit', 'contract_change', 'tool_call')
// Mostly absent, so that rules match often enough to say something.
const words = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.array(word, { minLength: 1, maxLength: 2 }) },
)
const path = fc.constantFrom('contracts/x.json', 'src/a.ts', 'docs/b.md', 'src/../contracts/x.json')
const anyAction = fc.oneof(
  fc.constant({ type: 'tool_restriction', tools_denied: ['lo?k'] }),
  fc.constant({ type: 'tool_restriction', tools_allowed: ['other'] }),
  fc.constant({ type: 'tool_restriction', tools_allowed: ['look'] }),
  fc.constant({ type: 'hitl_gate', gate_type: 'tool_approval' }),
  fc.constant({ type: 'hitl_gate', gate_type: 'code_review', quorum: 2 }),
  fc.constant({ type: 'constraint', max_files: 1, require_review: true }),
  fc.constant({ type: 'instruction', instruction: 'mind it', confidence_delta: -0.5 }),
)
const anyGuidelines = fc.uniqueArray(
  fc
    .record({
      id: fc.string({ unit: fc.constantFrom('x', 'y', 'z'), minLength: 1, maxLength: 4 }),
      priority: fc.constantFrom(0, 100, 900),
      condition: fc.record({
        ...{ agents: words, events: words, gate_types: words, domains: words, actions: words },
        paths: fc.option(
          fc.array(fc.constantFrom('contracts/*', '*.ts', 'src/*'), { minLength: 1, maxLength: 2 }),
          {
            nil: undefined,
          },
        ),
      }),
      action: anyAction,
    })
    .map(({ id, priority, condition, action }) => guideline(id, condition, action, { priority })),
  { selector: each => each.id, maxLength: 8 },
)
const anyAddition = fc.record(
  {
    ...{ event: word, domain: word, action: word, gate_type: word },
    paths: fc.array(path, { maxLength: 2 }),
    // What a caller might try to replace.
    ...{ agent: word, tool: word, confidence: fc.constant(1), reversibility: fc.constant('read_only') },
  },
  { requiredKeys: [] },
)

describe('for any guidelines and any call', () => {
  test('what a caller adds to the context may hold or deny more, and never lets anything through', async () => {
    await fc.assert(
      fc.asyncProperty(anyGuidelines, path, anyAddition, async (guidelines, target, added) => {
        const plain = await judge(guidelines, { path: target })
        const told = await judge(guidelines, { path: target }, { added_context: added as JsonObject })
        expect(SEVERITY[told.outcome]).toBeGreaterThanOrEqual(SEVERITY[plain.outcome])
        if (told.outcome === 'held') {
          for (const rule of rulesOf(plain)) expect(rulesOf(told)).toContain(rule)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('an expression that has no answer holds the call, whatever else lets it through', async () => {
    const broken = fc.constantFrom(
      '1 / 0 == 1',
      'arguments.path > 3',
      'arguments.n / 0 > 1',
      'arguments.path',
    )
    const open = fc.constantFrom('src/a.ts', 'docs/b.md')
    await fc.assert(
      fc.asyncProperty(broken, open, fc.integer({ min: 0, max: 1000 }), async (custom, target, priority) => {
        const rule = guideline('broken', { custom }, {}, { priority })
        const release = guideline('sticky', {}, { type: 'release', expires_at: '2026-03-02T09:00:00.000Z' })
        expect((await judge([], { path: target, n: 1 })).outcome).toBe('released')
        const verdict = await judge([rule, release], { path: target, n: 1 })
        expect([verdict.outcome, rulesOf(verdict)]).toEqual(['held', ['broken']])
      }),
    )
  })

  test('a key that is missing is false, never an error and never a match', async () => {
    // A word of the language is a key in brackets only.
    const words = ['path', 'in', 'true', 'false', 'null']
    const key = fc.stringMatching(/^[a-z]{1,8}$/).filter(name => !words.includes(name))
    const literal = fc.oneof(
      fc.integer({ min: 0, max: 99 }).map(String),
      fc.constantFrom('"x"', 'true', 'null'),
    )
    await fc.assert(
      fc.asyncProperty(key, key, literal, async (outer, inner, value) => {
        for (const custom of [
          `arguments.${outer} == ${value}`,
          `arguments["${outer}"]["${inner}"] == ${value}`,
          `has(arguments.${outer})`,
        ]) {
          const rule = guideline('r', { custom }, { type: 'hitl_gate', gate_type: 'tool_approval' })
          const evaluated = evaluate(compileGuidelines([rule]), {
            tool: 'look',
            arguments: { path: 'src/a.ts' },
          })
          expect([custom, evaluated.errors, evaluated.matched_count]).toEqual([custom, [], 0])
        }
        expect((await judge([], { path: 'src/a.ts' })).outcome).toBe('released')
      }),
    )
  })

  test('a path that climbs matches no pattern and is held; a pattern that climbs is not saved and matches nothing', async () => {
    const segment = fc.constantFrom('a', 'contracts', '.', 'b.ts')
    const climbing = fc
      .tuple(
        fc.array(segment, { maxLength: 3 }),
        fc.array(segment, { maxLength: 3 }),
        fc.constantFrom('/', '\\'),
      )
      .map(([before, after, slash]) => [...before, '..', ...after].join(slash))
    const store = await memoryStore()
    const service = openService(store)
    await fc.assert(
      fc.asyncProperty(climbing, async target => {
        const all = guideline('all', { paths: ['*'] }, { type: 'tool_restriction', tools_allowed: ['look'] })
        const evaluated = evaluate(compileGuidelines([all]), { tool: 'look', paths: [target] })
        expect([evaluated.matched_count, evaluated.discarded_paths]).toEqual([0, [target]])
        expect((await judge([], { path: target })).outcome).toBe('held')
        const rule = {
          name: 'r',
          category: 'custom',
          condition: { paths: ['a/*', target] },
          action: all.action,
        }
        const saved = await service.create(reviewer, rule)
        expect(saved).toMatchObject({ refused: true, errors: [{ field: 'condition.paths.1' }] })
        const stored = guideline('stored', { paths: [target] }, all.action)
        expect(evaluate(compileGuidelines([stored]), { paths: ['a/b', 'contracts/c'] }).matched_count).toBe(0)
      }),
    )
    service.close()
    await store.close()
  })

  test('a file name with dots in it does not climb', async () => {
    for (const name of ['a..b', '..a', 'b..', 'a/..b/c', '.../x']) {
      const all = guideline('all', { paths: ['*'] }, {})
      expect([name, evaluate(compileGuidelines([all]), { paths: [name] }).matched_count]).toEqual([name, 1])
    }
  })
})

const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter(each => !each.includes('\0'))
const carried = fc
  .record({
    name: text.filter(each => each.length > 0),
    description: text,
    ...{ enabled: fc.boolean(), priority: fc.integer({ min: 0, max: 1000 }) },
    category: fc.constantFrom('custom', 'security', 'cognitive_isolation'),
    condition: fc.record(
      {
        agents: fc.array(
          text.filter(each => each.length > 0),
          { minLength: 1, maxLength: 3 },
        ),
        paths: fc.array(fc.constantFrom('a/*', '*.yaml', '~home', "it's", 'yes', '007', '- x', '# y'), {
          ...{ minLength: 1, maxLength: 3 },
        }),
      },
      { requiredKeys: [] },
    ),
    action: fc.record({
      type: fc.constant('instruction'),
      instruction: text.filter(each => each.trim() !== ''),
    }),
    metadata: fc.dictionary(
      fc.stringMatching(/^[a-z]{1,6}$/),
      fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
      {
        maxKeys: 3,
      },
    ),
  })
  .filter(each => each.name.trim() !== '')

const FORMATS = {
  json: { write: (value: unknown) => JSON.stringify(value), read: (file: string) => JSON.parse(file) },
  yaml: { write: (value: unknown) => stringify(value), read: (file: string) => parse(file) },
} as const

describe('carried from one installation to another', () => {
  test.each([
    'json',
    'yaml',
  ] as const)('as %s any guidelines come back as they were, and a second time change nothing', async format => {
    const { write, read } = FORMATS[format]
    await fc.assert(
      fc.asyncProperty(fc.array(carried, { minLength: 1, maxLength: 5 }), async bodies => {
        const [one, other] = [await memoryStore(), await memoryStore()]
        const [from, to] = [openService(one), openService(other)]
        for (const body of bodies) await settle(from.create(reviewer, body))
        const exported = await from.exportAll()
        const file = write(exported)
        const items = format === 'yaml' ? parseGuidelineText(file) : read(file)
        expect(items).toEqual(exported)
        const first = await settle(to.importMany(reviewer, items))
        expect(first.items.every(item => item.ok && item.outcome === 'created')).toBe(true)
        const fields = ({
          id,
          name,
          description,
          enabled,
          priority,
          category,
          condition,
          action,
          metadata,
        }: Guideline) => ({
          ...{ id, name, description, enabled, priority, category, condition, action, metadata },
        })
        expect((await to.exportAll()).map(fields)).toEqual(exported.map(fields))
        const again = await settle(to.importMany(reviewer, read(write(await to.exportAll()))))
        expect([again.imported, again.items.every(item => item.ok && item.outcome === 'unchanged')]).toEqual([
          0,
          true,
        ])
        for (const service of [from, to]) service.close()
        for (const store of [one, other]) await store.close()
      }),
      { numRuns: 40 },
    )
  }, 60_000)
})
