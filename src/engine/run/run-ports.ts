import type { Clock, Timers } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { Refusal } from '../../contracts/refusal.ts'
import type { RunKind, TriggerSource } from '../../contracts/run.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { Dispatch } from '../../dispatch/dispatch.ts'
import type { EventDraft, Store, StoredRun, StoreTransaction } from '../../store/store.ts'
import type { ContractPort, GateService, JudgeCalls, ReadEvidence, ToolCatalog } from '../gate/gate.ts'
import type { ExecutableTool, ResolveSecrets } from '../tools/tools.ts'
import type { AgentDefinition } from './run-context.ts'
import type { Trace } from './trace.ts'

/** Everything a run needs from outside; nothing else is reachable from the engine. */
export interface RunEnvironment {
  readonly store: Store
  readonly dispatch: Dispatch
  readonly clock: Clock
  /** Count the time of steps with a time limit. */
  readonly timers: Timers
  readonly ids: Ids
  readonly gates: GateService
  readonly judge: JudgeCalls
  readonly tools: ToolCatalog & { executable(name: string): ExecutableTool | undefined }
  /** Reads what calls rest on; without it nothing is compared. */
  readonly readEvidence?: ReadEvidence
  readonly settings: () => Promise<Settings>
  /** Without it there are no contracts of autonomy. */
  readonly contracts?: ContractPort
  /** Opens the stored secrets that a call names. Absent: a call that names one does not run. */
  readonly resolveSecrets?: ResolveSecrets
  /** The definition that this process carries; of an agent of one's own in the version that is named, else its newest. */
  readonly agent: (of: AgentReference) => AgentDefinition | undefined
  /** Names this process among the workers; a new one at every start. */
  readonly workerId: string
  /** One turn of the event loop: lets everything that can go on go on. */
  readonly turn: () => Promise<void>
  /** Which workers gave a sign of life lately; runs of others are taken over. */
  readonly livingWorkers: () => Promise<readonly string[]>
  /** Told of failures that no caller waits for. */
  readonly report: (error: unknown, about: { readonly run_id: string }) => void
  /** True while everything is stopped, as far as this process has heard; for refusing early. */
  readonly stopped: () => boolean
  /** The same, read in the transaction that would consume a grant: the word that counts. */
  readonly isStopped: (tx: StoreTransaction) => Promise<boolean>
  readonly admission?: Admission
  /** Watches executions and tools from outside; absent where nobody does. */
  readonly trace?: Trace
}

/** Names an agent: a bundled one by its kind, one's own by `kind: 'agent'` and its name. */
export interface AgentReference {
  readonly kind: RunKind
  readonly agent?: string | undefined
  readonly definition_version?: string
}

export interface StartRequest extends Omit<AgentReference, 'definition_version'> {
  readonly who: Principal
  readonly input: JsonValue
  readonly session_id?: string
  readonly trigger_source: TriggerSource
  readonly idempotency_key?: string
  /** The person for whom an agent or the system asks. */
  readonly on_behalf_of?: string
  /** How many runs led to it, where an event of a run starts it. Default 0. */
  readonly depth?: number
}

/** What else a run needs to start, and what starts with it; both in the transaction that inserts it. */
export interface Admission {
  refuse(tx: StoreTransaction, request: StartRequest): Promise<Refusal | undefined>
  /** Answers the events to append. */
  admitted(tx: StoreTransaction, run: StoredRun): Promise<readonly EventDraft[]>
}
