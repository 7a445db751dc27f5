import { type Clock, toIso } from '../../base/clock.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { Store, StoreReader, StoreTransaction } from '../../store/store.ts'
import { may } from '../access/access.ts'
import { eraseContent } from './erase-content.ts'

const LIVE = ['queued', 'running', 'waiting_input'] as const

type EraseAnswer = { readonly refused?: false; readonly erased: number } | Refusal

export interface EraseParts {
  readonly store: Store
  readonly clock: Clock
  /** Deletes what is kept of a session beside its events, in the same transaction; answers how many rows. */
  readonly alsoErase?: (tx: StoreTransaction, sessionId: string) => Promise<number>
}

/**
 * Erases what was said, shown, called and answered in a session: the payloads of its events, the content of its runs,
 * gates, grants and calls, and whatever else is remembered of it. Digests, times and who decided stay, so that the chain
 * stays whole; the event `erased` of the stream `system` says by whom, and verification counts what it covers.
 * Refusals: `forbidden`, `not_found`, `session_busy` while a run of it lives or a gate of it is open.
 */
export async function eraseSession(
  { store, clock, alsoErase }: EraseParts,
  who: Principal,
  sessionId: string,
): Promise<EraseAnswer> {
  if (!may(who.role, 'session.erase')) return refuse('forbidden', 'Only an admin may erase a session.')
  const at = toIso(clock.now())
  return store.transact(async (tx): Promise<EraseAnswer> => {
    if (!(await tx.getSession(sessionId))) return refuse('not_found', `No session ${sessionId} exists.`)
    const busy = await findLife(tx, sessionId)
    if (busy !== undefined) {
      return refuse('session_busy', `Session ${sessionId} is in use by ${busy}. End it first, then erase.`)
    }
    const content = await eraseContent(tx, sessionId)
    const erased = await tx.erasePayloads({ session_id: sessionId })
    const remembered = (await alsoErase?.(tx, sessionId)) ?? 0
    const actor = { kind: who.kind, id: who.id }
    // Without the field session_id: a later erasure must not take the record of this one with it.
    const payload = { session_id: sessionId, events: erased, content, remembered }
    await tx.appendEvents([{ stream: 'system', type: 'erased', at, actor, payload }])
    return { erased }
  })
}

async function findLife(store: StoreReader, sessionId: string): Promise<string | undefined> {
  for (const status of LIVE) {
    const [run] = (await store.listRuns({ session_id: sessionId, status }, { limit: 1 })).items
    if (run) return run.run_id
  }
  const [gate] = (await store.listGates({ session_id: sessionId, status: 'pending' }, { limit: 1 })).items
  return gate?.gate_id
}
