import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../contracts/settings.ts'
import { decideRollback, type RollbackCounts } from './insight.ts'

const QUIET: RollbackCounts = {
  approvals: { ended: 0, expired: 0 },
  pre_validation: { stopped: 0, retried_successfully: 0 },
  soul: { answers: 0, p95_ms: undefined, is_cached: false },
}

const decide = (counts: Partial<RollbackCounts>, settings: Partial<typeof DEFAULT_SETTINGS> = {}) =>
  decideRollback({ ...QUIET, ...counts }, { ...DEFAULT_SETTINGS, ...settings })

describe('unanswered approvals', () => {
  test('more than a tenth of them first raises the time limit', () => {
    const [rule, ...rest] = decide({ approvals: { ended: 100, expired: 11 } })
    expect(rest).toEqual([])
    expect(rule).toMatchObject({ action: 'raise_time_limit', patch: { approval_time_limit_seconds: 600 } })
  })

  test('and once it was raised switches gates off, so that nothing runs', () => {
    const raised = { approval_time_limit_seconds: 600 }
    expect(decide({ approvals: { ended: 100, expired: 11 } }, raised)).toMatchObject([
      { action: 'gates_off', patch: { flags: { approval_gates_enabled: false } } },
    ])
  })

  test('exactly a tenth, or too few samples, changes nothing', () => {
    expect(decide({ approvals: { ended: 100, expired: 10 } })).toEqual([])
    expect(decide({ approvals: { ended: 19, expired: 19 } })).toEqual([])
  })

  test('nothing is decided about gates that are off already', () => {
    const flags = { ...DEFAULT_SETTINGS.flags, approval_gates_enabled: false }
    expect(decide({ approvals: { ended: 100, expired: 90 } }, { flags })).toEqual([])
  })
})

test('pre-validation goes off when more than 40 % of what it stopped went through in other words', () => {
  expect(decide({ pre_validation: { stopped: 20, retried_successfully: 9 } })).toMatchObject([
    { action: 'pre_validation_off', patch: { flags: { pre_validation_enabled: false } } },
  ])
  expect(decide({ pre_validation: { stopped: 20, retried_successfully: 8 } })).toEqual([])
})

test('a Soul slower than 200 ms is asked less often, once', () => {
  const slow = { answers: 50, p95_ms: 201, is_cached: false }
  expect(decide({ soul: slow })).toMatchObject([{ action: 'soul_caching' }])
  expect(decide({ soul: { ...slow, is_cached: true } })).toEqual([])
  expect(decide({ soul: { ...slow, p95_ms: 200 } })).toEqual([])
  expect(decide({ soul: { ...slow, answers: 3 } })).toEqual([])
})

test('switched off, no rule applies', () => {
  const rollback = { ...DEFAULT_SETTINGS.rollback, enabled: false }
  expect(decide({ approvals: { ended: 100, expired: 90 } }, { rollback })).toEqual([])
})

test('no rule ever lets more run than before', () => {
  const bad: RollbackCounts = {
    approvals: { ended: 100, expired: 90 },
    pre_validation: { stopped: 100, retried_successfully: 90 },
    soul: { answers: 100, p95_ms: 900, is_cached: false },
  }
  for (const limit of [60, 300, 600]) {
    for (const rule of decide(bad, { approval_time_limit_seconds: limit })) {
      const patch: object = 'patch' in rule ? rule.patch : {}
      expect(Object.keys(patch)).not.toContain('autonomy_level')
      expect(Object.keys(patch)).not.toContain('thresholds')
      expect(JSON.stringify(patch)).not.toContain('true')
    }
  }
})
