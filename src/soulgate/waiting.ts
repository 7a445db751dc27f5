import type { Timers } from '../base/clock.ts'
import type { Run } from '../contracts/run.ts'
import type { Store } from '../store/store.ts'
import type { Workers } from './health/workers.ts'

type Fleet = { readonly workers: Pick<Workers, 'alive'> }

/** Whether a run waits for a worker while none is alive. */
export async function isQueuedInVain({ workers }: Fleet, { status }: Pick<Run, 'status'>): Promise<boolean> {
  return status === 'queued' && (await workers.alive()) === 0
}

/** What to do where a run waits in vain, for whoever asked for it. */
export function noWorkerFor({ run_id }: Pick<Run, 'run_id'>): string {
  return `Run ${run_id} is queued and no worker is alive to execute it. Start one with \`soulgate worker\`; the run goes on by itself then.`
}

/** Whether it helps to wait for a run: it executes, or a worker is alive that will take it. */
export async function isUnderWay(fleet: Fleet, run: Pick<Run, 'status'>): Promise<boolean> {
  return run.status === 'running' || (run.status === 'queued' && !(await isQueuedInVain(fleet, run)))
}

/** Looks, and looks again whenever the topic is announced, until `probe` answers something or the time is over. */
export async function waitFor<Found>(
  parts: { readonly store: Store; readonly timers: Timers },
  until: { readonly topic: string; readonly waitMs: number },
  probe: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  let wakeUp = (): void => {}
  let isOver = until.waitMs <= 0
  let isDirty = false
  const unsubscribe = parts.store.subscribe(topics => {
    if (!topics.includes(until.topic) && !topics.includes('*')) return
    isDirty = true
    wakeUp()
  })
  const cancelTimer = parts.timers.after(until.waitMs, () => {
    isOver = true
    wakeUp()
  })
  try {
    while (true) {
      isDirty = false
      const found = await probe()
      if (found !== undefined || isOver) return found
      if (!isDirty) {
        await new Promise<void>(resolve => {
          wakeUp = resolve
        })
      }
    }
  } finally {
    unsubscribe()
    cancelTimer()
  }
}
