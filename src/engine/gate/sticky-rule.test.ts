import { expect, test } from 'vitest'
import type { Gate } from '../../contracts/gate.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import { compileGuidelines, evaluate } from '../guardrails/guardrails.ts'
import { traceArguments } from './provenance.ts'
import { checkRemember, conditionFor, pinnedSecrets } from './sticky-rule.ts'

const nothing = { personTexts: [], trustedReads: [], untrustedReads: [] }

function callOf(args: JsonObject): ToolCall {
  return {
    call_id: 'call_1',
    tool: 'write_file',
    arguments: args,
    description: '',
    annotations: { read_only: false, idempotent: false, destructive: false, open_world: false },
    reversibility: 'reversible',
    claimed: false,
    definition_hash: 'h',
    digest: 'd',
    origins: [
      ...traceArguments({ tool: 'write_file', arguments: args, definition: { input_schema: {} } }, nothing),
    ],
  }
}

function matches(condition: string, args: JsonObject, run?: string): boolean {
  const compiled = compileGuidelines([
    {
      id: 'sticky',
      name: 'sticky',
      description: '',
      enabled: true,
      category: 'custom',
      priority: 100,
      condition: { custom: condition },
      action: { type: 'telemetry' },
      metadata: {},
      version: 1,
      created_at: '',
      updated_at: '',
      created_by: '',
    },
  ])
  const evaluated = evaluate(compiled, {
    tool: 'write_file',
    arguments: args,
    ...(run ? { run_id: run } : {}),
  })
  expect(evaluated.errors).toEqual([])
  return evaluated.matched_count === 1
}

test('what an approval named stays as it was; plain text may differ', () => {
  const condition = conditionFor(callOf({ path: 'docs/a.md', content: 'one' }), {}, undefined)
  expect(matches(condition, { path: 'docs/a.md', content: 'one' })).toBe(true)
  expect(matches(condition, { path: 'docs/a.md', content: 'two' })).toBe(true)
  expect(matches(condition, { path: 'docs/b.md', content: 'one' })).toBe(false)
  expect(matches(condition, { content: 'one' })).toBe(false)
})

test('numbers, lists, objects and flags stay as they were, and nothing may be added', () => {
  const args = {
    path: 'a',
    times: 3,
    share: 0.5,
    force: false,
    tags: ['x', 'y'],
    nested: { deep: [1, null] },
  }
  const condition = conditionFor(callOf(args), {}, undefined)
  expect(matches(condition, args)).toBe(true)
  expect(matches(condition, { ...args, times: 4 })).toBe(false)
  expect(matches(condition, { ...args, share: 0.25 })).toBe(false)
  expect(matches(condition, { ...args, force: true })).toBe(false)
  expect(matches(condition, { ...args, tags: ['x'] })).toBe(false)
  expect(matches(condition, { ...args, nested: { deep: [2, null] } })).toBe(false)
  expect(matches(condition, { ...args, recursive: true })).toBe(false)
})

test('a pattern lets one argument be whatever fits it, end to end', () => {
  const condition = conditionFor(
    callOf({ path: 'docs/a.md', content: 'x' }),
    { path: 'docs/*.md' },
    undefined,
  )
  expect(matches(condition, { path: 'docs/b.md', content: 'y' })).toBe(true)
  expect(matches(condition, { path: 'src/docs/b.md', content: 'y' })).toBe(false)
  expect(matches(condition, { path: 'docs/b.md.exe', content: 'y' })).toBe(false)
  expect(matches(condition, { path: 'docs/bXmd', content: 'y' })).toBe(false)
})

test('quotes, backslashes and other scripts in values break no condition', () => {
  const args = { path: 'a"b\\c\n“é”😀/$x' }
  const condition = conditionFor(callOf(args), {}, 'run_1')
  expect(matches(condition, args, 'run_1')).toBe(true)
  expect(matches(condition, { path: 'a' }, 'run_1')).toBe(false)
})

test('a rule of one run ends with the run', () => {
  const condition = conditionFor(callOf({ path: 'a' }), {}, 'run_1')
  expect(matches(condition, { path: 'a' }, 'run_1')).toBe(true)
  expect(matches(condition, { path: 'a' }, 'run_2')).toBe(false)
  expect(matches(condition, { path: 'a' })).toBe(false)
})

test('a secret is never repeated in a rule, by its form or by its name, unless it may be anything', () => {
  const token = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0'].join('')
  const call = callOf({ path: 'a.md', url: `https://x.org/?k=${token}`, login: { password: 'tulip' } })
  expect(pinnedSecrets(call, {})).toEqual(['url', 'login'])
  expect(pinnedSecrets(call, { url: '*', login: '*' })).toEqual([])
  expect(pinnedSecrets(call, { url: `*${token}`, login: '*' })).toEqual(['url'])
  expect(pinnedSecrets(callOf({ path: 'a.md', content: 'one' }), {})).toEqual([])
  const gate = { subject: { tool_calls: [call] }, why_held: [], quorum: { approvals_required: 1, roles: [] } }
  const option = { id: 'approve', label: 'Approve', decision: 'approve' } as const
  const check = (rule: object) =>
    checkRemember(gate as unknown as Gate, { decision: 'approve', remember: 'rule', ...rule }, option)
  expect(check({}).map(({ field }) => field)).toEqual(['rule.arguments.url'])
  expect(check({ rule: { arguments: { url: '*', login: '*' } } })).toEqual([])
})
