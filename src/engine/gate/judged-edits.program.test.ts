import { describe, expect, it } from 'vitest'
import { declared, rule } from '../../../test/engine/desk-fixture.ts'
import { gateOf, NOW, toolCall } from '../../../test/engine/pure-gate-fixture.ts'
import { fakeClock } from '../../base/clock.ts'
import type { Decision } from '../../contracts/decision.ts'
import type { Gate, WhyHeld } from '../../contracts/gate.ts'
import type { Guideline } from '../../contracts/guideline.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { DEFAULT_SETTINGS } from '../../contracts/settings.ts'
import type { ArgumentOrigin, ToolCall } from '../../contracts/tool-call.ts'
import { compileGuidelines } from '../guardrails/guardrails.ts'
import { createToolRegistry, definitionHash, validateArguments } from '../tools/tools.ts'
import { callDigest } from './call-digest.ts'
import { applyEdits, factsOf } from './edits.ts'
import { createJudge } from './judge-calls.ts'

const mover = declared('move_thing')

function environmentOf(guidelines: readonly Guideline[] = [], tool = mover) {
  const registry = createToolRegistry({ tools: [] })
  registry.register({ definition: tool, origin: 'declared', claimed: false, declaredBy: 'person_ada' })
  const judge = createJudge({
    clock: fakeClock(Date.parse(NOW)),
    tools: registry,
    settings: async () => DEFAULT_SETTINGS,
    guardrails: async () => ({ compiled: compileGuidelines(guidelines), version: 1 }),
  })
  return { tools: { get: registry.get, validate: validateArguments }, judge }
}

function call(id: string, changes: Partial<ToolCall> = {}): ToolCall {
  return toolCall(id, { definition_hash: definitionHash(mover), ...changes })
}

const gateWith = (calls: readonly ToolCall[], changes: Partial<Gate> = {}): Gate =>
  gateOf({ subject: { tool_calls: [...calls] } }, changes)

const edited = (arguments_: Readonly<Record<string, JsonObject>>) =>
  ({ decision: 'approve', edited_arguments: arguments_ }) as const

const decision = (changes: Partial<Decision>): Decision => ({
  decision_id: 'dec_0',
  decision: 'approve',
  decided_by: 'person_rita',
  decided_at: NOW,
  late: false,
  gate_id: 'gate_1',
  ...changes,
})

/** The calls as they would run. */
async function callsAfter(gate: Gate, arguments_: Readonly<Record<string, JsonObject>>) {
  const outcome = await applyEdits(environmentOf(), gate, edited(arguments_))
  if (outcome.outcome === 'refused') throw new Error(outcome.refusal.detail)
  return outcome
}

describe('what stays edited', () => {
  const gate = (changes: Partial<Decision>): Gate =>
    gateWith([call('a'), call('b')], {
      decisions: [decision({ calls: ['a'], edited_arguments: { a: { path: 'earlier.log' } }, ...changes })],
    })
  const pathsAfter = async (standing: Gate) =>
    (await callsAfter(standing, { b: { path: 'now.log' } })).calls.map(item => item.arguments.path)

  it('is what an earlier answer for another call edited', async () => {
    expect(await pathsAfter(gate({}))).toEqual(['earlier.log', 'now.log'])
  })

  it('is nothing of an answer that came too late or refused', async () => {
    expect(await pathsAfter(gate({ late: true }))).toEqual(['a.log', 'now.log'])
    expect(await pathsAfter(gate({ decision: 'reject' }))).toEqual(['a.log', 'now.log'])
  })
})

describe('the digest of an edited call', () => {
  const bound = { call_id: 'a', tool: 'move_thing', arguments: { path: 'x.log' } }
  const rest = { requester: 'agent:reasoning', definition_hash: definitionHash(mover) }

  it.each([
    { session_id: 'ses_1' },
    { session_id: 'ses_1', run_id: 'run_1' },
  ])('covers the place of its gate: %o', async place => {
    const { calls } = await callsAfter(gateWith([call('a')], place), { a: { path: 'x.log' } })
    expect(calls[0]?.digest).toBe(callDigest({ ...place, ...bound, ...rest }))
  })
})

describe('where the values of an edited call come from', () => {
  const origin = (changes: Partial<ArgumentOrigin>): ArgumentOrigin => ({
    pointer: '/path',
    value: 'a.log',
    meaning: 'path',
    source: 'untrusted',
    where: 'read from a page',
    ...changes,
  })
  const originsAfter = async (origins: readonly ArgumentOrigin[] | undefined, path: string) => {
    const before = call('a', origins === undefined ? {} : { origins: [...origins] })
    return (await callsAfter(gateWith([before]), { a: { path } })).calls[0]?.origins
  }

  it('is as before for a value that stands where it stood', async () => {
    expect(await originsAfter([origin({})], 'a.log')).toEqual([origin({})])
  })

  it.each([
    ['another value', [origin({})], 'b.log'],
    ['the same value that stood elsewhere', [origin({ pointer: '/other', value: 'b.log' })], 'b.log'],
  ])('is the reviewer for %s', async (_, origins, path) => {
    const typed = { pointer: '/path', value: path, meaning: 'path', source: 'person' }
    expect(await originsAfter(origins, path)).toEqual([{ ...typed, where: 'typed by the reviewer' }])
  })

  it('stays unsaid where it was not known', async () => {
    expect(await originsAfter(undefined, 'b.log')).toBeUndefined()
  })

  it('is found by well-known forms in a tool that nobody has declared', async () => {
    const unknown = call('a', { tool: 'mystery', definition_hash: 'undeclared', origins: [] })
    const { calls } = await callsAfter(gateWith([unknown]), { a: { to: 'mona@home.example' } })
    expect(calls[0]?.origins).toMatchObject([{ pointer: '/to', source: 'person' }])
  })
})

