import type { Gate } from '../../contracts/gate.ts'
import type { Run } from '../../contracts/run.ts'
import type { Store, StoredRun, StoreReader } from '../../store/store.ts'
import { toRun } from '../visibility.ts'

/** A run that goes no further by itself: it has ended, or it and its sub-agents wait for people at these gates. */
interface Rest {
  readonly run: Run
  readonly gates: readonly Gate[]
}

const WORKING: readonly string[] = ['queued', 'running']
const ENDED: readonly string[] = ['completed', 'failed', 'cancelled']

/** Undefined while the run, or a sub-agent it waits for, is at work. */
export async function findRest(store: StoreReader, runId: string): Promise<Rest | undefined> {
  const run = await store.getRun(runId)
  if (!run || WORKING.includes(run.status)) return undefined
  if (ENDED.includes(run.status)) return { run: toRun(run), gates: [] }
  const family = await waitingFamily(store, run)
  if (family === undefined) return undefined
  const gates = await store.getGates(family.flatMap(member => member.waiting_gate_ids))
  const isStuck = family.some(member =>
    ['gate_expired', 'run_definition_changed'].includes(member.waiting_reason ?? ''),
  )
  // Between the end of a sub-agent and the run that waits for it there is nothing to wait for but a moment.
  return gates.length > 0 || isStuck ? { run: toRun(run), gates } : undefined
}

/** The run and its sub-agents when all of them wait; undefined when one is at work. */
async function waitingFamily(store: StoreReader, run: StoredRun): Promise<readonly StoredRun[] | undefined> {
  const children = await store.listRuns({ parent_run_id: run.run_id }, { limit: 1000 })
  const family = [run]
  for (const child of children.items) {
    if (WORKING.includes(child.status)) return undefined
    const below = child.status === 'waiting_input' ? await waitingFamily(store, child) : []
    if (below === undefined) return undefined
    family.push(...below)
  }
  return family
}

/** Every gate a run and its sub-agents wait at. */
export async function openGatesOf(store: StoreReader, run: StoredRun): Promise<readonly Gate[]> {
  const family = (await waitingFamily(store, run)) ?? [run]
  const gates = await store.getGates(family.flatMap(member => member.waiting_gate_ids))
  return gates.filter(gate => gate.status === 'pending')
}

/** The youngest run of a chat in this session that has not ended; sub-agents are part of theirs. */
export async function findActiveChat(store: StoreReader, sessionId: string): Promise<StoredRun | undefined> {
  for (const status of ['running', 'queued', 'waiting_input'] as const) {
    const found = await store.listRuns({ session_id: sessionId, kind: 'chat', status }, { limit: 100 })
    const own = found.items.find(run => run.parent_run_id === undefined)
    if (own) return own
  }
  return undefined
}

/** Something of this run, or of anything it may wait for, was committed. */
export function concerns(runId: string): (topic: string) => boolean {
  return topic =>
    topic === '*' ||
    topic === `run:${runId}` ||
    topic === `stream:run:${runId}` ||
    // Of a sub-agent, perhaps: its gates are gates of this run.
    topic.startsWith('gate:')
}

/** Resolves with the rest of a run, or with undefined after `waitMs`. */
export async function waitForRest(
  parts: {
    readonly store: Store
    readonly timers: { after(ms: number, act: () => void): () => void }
  },
  runId: string,
  waitMs: number,
): Promise<Rest | undefined> {
  const isMine = concerns(runId)
  let ring = (): void => {}
  let isDue = true
  let isOver = waitMs <= 0
  const wake = (): void => {
    isDue = true
    ring()
  }
  const unsubscribe = parts.store.subscribe(topics => {
    if (topics.some(isMine)) wake()
  })
  const cancelTimer = parts.timers.after(waitMs, () => {
    isOver = true
    wake()
  })
  try {
    while (true) {
      if (!isDue) {
        await new Promise<void>(resolve => {
          ring = resolve
        })
      }
      isDue = false
      const rest = await findRest(parts.store, runId)
      if (rest || isOver) return rest
    }
  } finally {
    unsubscribe()
    cancelTimer()
  }
}
