import { toIso } from '../../base/clock.ts'
import { DecideRequest, type Decision } from '../../contracts/decision.ts'
import type { Gate } from '../../contracts/gate.ts'
import { needsViewing } from '../../contracts/gate-review.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { StoredRun, StoreTransaction } from '../../store/store.ts'
import { type DecideContext, type DecideOutcome, decideGate } from './decide-gate.ts'
import { driftOf, refuseDrift } from './drift.ts'
import { applyEdits } from './edits.ts'
import { closeGate, expireGate, replaceGate } from './effects.ts'
import { proveApproval } from './fresh-passkey.ts'
import { actorOf, decisionPayload, gateEvent } from './gate-events.ts'
import type { GateEnvironment } from './gate-ports.ts'
import type { Decided } from './gate-service.ts'
import { setTimer } from './gate-timer.ts'
import { keepVerdict } from './kept-verdict.ts'
import { whyVoid } from './quorum.ts'
import { hasViewed } from './viewed.ts'

export interface Deciding {
  decide(
    who: Principal,
    gateId: string,
    request: DecideRequest,
    options?: { batch?: boolean },
  ): Promise<Decided | Refusal>
  undo(who: Principal, gateId: string): Promise<{ readonly gate: Gate } | Refusal>
  /** Lets a decision whose undo window is over take effect, inside the caller's transaction. */
  takeEffect(tx: StoreTransaction, gate: Gate, run: StoredRun | undefined): Promise<void>
}

interface Attempt {
  readonly who: Principal
  readonly gate: Gate
  readonly run: StoredRun | undefined
  readonly request: DecideRequest
  readonly takingEffect: boolean
}

/** The effects of deciding around the pure rule `decideGate`. */
export function createDeciding(environment: GateEnvironment): Deciding {
  return {
    decide: async (who, gateId, request, options) =>
      (await refuseChanged(environment, gateId, request)) ??
      (await refuseGiving(environment, { who, gateId, request })) ??
      withLockedGate(environment, gateId, async (tx, gate, run) => {
        const alone = options?.batch && request.decision !== 'reject' ? refuseBatch(gate) : undefined
        if (alone) return alone
        return attempt(environment, tx, { who, gate, run, request, takingEffect: false })
      }),
    undo: (who, gateId) =>
      withLockedGate(environment, gateId, async (tx, gate) => {
        const { deciding, ...undecided } = gate
        if (deciding === undefined)
          return refuse('nothing_to_undo', `Gate ${gateId} has no decision that can still be undone.`, {
            gate,
          })
        if (deciding.decision.decided_by !== who.id) {
          return refuse(
            'forbidden',
            `Only ${deciding.decision.decided_by_name ?? 'the decider'} can take this decision back.`,
          )
        }
        await tx.updateGate(undecided)
        const at = toIso(environment.clock.now())
        await tx.appendEvents([
          gateEvent(undecided, { type: 'gate_decision_undone', at, actor: actorOf(who) }),
        ])
        return { gate: undecided }
      }),
    takeEffect: async (tx, gate, run) => {
      if (gate.deciding === undefined) return
      const { decision } = gate.deciding
      const who: Principal = {
        kind: 'person',
        id: decision.decided_by,
        name: decision.decided_by_name ?? decision.decided_by,
        role: 'admin',
      }
      const request = DecideRequest.parse(decision)
      const gone = whyVoid(decision, gate, (await environment.people?.(tx)) ?? [])
      const outcome =
        gone === undefined
          ? await attempt(environment, tx, { who, gate, run, request, takingEffect: true })
          : refuse('forbidden', gone)
      // The deadline had made way for the end of the undo window.
      const standing = await tx.getGate(gate.gate_id)
      if (standing?.status === 'pending') await setTimer(environment, tx, standing)
      if (!('refused' in outcome) || !outcome.refused) return
      const { deciding: _failed, ...undecided } = gate
      await tx.updateGate(undecided)
      const at = toIso(environment.clock.now())
      const payload = { because: outcome.detail }
      await tx.appendEvents([
        gateEvent(undecided, { type: 'gate_decision_undone', at, actor: actorOf(who), payload }),
      ])
    },
  }
}

/** A skipped gate is gone on past. */
const LETS_RUN: ReadonlySet<DecideRequest['decision']> = new Set(['approve', 'skip'])

