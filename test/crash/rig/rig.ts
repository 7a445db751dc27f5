import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock, toIso } from '../../../src/base/clock.ts'
import { openPostgresStore } from '../../../src/store/postgres/postgres.ts'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../../src/store/store.ts'
import {
  ACKNOWLEDGED,
  EFFECTS,
  type RigAcknowledged,
  type RigEffect,
  type RigOptions,
  readLines,
} from './files.ts'
import { openNetwork } from './network.ts'

/** What was counted after the last life. The first four must be 0. */
export interface RigTally {
  readonly ungated: number
  readonly secondEffects: number
  readonly lostDecisions: number
  readonly stuckRuns: number
  readonly kills: number
  readonly stops: number
  /** How often the database was killed, shut down and started again, and how often a worker was cut off from it. */
  readonly databaseCrashes: number
  readonly databaseRestarts: number
  readonly cuts: number
  readonly runs: number
  readonly effects: number
  readonly decisions: number
  /** Calls that a person was asked about. */
  readonly inDoubt: number
}

/** What happens in one round: the first on any store, the others on PostgreSQL. */
export type RigFault = 'kill' | 'stop' | 'crash-database' | 'restart-database' | 'cut-network'

export interface RigRounds {
  readonly folder: string
  /** Absent: SQLite in the folder. */
  readonly database?: { readonly url: string; crash(): Promise<void>; restart(): Promise<void> }
  /** One fault a round, in this order. */
  readonly faults: readonly RigFault[]
  readonly onRound?: (round: number) => void
}

const SILENCE_MS = 2_000

const ACTS: Readonly<Record<RigFault, (rounds: RigRounds, index: number) => Promise<void>>> = {
  kill: killOne,
  stop: stopAndWake,
  'crash-database': rounds => loseDatabase(rounds, rounds.database?.crash),
  'restart-database': rounds => loseDatabase(rounds, rounds.database?.restart),
  'cut-network': cutNetwork,
}

/** Lets faults happen to processes under load at random moments, then lets one end what is left, and counts. */
export async function runRig(rounds: RigRounds): Promise<RigTally> {
  for (const [index, fault] of rounds.faults.entries()) {
    await ACTS[fault](rounds, index)
    rounds.onRound?.(index + 1)
  }
  const last = await startProcess(rounds, { last: true })
  await ended(last)
  if (last.exitCode !== 0) throw new Error(`the last process of the rig ended with ${last.exitCode}`)
  const times = (fault: RigFault): number => rounds.faults.filter(each => each === fault).length
  return {
    ...(await count(rounds)),
    kills: times('kill'),
    stops: times('stop'),
    databaseCrashes: times('crash-database'),
    databaseRestarts: times('restart-database'),
    cuts: times('cut-network'),
  }
}

/** Mostly under load, whatever the machine does beside it; each fourth as early as it comes. */
async function killOne(rounds: RigRounds, index: number): Promise<void> {
  const before = readLines<RigEffect>(rounds.folder, EFFECTS).length
  const child = await startProcess(rounds)
  if (index % 4 !== 3) await until(() => readLines<RigEffect>(rounds.folder, EFFECTS).length >= before + 12)
  await wait(Math.random() * 700)
  await kill(child)
}

/** A process that ended by itself is a failure of its own. */
async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await ended(child)
  if (child.signalCode !== 'SIGKILL')
    throw new Error(`a process of the rig ended with ${child.exitCode} by itself`)
}

/** While one worker stands still, the other takes over its runs; then both go on, and the first finds out. */
async function stopAndWake(rounds: RigRounds): Promise<void> {
  const sleeper = await startProcess(rounds)
  const other = await startProcess(rounds)
  await wait(200 + Math.random() * 400)
  sleeper.kill('SIGSTOP')
  await wait(SILENCE_MS + 1_500)
  sleeper.kill('SIGCONT')
  await wait(600)
  await kill(sleeper)
  await kill(other)
}

