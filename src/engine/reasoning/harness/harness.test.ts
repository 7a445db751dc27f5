import { describe, expect, test } from 'vitest'
import { understandGoal } from '../goal/goal.ts'
import { preValidate } from '../prevalidate/prevalidate.ts'
import { CLASS_SIZES, generateScenarios, type Scenario, type ScenarioClass, TOOL_SETS } from './harness.ts'

const scenarios = generateScenarios(7)

function stopped({ goal, tools, context }: Scenario): boolean {
  return preValidate(goal, { tools: TOOL_SETS[tools] ?? [], context }).validation_status !== 'passed'
}

function isVague({ goal, tools, context }: Scenario): boolean {
  return understandGoal(goal, { tools: TOOL_SETS[tools] ?? [], context }).goal_understanding < 0.3
}

describe('the scenarios', () => {
  test('are 500 in four classes with at least 40 distinct goals each, and unique ids', () => {
    expect(scenarios).toHaveLength(500)
    expect(new Set(scenarios.map(({ id }) => id)).size).toBe(500)
    for (const [name, size] of Object.entries(CLASS_SIZES)) {
      const goals = scenarios.filter(scenario => scenario.class === name).map(({ goal }) => goal)
      expect(goals).toHaveLength(size)
      expect(new Set(goals).size, name).toBeGreaterThanOrEqual(40)
    }
  })

  test('are the same for the same seed and others for another', () => {
    expect(generateScenarios(7)).toEqual(scenarios)
    expect(generateScenarios(8)).not.toEqual(scenarios)
  })

  test('name registered tools only and leave no slot unfilled', () => {
    for (const { goal, tools, expect: expected } of scenarios) {
      const names = (TOOL_SETS[tools] ?? []).map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining([...expected.tools]))
      expect(goal).not.toMatch(/\{\w+\}/)
    }
  })
})

test('broken goals are caught, sound ones pass, open ones are asked about', () => {
  const of = (name: ScenarioClass) => scenarios.filter(scenario => scenario.class === name)
  const share = (list: readonly Scenario[], holds: (scenario: Scenario) => boolean) =>
    list.filter(holds).length / list.length
  expect(share(of('failure_injected'), stopped)).toBeGreaterThanOrEqual(0.85)
  expect(
    share([...of('atomic'), ...of('cross_domain')], one => stopped(one) || isVague(one)),
  ).toBeLessThanOrEqual(0.02)
  expect(share(of('ambiguous'), one => stopped(one) || isVague(one))).toBeGreaterThanOrEqual(0.85)
}, 60_000)
