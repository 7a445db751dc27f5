import type { Clock, Timers } from '../../src/base/clock.ts'
import type { Random } from '../../src/base/random.ts'

/** Who a task belongs to: a worker that can crash or stand still, or the world around. */
export type Owner = string

interface Ready {
  readonly owner: Owner
  run(): void
}

interface Timed extends Ready {
  readonly dueMs: number
  readonly order: number
}

/**
 * Decides, from a seed alone, what goes on next. Whatever waits for the store, for a turn or for time waits here;
 * one task is let go at a time, and the next only when everything it set off has come to rest.
 */
export interface Scheduler {
  readonly clock: Clock
  readonly random: Random
  /** A number of 0 to below `limit`. */
  pick(limit: number): number
  chance(probability: number): boolean
  choose<Item>(items: readonly Item[]): Item | undefined
  /**
   * Like `chance`, for what disturbs the world: each one that comes up is numbered, and happens only when it is among
   * those to keep. The draw is the same either way.
   */
  disturbs(probability: number): boolean
  /** How many disturbances came up so far. */
  disturbances(): number
  /** Resolves when the seed lets this owner go on; never when it is dead by then. */
  pause(owner: Owner): Promise<void>
  /** Counts real work in flight, so that the next task is not let go before it rests. */
  real<Result>(work: () => Promise<Result>): Promise<Result>
  timersOf(owner: Owner): Timers
  /** Lets one task go; false when there is none, not even a later one. */
  step(): Promise<boolean>
  kill(owner: Owner): void
  freeze(owner: Owner): void
  thaw(owner: Owner): void
  /** Time goes by in which nobody does anything. */
  letTimePass(ms: number): void
  jumpClock(byMs: number): void
  /** Somebody sets the clock right again: at least as late as it ever stood, so that what was put off comes due. */
  setClockRight(): void
  steps(): number
  /** A digest of every choice so far: two runs of one seed must agree on it. */
  trace(): number
}

/** `keep` names the only disturbances that happen, by number; all of them when it is absent. */
export function createScheduler(random: Random, startMs: number, keep?: ReadonlySet<number>): Scheduler {
  const state = {
    ready: [] as Ready[],
    timed: [] as Timed[],
    dead: new Set<Owner>(),
    frozen: new Set<Owner>(),
    elapsedMs: 0,
    jumpMs: 0,
    latestJumpMs: 0,
    inFlight: 0,
    steps: 0,
    order: 0,
    trace: 0,
    disturbances: 0,
  }
  const pick = (limit: number): number => Math.floor(random.float() * limit)
  const takeReady = (): Ready | undefined => {
    const eligible = state.ready.filter(task => !state.frozen.has(task.owner))
    const task = eligible[pick(eligible.length)]
    if (task) state.ready.splice(state.ready.indexOf(task), 1)
    return task
  }
  const takeTimed = (): Ready | undefined => {
    let first: Timed | undefined
    for (const task of state.timed) {
      if (state.frozen.has(task.owner)) continue
      if (!first || task.dueMs < first.dueMs || (task.dueMs === first.dueMs && task.order < first.order))
        first = task
    }
    if (!first) return undefined
    state.timed.splice(state.timed.indexOf(first), 1)
    state.elapsedMs = Math.max(state.elapsedMs, first.dueMs)
    return first
  }
  const rest = async (): Promise<void> => {
    do await realTurn()
    while (state.inFlight > 0)
  }
  return {
    clock: { now: () => startMs + state.elapsedMs + state.jumpMs },
    random,
    pick,
    chance: probability => random.float() < probability,
    choose: items => items[pick(items.length)],
    disturbs: probability => {
      if (random.float() >= probability) return false
      state.disturbances += 1
      return keep?.has(state.disturbances) ?? true
    },
    disturbances: () => state.disturbances,
    pause: owner =>
      new Promise(resolve => {
        if (!state.dead.has(owner)) state.ready.push({ owner, run: resolve })
      }),
    real: async work => {
      state.inFlight += 1
      try {
        return await work()
      } finally {
        state.inFlight -= 1
      }
    },
    timersOf: owner => ({
      after: (delayMs, task) => {
        state.order += 1
        const timed: Timed = {
          owner,
          dueMs: state.elapsedMs + Math.max(0, delayMs),
          order: state.order,
          run: task,
        }
        if (!state.dead.has(owner)) state.timed.push(timed)
        return () => {
          const at = state.timed.indexOf(timed)
          if (at >= 0) state.timed.splice(at, 1)
        }
      },
    }),
    step: async () => {
      await rest()
      const passTime = state.ready.length === 0 || random.float() < 0.02
      const task = passTime ? (takeTimed() ?? takeReady()) : (takeReady() ?? takeTimed())
      if (!task) return false
      state.steps += 1
      state.elapsedMs += pick(3)
      state.trace =
        (Math.imul(state.trace, 31) + hashOf(`${task.owner}:${state.ready.length}:${state.elapsedMs}`)) >>> 0
      task.run()
      await rest()
      return true
    },
    kill: owner => {
      state.dead.add(owner)
      state.frozen.delete(owner)
      state.ready = state.ready.filter(task => task.owner !== owner)
      state.timed = state.timed.filter(task => task.owner !== owner)
    },
    freeze: owner => void state.frozen.add(owner),
    thaw: owner => void state.frozen.delete(owner),
    letTimePass: ms => {
      state.elapsedMs += ms
    },
    jumpClock: byMs => {
      state.jumpMs += byMs
      state.latestJumpMs = Math.max(state.latestJumpMs, state.jumpMs)
    },
    setClockRight: () => {
      state.jumpMs = state.latestJumpMs
    },
    steps: () => state.steps,
    trace: () => state.trace,
  }
}

function realTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0
  return hash
}
