import { createSeededRandom, type Random } from '../../src/base/random.ts'
import type { JsonObject } from '../../src/contracts/json-value.ts'
import type { ValidationCheck } from '../../src/contracts/reasoning.ts'
import { AMBIGUOUS_GOALS } from './goals-ambiguous.ts'
import { OFFICE_AND_HOME_GOALS } from './goals-atomic-home.ts'
import { TRADE_GOALS } from './goals-atomic-trade.ts'
import { BROKEN_GOALS } from './goals-broken.ts'
import { CROSS_DOMAIN_GOALS } from './goals-cross-domain.ts'
import type { GoodGoal } from './good-goal.ts'
import { PAGES } from './pages.ts'
import { fillSlots } from './slots.ts'

export { TOOL_SETS } from './tool-sets.ts'

export type ScenarioClass = 'atomic' | 'ambiguous' | 'failure_injected' | 'cross_domain'

/** One scenario in the format of scenario files; `tools` names a tool set. */
export interface Scenario {
  readonly id: string
  readonly class: ScenarioClass
  readonly goal: string
  readonly context: JsonObject
  readonly tools: string
  readonly expect: {
    readonly outcome: 'execute_or_ask' | 'clarify' | 'reject'
    readonly tools: readonly string[]
    readonly failing_checks?: readonly ValidationCheck[]
  }
}

/** How many of the 500 scenarios each class has. */
export const CLASS_SIZES: Readonly<Record<ScenarioClass, number>> = {
  atomic: 127,
  ambiguous: 115,
  failure_injected: 139,
  cross_domain: 119,
}

/** Makes the 500 scenarios of a seed, class after class. The same seed gives the same scenarios, word for word. */
export function generateScenarios(seed: number): readonly Scenario[] {
  const random = createSeededRandom(seed)
  return [
    ...goodScenarios('atomic', [...TRADE_GOALS, ...OFFICE_AND_HOME_GOALS], random),
    ...ambiguousScenarios(random),
    ...brokenScenarios(random),
    ...goodScenarios('cross_domain', CROSS_DOMAIN_GOALS, random),
  ]
}

function goodScenarios(
  scenarioClass: 'atomic' | 'cross_domain',
  goals: readonly GoodGoal[],
  random: Random,
): readonly Scenario[] {
  const pool = goals.flatMap(goal => goal.say.map(say => ({ goal, say })))
  return draw(pool, CLASS_SIZES[scenarioClass], random).map(({ goal, say }, index) => ({
    id: `${scenarioClass}.${goal.set}.${index + 1}`,
    class: scenarioClass,
    goal: fillSlots(say, random),
    context: contextOf(goal.context),
    tools: goal.set,
    expect: { outcome: 'execute_or_ask', tools: goal.tools },
  }))
}

function ambiguousScenarios(random: Random): readonly Scenario[] {
  const pool = AMBIGUOUS_GOALS.flatMap(goal => goal.say.map(say => ({ goal, say })))
  return draw(pool, CLASS_SIZES.ambiguous, random).map(({ goal, say }, index) => ({
    id: `ambiguous.${goal.subtype}.${index + 1}`,
    class: 'ambiguous',
    goal: fillSlots(say, random),
    context: {},
    tools: goal.sets[random.uint32() % goal.sets.length] ?? 'files',
    expect: { outcome: 'clarify', tools: [] },
  }))
}

function brokenScenarios(random: Random): readonly Scenario[] {
  const pool = BROKEN_GOALS.flatMap(goal => goal.say.map(say => ({ goal, say })))
  return draw(pool, CLASS_SIZES.failure_injected, random).map(({ goal, say }, index) => ({
    id: `failure_injected.${goal.check}.${index + 1}`,
    class: 'failure_injected',
    goal: sameValueTwice(say, random),
    context: contextOf(goal.context),
    tools: goal.set,
    expect: { outcome: 'reject', tools: [], failing_checks: [goal.check] },
  }))
}

/** A slot named twice in a contradiction means one thing: both are filled alike. */
function sameValueTwice(template: string, random: Random): string {
  const filled = new Map<string, string>()
  return template.replace(/\{\w+\}/g, slot => {
    const value = filled.get(slot) ?? fillSlots(slot, random)
    filled.set(slot, value)
    return value
  })
}

function contextOf(page: string | undefined): JsonObject {
  const elements = page === undefined ? undefined : PAGES[page]
  return elements === undefined ? {} : { ui_schema: elements }
}

/** Draws `size` items: the whole pool in random order, over and over, so that every goal is used as evenly as possible. */
function draw<Item>(pool: readonly Item[], size: number, random: Random): readonly Item[] {
  const drawn: Item[] = []
  while (drawn.length < size) drawn.push(...shuffle(pool, random).slice(0, size - drawn.length))
  return drawn
}

function shuffle<Item>(pool: readonly Item[], random: Random): readonly Item[] {
  return pool
    .map(item => ({ item, at: random.float() }))
    .sort((left, right) => left.at - right.at)
    .map(({ item }) => item)
}
