import type { Clock } from '../../../base/clock.ts'
import type { Ids } from '../../../base/ids.ts'
import type { Random } from '../../../base/random.ts'
import type { Settings } from '../../../contracts/settings.ts'
import type { Store, StoreTransaction } from '../../../store/store.ts'
import type { GateService, ToolCatalog } from '../../gate/gate.ts'

export interface ContractEnvironment {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  /** Makes the seeds that decide which calls are spot checks. */
  readonly random: Random
  readonly tools: Pick<ToolCatalog, 'get'>
  /** Gates know contracts, and contracts open gates: the service is there once the engine is whole. */
  readonly gates: () => Pick<GateService, 'open' | 'openedEvent'>
  readonly settings: () => Promise<Settings>
  /** Names the models behind the agents of the program. */
  readonly model: () => string
  readonly isStopped: (tx: StoreTransaction) => Promise<boolean>
}