/** Two workers lose the database under load, and go on by themselves when it is back. */
async function loseDatabase(rounds: RigRounds, lose?: () => Promise<void>): Promise<void> {
  const workers = [await startProcess(rounds), await startProcess(rounds)]
  try {
    await wait(200 + Math.random() * 400)
    await lose?.()
    const effects = readLines<RigEffect>(rounds.folder, EFFECTS).length
    await until(() => readLines<RigEffect>(rounds.folder, EFFECTS).length > effects)
  } finally {
    for (const worker of workers) await kill(worker)
  }
}

/** One of two workers no longer reaches the database, its connections silent; later the network is back, or was reset. */
async function cutNetwork(rounds: RigRounds): Promise<void> {
  if (!rounds.database) throw new TypeError('there is no network to cut on SQLite')
  const network = await openNetwork(rounds.database.url)
  const severed = await startProcess(rounds, { url: network.url })
  const other = await startProcess(rounds)
  await wait(200 + Math.random() * 400)
  network.cut()
  await wait(SILENCE_MS + 1_500)
  network.heal(Math.random() < 0.5 ? 'goes-on' : 'reset')
  await wait(600)
  await kill(severed)
  await kill(other)
  await network.close()
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 90_000
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('no worker of the rig went on within 90 s')
    await wait(20)
  }
}

async function startProcess(
  { folder, database }: RigRounds,
  { last = false, url = database?.url }: { readonly last?: boolean; readonly url?: string | undefined } = {},
): Promise<ChildProcess> {
  const options: RigOptions = { folder, last, silenceMs: SILENCE_MS, ...(url === undefined ? {} : { url }) }
  const program = join(import.meta.dirname, '../../../scripts/crash-process.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', code =>
      reject(new Error(`a process of the rig ended with ${code} before it was ready`)),
    )
  })
  return child
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise(resolve => child.once('exit', () => resolve()))
}

async function count({
  folder,
  database,
}: RigRounds): Promise<Omit<RigTally, 'kills' | 'stops' | 'databaseCrashes' | 'databaseRestarts' | 'cuts'>> {
  const now = (): string => toIso(systemClock.now())
  const store = database
    ? await openPostgresStore({ url: database.url, now })
    : await openSqliteStore({ path: `${folder}/store.db`, now })
  const effects = readLines<RigEffect>(folder, EFFECTS)
  const runs = (await store.listRuns({}, { limit: 1_000_000 })).items
  const covered = new Set<string>()
  for (const run of runs) for (const key of await coveredKeys(store, run.run_id)) covered.add(key)
  const decisions = readLines<RigAcknowledged>(folder, ACKNOWLEDGED)
  let lostDecisions = 0
  for (const { gate_id, decision_id } of decisions) {
    const gate = await store.getGate(gate_id)
    if (!gate?.decisions.some(decision => decision.decision_id === decision_id)) lostDecisions += 1
  }
  const single = effects.filter(effect => effect.tool === 'move_thing').map(effect => effect.key)
  const inDoubt = await store.countGates({ type: 'unknown_outcome' })
  await store.close()
  return {
    ungated: effects.filter(effect => !covered.has(effect.key)).length,
    secondEffects: single.length - new Set(single).size,
    lostDecisions,
    stuckRuns: runs.filter(run => run.status !== 'completed').length,
    runs: runs.length,
    effects: effects.length,
    decisions: decisions.length,
    inDoubt,
  }
}

/** Keys of the calls whose grant was consumed for exactly their digest. */
async function coveredKeys(store: Store, runId: string): Promise<readonly string[]> {
  const grants = await store.listGrants({ run_id: runId })
  const calls = await store.listCalls(runId)
  const isCovered = (call: (typeof calls)[number]): boolean =>
    grants.some(
      grant =>
        grant.grant_id === call.grant_id && grant.status === 'consumed' && grant.digest === call.digest,
    )
  return calls.filter(isCovered).map(call => call.idempotency_key)
}
