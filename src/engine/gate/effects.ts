import { toIso } from '../../base/clock.ts'
import type { Decision } from '../../contracts/decision.ts'
import type { Actor } from '../../contracts/event.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import type { EventDraft, StoredRun, StoreTransaction } from '../../store/store.ts'
import { buildGate } from './build-gate.ts'
import { gateEvent, SYSTEM_ACTOR } from './gate-events.ts'
import type { GateEnvironment } from './gate-ports.ts'
import { setTimer } from './gate-timer.ts'
import { buildGrant, grantEvent, revokeGrants, toGateGrant } from './grants.ts'
import type { HoldTerms } from './judge.ts'

interface Closing {
  readonly gate: Gate
  readonly run: StoredRun | undefined
  readonly decision: Decision
  /** The gate's calls with the person's edits in them. */
  readonly calls: readonly ToolCall[]
  readonly actor: Actor
}

/** Grants follow from an approval, and from going on past an advisory gate. */
const LETS_RUN: ReadonlySet<Gate['status']> = new Set(['approved', 'skipped'])

/** Everything that follows from a closed gate, in the caller's transaction: grants, siblings, run, events. */
export async function closeGate(
  environment: GateEnvironment,
  tx: StoreTransaction,
  closing: Closing,
): Promise<Gate> {
  const { decision, run, actor } = closing
  const grants = LETS_RUN.has(closing.gate.status) ? await issueGrants(environment, tx, closing) : []
  const { deciding: _taken, ...rest } = closing.gate
  const gate: Gate = { ...rest, ...(grants.length > 0 ? { grants: grants.map(toGateGrant) } : {}) }
  await tx.updateGate(gate)
  if (gate.expires_at !== undefined) await environment.timers.forget(tx, gate.gate_id)
  const withdrawn =
    decision.decision === 'steer' ? await withdrawSiblings(environment, tx, { gate, actor }) : []
  if (run) await environment.observer().gateClosed(tx, { gate, run, decision })
  await tx.appendEvents([
    gateEvent(gate, {
      type: 'gate_decided',
      at: decision.decided_at,
      actor,
      payload: decidedPayload(gate, decision),
    }),
    ...grants.map(grant => grantEvent(grant, { type: 'grant_issued', at: grant.issued_at, actor })),
    ...withdrawn,
  ])
  return gate
}

function decidedPayload(gate: Gate, decision: Decision): JsonObject {
  return {
    decision_id: decision.decision_id,
    decision: decision.decision,
    option_id: decision.option_id ?? null,
    decided_by: decision.decided_by,
    subject_digest: gate.subject_digest,
    view_digest: decision.view_digest ?? null,
    edited: Object.keys(decision.edited_arguments ?? {}),
    conditions: decision.conditions ?? [],
    ...(decision.reason === undefined ? {} : { reason: decision.reason }),
    ...(decision.steer_instructions === undefined ? {} : { steer_instructions: decision.steer_instructions }),
  }
}

async function issueGrants(environment: GateEnvironment, tx: StoreTransaction, closing: Closing) {
  const { gate, calls, decision } = closing
  const approved = calls.filter(call => gate.call_decisions[call.call_id] === 'approve')
  if (approved.length === 0) return []
  const { guardrails_version } = await environment.judge(approved, {
    session_id: gate.session_id ?? '',
    agent: gate.briefing.agent,
    conditions: [],
  })
  const ttl =
    gate.run_id === undefined ? { ttl_seconds: (await environment.settings()).grant_ttl_seconds } : {}
  const grants = approved.map(call =>
    buildGrant(
      call,
      {
        grant_id: environment.ids.newId('grant'),
        holder: gate.run_id === undefined ? gate.requested_by : `run:${gate.run_id}`,
        issued_by: decision.decided_by,
        guardrails_version,
        gate_id: gate.gate_id,
        ...(gate.session_id === undefined ? {} : { session_id: gate.session_id }),
        ...(gate.run_id === undefined ? {} : { run_id: gate.run_id }),
        ...ttl,
      },
      environment.clock.now(),
    ),
  )
  await tx.insertGrants(grants)
  return grants
}

/** A steer withdraws every other open gate of the run and every grant of it that was not used yet. */
async function withdrawSiblings(
  environment: GateEnvironment,
  tx: StoreTransaction,
  { gate, actor }: { gate: Gate; actor: Actor },
): Promise<readonly EventDraft[]> {
  if (gate.run_id === undefined) return []
  const at = toIso(environment.clock.now())
  const events: EventDraft[] = []
  const { items } = await tx.listGates({ run_id: gate.run_id, status: 'pending' }, { limit: 1000 })
  for (const listed of items.filter(item => item.gate_id !== gate.gate_id)) {
    const sibling = await tx.lockGate(listed.gate_id)
    if (sibling?.status !== 'pending') continue
    const withdrawn: Gate = {
      ...sibling,
      status: 'cancelled',
      cancelled_because: 'withdrawn_by_steer',
      decided_at: at,
    }
    await tx.updateGate(withdrawn)
    events.push(
      gateEvent(withdrawn, { type: 'gate_cancelled', at, actor, payload: { steered_by: gate.gate_id } }),
    )
    const run = await tx.lockRun(gate.run_id)
    if (run) await environment.observer().gateClosed(tx, { gate: withdrawn, run })
  }
  const grants = await tx.listGrants({ run_id: gate.run_id })
  return [...events, ...(await revokeGrants(tx, grants, { at, because: 'withdrawn_by_steer', actor }))]
}

