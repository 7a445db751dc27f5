import type { Gate } from 'soulgate/contracts/gate'

/** Which gates are chosen to be decided together, as the queue shows and changes it. */
export interface Selecting {
  readonly isSelected: (gateId: string) => boolean
  readonly onSelect: (gateIds: readonly string[], isSelected: boolean) => void
  /** Selects everything that asks the same about other values, also what was not scrolled to yet. */
  readonly onSelectAlike: (gate: Gate) => void
}
