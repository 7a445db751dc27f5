import type { Clock } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import type { Gate, WhyHeld } from '../../contracts/gate.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import type { Store, StoreTransaction } from '../../store/store.ts'
import type { ContractPort, GateService, JudgeCalls, ToolCatalog } from '../gate/gate.ts'
import type { ExecutableTool } from '../tools/tools.ts'

/** A call that somebody outside wants to make; nothing of it is trusted. */
export interface OutsideCall {
  readonly tool: string
  readonly arguments: JsonObject
  readonly session_id?: string
  readonly run_id?: string
  readonly goal?: string
  readonly reason?: string
  /** The folder from which relative paths of the call are seen, absolute. */
  readonly folder?: string
}

export interface OutsideAnswer {
  readonly refused?: false
  readonly outcome: 'released' | 'held' | 'denied'
  readonly call_id: string
  readonly grant?: Grant
  readonly gate?: Gate
  readonly why_held: readonly WhyHeld[]
  readonly confidence?: number
}

export interface CallEnvironment {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly gates: GateService
  readonly judge: JudgeCalls
  readonly tools: ToolCatalog & { executable(name: string): ExecutableTool | undefined }
  readonly settings: () => Promise<Settings>
  /** Without it there are no contracts of autonomy. */
  readonly contracts?: ContractPort
  /** Reads the stop flag inside the consuming transaction. */
  readonly isStopped: (tx: StoreTransaction) => Promise<boolean>
  /** Why somebody may not read a file of the workspace; undefined where they may. A refusal is in the audit chain. */
  readonly whyUnreadable: (who: Principal, path: string) => Promise<string | undefined>
  /** Graded confidence of one outside call in [0,1]; undefined when there is nothing to grade it by. */
  readonly grade: (call: ToolCall, goal: string | undefined) => number | undefined
}
