import { join } from 'node:path'
import { systemClock, systemTimers, toIso } from '../../src/base/clock.ts'
import type { AgentDefinition } from '../../src/engine/run/run.ts'
import type { ExecutableTool } from '../../src/engine/tools/tools.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import { startEngine, startRun } from '../../test/engine/engine-fixture.ts'
import { quantile } from '../runs/load.ts'
import type { Wait } from './wait.ts'

const CALLS = 1_000
const WARM_UP = 100

/** A tool that only looks and does nothing: what remains is what Soulgate adds. */
const look: ExecutableTool = {
  definition: {
    name: 'look',
    description: 'Looks at a thing',
    input_schema: { type: 'object', properties: { nth: { type: 'integer' } }, required: ['nth'] },
    annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
    reversibility: 'read_only',
    prerequisites: [],
    produces: [],
  },
  execute: async () => ({ result: { success: true, output: null } }),
}

/** From a proposal to its result, one after another in runs of ten, each with its grant and journal on the disk. */
export async function measurePass(folder: string): Promise<Wait> {
  const times: number[] = []
  const looker: AgentDefinition = {
    kind: 'reasoning',
    version: '1',
    run: async context => {
      for (let nth = 0; nth < 10; nth += 1) {
        const begun = performance.now()
        const { outcome } = await context.propose([{ tool: 'look', arguments: { nth } }], {})
        times.push(performance.now() - begun)
        if (outcome !== 'ran') throw new Error(`a call that nothing holds is ${outcome}`)
      }
      return null
    },
  }
  const now = () => toIso(systemClock.now())
  const store = await openSqliteStore({ path: join(folder, 'pass.db'), now })
  const clock = { ...systemClock, timers: systemTimers, advance: () => {}, set: () => {} }
  const engine = await startEngine({ agents: [looker], tools: [look], store, clock, capacity: 10 })
  while (times.length < CALLS + WARM_UP) {
    const { run_id } = await startRun(engine)
    const before = times.length
    while ((await store.getRun(run_id))?.status !== 'completed') {
      await new Promise(resolve => setTimeout(resolve, 5))
      if ((await store.getRun(run_id))?.status === 'failed') throw new Error(`run ${run_id} failed`)
    }
    if (times.length === before) throw new Error('nothing was called')
  }
  await engine.stop()
  await store.close()
  const measured = times.slice(WARM_UP)
  return {
    what: 'a call that nothing holds, embedded',
    p50: quantile(measured, 0.5),
    p99: quantile(measured, 0.99),
    bar: '≤ 1 and ≤ 5',
  }
}
