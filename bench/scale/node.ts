import { setTimeout as wait } from 'node:timers/promises'
import { systemClock, systemTimers, toIso } from '../../src/base/clock.ts'
import { createPgBossDispatch } from '../../src/dispatch/pg-boss/pg-boss.ts'
import type { ExecutableTool } from '../../src/engine/tools/tools.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import { deleteTool, mover, moveTool, startEngine, type World } from '../../test/engine/engine-fixture.ts'
import { createObserver, decideOne, inParallel, startOne } from '../runs/load.ts'

/** What one process of `npm run bench -- scale` is told. */
export interface ScaleNodeOptions {
  readonly url: string
  readonly workerId: string
  /** Every process of this round: none of them takes the runs of another for abandoned. */
  readonly living: readonly string[]
  /** How many runs it works on at once, and how many of its own are open. */
  readonly capacity: number
  readonly toolMs: number
  readonly seconds: number
}

export interface ScaleNodeFigures {
  readonly completed: number
  readonly cpuSeconds: number
}

/** Says `ready`, begins at the first line on its input, and prints what it completed in the given time. */
const options = JSON.parse(process.argv[2] ?? '{}') as ScaleNodeOptions
const store = await openPostgresStore({ url: options.url, now: () => toIso(systemClock.now()), poolSize: 10 })
const world: World = { effects: [] }
const engine = await startEngine({
  agents: [mover],
  tools: [slow(moveTool(world)), deleteTool(world)],
  store,
  world,
  clock: { ...systemClock, timers: systemTimers, advance: () => {}, set: () => {} },
  dispatch: createPgBossDispatch({ url: options.url, store, clock: systemClock, timers: systemTimers }),
  workerId: options.workerId,
  living: () => options.living,
  capacity: options.capacity,
})
const until = createObserver(engine)
let started = 0
await one()
process.stdout.write('ready\n')
await new Promise(begin => process.stdin.once('data', begin))
const before = process.cpuUsage()
const deadline = performance.now() + options.seconds * 1000
let completed = 0
await inParallel(options.capacity, options.capacity, async () => {
  while (performance.now() < deadline) {
    await one()
    if (performance.now() < deadline) completed += 1
  }
})
const used = process.cpuUsage(before)
const figures: ScaleNodeFigures = { completed, cpuSeconds: (used.user + used.system) / 1e6 }
process.stdout.write(`${JSON.stringify(figures)}\n`)
await engine.stop()
await store.close()
process.exit(0)

/** From the start through the gate and the decision to the end. */
async function one(): Promise<void> {
  started += 1
  await decideOne(engine, await startOne(engine, until, started), until)
}

function slow(tool: ExecutableTool): ExecutableTool {
  return {
    ...tool,
    execute: async (...call) => {
      await wait(options.toolMs)
      return tool.execute(...call)
    },
  }
}