/** Only what lets calls run is refused, and only for the calls that it lets run, with the arguments it gives them. */
async function refuseChanged(
  environment: GateEnvironment,
  gateId: string,
  { decision, edited_arguments: edited = {}, ...request }: DecideRequest,
): Promise<Refusal | undefined> {
  if (environment.readEvidence === undefined || !LETS_RUN.has(decision)) return undefined
  const gate = await environment.store.getGate(gateId)
  if (gate?.status !== 'pending' || gate.deciding !== undefined) return undefined
  const chosen = request.approved_calls ?? request.calls
  const drift = await driftOf(environment, gate, call =>
    chosen === undefined || chosen.includes(call.call_id)
      ? { ...call, arguments: (edited[call.call_id] as JsonObject | undefined) ?? call.arguments }
      : undefined,
  )
  return drift.length === 0 ? undefined : refuseDrift(gate, drift)
}

/** Only a plain approval brings permissions with it, and only those that were offered for its calls as they stand. */
async function refuseGiving(
  { store, refusePermissions }: GateEnvironment,
  {
    who,
    gateId,
    request,
  }: { readonly who: Principal; readonly gateId: string; readonly request: DecideRequest },
): Promise<Refusal | undefined> {
  if (request.permissions === undefined) return undefined
  const error = (message: string) =>
    refuse('invalid', `Gate ${gateId} was not decided: permissions ${message}.`, {
      errors: [{ field: 'permissions', message }],
    })
  if (request.decision !== 'approve') return error('can only come with approve')
  if (request.edited_arguments !== undefined || (request.remember ?? 'once') !== 'once')
    return error('stand alone: nothing is edited or remembered by a rule in the same decision')
  if (refusePermissions === undefined) return error('are not given here')
  const gate = await store.getGate(gateId)
  if (gate?.status !== 'pending' || gate.deciding !== undefined) return undefined
  return refusePermissions(who, gate, request.permissions)
}

/** Locks the run that a gate belongs to, then the gate. */
export async function withLockedGate<Result>(
  environment: Pick<GateEnvironment, 'store'>,
  gateId: string,
  work: (tx: StoreTransaction, gate: Gate, run: StoredRun | undefined) => Promise<Result>,
): Promise<Result | Refusal> {
  return environment.store.transact(async tx => {
    // Sent together, and locked by the store in this order.
    const [run, gate] = await Promise.all([tx.lockRunOfGate(gateId), tx.lockGate(gateId)])
    return gate ? work(tx, gate, run) : refuse('not_found', `There is no gate ${gateId}.`)
  })
}

async function attempt(
  environment: GateEnvironment,
  tx: StoreTransaction,
  attempted: Attempt,
): Promise<Decided | Refusal> {
  const { gate, request, who } = attempted
  const now = environment.clock.now()
  const context: DecideContext = {
    who,
    now: toIso(now),
    decision_id: gate.deciding?.decision.decision_id ?? environment.ids.newId('dec'),
    viewed: await hasViewed(tx, gate, who.id),
    takingEffect: attempted.takingEffect,
    ...(gate.quorum.approvals_required > 1 ? { people: (await environment.people?.(tx)) ?? [] } : {}),
    ...(attempted.takingEffect && gate.deciding ? asDecided(gate.deciding.decision) : {}),
  }
  const outcome = decideGate(gate, request, context)
  if (attempted.takingEffect) return applyOutcome(environment, tx, { ...attempted, outcome })
  const proven = await proveApproval(environment, tx, { who, gate, request, outcome })
  if (proven.refused) return proven
  const signed = decideGate(gate, request, { ...context, ...proven })
  return applyOutcome(environment, tx, { ...attempted, outcome: signed })
}

/** What was settled when the decision was made, before its undo window. */
function asDecided({ decided_at, passkey_id }: Decision): Pick<DecideContext, 'decided_at' | 'passkey_id'> {
  return { decided_at, ...(passkey_id === undefined ? {} : { passkey_id }) }
}

type Applied = Attempt & { readonly outcome: DecideOutcome }

async function applyOutcome(
  environment: GateEnvironment,
  tx: StoreTransaction,
  applied: Applied,
): Promise<Decided | Refusal> {
  const { outcome, gate } = applied
  switch (outcome.outcome) {
    case 'refused':
      return outcome.refusal
    case 'repeated':
      return { gate, decision: outcome.decision, repeated: true, event_id: outcome.decision.decision_id }
    case 'late':
      return keepLate(environment, tx, { ...applied, decision: outcome.decision, refusal: outcome.refusal })
    case 'deferred':
      return defer(environment, tx, { ...applied, decision: outcome.decision, afterMs: outcome.afterMs })
    case 'counted':
    case 'closed':
      return applyDecided(environment, tx, { ...applied, outcome })
  }
}

