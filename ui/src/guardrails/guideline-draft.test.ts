import type { Guideline } from 'soulgate/contracts/guideline'
import { describe, expect, it } from 'vitest'
import { errorsOf, formOf, ruleOf } from './guideline-draft.ts'
import { gistOf } from './guideline-words.ts'

const rule: Guideline = {
  ...{ id: 'no-deploys', name: 'No deploys', description: 'x', enabled: true, category: 'security' },
  ...{ priority: 900, metadata: { from: 'a test' }, version: 3, created_by: 'p' },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
  condition: { tools: ['deploy', 'kubectl*'], custom: 'reversibility == "irreversible"' },
  action: {
    ...{ type: 'hitl_gate', gate_type: 'tool_approval', gate_threshold: 'mandatory', quorum: 2 },
    ...{ roles: ['admin'], separate_approver: true, fresh_passkey: true, ttl_seconds: 600 },
  },
}

describe('the form of a rule', () => {
  it('gives back the rule that it was made of, also what it does not show', () => {
    const { version: _v, created_at: _c, updated_at: _u, created_by: _b, ...told } = rule
    expect(ruleOf(formOf(rule), rule)).toEqual(told)
  })

  it('reads lists by line and leaves out what is empty', () => {
    const form = { ...formOf(undefined), name: ' Paths ', quorum: '', gateType: '' as const }
    const condition = { ...form.condition, paths: 'a/*\n\n  b/* ' }
    expect(ruleOf({ ...form, condition }, undefined)).toMatchObject({
      ...{ name: 'Paths', condition: { paths: ['a/*', 'b/*'] }, action: { type: 'hitl_gate' } },
    })
  })

  it('says what is wrong at the field that shows it, and the rest by its name', () => {
    const errors = [
      { field: 'guidelines.0.action.quorum', message: 'needs 2 approvals' },
      { field: 'condition.paths.1', message: 'has a .. segment' },
      { field: 'action.roles', message: 'are unknown' },
    ]
    expect(errorsOf(errors, 'hitl_gate')).toEqual({
      byField: { quorum: 'needs 2 approvals', paths: 'has a .. segment' },
      others: ['roles are unknown'],
    })
    expect(errorsOf(errors, 'instruction').others).toEqual(['quorum needs 2 approvals', 'roles are unknown'])
    expect(errorsOf(undefined, 'instruction')).toEqual({ byField: {}, others: [] })
  })

  it('says in one line what a rule does and when', () => {
    expect(gistOf(rule)).toBe(
      'when tools deploy, kubectl* and custom reversibility == "irreversible" → asks by tool approval',
    )
    expect(gistOf({ condition: {}, action: { type: 'instruction' } })).toBe('always')
  })
})
