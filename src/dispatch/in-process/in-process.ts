import type { Clock, Timers } from '../../base/clock.ts'
import { type Random, systemRandom } from '../../base/random.ts'
import type { Store } from '../../store/store.ts'
import { type Dispatch, type Job, QUEUES, type Queue } from '../dispatch.ts'
import { createQueueConsumer, type QueueConsumer } from './queue-consumer.ts'

export interface InProcessDispatchOptions {
  readonly store: Store
  readonly clock: Clock
  readonly timers: Timers
  /** Jitter of the backoff. */
  readonly random?: Random
  /** Told of each handler that threw; the job is tried again all the same. */
  readonly report?: (error: unknown, job: Job) => void
}

/** However the clock jumps, due times are looked at again within this time. */
const MAX_SLEEP_MS = 1_000
/** After so many looks a transaction that was never announced counts as rolled back. */
const PATIENCE_TICKS = 60

interface Expected {
  readonly queue: Queue
  readonly key: string
  /** Absent for a cancellation. */
  readonly job?: Job
  readonly sinceTick: number
}

// Unique in the process, so that two dispatches on one store do not take each other's notices for their own.
let lastToken = 0

/**
 * Hands out the jobs of the one process that owns the store. A job goes from its transaction to its handler
 * through memory, without a query; its row is what brings it back after a crash, and is deleted when the handler
 * succeeded. A handler that throws is called again after 0.1 to 60 s (exponential backoff with jitter).
 */
export function createInProcessDispatch(options: InProcessDispatchOptions): Dispatch {
  const { store } = options
  const expected = new Map<string, Expected>()
  let consumers: Readonly<Record<Queue, QueueConsumer>> | undefined
  let alarm: Alarm | undefined
  let unsubscribe = (): void => {}

  const announceLater = (job: Omit<Expected, 'sinceTick'>): string => {
    lastToken += 1
    const topic = `job:${job.queue}:${lastToken}`
    if (consumers === undefined) return topic
    expected.set(topic, { ...job, sinceTick: alarm?.ticks() ?? 0 })
    consumers[job.queue].expect(job.key)
    return topic
  }

  return {
    kind: 'in_process',
    enqueue: async (tx, job) => {
      const topic = announceLater({ queue: job.queue, key: job.key, job })
      // What is due now is stored as due always: a clock that goes back must not put it off.
      const dueAt = job.due_at <= options.clock.now() ? 0 : job.due_at
      await tx.putJob({ ...job, due_at: dueAt, attempts: 0 })
      tx.notify(topic)
    },
    cancel: async (tx, queue, key) => {
      const topic = announceLater({ queue, key })
      await tx.deleteJob(queue, key)
      tx.notify(topic)
    },
    start: async (handlers, { concurrency }) => {
      const fresh = createLanes(queue =>
        createQueueConsumer({
          ...laneOptions(options),
          queue,
          concurrency,
          handler: handlers[queue],
          onLater: () => alarm?.set(),
        }),
      )
      consumers = fresh
      alarm = createAlarm(options, fresh, tick => dropOld(expected, fresh, tick))
      unsubscribe = store.subscribe(topics => hear(topics, fresh, expected))
      await Promise.all(QUEUES.map(queue => fresh[queue].load()))
      alarm.set()
    },
    stop: async settle => {
      alarm?.stop()
      unsubscribe()
      await Promise.all(QUEUES.map(queue => consumers?.[queue].drain()))
      await settle?.()
      consumers = undefined
      expected.clear()
    },
    active: () => QUEUES.reduce((sum, queue) => sum + (consumers?.[queue].active() ?? 0), 0),
  }
}

function laneOptions(options: InProcessDispatchOptions) {
  return {
    store: options.store,
    clock: options.clock,
    random: options.random ?? systemRandom,
    report: options.report ?? (() => {}),
  }
}

function createLanes(create: (queue: Queue) => QueueConsumer): Readonly<Record<Queue, QueueConsumer>> {
  return { run: create('run'), gate_timer: create('gate_timer'), maintenance: create('maintenance') }
}

function hear(
  topics: readonly string[],
  consumers: Readonly<Record<Queue, QueueConsumer>>,
  expected: Map<string, Expected>,
): void {
  for (const topic of topics) {
    if (topic === '*') for (const queue of QUEUES) consumers[queue].distrust()
    if (!topic.startsWith('job:')) continue
    const told = expected.get(topic)
    if (told === undefined) {
      const queue = QUEUES.find(name => topic.startsWith(`job:${name}:`))
      if (queue !== undefined) consumers[queue].distrust()
      continue
    }
    expected.delete(topic)
    const consumer = consumers[told.queue]
    consumer.settle(told.key)
    if (told.job === undefined) consumer.forget(told.key)
    else consumer.offer(told.job)
  }
}

function dropOld(
  expected: Map<string, Expected>,
  consumers: Readonly<Record<Queue, QueueConsumer>>,
  tick: number,
): void {
  for (const [topic, told] of expected) {
    if (told.sinceTick > tick - PATIENCE_TICKS) return
    expected.delete(topic)
    consumers[told.queue].settle(told.key)
  }
}

interface Alarm {
  /** Makes sure that the next due time is not slept through. */
  set(): void
  ticks(): number
  stop(): void
}

function createAlarm(
  { clock, timers }: InProcessDispatchOptions,
  consumers: Readonly<Record<Queue, QueueConsumer>>,
  onTick: (tick: number) => void,
): Alarm {
  let ticks = 0
  let stopped = false
  let cancel: (() => void) | undefined
  let ringsAt = Number.POSITIVE_INFINITY

  const set = (): void => {
    if (stopped) return
    const now = clock.now()
    const due = Math.min(
      now + MAX_SLEEP_MS,
      ...QUEUES.map(queue => consumers[queue].nextDueAt() ?? Number.POSITIVE_INFINITY),
    )
    if (cancel !== undefined && ringsAt <= due) return
    cancel?.()
    ringsAt = due
    cancel = timers.after(Math.max(0, due - now), ring)
  }
  const ring = (): void => {
    cancel = undefined
    ticks += 1
    for (const queue of QUEUES) consumers[queue].tick()
    onTick(ticks)
    set()
  }
  return {
    set,
    ticks: () => ticks,
    stop: () => {
      stopped = true
      cancel?.()
    },
  }
}
