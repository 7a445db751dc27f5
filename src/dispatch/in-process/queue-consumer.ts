import type { Clock } from '../../base/clock.ts'
import type { Random } from '../../base/random.ts'
import type { Store, StoredJob, StoreTransaction } from '../../store/store.ts'
import type { Job, JobHandler, Queue } from '../dispatch.ts'
import { createDueHeap } from './due-heap.ts'

/** How far ahead rows are held in memory, and when the next stretch is fetched. */
const HORIZON_MS = 60_000
const REFILL_MS = 30_000
const PAGE = 2_000
const LOW_WATER = 500
const MAX_ENTRIES = 20_000
const FIRST_BACKOFF_MS = 200
const MAX_BACKOFF_MS = 60_000

export interface QueueConsumerOptions {
  readonly queue: Queue
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly handler: JobHandler
  readonly concurrency: number
  readonly report: (error: unknown, job: Job) => void
  /** There is something to hand out later: the next due time may have become earlier. */
  readonly onLater: () => void
}

/** One queue of one process: what is due soon is in memory, everything stands in the store. */
export interface QueueConsumer {
  /** A transaction is about to put a job under this key; until it is settled, the key's row is not deleted. */
  expect(key: string): void
  settle(key: string): void
  /** A committed job. */
  offer(job: Job): void
  /** A committed cancellation. */
  forget(key: string): void
  /** Something was committed that is not known here: look at the rows again. */
  distrust(): void
  /** Hands out what is due, fetches the next stretch of rows where that is needed. */
  tick(): void
  /** Reads the rows; rejects when the store cannot be read. */
  load(): Promise<void>
  nextDueAt(): number | undefined
  active(): number
  /** Hands out nothing more; resolves when everything at work has ended. */
  drain(): Promise<void>
}

interface Entry {
  readonly key: string
  job: Job
  attempts: number
  state: 'waiting' | 'ready' | 'running' | 'ending' | 'gone'
  /** Put under the same key while this one was at work. */
  next?: Job | undefined
}

type State = ReturnType<typeof emptyState>

function emptyState() {
  return {
    entries: new Map<string, Entry>(),
    later: createDueHeap<Entry>(),
    ready: [] as Entry[],
    expected: new Map<string, number>(),
    ended: [] as Entry[],
    atWork: new Set<Promise<void>>(),
    running: 0,
    /** Every row due until then is in memory. */
    loadedUntil: Number.NEGATIVE_INFINITY,
    lastLook: Number.NEGATIVE_INFINITY,
    loading: undefined as Promise<void> | undefined,
    endedWhileLoading: new Set<string>(),
    deleting: false,
    draining: false,
  }
}

export function createQueueConsumer(options: QueueConsumerOptions): QueueConsumer {
  const state = emptyState()
  const consumer = { state, options }
  return {
    expect: key => void state.expected.set(key, (state.expected.get(key) ?? 0) + 1),
    settle: key => {
      const left = (state.expected.get(key) ?? 0) - 1
      if (left > 0) state.expected.set(key, left)
      else state.expected.delete(key)
    },
    offer: job => offer(consumer, job),
    forget: key => forget(state, key),
    distrust: () => {
      state.loadedUntil = Number.NEGATIVE_INFINITY
      refill(consumer)
    },
    tick: () => {
      promote(consumer)
      pump(consumer)
      refill(consumer)
    },
    load: () => load(consumer),
    nextDueAt: () => state.later.earliest(),
    active: () => state.running,
    drain: async () => {
      state.draining = true
      while (state.atWork.size > 0) await Promise.all(state.atWork)
    },
  }
}

interface LaneScope {
  readonly state: State
  readonly options: QueueConsumerOptions
}

function offer(consumer: LaneScope, job: Job): void {
  const { state } = consumer
  const standing = state.entries.get(job.key)
  if (standing === undefined) {
    if (job.due_at > state.loadedUntil && state.loading === undefined) return
    if (state.entries.size >= MAX_ENTRIES) {
      state.loadedUntil = Number.NEGATIVE_INFINITY
      return
    }
    place(consumer, addEntry(state, job, 0))
  } else if (standing.state === 'waiting' || standing.state === 'ready') {
    standing.job = earlierOf(standing.job, job)
    standing.attempts = 0
    if (standing.state === 'waiting') place(consumer, standing)
  } else {
    standing.next = standing.next ? earlierOf(standing.next, job) : job
  }
  pump(consumer)
}

function earlierOf(standing: Job, job: Job): Job {
  return { ...job, due_at: Math.min(standing.due_at, job.due_at) }
}

function addEntry(state: State, job: Job, attempts: number): Entry {
  const entry: Entry = { key: job.key, job, attempts, state: 'waiting' }
  state.entries.set(job.key, entry)
  return entry
}

function forget(state: State, key: string): void {
  const entry = state.entries.get(key)
  if (entry === undefined) return
  entry.next = undefined
  if (entry.state !== 'waiting' && entry.state !== 'ready') return
  entry.state = 'gone'
  state.entries.delete(key)
}

function place({ state, options }: LaneScope, entry: Entry): void {
  const waitMs = entry.job.due_at - options.clock.now()
  // A retry further away than the longest backoff means that the clock went back: do not wait for it.
  if (waitMs <= 0 || (entry.attempts > 0 && waitMs > MAX_BACKOFF_MS)) {
    entry.state = 'ready'
    state.ready.push(entry)
    return
  }
  entry.state = 'waiting'
  state.later.add(entry.job.due_at, entry)
  options.onLater()
}

