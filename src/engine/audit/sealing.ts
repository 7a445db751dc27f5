import { type Clock, toIso } from '../../base/clock.ts'
import { isSoulgateError } from '../../base/errors.ts'
import type { Checkpoint, EventDraft, Store, StoreTransaction, UnsealedHead } from '../../store/store.ts'
import { checkpointDigest, checkpointText, FIRST_PREVIOUS, nextCheckpointId, rootOfHeads } from './format.ts'
import { keepKey } from './keys.ts'
import { keepRecord, loadSigner, readRecord, recordPayload } from './seal-record.ts'
import type { KeyStore, SigningKey } from './signing-key.ts'

const EVERY_MS = 60_000
const EVERY_EVENTS = 1000
/** Most heads in one checkpoint, so that writing it never holds the store for long. */
const MAX_HEADS = 1000
/** How long the process that sealed last goes on alone. */
const LEASE_MS = 150_000
/** Whoever seals or rotates the key writes this document, at the version that was read: one of them at a time. */
export const STATE = { kind: 'audit_seal', id: 'state' } as const

export interface SealingOptions {
  readonly store: Store
  readonly clock: Clock
  readonly keys: KeyStore
  /** Names this process in the lease. */
  readonly holder: string
}

export interface Sealing {
  /**
   * Seals what moved when 60 s or 1,000 events have passed since the last checkpoint, or at once with `force`.
   * Answers the checkpoints it made; none when nothing moved, nothing is due, or another process holds the lease.
   */
  checkpoint(options?: { readonly force?: boolean }): Promise<readonly Checkpoint[]>
  close(): void
}

export function createSealing({ store, clock, keys, holder }: SealingOptions): Sealing {
  let toldCommits = 0
  let quietUntilMs = 0
  const unsubscribe = store.subscribe(topics => {
    toldCommits += topics.filter(topic => topic.startsWith('stream:')).length
  })
  // Asking the store each time the caller's timer fires would cost more than it tells.
  const isQuiet = (nowMs: number) => {
    const leftMs = quietUntilMs - nowMs
    return toldCommits < EVERY_EVENTS && leftMs > 0 && leftMs <= EVERY_MS
  }
  return {
    checkpoint: async ({ force = false } = {}) => {
      const nowMs = clock.now()
      if (!force && isQuiet(nowMs)) return []
      toldCommits = 0
      // What fails is tried again after a minute, unless a thousand events come.
      quietUntilMs = nowMs + EVERY_MS
      const made: Checkpoint[] = []
      for (;;) {
        const mayWait = !force && made.length === 0
        const step = await sealOnce({ store, nowMs, mayWait, holder, keys })
        if (step.made !== undefined) made.push(step.made)
        quietUntilMs = step.quietUntilMs
        if (!step.isMoreToSeal) return made
      }
    },
    close: unsubscribe,
  }
}

interface Step {
  readonly store: Store
  readonly nowMs: number
  readonly mayWait: boolean
  readonly holder: string
  readonly keys: KeyStore
}

interface StepAnswer {
  readonly made?: Checkpoint
  readonly isMoreToSeal: boolean
  /** Before this time there is nothing to do, unless a thousand events come. */
  readonly quietUntilMs: number
}

async function sealOnce({ store, nowMs, mayWait, holder, keys }: Step): Promise<StepAnswer> {
  const state = await store.getDocument(STATE.kind, STATE.id)
  const quietUntilMs = nowMs + EVERY_MS
  const heldUntilMs = findLeaseElsewhere(state?.body, holder, nowMs)
  if (heldUntilMs !== undefined) {
    return { isMoreToSeal: false, quietUntilMs: Math.min(quietUntilMs, heldUntilMs) }
  }
  const last = await store.getLastCheckpoint()
  const heads = await store.listUnsealedHeads(MAX_HEADS)
  if (heads.length === 0) return { isMoreToSeal: false, quietUntilMs }
  if (last !== undefined && mayWait && !isDue(last, heads, nowMs)) {
    return { isMoreToSeal: false, quietUntilMs: Date.parse(last.at) + EVERY_MS }
  }
  // Read anew each time: another process of this home may have rotated it.
  const key = await loadSigner({ store, keys })
  const accepted = await findAccepted(keys)
  const at = toIso(nowMs)
  const made = makeCheckpoint({ last, heads, key, at })
  const lease = { holder, held_until_ms: nowMs + LEASE_MS, checkpoint_id: made.checkpoint_id }
  const write = async (tx: StoreTransaction) => {
    await tx.putDocument({ ...STATE, body: lease, at, expectedVersion: state?.version ?? 0 })
    await keepKey(tx, key, { at })
    await tx.insertCheckpoint(made)
    if (accepted !== undefined) await tx.appendEvents([{ ...accepted, at }])
  }
  try {
    await store.transact(write)
  } catch (error) {
    // Another process sealed in the same moment; what moved since is its to seal.
    if (isSoulgateError(error, 'version_conflict')) return { isMoreToSeal: false, quietUntilMs }
    throw error
  }
  await keepRecord(keys, made, key)
  return { made, isMoreToSeal: heads.length === MAX_HEADS, quietUntilMs }
}

/** What the chain says of a history that was taken as right at the home; it is sealed by the next checkpoint. */
async function findAccepted(keys: KeyStore): Promise<Omit<EventDraft, 'at'> | undefined> {
  const record = await readRecord(keys)
  if (record?.accepted_at === undefined) return undefined
  const actor = { kind: 'system', id: 'system:home' } as const
  const payload = { ...recordPayload(record), accepted_at: record.accepted_at }
  return { stream: 'system', type: 'audit_history_accepted', actor, payload }
}

/** Until when another process goes on alone; a time that no lease can reach comes from a clock that was wrong. */
function findLeaseElsewhere(body: unknown, holder: string, nowMs: number): number | undefined {
  if (typeof body !== 'object' || body === null || !('holder' in body && 'held_until_ms' in body))
    return undefined
  const { held_until_ms: untilMs } = body
  if (body.holder === holder || typeof untilMs !== 'number') return undefined
  const leftMs = untilMs - nowMs
  return leftMs > 0 && leftMs <= LEASE_MS ? untilMs : undefined
}

function isDue(last: Checkpoint, heads: readonly UnsealedHead[], nowMs: number): boolean {
  const passedMs = nowMs - Date.parse(last.at)
  return passedMs >= EVERY_MS || passedMs < 0 || countUnsealed(heads) >= EVERY_EVENTS
}

function countUnsealed(heads: readonly UnsealedHead[]): number {
  return heads.reduce((sum, head) => sum + head.seq - head.sealed_seq, 0)
}

interface Making {
  readonly last: Checkpoint | undefined
  readonly heads: readonly UnsealedHead[]
  readonly key: SigningKey
  readonly at: string
}

function makeCheckpoint({ last, heads: unsealed, key, at }: Making): Checkpoint {
  const heads = unsealed
    .map(({ stream, seq, hash }) => ({ stream, seq, hash }))
    .toSorted((a, b) => (a.stream < b.stream ? -1 : 1))
  const unsigned = {
    checkpoint_id: nextCheckpointId(last?.checkpoint_id),
    at,
    event_count: (last?.event_count ?? 0) + countUnsealed(unsealed),
    root: rootOfHeads(heads),
    previous: last === undefined ? FIRST_PREVIOUS : checkpointDigest(last),
    key_id: key.key_id,
    footer: true as const,
  }
  return { ...unsigned, signature: key.sign(checkpointText(unsigned)), heads }
}
