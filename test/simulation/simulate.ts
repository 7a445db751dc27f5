import { toIso } from '../../src/base/clock.ts'
import { createSeededRandom } from '../../src/base/random.ts'
import type { JsonObject } from '../../src/contracts/json-value.ts'
import { DEFAULT_SETTINGS } from '../../src/contracts/settings.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { createHistory, type History } from './history.ts'
import { checkInvariants } from './invariants.ts'
import { act, answerAll, mona } from './people.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'
import type { StoreFaults } from './sim-store.ts'
import { type Plants, startWorker, type Worker } from './worker.ts'
import { TOOLS } from './world.ts'

export interface Outcome {
  readonly seed: number
  readonly violations: readonly string[]
  readonly steps: number
  readonly trace: number
  readonly effects: number
  readonly crashes: number
  readonly decisions: number
  readonly reports: readonly string[]
  /** How many disturbances came up: crashes, faults of the store, acts of people, jumps of the clock. */
  readonly disturbances: number
}

const START_MS = Date.parse('2026-03-01T09:00:00.000Z')
const FAULTY_STEPS = 400
const DISTURBANCE = 0.03
const HEALING_STEPS = 12_000
/** Nobody is taken for dead before. */
const SILENCE_MS = 10_000
const DAY_MS = 86_400_000

export type StartedKind = 'reasoning' | 'chat' | 'plan' | 'iteration' | 'user-proposer' | 'user-brancher'
/** Agents that a user wrote with `defineAgent`. */
export const USER_KINDS: readonly StartedKind[] = ['user-proposer', 'user-proposer', 'user-brancher']
const ALL_KINDS: readonly StartedKind[] = [
  'reasoning',
  'reasoning',
  'chat',
  'plan',
  'iteration',
  ...USER_KINDS,
]

interface Place {
  readonly scheduler: Scheduler
  readonly real: Store
  readonly history: History
  readonly faults: StoreFaults
  readonly plants: Plants
  /** What is started; of user's agents alone where the public API is looked at. */
  readonly kinds: readonly StartedKind[]
  /** Two workers on one store, of which one may be taken for dead while it lives. */
  readonly isShared: boolean
  /** By id; undefined while one is still starting. */
  readonly workers: Map<string, Worker | undefined>
  readonly frozen: Set<string>
  readonly presumedDead: Set<string>
  /** Requests to start a run that nobody has answered yet. */
  readonly toStart: Set<number>
  born: number
  crashes: number
}

/**
 * Lives through one world whose every turn, fault and human act follows from the seed. Same seed, same history; with
 * `keep` only the named disturbances happen, by number.
 */
export async function simulate(
  seed: number,
  plants: Plants = {},
  keep?: ReadonlySet<number>,
  kinds: readonly StartedKind[] = ALL_KINDS,
): Promise<Outcome> {
  const scheduler = createScheduler(createSeededRandom(seed), START_MS, keep)
  const real = await openSqliteStore({ path: ':memory:', now: () => toIso(START_MS) })
  const place: Place = {
    scheduler,
    real,
    history: createHistory(),
    faults: { refuse: 0, breakInside: 0, loseAnswer: 0 },
    ...{ plants, kinds },
    isShared: scheduler.chance(0.35),
    workers: new Map(),
    frozen: new Set(),
    presumedDead: new Set(),
    toStart: new Set(),
    born: 0,
    crashes: 0,
  }
  try {
    await liveThrough(place)
  } finally {
    for (const id of place.workers.keys()) scheduler.kill(id)
    await scheduler.real(() => real.close())
  }
  const { history } = place
  return {
    seed,
    violations: [...new Set(history.violations)],
    steps: scheduler.steps(),
    trace: scheduler.trace(),
    effects: history.effects.length,
    crashes: place.crashes,
    decisions: history.acknowledged.length,
    disturbances: scheduler.disturbances(),
    reports: [...place.workers.values()].flatMap(worker => worker?.reports ?? []),
  }
}

async function liveThrough(place: Place): Promise<void> {
  const { scheduler, faults, history, real } = place
  bear(place)
  if (place.isShared) bear(place)
  const rate = scheduler.chance(0.5) ? 0.03 : 0
  Object.assign(faults, { refuse: rate, breakInside: rate, loseAnswer: rate / 2 })
  const starts = 1 + scheduler.pick(3)
  for (let count = 0; count < starts; count += 1) startLater(place, count)
  for (let step = 0; step < FAULTY_STEPS; step += 1) {
    await scheduler.step()
    if (scheduler.disturbs(0.08)) spawn(act(peopleOf(place)))
    if (scheduler.disturbs(DISTURBANCE)) await disturb(place)
    moveOn(place)
    if (step % 100 === 99 && (await isAtRest(place))) break
  }
  await heal(place)
  await checkInvariants(real, history)
}

function peopleOf(place: Place) {
  const { scheduler, real, history, workers, frozen } = place
  const door = (): Worker | undefined =>
    scheduler.choose([...workers.values()].filter(worker => worker !== undefined && !frozen.has(worker.id)))
  return { scheduler, real, history, door }
}

async function disturb(place: Place): Promise<void> {
  const { scheduler, workers } = place
  const busy = [...workers].filter(([, worker]) => worker && worker.runs.active() > 0).map(([id]) => id)
  const victim = scheduler.choose(busy.length > 0 ? busy : [...workers.keys()])
  if (victim && place.isShared && scheduler.chance(0.5)) return freeze(place, victim)
  const die = scheduler.pick(4)
  if (die <= 1 && victim) return crash(place, victim)
  if (die === 2) return scheduler.jumpClock((scheduler.chance(0.5) ? 1 : -1) * scheduler.pick(DAY_MS))
  return duplicateJob(place)
}