function promote(consumer: LaneScope): void {
  const { state, options } = consumer
  const now = options.clock.now()
  if (now < state.lastLook) replaceRetries(consumer)
  state.lastLook = now
  for (let due = state.later.takeDue(now); due; due = state.later.takeDue(now)) {
    const entry = due.item
    if (entry.state !== 'waiting' || entry.job.due_at !== due.dueAt) continue
    entry.state = 'ready'
    state.ready.push(entry)
  }
}

/** The clock went back: pauses between tries are measured from now on. */
function replaceRetries(consumer: LaneScope): void {
  for (const entry of consumer.state.entries.values()) {
    if (entry.state === 'waiting' && entry.attempts > 0) place(consumer, entry)
  }
}

function pump(consumer: LaneScope): void {
  const { state, options } = consumer
  let taken = 0
  while (!state.draining && state.running < options.concurrency && taken < state.ready.length) {
    const entry = state.ready[taken]
    taken += 1
    if (entry?.state === 'ready') track(state, handOut(consumer, entry))
  }
  if (taken > 0) state.ready.splice(0, taken)
}

function track(state: State, work: Promise<void>): void {
  const tracked: Promise<void> = work.finally(() => state.atWork.delete(tracked))
  state.atWork.add(tracked)
}

async function handOut(consumer: LaneScope, entry: Entry): Promise<void> {
  const { state, options } = consumer
  entry.state = 'running'
  state.running += 1
  let failed = false
  try {
    await options.handler(entry.job)
  } catch (error) {
    failed = true
    options.report(error, entry.job)
  }
  state.running -= 1
  pump(consumer)
  if (entry.next !== undefined) again(consumer, entry, entry.next)
  else if (failed) await retryLater(consumer, entry)
  else finish(consumer, entry)
}

function again(consumer: LaneScope, entry: Entry, job: Job): void {
  entry.job = job
  entry.next = undefined
  entry.attempts = 0
  place(consumer, entry)
  pump(consumer)
}

function finish(consumer: LaneScope, entry: Entry): void {
  const { state } = consumer
  entry.state = 'ending'
  state.ended.push(entry)
  if (state.deleting) return
  state.deleting = true
  track(state, deleteEnded(consumer))
}

/** Whatever ends while one delete is being committed goes together into the next. */
async function deleteEnded(consumer: LaneScope): Promise<void> {
  const { state, options } = consumer
  while (state.ended.length > 0) {
    const batch = state.ended.splice(0)
    try {
      await options.store.transact(async tx => {
        for (const entry of batch) if (isUnwanted(state, entry)) await tx.deleteJob(options.queue, entry.key)
      })
    } catch {
      // The rows stay and are handed out once more, which handlers must bear.
      state.loadedUntil = Number.NEGATIVE_INFINITY
    }
    for (const entry of batch) leave(consumer, entry)
    refill(consumer)
  }
  state.deleting = false
}

function isUnwanted(state: State, entry: Entry): boolean {
  return entry.next === undefined && !state.expected.has(entry.key)
}

function leave(consumer: LaneScope, entry: Entry): void {
  const { state } = consumer
  if (entry.next !== undefined) {
    again(consumer, entry, entry.next)
    return
  }
  state.entries.delete(entry.key)
  if (state.loading !== undefined) state.endedWhileLoading.add(entry.key)
}

async function retryLater(consumer: LaneScope, entry: Entry): Promise<void> {
  const { options } = consumer
  entry.attempts += 1
  entry.state = 'ending'
  entry.job = { ...entry.job, due_at: options.clock.now() + backoffMs(entry.attempts, options.random) }
  try {
    await options.store.transact(tx => postpone(consumer, tx, entry))
  } catch {
    // The row keeps its old due time; this process still waits, a restarted one tries at once.
  }
  if (entry.next !== undefined) again(consumer, entry, entry.next)
  else place(consumer, entry)
}

async function postpone({ state, options }: LaneScope, tx: StoreTransaction, entry: Entry): Promise<void> {
  if (!isUnwanted(state, entry)) return
  await tx.deleteJob(options.queue, entry.key)
  await tx.putJob({ ...entry.job, attempts: entry.attempts })
}

function backoffMs(attempts: number, random: Random): number {
  const full = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(attempts - 1, 20))
  return Math.ceil(full * (0.5 + random.float() / 2))
}

function refill(consumer: LaneScope): void {
  const { state, options } = consumer
  if (state.draining || state.loading !== undefined || state.entries.size > LOW_WATER) return
  if (state.loadedUntil - options.clock.now() > REFILL_MS) return
  // A store that cannot be read now is asked again at the next tick.
  track(
    state,
    load(consumer).catch(() => {}),
  )
}

function load(consumer: LaneScope): Promise<void> {
  const { state } = consumer
  state.loading ??= readRows(consumer).finally(() => {
    state.loading = undefined
    state.endedWhileLoading.clear()
  })
  return state.loading
}

async function readRows(consumer: LaneScope): Promise<void> {
  const { state, options } = consumer
  const until = options.clock.now() + HORIZON_MS
  const limit = state.entries.size + PAGE
  const rows = await options.store.listDueJobs(until, limit, options.queue)
  const last = rows[limit - 1]
  state.loadedUntil = last === undefined ? until : last.due_at - 1
  for (const row of rows) {
    if (state.entries.has(row.key) || state.endedWhileLoading.has(row.key)) continue
    place(consumer, addEntry(state, rowToJob(row, options.queue), row.attempts))
  }
  pump(consumer)
}

function rowToJob(row: StoredJob, queue: Queue): Job {
  return { queue, key: row.key, due_at: row.due_at, payload: row.payload }
}
