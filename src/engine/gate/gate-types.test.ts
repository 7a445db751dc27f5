import { describe, expect, it } from 'vitest'
import type { DecisionKind } from '../../contracts/decision.ts'
import { GateType } from '../../contracts/gate.ts'
import { letsCallsRun } from '../../contracts/gate-review.ts'
import { DEFAULT_SETTINGS } from '../../contracts/settings.ts'
import { buildGate } from './build-gate.ts'
import { defaultTtl, GATE_TYPES, optionFor, statusAfter } from './gate-types.ts'

const STABLE_IDS =
  'approve edit reject steer redraft abort continue pause adjust answer skip generate_now expand reduce relax happened run_again'.split(
    ' ',
  )

function choose(type: GateType, decision: DecisionKind, optionId?: string): string {
  const request = { decision, ...(optionId !== undefined && { option_id: optionId }) }
  const outcome = optionFor({ type, options: [...GATE_TYPES[type].options] }, request)
  return 'errors' in outcome ? `400 ${outcome.errors[0]?.field}` : `${outcome.id}:${outcome.decision}`
}

describe('the table of gate types', () => {
  it.each(GateType.options)('offers on %s only stable, distinct ids', type => {
    const ids = GATE_TYPES[type].options.map(option => option.id)
    expect(STABLE_IDS).toEqual(expect.arrayContaining(ids))
    expect(new Set(ids).size).toBe(ids.length)
    expect(GATE_TYPES[type].steerable).toBe(GATE_TYPES[type].options.some(item => item.decision === 'steer'))
  })

  it('says which gates are advisory or conditional, and which expire', () => {
    const having = (test: (row: (typeof GATE_TYPES)[GateType]) => boolean) =>
      GateType.options.filter(type => test(GATE_TYPES[type]))
    expect(having(row => row.threshold === 'advisory')).toEqual([
      'design_review',
      'test_failures',
      'complex_operation',
      'constraint_exception',
    ])
    expect(having(row => row.threshold === 'conditional')).toEqual(['confidence_threshold'])
    expect(having(row => row.ttl_seconds === 300)).toEqual(['clarification'])
    expect(having(row => row.ttl_seconds === 86_400)).toEqual([
      'tool_approval',
      'proposal',
      'checkpoint',
      'plan_approval',
      'pattern_rfc',
      'scheduling_escalation',
    ])
  })

  it('gives a tool approval 300 s in reasoning and a day elsewhere, as the settings say', () => {
    expect(defaultTtl('tool_approval', 'reasoning', DEFAULT_SETTINGS)).toBe(300)
    expect(defaultTtl('tool_approval', 'external', DEFAULT_SETTINGS)).toBe(86_400)
    expect(defaultTtl('clarification', 'reasoning', DEFAULT_SETTINGS)).toBe(300)
    expect(defaultTtl('interview', 'chat', DEFAULT_SETTINGS)).toBeNull()
    expect(defaultTtl('checkpoint', 'iteration', DEFAULT_SETTINGS)).toBe(86_400)
  })
})

