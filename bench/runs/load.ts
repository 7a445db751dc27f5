import type { Principal } from '../../src/contracts/principal.ts'
import { isRefusal } from '../../src/contracts/refusal.ts'
import type { RunStatus } from '../../src/contracts/run.ts'
import type { TestEngine } from '../../test/engine/engine-fixture.ts'
import { member, reviewer } from '../../test/engine/engine-fixture.ts'

export interface WaitingRun {
  readonly runId: string
  readonly gateId: string
}

/** Resolves when a run reaches a status, woken by the store's own notices and without polling. */
export function createObserver(engine: TestEngine) {
  const listeners = new Map<string, () => void>()
  engine.store.subscribe(topics => {
    for (const topic of topics) listeners.get(topic)?.()
  })
  return async (runId: string, status: RunStatus) => {
    const topic = `run:${runId}`
    while (true) {
      const touched = new Promise<void>(resolve => listeners.set(topic, resolve))
      const run = await engine.store.getRun(runId)
      if (run?.status === status) {
        listeners.delete(topic)
        return run
      }
      if (run && ['failed', 'cancelled', 'completed'].includes(run.status)) {
        throw new Error(`run ${runId} is ${run.status}: ${run.error?.message ?? ''}`)
      }
      await touched
    }
  }
}

/** Starts `count` runs of one gated call, `inFlight` at a time, each until it waits. */
export async function startWaiting(
  engine: TestEngine,
  count: number,
  inFlight: number,
): Promise<readonly WaitingRun[]> {
  const until = createObserver(engine)
  const waiting: WaitingRun[] = []
  await inParallel(count, inFlight, async index => {
    waiting.push(await startOne(engine, until, index))
  })
  return waiting
}

export async function startOne(
  engine: TestEngine,
  until: ReturnType<typeof createObserver>,
  index: number,
): Promise<WaitingRun> {
  const started = await engine.runs.start({
    who: member,
    kind: 'reasoning',
    input: { paths: [`logs/${index}.log`] },
    trigger_source: 'api',
  })
  if (isRefusal(started)) throw new Error(started.detail)
  const run = await until(started.run.run_id, 'waiting_input')
  return { runId: run.run_id, gateId: run.waiting_gate_ids[0] ?? '' }
}

/** Approves each gate and waits until its run has done its call and completed. */
export async function decideAll(
  engine: TestEngine,
  waiting: readonly WaitingRun[],
  inFlight: number,
): Promise<void> {
  const until = createObserver(engine)
  await inParallel(waiting.length, inFlight, async index => {
    const item = waiting[index]
    if (item) await decideOne(engine, item, until)
  })
}

export async function decideOne(
  engine: TestEngine,
  item: WaitingRun,
  until: ReturnType<typeof createObserver>,
  who: Principal = reviewer,
): Promise<void> {
  const decided = await engine.gates.decide(who, item.gateId, { decision: 'approve' })
  if (isRefusal(decided)) throw new Error(decided.detail)
  await until(item.runId, 'completed')
}

export async function inParallel(
  count: number,
  inFlight: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: Math.min(inFlight, count) }, async () => {
      while (next < count) {
        const index = next
        next += 1
        await work(index)
      }
    }),
  )
}

/** The q-quantile (0..1) of the values. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN
}
