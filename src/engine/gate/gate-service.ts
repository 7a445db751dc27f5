import type { DecideRequest, Decision } from '../../contracts/decision.ts'
import type { Drift } from '../../contracts/evidence.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { Refusal } from '../../contracts/refusal.ts'
import type { EventDraft, StoreTransaction } from '../../store/store.ts'
import type { GateDraft } from './build-gate.ts'
import type { gateEvent } from './gate-events.ts'

export interface Decided {
  readonly refused?: false
  readonly gate: Gate
  readonly decision: Decision
  /** True when the same person had said the same before. */
  readonly repeated: boolean
  readonly event_id: string
}

type Changed = { readonly refused?: false; readonly gate: Gate }

/** One durable question to people, from opening to its end. Every method is one transaction. */
export interface GateService {
  /** Opens a gate inside the caller's transaction. The caller appends the answered events last. */
  open(tx: StoreTransaction, draft: GateDraft): Promise<Gate>
  /** Closes an open gate for another that was just opened and asks the same with newer facts; answers the event to append. */
  supersede(tx: StoreTransaction, old: Gate, by: Gate): Promise<ReturnType<typeof gateEvent>>
  /** `contextDigest` names what the verdict that holds its calls was made from. */
  openedEvent(gate: Gate, contextDigest?: string): ReturnType<typeof gateEvent>
  decide(
    who: Principal,
    gateId: string,
    request: DecideRequest,
    options?: { batch?: boolean },
  ): Promise<Decided | Refusal>
  /** What the calls of an open gate rest on and is not as it stood when it opened. */
  drift(gate: Gate): Promise<readonly Drift[]>
  undoDecision(who: Principal, gateId: string): Promise<Changed | Refusal>
  extend(who: Principal, gateId: string, seconds: number): Promise<Changed | Refusal>
  cancel(who: Principal, gateId: string, because: string): Promise<Changed | Refusal>
  /** Asks the question of an expired gate again, or that of an open one whose evidence has changed since. */
  reopen(who: Principal, gateId: string): Promise<Changed | Refusal>
  /** Names the person who is to look at an open gate; undefined takes the name away. */
  assign(who: Principal, gateId: string, assignee: string | undefined): Promise<Changed | Refusal>
  /** Records what was looked at: the whole, or the named parts of a review. */
  markViewed(
    who: Principal,
    gateId: string,
    viewDigest: string,
    parts?: readonly string[],
  ): Promise<{ readonly refused?: false } | Refusal>
  /** Ends the open gates of a run inside the caller's transaction; answers the events to append. */
  cancelOfRun(
    tx: StoreTransaction,
    runId: string,
    because: string,
  ): Promise<readonly ReturnType<typeof gateEvent>[]>
  /**
   * Ends what a requester has open in a run of its own or in one that it names: its gates, and the grants that
   * people gave. Grants of policy are void as soon as they are to be consumed.
   */
  endOutsideRun(
    tx: StoreTransaction,
    run: { readonly requester: string; readonly name: string },
    because: string,
  ): Promise<readonly EventDraft[]>
  /** What the timer job calls: takes effect, warns, expires or waits on, whichever is due. */
  wake(gateId: string): Promise<void>
}
