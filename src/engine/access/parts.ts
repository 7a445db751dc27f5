import type { Clock } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import type { Random } from '../../base/random.ts'
import type { Store, StoreTransaction } from '../../store/store.ts'
import type { OidcProvider } from './oidc-port.ts'

/** What access stands on. `random` must be cryptographically strong outside tests: it makes the secrets. */
export interface AccessParts {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
  /** Where people sign in besides, where an operator has set it up. */
  readonly oidc?: OidcProvider
  /** Whether an agent of one's own has this name: a key of the same name could pass for it. */
  readonly isAgentName?: (tx: StoreTransaction, name: string) => Promise<boolean>
}
