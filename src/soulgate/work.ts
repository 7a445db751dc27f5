import { isScheduleJob } from '../engine/schedules/schedules.ts'
import type { WebhookService } from '../engine/webhooks/webhooks.ts'
import { createRetentionPass, type EraseSession } from './audit/retention.ts'
import type { Engine } from './engine.ts'
import { createPeriodicTasks, type PeriodicTasks } from './periodic-tasks.ts'
import { createContextRetention } from './policy/verdict-keeping.ts'
import { createRollbackPass } from './reasoning/rollback.ts'
import { createSoulOutboxPass } from './reasoning/soul-outbox.ts'

const BEAT_MS = 3_000
/** How often it is looked whether a checkpoint is due; the sealing knows when. */
const SEAL_MS = 1_000
/** How often the rollback rules look at what happened lately. */
const ROLLBACK_MS = 60_000
/** How often contracts of autonomy settle their labels. */
const CONTRACT_MS = 60_000
/** How often a remote Soul is told again what it did not store. */
const SOUL_MS = 15_000
/** How often it is looked what webhooks are to be told. */
const WEBHOOK_MS = 1_000
/** How often it is looked which events start agents. */
const TRIGGER_MS = 1_000
/** How often it is looked which sessions have been idle for too long. */
const RETENTION_MS = 3_600_000
/** How often it is forgotten which signed writes were taken that would not count any more. */
const FORGET_TAKEN_MS = 60_000

export interface Work {
  start(concurrency: number): Promise<void>
  /** Ends what was begun and lets go of the queue, whether this process works or only serves. */
  stop(): Promise<void>
  isWorking(): boolean
}

export interface OtherWork {
  readonly seal: () => Promise<unknown>
  readonly eraseSession: EraseSession
  readonly webhooks: Pick<WebhookService, 'pass' | 'settled'>
}

/** The work of a process: jobs, signs of life, taking over from the dead, telling the outside, sealing and keeping the audit chain. */
export function createWork(engine: Engine, { seal, eraseSession, webhooks }: OtherWork): Work {
  let isWorking = false
  let passes: PeriodicTasks | undefined
  return {
    isWorking: () => isWorking,
    start: async concurrency => {
      if (isWorking) return
      isWorking = true
      passes = createPeriodicTasks(engine.timers, error => engine.report(error, { during: 'maintenance' }))
      const { every } = passes
      await engine.workers.beat(0)
      await engine.dispatch.start(
        {
          run: engine.runs.execute,
          gate_timer: job => engine.gates.wake(job.key),
          maintenance: job =>
            isScheduleJob(job.key) ? engine.schedules.tick(job.key) : engine.runs.maintain(job),
        },
        { concurrency },
      )
      engine.runs.takeWork(concurrency)
      await engine.runs.recover()
      every(BEAT_MS, async () => {
        await engine.workers.beat(engine.runs.active())
        await engine.runs.recover()
      })
      every(SEAL_MS, () => seal())
      every(ROLLBACK_MS, createRollbackPass(engine))
      every(WEBHOOK_MS, () => webhooks.pass())
      every(TRIGGER_MS, () => engine.triggers.pass())
      every(SOUL_MS, createSoulOutboxPass(engine))
      every(FORGET_TAKEN_MS, () => engine.store.forgetTaken(engine.clock.now()))
      every(CONTRACT_MS, () => engine.contracts.pass())
      every(RETENTION_MS, createRetentionPass(engine, eraseSession))
      every(RETENTION_MS, createContextRetention(engine))
    },
    // A process that only serves has handed out nothing, and has enqueued all the same.
    stop: async () => {
      const hasWorked = isWorking
      isWorking = false
      await passes?.stop()
      await engine.dispatch.stop(() => engine.runs.drain())
      await webhooks.settled()
      if (hasWorked) await engine.workers.leave()
    },
  }
}
