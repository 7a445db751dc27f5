import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { systemClock, systemTimers, toIso } from '../../src/base/clock.ts'
import { createInProcessDispatch } from '../../src/dispatch/in-process/in-process.ts'
import { createPgBossDispatch } from '../../src/dispatch/pg-boss/pg-boss.ts'
import type { AgentDefinition } from '../../src/engine/run/run.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { member, mover, startEngine, type TestEngine } from '../../test/engine/engine-fixture.ts'
import { startTestPostgres } from '../../test/postgres/postgres.ts'
import { createObserver, decideAll, decideOne, quantile, startOne, startWaiting } from './load.ts'

/** One printed line: what was measured, the figure, its bar where design 5 has one. */
interface Figure {
  readonly store: string
  readonly measure: string
  readonly value: number
  readonly unit: string
  readonly bar?: string
}

interface Place {
  readonly name: string
  /** What another process needs to open the same store: a file or a URL. */
  readonly address: string
  open(): Promise<Store>
  dispatch(store: Store): Parameters<typeof startEngine>[0]['dispatch']
  close(): Promise<void>
}

const IN_FLIGHT = 50
const IDLE_SAMPLES = 200

/** Many steps and nothing else: what a replay costs by itself. */
const stepper: AgentDefinition = {
  kind: 'plan',
  version: '1',
  run: async (context, input) => {
    const { steps } = input as { steps: number }
    for (let index = 0; index < steps; index += 1) await context.step(`step-${index}`, () => index)
    await context.gate('last', {
      terms: { type: 'plan_approval' },
      summary: 'Enough steps?',
      subject: { document: { steps } },
      why_held: [],
    })
    return steps
  },
}

/** `npm run bench -- runs [--store sqlite|postgres|both] [--count N] [--waiting 1000,10000,100000] [--json]` */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      store: { type: 'string', default: 'both' },
      count: { type: 'string', default: '5000' },
      waiting: { type: 'string', default: '1000,10000' },
      json: { type: 'boolean', default: false },
    },
  })
  const figures: Figure[] = []
  const places = [
    ...(values.store === 'postgres' ? [] : [sqlitePlace()]),
    ...(values.store === 'sqlite' ? [] : [await postgresPlace()]),
  ]
  for (const place of places) {
    try {
      figures.push(
        ...(await measurePlace(place, Number(values.count), values.waiting.split(',').map(Number))),
      )
    } finally {
      await place.close()
    }
  }
  if (values.json) console.log(JSON.stringify(figures, null, 1))
  else for (const figure of figures) printFigure(figure)
}

function printFigure({ store, measure, value, unit, bar }: Figure): void {
  const shown = value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
  console.log(
    `${store.padEnd(9)} ${measure.padEnd(44)} ${shown.padStart(9)} ${unit.padEnd(6)} ${bar ? `bar ${bar}` : ''}`,
  )
}

async function measurePlace(
  place: Place,
  count: number,
  sizes: readonly number[],
): Promise<readonly Figure[]> {
  const embedded = place.name === 'sqlite'
  const store = await place.open()
  const engine = await startBench(place, store)
  const figure = (measure: string, value: number, unit: string, bar?: string): Figure => ({
    store: place.name,
    measure,
    value,
    unit,
    ...(bar ? { bar } : {}),
  })
  await decideAll(engine, await startWaiting(engine, 200, IN_FLIGHT), IN_FLIGHT)
  const figures: Figure[] = []
  const bar = embedded ? '≥ 2,000' : undefined
  const measured = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    const { result, perSecond, cpuMs } = await measureLoad(count, work)
    figures.push(figure(`${what}, 50 in flight`, perSecond, 'runs/s', bar))
    // Steadier than runs a second where the machine does something else too.
    figures.push(figure(`${what}, CPU of this process`, cpuMs, 'ms/run'))
    return result
  }
  const waiting = await measured('start → waiting', () => startWaiting(engine, count, IN_FLIGHT))
  await measured('decision → completed', () => decideAll(engine, waiting, IN_FLIGHT))
  const idle = await measureIdle(engine)
  figures.push(figure('decision → completed, idle p50', quantile(idle, 0.5), 'ms', embedded ? '≤ 3' : '≤ 10'))
  figures.push(
    figure('decision → completed, idle p99', quantile(idle, 0.99), 'ms', embedded ? '≤ 10' : '≤ 25'),
  )
  for (const steps of [10, 100, 1000]) {
    figures.push(
      figure(
        `replay of a journal of ${steps} steps`,
        await measureReplay(engine, steps),
        'ms',
        steps === 1000 ? '≤ 100' : undefined,
      ),
    )
  }
  await engine.stop()
  await store.close()
  for (const size of sizes) figures.push(...(await measureWaiting(place, size, figure)))
  return figures
}

