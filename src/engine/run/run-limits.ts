import { toIso } from '../../base/clock.ts'
import { digest } from '../../base/digest.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import type { StoredRun, StoreReader, StoreTransaction } from '../../store/store.ts'
import { lockName } from './lock-name.ts'
import type { RunLimits } from './run-context.ts'
import type { RunEnvironment } from './run-ports.ts'

/** `waiting_reason` of a run that an agent's limits hold back. */
export type LimitReason = 'key_concurrency_limit' | 'rate_limit' | 'concurrency_limit'

/**
 * One limit of one agent. A run passes its limits in this order and holds what it has passed: a key until it ends, a
 * start for good, a place among the running while it executes. Nobody waits for an earlier one while holding a later one.
 */
interface Limit {
  readonly reason: LimitReason
  /** Names the places that runs share, and the queue before them. */
  readonly queue: string
  /** How many at once, or in one period. */
  readonly most: number
  readonly periodMs?: number
}

/** A place that a run holds, and one of a run that waits; both by id of run and reason, looked up by queue. */
const PLACE = 'run_place'
const QUEUE = 'run_queue'
/** When the last runs of a rate were started. */
const STARTS = 'run_starts'

const REASONS: readonly LimitReason[] = ['key_concurrency_limit', 'rate_limit', 'concurrency_limit']
/** How long the first of a queue waits at most until it looks again by itself, such as after limits were changed. */
const LOOK_AGAIN_MS = 30_000
const MAX_DEPTH = 16

/** What holds the run back; undefined when it may go on, and then it holds its places. The caller has locked the run. */
export async function passLimits(
  environment: RunEnvironment,
  tx: StoreTransaction,
  run: StoredRun,
): Promise<LimitReason | undefined> {
  const limits = limitsOf(environment, run)
  if (limits.length === 0 || (await isInsideOfItself(tx, run))) return undefined
  for (const limit of limits) {
    if (!(await pass(environment, tx, { run, limit }))) return limit.reason
  }
  return undefined
}

/** Lets go of the place among the running, because the run waits for something else. */
export async function leavePlace(
  environment: RunEnvironment,
  tx: StoreTransaction,
  run: StoredRun,
): Promise<void> {
  const { concurrency } = environment.agent(run)?.limits ?? {}
  if (concurrency !== undefined) await leave(environment, tx, { run, reason: 'concurrency_limit' })
}

/** Lets go of everything, because the run has ended. Limits may have been changed or taken away meanwhile. */
export async function leaveLimits(
  environment: RunEnvironment,
  tx: StoreTransaction,
  run: StoredRun,
): Promise<void> {
  if (run.kind !== 'agent') return
  for (const reason of REASONS) await leave(environment, tx, { run, reason })
}

/** Lets go of what it has not come to use, because no worker carries it: it keeps nobody waiting behind it. */
export async function leaveQueues(
  environment: RunEnvironment,
  tx: StoreTransaction,
  run: StoredRun,
): Promise<void> {
  if (run.status === 'queued') return leaveLimits(environment, tx, run)
  await leave(environment, tx, { run, reason: 'concurrency_limit' })
}

export async function dropDeadline(
  environment: RunEnvironment,
  tx: StoreTransaction,
  run: StoredRun,
): Promise<void> {
  if (run.kind !== 'agent') return
  const definition = environment.agent(run)
  if (definition === undefined || definition.limits?.deadlineMs !== undefined)
    await environment.dispatch.cancel(tx, 'maintenance', deadlineKey(run.run_id))
}

/** From now on time counts for the run; at its deadline it is cancelled, whatever it waits for. */
export async function setDeadline(
  environment: RunEnvironment,
  tx: StoreTransaction,
  run: StoredRun,
): Promise<void> {
  const { deadlineMs } = environment.agent(run)?.limits ?? {}
  if (deadlineMs === undefined) return
  const because = `deadline_exceeded: it did not end within ${deadlineMs / 1000} s. Start it again, or raise limits.deadline of agent ${run.agent}.`
  await environment.dispatch.enqueue(tx, {
    queue: 'maintenance',
    key: deadlineKey(run.run_id),
    due_at: Date.parse(run.created_at) + deadlineMs,
    payload: { cancel_run: run.run_id, because },
  })
}

