import type { Clock } from '../../base/clock.ts'
import type { GateType, WhyHeld } from '../../contracts/gate.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { Store } from '../../store/store.ts'
import type { HoldTerms } from '../gate/gate.ts'
import type { Planner, Spoken } from './planner.ts'

/** Everything planning in iterations is made of. */
export interface IterationParts {
  readonly store: Store
  readonly clock: Clock
  readonly planner: Planner
  readonly settings: () => Promise<Pick<Settings, 'budgets'>>
  /** What all runs of today have cost so far, in USD. */
  readonly spentToday: () => Promise<number>
  /** What the session remembers: what people said, its product doc, what earlier plans knew. */
  readonly recall: (sessionId: string) => Promise<readonly Spoken[]>
  /** Whether files of the workspace can be read here (`read_file`). */
  readonly canReadFiles: () => boolean
  /** What guidelines demand of a gate that is about to be opened. */
  readonly demands: (opening: {
    readonly type: GateType
    readonly event: string
    readonly agent: string
    readonly session_id: string
    readonly paths: readonly string[]
    readonly context: JsonObject
  }) => Promise<{ readonly terms?: HoldTerms | undefined; readonly why: readonly WhyHeld[] }>
}
