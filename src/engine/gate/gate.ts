import type { DecideRequest, Decision } from '../../contracts/decision.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { Refusal } from '../../contracts/refusal.ts'
import type { StoreTransaction } from '../../store/store.ts'
import { buildGate, type GateDraft } from './build-gate.ts'
import { createDeciding } from './deciding.ts'
import { gateEvent, SYSTEM_ACTOR } from './gate-events.ts'
import { createGateLife } from './gate-life.ts'
import type { GateEnvironment } from './gate-ports.ts'
import { setTimer } from './gate-timer.ts'

export { buildGate, callsOf, conditionsOf, type GateDraft, viewDigest } from './build-gate.ts'
export { callDigest } from './call-digest.ts'
export { type DecideContext, type DecideOutcome, decideGate } from './decide-gate.ts'
export { mayDecide } from './deciders.ts'
export { factsOf } from './edits.ts'
export { actorOf, gateEvent, SYSTEM_ACTOR, streamOf } from './gate-events.ts'
export type { GateEnvironment, GateObserver, GateTimers, ToolCatalog } from './gate-ports.ts'
export { GATE_TYPES } from './gate-types.ts'
export { buildGrant, consumeGrant, grantEvent, refuseConsumption, revokeGrants } from './grants.ts'
export type { CallFacts, HoldTerms, JudgeCalls, Judgement, Verdict } from './judge.ts'
export { createJudge, type JudgeEnvironment } from './judge-calls.ts'
export { type ProvenanceTexts, traceArguments } from './provenance.ts'

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
  openedEvent(gate: Gate): ReturnType<typeof gateEvent>
  decide(
    who: Principal,
    gateId: string,
    request: DecideRequest,
    options?: { batch?: boolean },
  ): Promise<Decided | Refusal>
  undoDecision(who: Principal, gateId: string): Promise<Changed | Refusal>
  extend(who: Principal, gateId: string, seconds: number): Promise<Changed | Refusal>
  cancel(who: Principal, gateId: string, because: string): Promise<Changed | Refusal>
  reopen(who: Principal, gateId: string): Promise<Changed | Refusal>
  markViewed(
    who: Principal,
    gateId: string,
    viewDigest: string,
  ): Promise<{ readonly refused?: false } | Refusal>
  /** Ends the open gates of a run inside the caller's transaction; answers the events to append. */
  cancelOfRun(
    tx: StoreTransaction,
    runId: string,
    because: string,
  ): Promise<readonly ReturnType<typeof gateEvent>[]>
  /** What the timer job calls: takes effect, warns, expires or waits on, whichever is due. */
  wake(gateId: string): Promise<void>
}

/**
 * Creates the gate service. Lock order inside is run, gate, grants, events, so that deciders, executors and
 * timers of several processes cannot wait for each other in a circle.
 */
export function createGateService(environment: GateEnvironment): GateService {
  const deciding = createDeciding(environment)
  const life = createGateLife(environment, deciding)
  return {
    open: async (tx, draft) => {
      const gate = buildGate(draft, environment.clock.now())
      await tx.insertGate(gate)
      await setTimer(environment, tx, gate)
      return gate
    },
    openedEvent: gate =>
      gateEvent(gate, {
        type: 'gate_opened',
        at: gate.created_at,
        actor: gate.requested_by.startsWith('person_')
          ? { kind: 'person', id: gate.requested_by }
          : SYSTEM_ACTOR,
        payload: {
          subject_digest: gate.subject_digest,
          view_digest: gate.view_digest,
          why_held: gate.why_held.map(why => why.text),
        },
      }),
    decide: deciding.decide,
    undoDecision: deciding.undo,
    ...life,
  }
}
