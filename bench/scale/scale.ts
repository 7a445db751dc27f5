import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '../../test/postgres/postgres.ts'
import { createFleet } from '../../test/scale-out/fleet.ts'
import { approve, holdEverything, settle, startWaiting } from '../../test/scale-out/traffic.ts'
import { quantile } from '../runs/load.ts'
import type { ScaleNodeFigures, ScaleNodeOptions } from './node.ts'

interface Load {
  readonly name: string
  readonly capacity: number
  readonly toolMs: number
}

/** `quick` shows what the machine and one PostgreSQL give; `waiting` what processes add when tools take their time. */
const LOADS: readonly Load[] = [
  { name: 'tools at once', capacity: 50, toolMs: 0 },
  { name: 'tools of 500 ms, 10 at once a process', capacity: 10, toolMs: 500 },
]

/**
 * `npm run bench -- scale [--processes 1,2,4] [--seconds 10] [--kills 3]`: whole runs (start, gate, decision, tool, end)
 * of 1, 2 and 4 processes on one PostgreSQL, and how long the runs of a killed worker take to go on elsewhere.
 */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      processes: { type: 'string', default: '1,2,4' },
      seconds: { type: 'string', default: '10' },
      kills: { type: 'string', default: '3' },
      json: { type: 'boolean', default: false },
    },
  })
  const server = await startTestPostgres()
  const figures: Record<string, number>[] = []
  const say = (line: string): void => {
    if (!values.json) console.log(line)
  }
  try {
    for (const load of LOADS) {
      say(`${load.name}:`)
      let one: number | undefined
      for (const processes of values.processes.split(',').map(Number)) {
        const url = await server.createDatabase()
        const found = await measure({ url, load, processes, seconds: Number(values.seconds) })
        one ??= found.runsPerSecond
        figures.push({ processes, tool_ms: load.toolMs, ...found, ratio: found.runsPerSecond / one })
        say(
          `  ${processes} process${processes === 1 ? '  ' : 'es'} ${found.runsPerSecond.toFixed(0).padStart(6)} runs/s · ${(found.runsPerSecond / one).toFixed(2)} × · ${found.cpuShare.toFixed(2)} CPU of ours`,
        )
      }
    }
    const takeovers = await measureTakeovers(await server.createDatabase(), Number(values.kills))
    const [median, worst] = [quantile(takeovers, 0.5), Math.max(...takeovers)]
    figures.push({ kills: takeovers.length, takeover_median_ms: median, takeover_worst_ms: worst })
    say(
      `a worker killed at work: until its runs had ended elsewhere or asked a person, ${takeovers.length} × median ${(median / 1000).toFixed(1)} s, worst ${(worst / 1000).toFixed(1)} s (bar 20 s)`,
    )
    if (values.json) console.log(JSON.stringify(figures, null, 1))
  } finally {
    await server.stop()
  }
}

interface Measured {
  readonly url: string
  readonly load: Load
  readonly processes: number
  readonly seconds: number
}

async function measure({ url, load, processes, seconds }: Measured) {
  const living = Array.from({ length: processes }, (_, index) => `worker_${index}`)
  const children: ChildProcess[] = []
  for (const workerId of living) {
    const { capacity, toolMs } = load
    children.push(await startNode({ url, workerId, living, capacity, toolMs, seconds }))
  }
  const answers = children.map(child => figuresOf(child))
  for (const child of children) child.stdin?.write('go\n')
  const found = await Promise.all(answers)
  const sum = (of: (figures: ScaleNodeFigures) => number): number =>
    found.reduce((total, each) => total + of(each), 0)
  return {
    runsPerSecond: sum(({ completed }) => completed) / seconds,
    cpuShare: sum(({ cpuSeconds }) => cpuSeconds) / seconds,
  }
}

async function startNode(options: ScaleNodeOptions): Promise<ChildProcess> {
  const program = join(import.meta.dirname, 'node.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

async function figuresOf(child: ChildProcess): Promise<ScaleNodeFigures> {
  if (!child.stdout) throw new TypeError('a process of the bench has no output')
  for await (const line of createInterface(child.stdout)) return JSON.parse(line) as ScaleNodeFigures
  throw new Error(`a process of the bench ended with ${child.exitCode} and said nothing`)
}

/** With the real program: an `up` and a worker at work on approved runs; the worker is killed. Milliseconds each. */
async function measureTakeovers(url: string, kills: number): Promise<readonly number[]> {
  const fleet = createFleet(url)
  const taken: number[] = []
  try {
    const first = await fleet.start('up')
    const at = await fleet.clientAt(first)
    await holdEverything(at)
    for (let kill = 0; kill < kills; kill += 1) {
      const victim = await fleet.start('worker')
      const names = Array.from({ length: 40 }, (_, index) => `kill-${kill}-${index}`)
      const waiting = await Promise.all(names.map(name => startWaiting(at, name)))
      const deciding = waiting.map(each => approve(at, each))
      await Promise.race(deciding)
      const begun = performance.now()
      await victim.end('SIGKILL')
      await Promise.all(deciding)
      await settle(at, waiting, 120_000)
      taken.push(performance.now() - begun)
    }
    return taken
  } finally {
    await fleet.close()
  }
}
