import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { systemClock, systemTimers, toIso } from '../../src/base/clock.ts'
import { createInProcessDispatch } from '../../src/dispatch/in-process/in-process.ts'
import { createPgBossDispatch } from '../../src/dispatch/pg-boss/pg-boss.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { mover, startEngine } from '../../test/engine/engine-fixture.ts'
import { startTestPostgres, type TestPostgres } from '../../test/postgres/postgres.ts'
import { createObserver, decideAll, decideOne, quantile, startWaiting } from '../runs/load.ts'

/** What one library did under the load of peer-load.mjs: runs per second, runs per second, milliseconds. */
interface PeerFigures {
  readonly started: number
  readonly decided: number
  readonly idle_p50_ms: number
}

interface Peer {
  readonly name: string
  readonly store: 'sqlite' | 'postgres'
  readonly script: string
  /** Decisions one after another; fewer where a library looks for work once a second. */
  readonly idle: number
}

interface Load {
  readonly count: number
  readonly inFlight: number
}

/** Exact, and installed into a folder of their own: none of them is a dependency of Soulgate. */
const PACKAGES: Readonly<Record<string, string>> = {
  openworkflow: '0.10.1',
  '@dbos-inc/dbos-sdk': '5.3.0',
  '@langchain/core': '1.4.0',
  '@langchain/langgraph': '1.7.3',
  '@langchain/langgraph-checkpoint-postgres': '1.0.5',
}

const PEERS: readonly Peer[] = [
  { name: 'OpenWorkflow', store: 'sqlite', script: 'openworkflow-sqlite.mjs', idle: 10 },
  { name: 'DBOS', store: 'postgres', script: 'dbos-postgres.mjs', idle: 100 },
  { name: 'LangGraph interrupt', store: 'postgres', script: 'langgraph-postgres.mjs', idle: 100 },
]

/**
 * `npm run bench -- peers [--count N] [--in-flight N] [--folder DIR] [--json]`: Soulgate beside a durable-execution
 * library per database and an agent framework's interrupt/resume, one after another on this machine. A peer's run is
 * two recorded steps around a wait; ours also evaluates guardrails, issues and consumes a grant, and keeps the chain.
 */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      count: { type: 'string', default: '1000' },
      'in-flight': { type: 'string', default: '50' },
      folder: { type: 'string', default: join(tmpdir(), 'soulgate-bench-peers') },
      json: { type: 'boolean', default: false },
    },
  })
  const load = { count: Number(values.count), inFlight: Number(values['in-flight']) }
  await install(values.folder)
  const postgres = await startTestPostgres()
  try {
    const results: Record<string, PeerFigures | string> = {}
    for (const store of ['sqlite', 'postgres'] as const) {
      results[`Soulgate on ${store}`] = await measureOurs(store, postgres, load)
      for (const peer of PEERS.filter(each => each.store === store)) {
        results[`${peer.name} on ${store}`] = await measurePeer(peer, postgres, {
          ...load,
          folder: values.folder,
        })
      }
    }
    print(results, values.json)
  } finally {
    await postgres.stop()
  }
}

async function install(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const here = fileURLToPath(new URL('.', import.meta.url))
  for (const file of readdirSync(here)) {
    if (file.endsWith('.mjs')) cpSync(join(here, file), join(folder, file))
  }
  if (existsSync(join(folder, 'node_modules'))) return
  const description = { private: true, type: 'module', dependencies: PACKAGES }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(description))
  const options = ['install', '--legacy-peer-deps', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', options, { cwd: folder })
}

async function measureOurs(
  kind: Peer['store'],
  postgres: TestPostgres,
  { count, inFlight }: Load,
): Promise<PeerFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'soulgate-bench-'))
  const now = (): string => toIso(systemClock.now())
  const parts = { clock: systemClock, timers: systemTimers }
  const url = kind === 'postgres' ? await postgres.createDatabase() : ''
  const store: Store =
    kind === 'sqlite'
      ? await openSqliteStore({ path: join(folder, 'soulgate.db'), now })
      : await openPostgresStore({ url, now })
  const dispatch =
    kind === 'sqlite'
      ? createInProcessDispatch({ ...parts, store })
      : createPgBossDispatch({ ...parts, store, url })
  const clock = { ...systemClock, timers: systemTimers, advance: () => {}, set: () => {} }
  const engine = await startEngine({ agents: [mover], store, clock, capacity: 200, dispatch })
  await decideAll(engine, await startWaiting(engine, inFlight, inFlight), inFlight)
  const begun = performance.now()
  const waiting = await startWaiting(engine, count, inFlight)
  const started = count / ((performance.now() - begun) / 1000)
  const deciding = performance.now()
  await decideAll(engine, waiting, inFlight)
  const decided = count / ((performance.now() - deciding) / 1000)
  const until = createObserver(engine)
  const times: number[] = []
  for (const item of await startWaiting(engine, 100, 1)) {
    const idle = performance.now()
    await decideOne(engine, item, until)
    times.push(performance.now() - idle)
  }
  await engine.stop()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
  return { started, decided, idle_p50_ms: quantile(times, 0.5) }
}

async function measurePeer(
  peer: Peer,
  postgres: TestPostgres,
  { count, inFlight, folder }: Load & { readonly folder: string },
): Promise<PeerFigures | string> {
  const place =
    peer.store === 'postgres'
      ? await postgres.createDatabase()
      : join(mkdtempSync(join(tmpdir(), 'soulgate-bench-')), 'peer.db')
  const args = [join(folder, peer.script), place, `${count}`, `${inFlight}`, `${peer.idle}`]
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, timeout: 600_000 })
    const line = stdout.trim().split('\n').at(-1) ?? ''
    return JSON.parse(line) as PeerFigures
  } catch (error) {
    return `not measured: ${error instanceof Error ? error.message.split('\n')[0] : 'failed'}`
  }
}

function print(results: Readonly<Record<string, PeerFigures | string>>, json: boolean): void {
  if (json) {
    console.log(JSON.stringify({ results }, null, 2))
    return
  }
  const row = (cells: readonly string[]): string =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(34) : cell.padStart(16))).join('')
  console.log(row(['one gated call', '→ waiting/s', 'decided/s', 'idle p50 ms', 'waiting ratio']))
  for (const store of ['sqlite', 'postgres']) {
    const ours = results[`Soulgate on ${store}`]
    for (const [name, figures] of Object.entries(results)) {
      if (!name.endsWith(store)) continue
      if (typeof figures === 'string') console.log(`${name.padEnd(34)}${figures}`)
      else {
        const ratio = typeof ours === 'object' ? `${(ours.started / figures.started).toFixed(1)}×` : ''
        const { started, decided, idle_p50_ms } = figures
        console.log(row([name, started.toFixed(0), decided.toFixed(0), idle_p50_ms.toFixed(1), ratio]))
      }
    }
  }
}
