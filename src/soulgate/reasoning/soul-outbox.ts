import { type Clock, toIso } from '../../base/clock.ts'
import { isSoulgateError } from '../../base/errors.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import type { DecisionToStore, Soul } from '../../engine/soul/soul.ts'
import type { Store } from '../../store/store.ts'

const KIND = 'soul_outbox'
const MAX_AT_ONCE = 100

/**
 * A remote Soul whose decisions are told again until it has stored them: what it did not take is written down first.
 * The store of this program holds the decision in any case; Soul knows it by its id, so being told twice does no harm.
 */
export function withOutbox(
  soul: Soul,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): Soul {
  if (soul.kind === 'local') return soul
  const keep = (decision: DecisionToStore): Promise<unknown> => {
    const body = JsonObject.parse(decision)
    const document = { kind: KIND, id: decision.decision_id, body, at: toIso(clock.now()) }
    return store.transact(tx => tx.putDocument(document))
  }
  return {
    ...soul,
    storeDecision: async decision => {
      try {
        const answer = await soul.storeDecision(decision)
        if (!answer.stored) await keep(decision)
        return answer
      } catch (error) {
        if (isSoulgateError(error, 'soul_unavailable')) await keep(decision)
        throw error
      }
    },
  }
}

/** Tells a remote Soul the decisions that it has not stored yet, oldest first, until it fails once more or is told to stop. */
export function createSoulOutboxPass({
  store,
  soul,
}: {
  readonly store: Store
  readonly soul: Soul
}): (signal: AbortSignal) => Promise<number> {
  return async signal => {
    if (soul.kind === 'local') return 0
    const waiting = (await store.listDocuments(KIND)).toSorted((a, b) =>
      a.created_at.localeCompare(b.created_at),
    )
    let told = 0
    for (const { id, body } of waiting.slice(0, MAX_AT_ONCE)) {
      if (signal.aborted) break
      const isStored = await soul.storeDecision(body as unknown as DecisionToStore).then(
        answer => answer.stored,
        () => false,
      )
      if (!isStored) break
      await store.transact(tx => tx.deleteDocument(KIND, id))
      told += 1
    }
    return told
  }
}
