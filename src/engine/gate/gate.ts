import type { Gate } from '../../contracts/gate.ts'
import type { StoreTransaction } from '../../store/store.ts'
import { buildGate } from './build-gate.ts'
import { createDeciding } from './deciding.ts'
import { driftOf, keepEvidence } from './drift.ts'
import { gateEvent, SYSTEM_ACTOR } from './gate-events.ts'
import { createGateLife } from './gate-life.ts'
import type { GateEnvironment } from './gate-ports.ts'
import type { GateService } from './gate-service.ts'
import { setTimer } from './gate-timer.ts'
import { showingOf } from './heading.ts'

export { type BriefingFacts, type WrittenBriefing, writeBriefing } from './briefing.ts'
export { buildGate, callsOf, conditionsOf, type GateDraft, isClosedGate, saidBy } from './build-gate.ts'
export { evaluateCall, nameCall, reachOf } from './call-contexts.ts'
export { callDigest } from './call-digest.ts'
export { standingConditions } from './conditions.ts'
export { whyRuleNeverActs } from './dead-rules.ts'
export { type DecideContext, type DecideOutcome, decideGate } from './decide-gate.ts'
export { AUTO_APPROVED_TYPES, AUTO_APPROVER, refuseUnfillable } from './deciders.ts'
export { findDrift, loadEvidence, readEvidence } from './drift.ts'
export { factsOf } from './edits.ts'
export { approvalDigest, type PasskeyProof, type ProveByPasskey } from './fresh-passkey.ts'
export { actorOf, gateEvent, revealedEvent, SYSTEM_ACTOR } from './gate-events.ts'
export type {
  ContractPort,
  GateEnvironment,
  GateObserver,
  GateTimers,
  ReadEvidence,
  ToolCatalog,
} from './gate-ports.ts'
export type { Decided, GateService } from './gate-service.ts'
export { GATE_TYPES } from './gate-types.ts'
export { buildGrant, consumeGrant, grantEvent, refuseConsumption, revokeGrants } from './grants.ts'
export { describeCall, showingOf } from './heading.ts'
export { strictestTerms } from './hold-terms.ts'
export type {
  CallFacts,
  FindConcerns,
  FindReleases,
  FindWorkItem,
  HoldTerms,
  JudgeCalls,
  Judgement,
  JudgePaths,
  Verdict,
  WhyNeverRuns,
} from './judge.ts'
export {
  createJudge,
  createPathJudge,
  createReleaseFinder,
  type JudgeEnvironment,
  readClass,
} from './judge-calls.ts'
export {
  contextDigest,
  type KeepVerdicts,
  keepVerdict,
  namedContext,
  outcomeOf,
  POLICY_DOCUMENT,
} from './kept-verdict.ts'
export { isBuiltInAgent, refuseMoreGates, refuseMoreRuns } from './open-gates.ts'
export { withGateOutcomes, withRunOutcomes } from './outcomes.ts'
export { endedRunNamed, gatesOfOutsideRun, OUTSIDE_WORKER, outsideRunId } from './outside-runs.ts'
export { type ProvenanceTexts, textsOf, traceArguments } from './provenance.ts'
export { dependsOnPeople, withStandingVotes } from './quorum.ts'
export { answerFromRecord } from './record-answer.ts'
export { isStandingReason, STANDING_REASON } from './release-call.ts'
export {
  type JudgedInput,
  judgeInput,
  type KeptPolicy,
  keepPolicy,
  type ReleaseInput,
  type ReleasePolicy,
  restorePolicy,
} from './release-input.ts'
export { countReleasing, standsByRule, suspendReleasing, withRelease } from './sticky.ts'
export { previewRules } from './sticky-rule.ts'
export { viewedParts } from './viewed.ts'

/**
 * Creates the gate service. Lock order inside is run, gate, grants, events, so that deciders, executors and
 * timers of several processes cannot wait for each other in a circle.
 */
export function createGateService(environment: GateEnvironment): GateService {
  const deciding = createDeciding(environment)
  const life = createGateLife(environment, deciding)
  return {
    open: async (tx, draft) => {
      const gate = buildGate(draft, environment.clock.now(), showingOf(environment))
      await tx.insertGate(gate)
      await setTimer(environment, tx, gate)
      await environment.contracts?.gateOpened(tx, gate)
      await nameSuccessor(tx, gate)
      for (const { path } of gate.artifacts) {
        const body = { gate_id: gate.gate_id }
        const id = `${gate.gate_id}:${path}`
        await tx.putDocument({ kind: 'artifact', id, lookup: path, body, at: gate.created_at })
      }
      await keepEvidence(tx, gate, draft.evidence)
      return gate
    },
    supersede: async (tx, old, by) => {
      const { deciding: _none, ...rest } = old
      const decided_at = by.created_at
      const closed: Gate = { ...rest, status: 'superseded', superseded_by: by.gate_id, decided_at }
      await tx.updateGate(closed)
      await environment.timers.forget(tx, old.gate_id)
      const payload = { superseded_by: by.gate_id }
      return gateEvent(closed, { type: 'gate_superseded', at: decided_at, actor: SYSTEM_ACTOR, payload })
    },
    openedEvent: (gate, contextDigest) =>
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
          ...(contextDigest === undefined ? {} : { context_digest: contextDigest }),
        },
      }),
    decide: deciding.decide,
    undoDecision: deciding.undo,
    drift: gate => driftOf(environment, gate),
    ...life,
  }
}

/** A steered gate names the first one that its steer led to. */
async function nameSuccessor(tx: StoreTransaction, gate: Gate): Promise<void> {
  const old = gate.steered_from === undefined ? undefined : await tx.lockGate(gate.steered_from)
  if (old?.status !== 'steered' || old.superseded_by !== undefined) return
  await tx.updateGate({ ...old, superseded_by: gate.gate_id })
}
