import type { Clock } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import type { Random } from '../../base/random.ts'
import type { Store } from '../../store/store.ts'
import type { OidcProvider } from './oidc-port.ts'

/** What access stands on. `random` must be cryptographically strong outside tests: it makes the secrets. */
export interface AccessParts {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
  /** Where people sign in besides, where an operator has set it up. */
  readonly oidc?: OidcProvider
}