/** What a run that is held back waits for, for people: how many hold what it needs, and how many are before it. */
export async function describeLimit(
  store: Pick<StoreReader, 'getDocument' | 'listDocuments'>,
  run: Pick<StoredRun, 'run_id' | 'agent' | 'waiting_reason'>,
): Promise<string | undefined> {
  const reason = REASONS.find(one => one === run.waiting_reason)
  const mine = reason && (await store.getDocument(QUEUE, idOf(run.run_id, reason)))
  if (reason === undefined || mine?.lookup === undefined) return undefined
  const { most, period_ms: periodMs } = readBody(mine.body)
  const before = (await store.listDocuments(QUEUE, { lookup: mine.lookup })).findIndex(
    ({ id }) => id === mine.id,
  )
  const behind = before > 0 ? ` ${before} ${before === 1 ? 'run is' : 'runs are'} before it.` : ''
  if (reason === 'rate_limit')
    return `Waits for the rate limit of ${run.agent}: at most ${most} starts in ${Number(periodMs) / 1000} s.${behind}`
  const held = (await store.listDocuments(PLACE, { lookup: mine.lookup })).length
  if (reason === 'key_concurrency_limit')
    return `Waits for runs of ${run.agent} with the same key: ${held} of ${most} have not ended.${behind}`
  return `Waits for a free place: ${held} of ${most} runs of ${run.agent} are running.${behind}`
}

function limitsOf(environment: RunEnvironment, run: StoredRun): readonly Limit[] {
  const limits = environment.agent(run)?.limits
  if (limits === undefined || run.agent === undefined) return []
  const { concurrency, perKey, rate } = limits
  return [
    ...(perKey === undefined
      ? []
      : [
          {
            reason: 'key_concurrency_limit' as const,
            queue: `key:${run.agent}:${keyDigest(perKey.key, run.input)}`,
            most: perKey.concurrency,
          },
        ]),
    ...(rate === undefined || run.started_at !== undefined
      ? []
      : [
          {
            reason: 'rate_limit' as const,
            queue: `rate:${run.agent}`,
            most: rate.limit,
            periodMs: rate.periodMs,
          },
        ]),
    ...(concurrency === undefined
      ? []
      : [{ reason: 'concurrency_limit' as const, queue: `agent:${run.agent}`, most: concurrency }]),
  ]
}

/** An input that the function cannot read shares one key: its run fails by itself when it begins. */
function keyDigest(key: NonNullable<RunLimits['perKey']>['key'], input: JsonValue): string {
  try {
    return digest('soulgate.limit_key.v1', String(key(input)))
  } catch {
    return 'unreadable'
  }
}

/** A run that a run of the same agent waits for would wait for itself. */
async function isInsideOfItself(tx: StoreTransaction, run: StoredRun): Promise<boolean> {
  let parentId = run.parent_run_id
  for (let depth = 0; parentId !== undefined && depth < MAX_DEPTH; depth += 1) {
    const parent = await tx.getRun(parentId)
    if (parent?.agent === run.agent) return true
    parentId = parent?.parent_run_id
  }
  return false
}

interface Passing {
  readonly run: StoredRun
  readonly limit: Limit
}