/**
 * Silence is neither yes nor no: nothing runs, the run goes on waiting, the gate can be reopened. The caller
 * appends the event.
 */
export async function expireGate(
  environment: GateEnvironment,
  tx: StoreTransaction,
  { gate, run }: { gate: Gate; run: StoredRun | undefined },
): Promise<{ readonly gate: Gate; readonly event: EventDraft }> {
  const expired: Gate = { ...gate, status: 'expired' }
  await tx.updateGate(expired)
  if (run) await environment.observer().gateExpired(tx, { gate: expired, run })
  const at = toIso(environment.clock.now())
  return { gate: expired, event: gateEvent(expired, { type: 'gate_expired', at, actor: SYSTEM_ACTOR }) }
}

/** An edit that needed a new gate: the old one is superseded, its votes are void, the new one asks about the edit. */
export async function replaceGate(
  environment: GateEnvironment,
  tx: StoreTransaction,
  change: {
    gate: Gate
    run: StoredRun | undefined
    decision: Decision
    actor: Actor
    calls: readonly ToolCall[]
    terms: Partial<HoldTerms> & Pick<HoldTerms, 'type'>
    why: readonly Gate['why_held'][number][]
  },
): Promise<Gate> {
  const { gate: old, run, decision, actor } = change
  const { options, ...draft } = draftFrom(old)
  const successor = buildGate(
    {
      ...draft,
      // Another type of gate offers other ways out.
      ...(change.terms.type === old.type ? { options } : {}),
      ttl_seconds: lifeOf(old, change.terms.ttl_seconds),
      gate_id: environment.ids.newId('gate'),
      terms: {
        quorum: old.quorum.approvals_required,
        roles: old.quorum.roles,
        separate_approver: old.separate_approver,
        ...change.terms,
      },
      subject: { tool_calls: [...change.calls] },
      why_held: change.why,
    },
    environment.clock.now(),
  )
  const at = decision.decided_at
  const { deciding: _taken, ...rest } = old
  const superseded: Gate = {
    ...rest,
    status: 'superseded',
    superseded_by: successor.gate_id,
    decisions: [...old.decisions, decision],
    decided_at: at,
  }
  await tx.updateGate(superseded)
  await tx.insertGate(successor)
  if (old.expires_at !== undefined) await environment.timers.forget(tx, old.gate_id)
  await setTimer(environment, tx, successor)
  if (run) await environment.observer().gateReplaced(tx, { old: superseded, gate: successor, run })
  await tx.appendEvents([
    gateEvent(superseded, {
      type: 'gate_superseded',
      at,
      actor,
      payload: { superseded_by: successor.gate_id },
    }),
    gateEvent(successor, {
      type: 'gate_opened',
      at,
      actor: SYSTEM_ACTOR,
      payload: { subject_digest: successor.subject_digest },
    }),
  ])
  return successor
}

/** As long as the old one, or shorter where a rule says so. Seconds; null = for ever. */
function lifeOf(old: Gate, demanded: number | undefined): number | null {
  if (old.expires_at === undefined) return demanded ?? null
  const seconds = (Date.parse(old.expires_at) - Date.parse(old.created_at)) / 1000
  return Math.min(seconds, demanded ?? seconds)
}

/** The parts of a gate that a successor on the same question keeps. */
export function draftFrom(gate: Gate) {
  return {
    terms: {
      type: gate.type,
      threshold: gate.threshold,
      quorum: gate.quorum.approvals_required,
      roles: gate.quorum.roles,
      separate_approver: gate.separate_approver,
    },
    requested_by: gate.requested_by,
    summary: gate.briefing.summary,
    details: gate.briefing.details,
    agent: gate.briefing.agent,
    subject: gate.subject,
    why_held: gate.why_held,
    risks: gate.risks,
    alternatives: gate.alternatives,
    artifacts: gate.artifacts,
    options: gate.options,
    ...(gate.run_id === undefined ? {} : { run_id: gate.run_id }),
    ...(gate.step_seq === undefined ? {} : { step_seq: gate.step_seq }),
    ...(gate.session_id === undefined ? {} : { session_id: gate.session_id }),
    ...(gate.task_id === undefined ? {} : { task_id: gate.task_id }),
    ...(gate.on_behalf_of === undefined ? {} : { on_behalf_of: gate.on_behalf_of }),
    ...(gate.confidence === undefined ? {} : { confidence: gate.confidence }),
    ...(gate.context === undefined ? {} : { context: gate.context }),
  }
}
