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

/** What was counted after the last life. The first four must be 0. */
export interface RigTally {
  readonly ungated: number
  readonly secondEffects: number
  readonly lostDecisions: number
  readonly stuckRuns: number
  readonly kills: number
  readonly stops: number
  readonly runs: number
  readonly effects: number
  readonly decisions: number
  /** Calls that a person was asked about. */
  readonly inDoubt: number
}

export interface RigRounds {
  readonly folder: string
  readonly url?: string
  readonly rounds: number
  /** Every so many rounds a worker is stopped past its lease and woken again; needs PostgreSQL. 0 = never. */
  readonly stopEvery: number
  readonly onRound?: (round: number) => void
}

const SILENCE_MS = 2_000

/** Kills processes under load at random moments, then lets one end what is left, and counts. */
export async function runRig(rounds: RigRounds): Promise<RigTally> {
  let stops = 0
  for (let round = 1; round <= rounds.rounds; round += 1) {
    const isStop = rounds.url !== undefined && rounds.stopEvery > 0 && round % rounds.stopEvery === 0
    await (isStop ? stopAndWake(rounds) : killOne(rounds))
    if (isStop) stops += 1
    rounds.onRound?.(round)
  }
  const last = await startProcess(rounds, true)
  await ended(last)
  if (last.exitCode !== 0) throw new Error(`the last process of the rig ended with ${last.exitCode}`)
  return { ...(await count(rounds)), kills: rounds.rounds - stops, stops }
}

async function killOne(rounds: RigRounds): Promise<void> {
  const child = await startProcess(rounds, false)
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
  const sleeper = await startProcess(rounds, false)
  const other = await startProcess(rounds, false)
  await wait(200 + Math.random() * 400)
  sleeper.kill('SIGSTOP')
  await wait(SILENCE_MS + 1_500)
  sleeper.kill('SIGCONT')
  await wait(600)
  await kill(sleeper)
  await kill(other)
}

async function startProcess({ folder, url }: RigRounds, last: boolean): Promise<ChildProcess> {
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

async function count({ folder, url }: RigRounds): Promise<Omit<RigTally, 'kills' | 'stops'>> {
  const now = (): string => toIso(systemClock.now())
  const store = url
    ? await openPostgresStore({ url, now })
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