describe('the option of a decision', () => {
  it.each<[GateType, DecisionKind, string]>([
    ['tool_approval', 'approve', 'approve:approve'],
    ['tool_approval', 'reject', 'reject:reject'],
    ['tool_approval', 'steer', 'steer:steer'],
    ['tool_approval', 'skip', '400 decision'],
    ['tool_approval', 'answer', '400 decision'],
    ['clarification', 'answer', 'answer:answer'],
    ['clarification', 'skip', 'skip:skip'],
    ['clarification', 'reject', 'reject:reject'],
    ['clarification', 'approve', '400 decision'],
    ['clarification', 'steer', '400 decision'],
    ['interview', 'approve', '400 decision'],
    ['interview', 'reject', '400 decision'],
    ['interview', 'skip', 'skip:skip'],
    ['intent_approval', 'approve', 'approve:approve'],
    ['devops_invocation', 'approve', 'approve:approve'],
    ['devops_invocation', 'steer', 'steer:steer'],
    ['devops_invocation', 'skip', 'skip:skip'],
    ['devops_invocation', 'reject', 'skip:skip'],
    ['design_review', 'approve', 'continue:skip'],
    ['design_review', 'reject', 'abort:reject'],
    ['design_review', 'steer', 'steer:steer'],
    ['test_failures', 'approve', 'skip:skip'],
    ['complex_operation', 'approve', 'continue:skip'],
    ['complex_operation', 'reject', 'skip:skip'],
    ['constraint_exception', 'approve', 'expand:approve'],
    ['constraint_exception', 'steer', 'reduce:steer'],
    ['constraint_exception', 'reject', 'abort:reject'],
    ['confidence_threshold', 'reject', 'reject:reject'],
    ['proposal', 'steer', 'adjust:steer'],
    ['checkpoint', 'approve', 'continue:approve'],
    ['checkpoint', 'skip', 'pause:skip'],
    ['checkpoint', 'reject', 'pause:skip'],
    ['plan_approval', 'reject', 'redraft:reject'],
    ['scheduling_escalation', 'approve', 'relax:approve'],
    ['scheduling_escalation', 'reject', 'abort:reject'],
    ['unknown_outcome', 'approve', '400 option_id'],
    ['unknown_outcome', 'reject', '400 option_id'],
    ['run_definition_changed', 'approve', 'continue:approve'],
    ['run_definition_changed', 'reject', 'abort:reject'],
    ['run_definition_changed', 'steer', '400 decision'],
  ])('on %s, a bare %s is %s', (type, decision, expected) => {
    expect(choose(type, decision)).toBe(expected)
  })

  it('is the named one, when its decision is the one that was sent', () => {
    expect(choose('plan_approval', 'reject', 'abort')).toBe('abort:reject')
    expect(choose('unknown_outcome', 'approve', 'run_again')).toBe('run_again:approve')
    expect(choose('unknown_outcome', 'answer', 'happened')).toBe('happened:answer')
    expect(choose('tool_approval', 'approve', 'reject')).toBe('400 option_id')
    expect(choose('tool_approval', 'approve', 'nothing')).toBe('400 option_id')
  })

  it('is the editing one when arguments were edited', () => {
    const gate = { type: 'tool_approval' as const, options: [...GATE_TYPES.tool_approval.options] }
    expect(optionFor(gate, { decision: 'approve', edited_arguments: { call_1: {} } })).toMatchObject({
      id: 'edit',
    })
  })

  it.each(['clarification', 'interview'] as const)('explains why a bare approve is nothing on %s', type => {
    const outcome = optionFor({ type, options: [...GATE_TYPES[type].options] }, { decision: 'approve' })
    expect(outcome).toMatchObject({ errors: [{ message: expect.stringContaining('needs answers') }] })
  })

  it('never turns a rejection into something that lets calls run', () => {
    for (const type of GateType.options) {
      const outcome = optionFor({ type, options: [...GATE_TYPES[type].options] }, { decision: 'reject' })
      if (!('errors' in outcome)) expect(letsCallsRun(outcome)).toBe(false)
    }
  })
})

describe('what a decision leads to', () => {
  it('is one status per decision', () => {
    const decisions: readonly DecisionKind[] = ['approve', 'reject', 'steer', 'answer', 'skip']
    expect(decisions.map(statusAfter)).toEqual(['approved', 'rejected', 'steered', 'answered', 'skipped'])
  })

  it('lets calls run only on an approval or by going on past an advisory gate', () => {
    const running = GateType.options.flatMap(type =>
      GATE_TYPES[type].options.filter(letsCallsRun).map(option => `${type}.${option.id}`),
    )
    expect(running).not.toContain('devops_invocation.skip')
    expect(running).not.toContain('complex_operation.skip')
    expect(running).toContain('complex_operation.continue')
    expect(running).toContain('design_review.continue')
  })
})

it('binds what a person saw to the definition of a gate of somebody’s own type', () => {
  const draft = {
    ...{ gate_id: 'gate_1', terms: { type: 'proposal' as const }, requested_by: 'agent:pricing' },
    ...{ agent: 'pricing', subject: { document: { price: 12 } }, why_held: [] },
    definition: { name: 'price', title: 'Change a price', fields: { type: 'object' }, claimed: false },
  }
  const gate = buildGate(draft, 0)
  const other = buildGate({ ...draft, definition: { ...draft.definition, fields: {} } }, 0)
  expect(gate.definition).toEqual(draft.definition)
  expect(other.view_digest).not.toBe(gate.view_digest)
})
