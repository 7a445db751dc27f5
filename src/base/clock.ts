import { SoulgateError } from './errors.ts'

/** The wall clock. It may jump in both directions; order events by sequence, not by time. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
}

/** Runs a task later. Timers count elapsed time, so a jump of the wall clock neither hastens nor delays them. */
export interface Timers {
  /** Runs `task` once after `delayMs`; a delay of 0 or less runs it on the next turn. Returns its cancellation. */
  after(delayMs: number, task: () => void): () => void
}

/** A clock that only moves when told, and its timers. */
export interface FakeClock extends Clock {
  /** Lets `ms` pass: due tasks run in order of their time, each seeing its own moment as `now()`. */
  advance(ms: number): void
  /** Makes the wall clock jump to `ms`, in either direction. No time passes, so no task runs. */
  set(ms: number): void
  /** Timers driven by `advance`. */
  readonly timers: Timers
}

const MAX_TIMEOUT_MS = 2 ** 31 - 1
const FIRST_MS = Date.parse('0000-01-01T00:00:00.000Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** The clock of this machine. */
export const systemClock: Clock = { now: () => Date.now() }

/** Timers of this process. They do not keep it alive; delays beyond 24.8 days are waited in parts, never cut short. */
export const systemTimers: Timers = { after: startTimeout }

/**
 * ISO-8601 in UTC with milliseconds and `Z`, such as `2026-01-31T09:30:00.000Z`; text order is time order.
 * Throws `invalid_time` outside the years 0 to 9999.
 */
export function toIso(ms: number): string {
  if (!(ms >= FIRST_MS && ms <= LAST_MS)) {
    throw new SoulgateError('invalid_time', `${ms} ms is no time between the years 0 and 9999.`, {
      data: { ms },
    })
  }
  // Many rows are written within one millisecond.
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString()
    lastMs = ms
  }
  return lastText
}

let lastMs: number | undefined
let lastText = ''

/** A clock for tests and simulation, standing at `startMs`. */
export function fakeClock(startMs: number): FakeClock {
  let wallMs = startMs
  const queue = createTaskQueue()

  return {
    now: () => wallMs,
    set: ms => {
      wallMs = ms
    },
    advance: ms => {
      requireDelay(ms)
      queue.runUntil(queue.elapsedMs() + Math.max(0, ms), passedMs => {
        wallMs += passedMs
      })
    },
    timers: { after: queue.add },
  }
}

type Task = { readonly dueMs: number; readonly run: () => void }

function createTaskQueue() {
  const tasks = new Set<Task>()
  let elapsedMs = 0

  const moveTo = (targetMs: number, pass: (ms: number) => void) => {
    if (targetMs <= elapsedMs) return
    pass(targetMs - elapsedMs)
    elapsedMs = targetMs
  }

  return {
    elapsedMs: () => elapsedMs,
    add: (delayMs: number, run: () => void) => {
      requireDelay(delayMs)
      const task: Task = { dueMs: elapsedMs + Math.max(0, delayMs), run }
      tasks.add(task)
      return () => {
        tasks.delete(task)
      }
    },
    runUntil: (targetMs: number, pass: (ms: number) => void) => {
      for (let task = earliest(tasks, targetMs); task; task = earliest(tasks, targetMs)) {
        tasks.delete(task)
        moveTo(task.dueMs, pass)
        task.run()
      }
      moveTo(targetMs, pass)
    },
  }
}

function earliest(tasks: ReadonlySet<Task>, untilMs: number): Task | undefined {
  let first: Task | undefined
  for (const task of tasks) {
    if (task.dueMs <= untilMs && (first === undefined || task.dueMs < first.dueMs)) first = task
  }
  return first
}

function startTimeout(delayMs: number, task: () => void): () => void {
  requireDelay(delayMs)
  let handle: NodeJS.Timeout
  const wait = (remainingMs: number) => {
    const partMs = Math.min(Math.max(0, remainingMs), MAX_TIMEOUT_MS)
    const next = partMs < remainingMs ? () => wait(remainingMs - partMs) : task
    handle = setTimeout(next, partMs)
    handle.unref()
  }
  wait(delayMs)
  return () => clearTimeout(handle)
}

function requireDelay(delayMs: number): void {
  if (Number.isNaN(delayMs))
    throw new SoulgateError('invalid_delay', 'A delay in milliseconds is needed, not NaN.')
}
