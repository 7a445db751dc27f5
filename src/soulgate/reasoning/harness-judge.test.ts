import { expect, test } from 'vitest'
import { HarnessScenario } from '../../contracts/harness.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { ReasoningResponse } from '../../contracts/reasoning.ts'
import { judgeScenario } from './harness-judge.ts'
import { indexTools } from './search-baseline.ts'

const tool = {
  name: 'make_folder',
  description: 'Make a folder',
  input_schema: { type: 'object', properties: { path: {}, tags: {} } },
  annotations: { read_only: false, idempotent: false, destructive: false, open_world: false },
  reversibility: 'reversible' as const,
  prerequisites: [],
  produces: [],
}

function judged(expected: JsonObject, input: JsonObject) {
  const scenario = HarnessScenario.parse({
    ...{ id: 'a.1', class: 'a', goal: 'Make a folder', tools: 'x' },
    expect: { outcome: 'execute_or_ask', tools: ['make_folder'], arguments: [expected] },
  })
  const response = {
    approval_state: 'approved',
    execution_path: 'approved',
    confidence: 0.8,
    tools_used: ['make_folder'],
    tool_results: [{ tool_name: 'make_folder', input }],
    result: { message: '', tool_results: [{}] },
  } as unknown as ReasoningResponse
  return judgeScenario(scenario, { ...END, first: response, last: response })
}

const END = {
  quotesCondition: false,
  executionsWithoutGrant: 0,
  writing: new Set(['make_folder']),
  search: indexTools([tool]),
}

test('a list of expected values is any one of them, unless the argument is a list itself', () => {
  expect(judged({ path: ['a', 'a/'] }, { path: 'a/' }).right_arguments).toBe(true)
  expect(judged({ path: ['a', 'a/'] }, { path: 'b' }).right_arguments).toBe(false)
  expect(judged({ tags: ['a', 'b'] }, { tags: ['a', 'b'] }).right_arguments).toBe(true)
  expect(judged({ tags: ['a', 'b'] }, { tags: ['a'] }).right_arguments).toBe(false)
})

test('beside the tools that were proposed stand those that a search index finds', () => {
  expect(judged({}, {}).search_tools).toEqual(['make_folder'])
})

test.each([
  [false, { wrote: 'held', right: false }],
  [true, { wrote: 'held_on_condition', right: true }],
])('an order under a condition is held rightly where the gate quotes it (%s)', (quotesCondition, judgement) => {
  const scenario = HarnessScenario.parse({
    ...{ id: 'a.1', class: 'a', goal: 'Only if Ana agrees, make a folder', tools: 'x' },
    expect: { outcome: 'no_write' },
  })
  const response = {
    ...{
      approval_state: 'awaiting_approval',
      execution_path: 'suggested',
      confidence: 0.8,
      tool_results: [],
    },
    ...{ tools_used: [], result: { message: '', tool_results: [] } },
    approval_request: { tools_proposed: ['make_folder'] },
  } as unknown as ReasoningResponse
  expect(judgeScenario(scenario, { ...END, quotesCondition, first: response, last: response })).toMatchObject(
    judgement,
  )
})