async function measureLoad<Result>(count: number, work: () => Promise<Result>) {
  const [begun, before] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return { result, perSecond: count / seconds(begun), cpuMs: (user + system) / 1000 / count }
}

function seconds(since: number): number {
  return (performance.now() - since) / 1000
}

async function startBench(place: Place, store: Store): Promise<TestEngine> {
  const clock = { ...systemClock, timers: systemTimers, advance: () => {}, set: () => {} }
  const dispatch = place.dispatch(store)
  return startEngine({
    agents: [mover, stepper],
    store,
    clock,
    capacity: 200,
    ...(dispatch ? { dispatch } : {}),
  })
}

async function measureIdle(engine: TestEngine): Promise<readonly number[]> {
  const until = createObserver(engine)
  const samples: number[] = []
  for (let index = 0; index < IDLE_SAMPLES; index += 1) {
    const item = await startOne(engine, until, index)
    const begun = performance.now()
    await decideOne(engine, item, until)
    samples.push(performance.now() - begun)
  }
  return samples
}

/** From the decision to the end of a run whose only remaining work is to replay its journal. */
async function measureReplay(engine: TestEngine, steps: number): Promise<number> {
  const until = createObserver(engine)
  const samples: number[] = []
  for (let index = 0; index < 5; index += 1) {
    const started = await engine.runs.start({
      who: member,
      kind: 'plan',
      input: { steps },
      trigger_source: 'api',
    })
    if ('refused' in started) throw new Error(started.detail)
    const run = await until(started.run.run_id, 'waiting_input')
    const begun = performance.now()
    await decideOne(engine, { runId: run.run_id, gateId: run.waiting_gate_ids[0] ?? '' }, until)
    samples.push(performance.now() - begun)
  }
  return quantile(samples, 0.5)
}

/** What `size` waiting runs cost: memory of the process, the first page of the inbox, and a restart over them. */
async function measureWaiting(
  place: Place,
  size: number,
  figure: (measure: string, value: number, unit: string, bar?: string) => Figure,
): Promise<readonly Figure[]> {
  const isBar = size === 100_000
  const store = await place.open()
  const engine = await startBench(place, store)
  const begun = performance.now()
  await startWaiting(engine, size, IN_FLIGHT)
  const rate = size / seconds(begun)
  await engine.stop()
  await store.close()
  const { ready, page, resident } = await restartApart(place)
  const label = `${size.toLocaleString('en')} waiting runs`
  return [
    figure(`${label}: start → waiting`, rate, 'runs/s'),
    figure(`${label}: restart until ready`, ready, 'ms', isBar ? '≤ 3,000' : undefined),
    figure(`${label}: first page of the inbox`, page, 'ms', isBar ? '≤ 100' : undefined),
    figure(`${label}: resident memory`, resident, 'MB', isBar ? '≤ 250' : undefined),
  ]
}

/** A restart is another process: what it needs in memory and time is measured there. */
async function restartApart(place: Place): Promise<{ ready: number; page: number; resident: number }> {
  const program = fileURLToPath(new URL('./restart.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    program,
    place.name,
    place.address,
  ])
  return JSON.parse(stdout) as { ready: number; page: number; resident: number }
}

const now = (): string => toIso(systemClock.now())

function sqlitePlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'soulgate-bench-'))
  return {
    name: 'sqlite',
    address: join(folder, 'bench.db'),
    open: () => openSqliteStore({ path: join(folder, 'bench.db'), now }),
    dispatch: store => createInProcessDispatch({ store, clock: systemClock, timers: systemTimers }),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function postgresPlace(): Promise<Place> {
  const server = await startTestPostgres()
  const url = await server.createDatabase()
  return {
    name: 'postgres',
    address: url,
    open: () => openPostgresStore({ url, now }),
    dispatch: store => createPgBossDispatch({ url, store, clock: systemClock, timers: systemTimers }),
    close: () => server.stop(),
  }
}
