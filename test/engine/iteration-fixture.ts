import { type FakeClock, fakeClock } from '../../src/base/clock.ts'
import type { JsonObject } from '../../src/contracts/json-value.ts'
import { isRefusal } from '../../src/contracts/refusal.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../src/contracts/settings.ts'
import {
  createIterationAgent,
  createIterationReader,
  type IterationReader,
  offlinePlanner,
  type Planner,
} from '../../src/engine/iterations/iterations.ts'
import type { Store, StoredRun } from '../../src/store/store.ts'
import { member, memoryStore, START_MS, startEngine, type TestEngine } from './engine-fixture.ts'

export interface IterationEngine extends TestEngine {
  readonly reader: IterationReader
  /** Which passes were thought, in order; a pass that is replayed is not thought again. */
  readonly thoughts: string[]
  begin(request?: JsonObject, key?: string): Promise<StoredRun>
}

export interface IterationEngineOptions {
  readonly store?: Store
  readonly clock?: FakeClock
  readonly planner?: Partial<Planner>
  readonly settings?: Settings
  readonly thoughts?: string[]
  readonly capacity?: number
}

export const PLAN_GOAL =
  'Move our shop to another city by May 2027. Budget 20,000 EUR. Two people. No own van. We worry about losing customers.'

/** The real agent over the real engine and store, with the mind of rules, changed where a test says so. */
export async function startIterationEngine(options: IterationEngineOptions = {}): Promise<IterationEngine> {
  const clock = options.clock ?? fakeClock(START_MS)
  const store = options.store ?? (await memoryStore())
  const thoughts = options.thoughts ?? []
  const agent = createIterationAgent({
    store,
    clock,
    planner: counting({ ...offlinePlanner, ...options.planner }, thoughts),
    settings: async () => options.settings ?? DEFAULT_SETTINGS,
    spentToday: async () => 0,
    recall: async () => [],
    canReadFiles: () => false,
    demands: async () => ({ why: [] }),
  })
  const { capacity } = options
  const engine = await startEngine({
    agents: [agent],
    store,
    clock,
    ...(capacity === undefined ? {} : { capacity }),
  })
  return Object.assign(engine, {
    reader: createIterationReader(store),
    thoughts,
    begin: async (request: JsonObject = {}, key?: string) => {
      const started = await engine.runs.start({
        who: member,
        kind: 'iteration',
        input: { goal: PLAN_GOAL, max_iterations: 3, checkpoint_interval: 1, ...request },
        trigger_source: 'api',
        ...(key === undefined ? {} : { idempotency_key: key }),
      })
      if (isRefusal(started)) throw new Error(started.detail)
      return started.run
    },
  })
}

function counting(planner: Planner, thoughts: string[]): Planner {
  return {
    ...planner,
    propose: (...given) => {
      thoughts.push('propose')
      return planner.propose(...given)
    },
    plan: (context, terms) => {
      thoughts.push(`plan ${context.iteration_number}`)
      return planner.plan(context, terms)
    },
    write: (context, ...given) => {
      thoughts.push(`write ${context.iteration_number}`)
      return planner.write(context, ...given)
    },
    synthesize: (...given) => {
      thoughts.push('synthesize')
      return planner.synthesize(...given)
    },
  }
}
