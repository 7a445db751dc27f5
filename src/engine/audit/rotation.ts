import { type Clock, toIso } from '../../base/clock.ts'
import { isSoulgateError } from '../../base/errors.ts'
import type { Actor } from '../../contracts/event.ts'
import type { Store } from '../../store/store.ts'
import { checkpointDigest, endorsementText, FIRST_PREVIOUS, handoverText } from './format.ts'
import { keepKey } from './keys.ts'
import { loadSigner } from './seal-record.ts'
import { STATE } from './sealing.ts'
import { type KeyStore, keyOfSeed, type SigningKey } from './signing-key.ts'

export interface Rotation {
  readonly store: Store
  readonly clock: Clock
  readonly keys: KeyStore
  /** Who asked for it; stands in the chain. */
  readonly actor: Actor
}

/**
 * Makes a new key. The old one endorses it, and it vouches for what the old one sealed; checkpoints and exports are
 * signed by it from then on, in every process. The new seed lies on the disk before the store knows its key, so that
 * a crash in between leaves the old key, or the new one that takes over when it is read next.
 */
export async function rotateKey(
  rotation: Rotation,
): Promise<{ readonly old: SigningKey; readonly fresh: SigningKey }> {
  const seed = rotation.keys.newSeed()
  await rotation.keys.stage(keyOfSeed(seed).key_id, seed)
  for (;;) {
    try {
      return await rotateOnce(rotation, keyOfSeed(seed))
    } catch (error) {
      // Somebody sealed or rotated in the same moment: what the old key sealed is another.
      if (!isSoulgateError(error, 'version_conflict')) throw error
    }
  }
}

async function rotateOnce({ store, clock, keys, actor }: Rotation, fresh: SigningKey) {
  const state = await store.getDocument(STATE.kind, STATE.id)
  const last = await store.getLastCheckpoint()
  const old = await loadSigner({ store, keys })
  const upTo = {
    ...(last && { checkpoint_id: last.checkpoint_id }),
    digest: last === undefined ? FIRST_PREVIOUS : checkpointDigest(last),
  }
  const endorsement = {
    key_id: old.key_id,
    signature: old.sign(endorsementText(fresh.key_id, fresh.public_key)),
    handover: { ...upTo, signature: fresh.sign(handoverText(fresh.key_id, old.key_id, upTo)) },
  }
  const at = toIso(clock.now())
  await store.transact(async tx => {
    const expectedVersion = state?.version ?? 0
    await tx.putDocument({ ...STATE, body: state?.body ?? {}, at, expectedVersion })
    await keepKey(tx, old, { at })
    await keepKey(tx, fresh, { at, endorsement })
    const payload = { key_id: fresh.key_id, previous_key_id: old.key_id, ...upTo }
    await tx.appendEvents([{ stream: 'system', type: 'audit_key_rotated', at, actor, payload }])
  })
  await keys.takeOver(fresh.key_id)
  return { old, fresh }
}