async function pass(
  environment: RunEnvironment,
  tx: StoreTransaction,
  { run, limit }: Passing,
): Promise<boolean> {
  const id = idOf(run.run_id, limit.reason)
  if ((await tx.getDocument(PLACE, id)) !== undefined) return true
  const now = environment.clock.now()
  const at = toIso(now)
  await lockName(tx, `limit:${limit.queue}`, at)
  const { free, freeAtMs } = await findRoom(tx, limit, now)
  const waiting = await tx.listDocuments(QUEUE, { lookup: limit.queue, limit: free + 2 })
  const mine = waiting.findIndex(document => document.id === id)
  // Runs that were asked for one after the other may come here in another order.
  const askedAt = run.created_at
  const rank = waiting.filter(({ created_at: since, id: other }) =>
    since === askedAt ? other < id : since < askedAt,
  ).length
  const body = { run_id: run.run_id, most: limit.most, period_ms: limit.periodMs ?? null }
  // Whoever executes already, because its worker was lost, goes on.
  if (rank >= free && run.status !== 'running') {
    if (mine === -1) await tx.putDocument({ kind: QUEUE, id, lookup: limit.queue, body, at: askedAt })
    if (rank === 0) await wakeRun(environment, tx, { runId: run.run_id, atMs: freeAtMs })
    return false
  }
  if (mine !== -1) await tx.deleteDocument(QUEUE, id)
  await tx.putDocument({ kind: PLACE, id, lookup: limit.queue, body, at })
  if (limit.periodMs !== undefined) await noteStart(tx, limit, now)
  const next = waiting[rank + 1]
  if (mine === 0 && next !== undefined)
    await wakeRun(environment, tx, { runId: readRunId(next.body), atMs: free > 1 ? now : freeAtMs })
  return true
}

/** How many may pass now, and when it is worth looking again when none may. */
async function findRoom(
  tx: StoreTransaction,
  { queue, most, periodMs }: Limit,
  now: number,
): Promise<{ readonly free: number; readonly freeAtMs: number }> {
  if (periodMs === undefined) {
    const held = (await tx.listDocuments(PLACE, { lookup: queue })).length
    return { free: Math.max(0, most - held), freeAtMs: now + LOOK_AGAIN_MS }
  }
  const recent = await recentStarts(tx, queue, now - periodMs)
  const first = recent.at(-most)
  return { free: Math.max(0, most - recent.length), freeAtMs: (first ?? now) + periodMs }
}

async function recentStarts(tx: StoreTransaction, queue: string, since: number): Promise<readonly number[]> {
  const body = (await tx.getDocument(STARTS, queue))?.body
  return (Array.isArray(body) ? body.map(Number) : []).filter(at => at > since)
}

async function noteStart(tx: StoreTransaction, { queue, most, periodMs = 0 }: Limit, now: number) {
  const recent = await recentStarts(tx, queue, now - periodMs)
  await tx.putDocument({ kind: STARTS, id: queue, body: [...recent, now].slice(-most), at: toIso(now) })
}

async function leave(
  environment: RunEnvironment,
  tx: StoreTransaction,
  { run, reason }: { readonly run: StoredRun; readonly reason: LimitReason },
): Promise<void> {
  const id = idOf(run.run_id, reason)
  const [waiting, place] = await Promise.all([tx.getDocument(QUEUE, id), tx.getDocument(PLACE, id)])
  const queue = place?.lookup ?? waiting?.lookup
  if (queue === undefined) return
  const now = environment.clock.now()
  await lockName(tx, `limit:${queue}`, toIso(now))
  await tx.deleteDocument(QUEUE, id)
  await tx.deleteDocument(PLACE, id)
  const [next] = await tx.listDocuments(QUEUE, { lookup: queue, limit: 1 })
  if (next !== undefined) await wakeRun(environment, tx, { runId: readRunId(next.body), atMs: now })
}

async function wakeRun(
  { dispatch }: RunEnvironment,
  tx: StoreTransaction,
  { runId, atMs }: { readonly runId: string; readonly atMs: number },
): Promise<void> {
  await dispatch.enqueue(tx, { queue: 'run', key: runId, due_at: atMs, payload: {} })
}

function idOf(runId: string, reason: LimitReason): string {
  return `${runId}:${reason}`
}

function deadlineKey(runId: string): string {
  return `deadline:${runId}`
}

function readRunId(body: JsonValue): string {
  return String(readBody(body).run_id)
}

function readBody(body: JsonValue): Readonly<Record<string, unknown>> {
  return Object(body)
}
