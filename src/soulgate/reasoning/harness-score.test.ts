import { expect, test } from 'vitest'
import type { HarnessResult } from '../../contracts/harness.ts'
import { subtypeOf } from './harness-judge.ts'
import { compareReports, scoreResults } from './harness-score.ts'

function result(part: Partial<HarnessResult>): HarnessResult {
  return {
    id: 'atomic.files.1',
    class: 'atomic',
    subtype: 'atomic.files',
    goal: '',
    expected: 'execute_or_ask',
    expected_tools: ['a'],
    expected_checks: [],
    outcome: 'ask',
    state: 'awaiting_approval',
    execution_path: 'suggested',
    approval_state: 'awaiting_approval',
    tools: ['a'],
    search_tools: ['a'],
    search_score: 1,
    failing_checks: [],
    confidence: 0.8,
    right: true,
    wrote: 'held',
    mismatched_results: false,
    executions_without_grant: 0,
    message: '',
    ...part,
  }
}

const figureOf = (results: readonly HarnessResult[], name: string) =>
  scoreResults(results).measures.find(measure => measure.name === name)

test('a sound goal that is stopped counts as a false reject; one asked about is told apart', () => {
  const results = [
    result({}),
    result({ outcome: 'reject', state: 'pre_validation_failed', right: false }),
    result({ outcome: 'clarify', state: 'clarification_needed', right: false }),
    result({ outcome: 'suggest', state: 'low_confidence', right: false }),
  ]
  expect(figureOf(results, 'false rejects')).toMatchObject({ cases: 4, value: 0.25, met: false })
  expect(figureOf(results, 'needless questions')).toMatchObject({ value: 0.25, met: null })
  expect(figureOf(results, 'right tools')).toMatchObject({ value: 0.25 })
})

test('a broken goal is caught in any of the three stopped states and in no other', () => {
  const states = ['pre_validation_failed', 'clarification_needed', 'execution_impossible', 'low_confidence']
  const results = states.map(state => result({ expected: 'reject', state }))
  expect(figureOf(results, 'catch rate')).toMatchObject({ cases: 4, value: 0.75 })
})

test('executions without a grant and uneven answers are counted, and one is too many', () => {
  const results = [result({ executions_without_grant: 1 }), result({ mismatched_results: true })]
  expect(figureOf(results, 'executions without grant')).toMatchObject({ value: 1, met: false })
  expect(figureOf(results, 'tools_used/tool_results mismatches')).toMatchObject({ value: 1, met: false })
})

test('the rate of approval requests is told with its band and not enforced', () => {
  expect(figureOf([result({})], 'approval requests')).toMatchObject({
    value: 1,
    bar: { least: 0.1, most: 0.3 },
    enforced: false,
    met: false,
  })
})

test('a figure without cases is neither met nor missed', () => {
  expect(figureOf([result({})], 'catch rate')).toMatchObject({ cases: 0, value: null, met: null })
})

test('the subtype is the id without its number', () => {
  expect(subtypeOf('atomic.files.12')).toBe('atomic.files')
  expect(subtypeOf('s-1')).toBe('s')
  expect(subtypeOf('7')).toBe('none')
})

test('against a baseline, a bar that is missed now or a fall of more than two points is a regression', () => {
  const good = scoreResults(Array.from({ length: 100 }, () => result({})))
  const worse = scoreResults([
    ...Array.from({ length: 96 }, () => result({})),
    ...Array.from({ length: 4 }, () => result({ right: false, tools: ['b'] })),
  ])
  const named = (name: string) => compareReports(good, worse).find(item => item.name === name)
  expect(named('right tools')).toMatchObject({ before: 1, after: 0.96, regressed: true })
  expect(named('false rejects')).toMatchObject({ regressed: false })
  expect(compareReports(good, good).some(item => item.regressed)).toBe(false)
})

test('words that order nothing are told apart by whether a write ran or was put before people', () => {
  const of = (wrote: HarnessResult['wrote']) => result({ expected: 'no_write', wrote, right: wrote === 'no' })
  const results = [of('no'), of('no'), of('held'), of('ran')]
  expect(figureOf(results, 'no order, write ran')).toMatchObject({ cases: 4, value: 0.25, met: false })
  expect(figureOf(results, 'no order, write held')).toMatchObject({ value: 0.25, met: false })
  expect(figureOf([result({})], 'no order, write ran')).toBeUndefined()
})

test('arguments are judged where they are expected and the tools are the right ones', () => {
  const results = [result({ right_arguments: true }), result({ right_arguments: false }), result({})]
  expect(figureOf(results, 'right arguments')).toMatchObject({ cases: 2, value: 0.5 })
})

test('beside the right tools stands what a search index alone gets, with the same questions asked', () => {
  const results = [
    result({ search_tools: ['b'] }),
    result({}),
    result({ outcome: 'clarify', state: 'clarification_needed', tools: [], right: false }),
    result({ tools: ['b'], right: false }),
  ]
  expect(figureOf(results, 'right tools')).toMatchObject({ value: 0.5, search_index: 0.5 })
  expect(figureOf(results, 'right tools among proposals')).toMatchObject({ cases: 3, search_index: 0.6667 })
})

test('a goal that states everything is right with its tools and its arguments, and is not asked about', () => {
  const stated = (part: Partial<HarnessResult>) => result({ states_everything: true, ...part })
  const results = [
    stated({ right_arguments: true }),
    stated({ right_arguments: false }),
    stated({}),
    stated({ outcome: 'clarify', state: 'clarification_needed', right: false }),
    result({}),
  ]
  expect(figureOf(results, 'right proposals, all stated')).toMatchObject({
    cases: 4,
    value: 0.25,
    met: false,
  })
  expect(figureOf(results, 'asked, all stated')).toMatchObject({ cases: 4, value: 0.25, met: false })
  expect(figureOf(results, 'right tools and arguments among proposals')).toMatchObject({
    cases: 4,
    value: 0.5,
  })
})

test('the area under the curve is one where every right proposal scores higher, a half where none differs', () => {
  const wrong = { right: false, tools: ['b'] }
  const apart = [result({ confidence: 0.9 }), result({ confidence: 0.4, ...wrong })]
  const alike = [result({}), result(wrong)]
  expect(figureOf(apart, 'area under the curve of the score')).toMatchObject({ value: 1, met: true })
  expect(figureOf(alike, 'area under the curve of the score')).toMatchObject({ value: 0.5, met: false })
})
