import type { Actor } from '../../contracts/event.ts'
import type { CreateGuideline, Guideline } from '../../contracts/guideline.ts'
import { isRefusal, type Refusal } from '../../contracts/refusal.ts'
import type { EventDraft, StoreReader, StoreTransaction } from '../../store/store.ts'
import { createGuideline, suspendGuideline } from './guideline-writes.ts'

const USES = 'guideline_use'

/** Stores a sticky rule inside the caller's transaction, which appends the event last. */
export async function putStickyRule(
  tx: StoreTransaction,
  rule: {
    readonly id: string
    readonly fields: CreateGuideline
    readonly actor: Actor
    readonly nowMs: number
    readonly at: string
  },
): Promise<
  | { readonly guideline: Guideline; readonly events: readonly EventDraft[]; readonly refused?: false }
  | Refusal
> {
  const events: EventDraft[] = []
  const { actor, nowMs, at } = rule
  const writing = { tx, actor, nowMs, at, collect: (event: EventDraft) => void events.push(event) }
  const created = await createGuideline(writing, rule.id, rule.fields)
  return isRefusal(created) ? created : { guideline: created.guideline, events }
}

/** Takes sticky rules out of force inside the caller's transaction; rules that are gone or suspended stay so. */
export async function suspendStickyRules(
  tx: StoreTransaction,
  ids: readonly string[],
  about: { readonly because: string; readonly nowMs: number; readonly at: string },
): Promise<readonly EventDraft[]> {
  const events: EventDraft[] = []
  const actor: Actor = { kind: 'system', id: 'system:guardrails' }
  const { nowMs, at, because } = about
  const writing = { tx, actor, nowMs, at, collect: (event: EventDraft) => void events.push(event) }
  for (const id of new Set(ids)) await suspendGuideline(writing, id, because)
  return events
}

/** Counts one call that a sticky rule released. */
export async function countRelease(tx: StoreTransaction, id: string, at: string): Promise<void> {
  await tx.putDocument({ kind: USES, id, body: { last_used_at: at }, at })
}

/** How many calls a sticky rule has released, and when the last one. */
export async function readReleases(
  store: StoreReader,
  id: string,
): Promise<{ readonly count: number; readonly last_used_at?: string }> {
  const document = await store.getDocument(USES, id)
  return document ? { count: document.version, last_used_at: document.updated_at } : { count: 0 }
}