describe('an edit of what is not what was shown', () => {
  it('is refused with the gate, when the tool is gone or was changed', async () => {
    const gate = gateWith([call('a')])
    for (const tool of [declared('other'), { ...mover, description: 'Does more' }]) {
      const outcome = await applyEdits(environmentOf([], tool), gate, edited({ a: { path: 'b' } }))
      expect(outcome).toMatchObject({ outcome: 'refused', refusal: { code: 'edit_refused', gate } })
    }
  })

  it('is refused with the gate, when a rule denies it', async () => {
    const closed = rule(
      'closed',
      { custom: 'arguments.path.startsWith("vault/")' },
      { type: 'tool_restriction', tools_denied: ['move_thing'] },
    )
    const gate = gateWith([call('a')])
    const outcome = await applyEdits(environmentOf([closed]), gate, edited({ a: { path: 'vault/x' } }))
    expect(outcome).toMatchObject({ outcome: 'refused', refusal: { code: 'edit_refused', gate } })
  })
})

describe('whether an edit must be asked about anew', () => {
  const keys = rule('keys', { paths: ['keys/*'] }, { type: 'hitl_gate', gate_type: 'tool_approval' })
  const doors = rule('doors', { paths: ['keys/*'] }, { type: 'hitl_gate', gate_type: 'tool_approval' })
  const held = (id: string): WhyHeld => ({ source: 'guardrail', rule_id: id, text: `name of ${id}` })
  const outcomeOf = async (
    guidelines: readonly Guideline[],
    changes: Partial<Gate>,
    path: string,
    more: Partial<ToolCall> = {},
  ) => {
    const gate = gateWith([call('a', { origins: [], ...more })], changes)
    return (await applyEdits(environmentOf(guidelines), gate, edited({ a: { path } }))).outcome
  }

  it('is not, when nothing holds it, as where it is sure enough', async () => {
    const confidence = { score: 0.99, band: 'high', factors: [] } as unknown as NonNullable<
      Gate['confidence']
    >
    expect(await outcomeOf([], { confidence }, 'b.log')).toBe('fits')
  })

  it('is not, when only rules hold it that are on the card', async () => {
    expect(await outcomeOf([keys], { why_held: [held('keys')] }, 'keys/a')).toBe('fits')
  })

  it('is, when one rule of several is not on the card', async () => {
    expect(await outcomeOf([keys, doors], { why_held: [held('keys')] }, 'keys/a')).toBe('held')
    expect(await outcomeOf([keys], { why_held: [] }, 'keys/a')).toBe('held')
  })

  it('is not, when what holds it without a rule held the original too', async () => {
    expect(await outcomeOf([], {}, 'b.log', { reversibility: 'irreversible' })).toBe('fits')
  })

  it('is, when one reason of several held the original and one is new', async () => {
    expect(await outcomeOf([], {}, 'x/../y', { reversibility: 'irreversible' })).toBe('held')
  })

  it('is not, when the new reason is on the card', async () => {
    const text = 'The path x/../y climbs with .., so no guideline could be matched to it.'
    const seen: WhyHeld = { source: 'provenance', text }
    expect(await outcomeOf([], { why_held: [seen] }, 'x/../y')).toBe('fits')
  })
})

describe('the facts of a gate', () => {
  it('name its run as one that executes, and an outside run only as a name', () => {
    const shared = { agent: 'reasoning', conditions: [] }
    expect(factsOf(gateOf({}, { session_id: 'ses_1', run_id: 'run_1' }))).toEqual({
      ...shared,
      session_id: 'ses_1',
      run_id: 'run_1',
      executing_run_id: 'run_1',
    })
    expect(factsOf(gateOf({}, { context: { outside_run_id: 'theirs' } }))).toEqual({
      ...shared,
      session_id: '',
      run_id: 'theirs',
    })
    expect(factsOf(gateOf())).toEqual({ ...shared, session_id: '' })
  })

  it('carry the confidence under which it was judged', () => {
    const confidence = { score: 0.4, band: 'low', factors: [] } as unknown as NonNullable<Gate['confidence']>
    expect(factsOf(gateOf({}, { confidence })).confidence).toBe(0.4)
  })
})