/** A worker that stands still is taken for dead, so that another takes over; then it wakes up none the wiser. */
function moveOn(place: Place): void {
  const { frozen, presumedDead, workers, scheduler } = place
  const [asleep] = frozen
  if (asleep === undefined || !scheduler.chance(0.08)) return
  if (presumedDead.has(asleep)) {
    thaw(place, asleep)
    return
  }
  scheduler.letTimePass(SILENCE_MS)
  presumedDead.add(asleep)
  for (const worker of workers.values()) if (worker && worker.id !== asleep) spawn(worker.runs.recover())
}

/** A process comes up; until it is up nobody can reach it. */
function bear(place: Place): void {
  place.born += 1
  const id = `worker_${place.born}`
  const { scheduler, real, history, faults, plants } = place
  const starting = startWorker({
    id,
    scheduler,
    real,
    history,
    faults,
    plants,
    settings: () => DEFAULT_SETTINGS,
    living: () => livingOf(place, id),
    isShared: place.isShared,
  })
  place.workers.set(id, undefined)
  starting.then(
    worker => {
      if (place.workers.has(id)) place.workers.set(id, worker)
    },
    // A process that cannot read its store at start is started again.
    () => crash(place, id),
  )
}

function livingOf(place: Place, self: string): readonly string[] {
  const others = [...place.workers.keys()].filter(id => !place.presumedDead.has(id))
  return [...new Set([self, ...others])]
}

function crash(place: Place, victim: string): void {
  if (!place.workers.has(victim)) return
  place.scheduler.kill(victim)
  place.workers.delete(victim)
  place.frozen.delete(victim)
  place.presumedDead.delete(victim)
  place.crashes += 1
  bear(place)
}

function freeze(place: Place, victim: string): void {
  if (place.frozen.size > 0) return
  place.frozen.add(victim)
  place.scheduler.freeze(victim)
}

function thaw(place: Place, victim: string): void {
  place.frozen.delete(victim)
  place.presumedDead.delete(victim)
  place.scheduler.thaw(victim)
}

/** A job is handed out that nobody needs. */
async function duplicateJob({ scheduler, real, history }: Place): Promise<void> {
  const runs = (await scheduler.real(() => real.listRuns({}, { limit: 50 }))).items
  const run = scheduler.choose(runs)
  const gate = scheduler.choose([...history.gates.keys()])
  await scheduler.real(() =>
    real.transact(async tx => {
      if (run) await tx.putJob({ queue: 'run', key: run.run_id, due_at: 0, payload: {}, attempts: 0 })
      if (gate) await tx.putJob({ queue: 'gate_timer', key: gate, due_at: 0, payload: {}, attempts: 0 })
      tx.notify('job:run:0')
      tx.notify('job:gate_timer:0')
    }),
  )
}

function startLater(place: Place, count: number): void {
  const { scheduler } = place
  const timers = scheduler.timersOf('client')
  const kind = scheduler.choose(place.kinds) ?? 'reasoning'
  const request = {
    who: mona,
    ...(kind === 'user-proposer' || kind === 'user-brancher'
      ? { kind: 'agent' as const, agent: kind }
      : { kind }),
    input: inputFor(scheduler, kind),
    trigger_source: 'api' as const,
    idempotency_key: `start-${count}`,
  }
  const attempt = (): void => {
    const worker = peopleOf(place).door()
    if (!worker) return void timers.after(500, attempt)
    const again = timers.after(2_000, attempt)
    worker.runs.start(request).then(
      () => {
        place.toStart.delete(count)
        again()
      },
      () => {},
    )
  }
  place.toStart.add(count)
  timers.after(scheduler.pick(2_000), attempt)
  if (scheduler.chance(0.3)) timers.after(scheduler.pick(2_000), attempt)
}

function inputFor(scheduler: Scheduler, kind: StartedKind): JsonObject {
  if (kind === 'plan' || kind === 'user-brancher')
    return { child: proposal(scheduler), own: proposal(scheduler) }
  if (kind === 'chat') {
    const branches = Array.from({ length: 1 + scheduler.pick(3) }, () => proposal(scheduler))
    return { branches }
  }
  return proposal(scheduler)
}

function proposal(scheduler: Scheduler): JsonObject {
  const calls = Array.from({ length: 1 + scheduler.pick(3) }, (_, index) => ({
    tool: scheduler.choose(TOOLS)?.name ?? 'move_thing',
    path: `thing-${index}`,
  }))
  return { calls, confidence: scheduler.chance(0.3) ? 0.95 : 0.7, ttl_seconds: 5 + scheduler.pick(120) }
}

/** No more faults: people answer what is open, and everything that started comes to an end. */
async function heal(place: Place): Promise<void> {
  const { scheduler, faults, frozen } = place
  Object.assign(faults, { refuse: 0, breakInside: 0, loseAnswer: 0 })
  scheduler.setClockRight()
  for (const id of [...frozen]) thaw(place, id)
  for (let step = 0; step < HEALING_STEPS; step += 1) {
    if (step % 60 === 0) {
      if (step > 0 && (await isAtRest(place))) return
      spawn(answerAll(peopleOf(place)))
    }
    if (!(await scheduler.step())) return
  }
}

async function isAtRest({ scheduler, real, toStart }: Place): Promise<boolean> {
  const counts = await scheduler.real(() => real.countRuns())
  return toStart.size === 0 && !counts.queued && !counts.running && !counts.waiting_input
}

/** Goes on beside the rest; a crash leaves it hanging, a failure is nobody's. */
function spawn(work: Promise<unknown>): void {
  work.catch(() => {})
}
