import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../contracts/settings.ts'
import { decideRollback, type RequesterCount, type RollbackCounts } from './insight.ts'

const QUIET: RollbackCounts = {
  approvals: [],
  pre_validation: [],
  soul: { answers: 0, p95_ms: undefined, is_cached: false },
}

/** The same from each of three requesters. */
const fromMany = (total: number, hits: number): readonly RequesterCount[] =>
  ['agent:one', 'agent:two', 'person_ada'].map(requester => ({ requester, total, hits }))

const decide = (counts: Partial<RollbackCounts>, settings: Partial<typeof DEFAULT_SETTINGS> = {}) =>
  decideRollback({ ...QUIET, ...counts }, { ...DEFAULT_SETTINGS, ...settings })

describe('unanswered approvals', () => {
  test('more than a tenth of them first raises the time limit', () => {
    const [rule, ...rest] = decide({ approvals: fromMany(100, 11) })
    expect(rest).toEqual([])
    expect(rule).toMatchObject({ action: 'raise_time_limit', patch: { approval_time_limit_seconds: 600 } })
  })

  test('and once it was raised switches gates off, so that nothing runs', () => {
    const raised = { approval_time_limit_seconds: 600 }
    expect(decide({ approvals: fromMany(100, 11) }, raised)).toMatchObject([
      { action: 'gates_off', patch: { flags: { approval_gates_enabled: false } } },
    ])
  })

  test('exactly a tenth, or too few samples, changes nothing', () => {
    expect(decide({ approvals: fromMany(100, 10) })).toEqual([])
    expect(decide({ approvals: fromMany(9, 9) })).toEqual([])
  })

  test('nothing is decided about gates that are off already', () => {
    const flags = { ...DEFAULT_SETTINGS.flags, approval_gates_enabled: false }
    expect(decide({ approvals: fromMany(100, 90) }, { flags })).toEqual([])
  })
})

describe('what one requester shows', () => {
  const flood = { requester: 'agent:flood', owner: 'person_ada', total: 1000, hits: 1000 }
  const quiet = { requester: 'agent:quiet', total: 30, hits: 1 }

  test('restricts that agent’s key, and changes nothing for the others', () => {
    const rules = decide({ approvals: [quiet, flood] })
    expect(rules).toMatchObject([
      {
        action: 'suggest_only',
        requester: 'agent:flood',
        patch: { rollback: { suggest_only: ['agent:flood'] } },
      },
    ])
  })

  test('restricts it once, and keeps those that are restricted', () => {
    const rollback = { ...DEFAULT_SETTINGS.rollback, suggest_only: ['agent:flood'] }
    expect(decide({ approvals: [quiet, flood] }, { rollback })).toEqual([])
    const other = { ...flood, requester: 'agent:other' }
    expect(
      decide({ approvals: [flood, other] }, { rollback: { ...rollback, minimum_samples: 1001 } }),
    ).toEqual([])
    const [rule] = decide({ approvals: [other] }, { rollback })
    expect(rule).toMatchObject({ patch: { rollback: { suggest_only: ['agent:flood', 'agent:other'] } } })
  })

  test('counts as one with what its owner’s token asked, which restricts no person', () => {
    const owner = { requester: 'person_ada', total: 1000, hits: 1000 }
    expect(decide({ approvals: [owner] })).toEqual([])
    expect(decide({ approvals: [owner, flood] })).toMatchObject([{ action: 'suggest_only' }])
  })

  test('switches pre-validation off for nobody', () => {
    expect(decide({ pre_validation: [flood, { ...quiet, hits: 0 }] })).toEqual([])
  })
})

test('pre-validation goes off when more than 40 % of what it stopped went through in other words', () => {
  expect(decide({ pre_validation: fromMany(20, 9) })).toMatchObject([
    { action: 'pre_validation_off', patch: { flags: { pre_validation_enabled: false } } },
  ])
  expect(decide({ pre_validation: fromMany(20, 8) })).toEqual([])
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
  expect(decide({ approvals: fromMany(100, 90) }, { rollback })).toEqual([])
})

test('no rule ever lets more run than before', () => {
  const bad: RollbackCounts = {
    approvals: fromMany(100, 90),
    pre_validation: fromMany(100, 90),
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
