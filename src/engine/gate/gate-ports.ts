import type { Clock } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import type { Decision } from '../../contracts/decision.ts'
import type { CallEvidence } from '../../contracts/evidence.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { CreatePermission } from '../../contracts/permission.ts'
import type { Person, Principal } from '../../contracts/principal.ts'
import type { Refusal } from '../../contracts/refusal.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import type { EventDraft, Store, StoredRun, StoreReader, StoreTransaction } from '../../store/store.ts'
import type { ArgumentValidation } from '../tools/tools.ts'
import type { ProveByPasskey } from './fresh-passkey.ts'
import type { CallFacts, FindReleases, JudgeCalls } from './judge.ts'

/** What a gate needs to know about tools. */
export interface ToolCatalog {
  get(name: string): RegisteredTool | undefined
  validate(tool: RegisteredTool, args: JsonObject): ArgumentValidation
}

/** Wakes the gate at a time; durable with the transaction. */
export interface GateTimers {
  wakeAt(tx: StoreTransaction, gateId: string, dueMs: number): Promise<void>
  forget(tx: StoreTransaction, gateId: string): Promise<void>
}

/**
 * Told inside the transaction what became of a run's gate; the run is locked already. The caller appends the answered
 * events after those of the gate.
 */
export interface GateObserver {
  gateClosed(
    tx: StoreTransaction,
    change: { gate: Gate; run: StoredRun; decision?: Decision },
  ): Promise<readonly EventDraft[]>
  gateExpired(tx: StoreTransaction, change: { gate: Gate; run: StoredRun }): Promise<readonly EventDraft[]>
  /** A new gate stands in the place of the old one. */
  gateReplaced(tx: StoreTransaction, change: { old: Gate; gate: Gate; run: StoredRun }): Promise<void>
}

/** Reads what a call rests on as it stands now; undefined for tools that cannot say. Rejects for what cannot be read. */
export type ReadEvidence = (
  call: Pick<ToolCall, 'tool' | 'arguments'>,
) => Promise<readonly CallEvidence[] | undefined>

/**
 * Contracts of earned autonomy, where there are any. All but `find` belong to the transaction of the caller, which appends
 * the answered events last.
 */
export interface ContractPort {
  /**
   * The contract that lets this call run, if nothing else holds it. `rules` are the guidelines that hold or deny it: one
   * that came after the evidence suspends the contract.
   */
  find(call: ToolCall, facts: CallFacts, rules: readonly string[]): Promise<string | undefined>
  /** Remembers what a contract would have done with the call of a gate, and whether it is a spot check. */
  gateOpened(tx: StoreTransaction, gate: Gate): Promise<void>
  /** Learns from how a gate ended, whichever way. */
  gateEnded(tx: StoreTransaction, gate: Gate): Promise<readonly EventDraft[]>
  /** Counts a grant that was given and not used; false where its contract does not stand any more. */
  issued(tx: StoreTransaction, grant: Grant): Promise<boolean>
  /** Counts a call that begins, where its grant is a contract's; refused where the contract does not let it run now. */
  take(tx: StoreTransaction, grant: Grant): Promise<Refusal | undefined>
  /** Learns that a call failed or was taken back. */
  callEnded(
    tx: StoreTransaction,
    grant: Pick<Grant, 'call_id' | 'issued_by'> | undefined,
    how: 'failed' | 'undone',
  ): Promise<readonly EventDraft[]>
  /** The gate that asks about the call of a grant which was taken back with its contract. */
  heldAgain(tx: StoreTransaction, grantId: string): Promise<Gate | undefined>
}

export interface GateEnvironment {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly tools: ToolCatalog
  readonly judge: JudgeCalls
  /** Which sticky rules a rejected call speaks against; without it none is suspended by a rejection. */
  readonly findReleases?: FindReleases
  /** Without it nobody has a passkey. */
  readonly proveByPasskey?: ProveByPasskey
  /** Why an approval may not bring these permissions with it; without it none may. */
  readonly refusePermissions?: (
    who: Principal,
    gate: Gate,
    permissions: readonly CreatePermission[],
  ) => Promise<Refusal | undefined>
  /** Reads what calls rest on; without it nothing is compared. */
  readonly readEvidence?: ReadEvidence
  /** Who is registered; without it nobody who voted can have lost the right to. */
  readonly people?: (reader: StoreReader) => Promise<readonly Person[]>
  /** Without it there are no contracts. */
  readonly contracts?: ContractPort
  readonly timers: GateTimers
  readonly settings: () => Promise<Settings>
  readonly observer: () => GateObserver
}