async function applyDecided(
  environment: GateEnvironment,
  tx: StoreTransaction,
  applied: Attempt & { outcome: Extract<DecideOutcome, { outcome: 'counted' | 'closed' }> },
): Promise<Decided | Refusal> {
  const { outcome, gate, run, request, who } = applied
  const edits = await applyEdits(environment, gate, request)
  if (edits.judgement) await keepVerdict(tx, edits.judgement, { purpose: 'edit', gate_id: gate.gate_id })
  if (edits.outcome === 'refused') return edits.refusal
  const { decision } = outcome
  const answer = { decision, repeated: false, event_id: decision.decision_id }
  const isQuorumEdit = edits.outcome === 'fits' && gate.quorum.approvals_required > 1
  if (edits.outcome === 'held' || isQuorumEdit) {
    const terms = edits.outcome === 'held' ? edits.terms : { type: gate.type }
    const why = edits.outcome === 'held' ? edits.why : gate.why_held
    const successor = await replaceGate(environment, tx, {
      gate,
      run,
      decision,
      actor: actorOf(who),
      calls: edits.calls,
      terms,
      why,
    })
    return { ...answer, gate: successor }
  }
  if (outcome.outcome === 'counted') {
    await tx.updateGate(outcome.gate)
    const payload: JsonObject = {
      ...decisionPayload(outcome.gate, decision),
      have: outcome.gate.approvals.have,
      need: outcome.gate.approvals.need,
    }
    const at = decision.decided_at
    await tx.appendEvents([gateEvent(outcome.gate, { type: 'gate_vote', at, actor: actorOf(who), payload })])
    return { ...answer, gate: outcome.gate }
  }
  const closed = await closeGate(environment, tx, {
    gate: outcome.gate,
    run,
    decision,
    calls: edits.calls,
    actor: actorOf(who),
  })
  return { ...answer, gate: closed }
}

/** Whoever is told that it is too late can rely on it: the gate expires now, whatever the clock says later. */
async function keepLate(
  environment: GateEnvironment,
  tx: StoreTransaction,
  late: Attempt & { decision: Decision; refusal: Refusal },
): Promise<Refusal> {
  const gate = { ...late.gate, decisions: [...late.gate.decisions, late.decision] }
  const expired = gate.status === 'pending' ? await expireGate(environment, tx, { ...late, gate }) : undefined
  if (!expired) await tx.updateGate(gate)
  const at = toIso(environment.clock.now())
  const payload = decisionPayload(gate, late.decision)
  await tx.appendEvents([
    ...(expired?.events ?? []),
    gateEvent(gate, { type: 'late_answer', at, actor: actorOf(late.who), payload }),
  ])
  return { ...late.refusal, gate: expired?.gate ?? gate }
}

async function defer(
  environment: GateEnvironment,
  tx: StoreTransaction,
  deferred: Attempt & { decision: Decision; afterMs: number },
): Promise<Decided | Refusal> {
  const { decision, request, who } = deferred
  // Whether an edit is allowed is told now, to the person who made it, and looked at again when it takes effect.
  const edits = await applyEdits(environment, deferred.gate, request)
  if (edits.outcome === 'refused') return edits.refusal
  const dueMs = environment.clock.now() + deferred.afterMs
  const gate: Gate = { ...deferred.gate, deciding: { decision, effective_at: toIso(dueMs) } }
  await tx.updateGate(gate)
  await environment.timers.wakeAt(tx, gate.gate_id, dueMs)
  const payload = { decision: decision.decision, effective_at: toIso(dueMs) }
  await tx.appendEvents([
    gateEvent(gate, { type: 'gate_deciding', at: decision.decided_at, actor: actorOf(who), payload }),
  ])
  return { gate, decision, repeated: false, event_id: decision.decision_id }
}

function refuseBatch(gate: Gate): Refusal | undefined {
  const isPlain = gate.confirm_word === undefined && !needsViewing(gate) && !gate.fresh_passkey
  if (isPlain && gate.quorum.approvals_required <= 1) return undefined
  return refuse(
    'needs_single_review',
    `Gate ${gate.gate_id} must be approved by itself: it cannot be undone, is only claimed, is too long, has evidence to open, or needs several approvals.`,
    { gate },
  )
}
