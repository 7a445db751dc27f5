import { type Clock, toIso } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import { type KeepVerdicts, POLICY_DOCUMENT } from '../../engine/gate/gate.ts'
import type { SettingsService } from '../../engine/settings/settings.ts'
import type { Store } from '../../store/store.ts'

/** Where the release rule keeps what its verdicts were made from. */
export function createVerdictKeeping(
  store: Pick<Store, 'getDocument'>,
  ids: Pick<Ids, 'newId'>,
): KeepVerdicts {
  return {
    ids,
    hasPolicy: async digest => (await store.getDocument(POLICY_DOCUMENT, digest)) !== undefined,
  }
}

const DAY_MS = 86_400_000

/** Forgets what verdicts older than the setting `retention.context_days` were made from; their digests stay in the trail. */
export function createContextRetention({
  store,
  clock,
  settings,
}: {
  readonly store: Store
  readonly clock: Clock
  readonly settings: Pick<SettingsService, 'get'>
}): () => Promise<number> {
  return async () => {
    const { context_days: days } = (await settings.get()).retention
    if (days === 0) return 0
    const before = toIso(clock.now() - days * DAY_MS)
    return store.transact(tx => tx.deleteVerdicts({ before }))
  }
}
