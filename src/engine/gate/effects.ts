import { toIso } from '../../base/clock.ts'
import type { Decision } from '../../contracts/decision.ts'
import type { Actor } from '../../contracts/event.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import type { EventDraft, StoredRun, StoreTransaction } from '../../store/store.ts'
import { buildGate } from './build-gate.ts'
import { keepConditions } from './conditions.ts'
import { keepEvidence, loadEvidence } from './drift.ts'
import { decisionPayload, gateEvent, SYSTEM_ACTOR } from './gate-events.ts'
import type { GateEnvironment } from './gate-ports.ts'
import { hasTimer, setTimer } from './gate-timer.ts'
import { buildGrant, grantEvent, revokeGrants, toGateGrant } from './grants.ts'
import { showingOf } from './heading.ts'
import { strictestTerms } from './hold-terms.ts'
import type { HoldTerms } from './judge.ts'
import { gatesOfOutsideRun, outsideRunOf } from './outside-runs.ts'
import { settleSticky } from './sticky.ts'

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
  await keepConditions(tx, gate)
  if (hasTimer(gate)) await environment.timers.forget(tx, gate.gate_id)
  const withdrawn =
    decision.decision === 'steer' ? await withdrawSiblings(environment, tx, { gate, actor }) : []
  // What was withdrawn may have let the run go on already.
  const standing = run && withdrawn.length > 0 ? await tx.lockRun(run.run_id) : run
  const resumed = standing
    ? await environment.observer().gateClosed(tx, { gate, run: standing, decision })
    : []
  const sticky = await settleSticky(environment, tx, { gate, calls: closing.calls, actor })
  const learned = (await environment.contracts?.gateEnded(tx, gate)) ?? []
  await tx.appendEvents([
    gateEvent(gate, {
      type: 'gate_decided',
      at: decision.decided_at,
      actor,
      payload: decisionPayload(gate, decision),
    }),
    ...grants.map(grant => grantEvent(grant, { type: 'grant_issued', at: grant.issued_at, actor })),
    ...withdrawn,
    ...sticky,
    ...learned,
    ...resumed,
  ])
  return gate
}

async function issueGrants(environment: GateEnvironment, tx: StoreTransaction, closing: Closing) {
  const { gate, calls, decision } = closing
  const approved = calls.filter(call => gate.call_decisions[call.call_id] === 'approve')
  if (approved.length === 0) return []
  // Asked for their version alone: the calls are judged again when their grants are consumed.
  const { guardrails_version } = await environment.judge([], {
    session_id: gate.session_id ?? '',
    agent: gate.briefing.agent,
    conditions: [],
  })
  const ttl =
    gate.run_id === undefined ? { ttl_seconds: (await environment.settings()).grant_ttl_seconds } : {}
  const named = outsideRunOf(gate)
  const outsideRun = named === undefined ? {} : { outside_run_id: named }
  const grants = approved.map(call =>
    buildGrant(
      call,
      {
        grant_id: environment.ids.newId('grant'),
        holder: gate.run_id === undefined ? gate.requested_by : `run:${gate.run_id}`,
        issued_by: approverOf(gate, call.call_id) ?? decision.decided_by,
        guardrails_version,
        gate_id: gate.gate_id,
        ...(gate.session_id === undefined ? {} : { session_id: gate.session_id }),
        ...(gate.run_id === undefined ? {} : { run_id: gate.run_id }),
        ...outsideRun,
        ...ttl,
      },
      environment.clock.now(),
    ),
  )
  await tx.insertGrants(grants)
  return grants
}

/** Call by call, the last answer need not be the one that let this call run. */
function approverOf(gate: Gate, callId: string): string | undefined {
  const approvals = gate.decisions.filter(item => !item.late && item.decision !== 'reject')
  const isAbout = (item: Decision): boolean =>
    (item.approved_calls ?? item.calls ?? [callId]).includes(callId)
  return approvals.findLast(isAbout)?.decided_by
}

/** A steer withdraws every other open gate of the run and every grant of it that was not used yet. */
async function withdrawSiblings(
  environment: GateEnvironment,
  tx: StoreTransaction,
  { gate, actor }: { gate: Gate; actor: Actor },
): Promise<readonly EventDraft[]> {
  const at = toIso(environment.clock.now())
  const events: EventDraft[] = []
  for (const listed of await gatesBeside(tx, gate, 'pending')) {
    const sibling = await tx.lockGate(listed.gate_id)
    if (sibling?.status !== 'pending') continue
    const { deciding: _moot, ...rest } = sibling
    const withdrawn: Gate = {
      ...rest,
      status: 'cancelled',
      cancelled_because: 'withdrawn_by_steer',
      decided_at: at,
    }
    await tx.updateGate(withdrawn)
    await environment.timers.forget(tx, sibling.gate_id)
    events.push(
      gateEvent(withdrawn, { type: 'gate_cancelled', at, actor, payload: { steered_by: gate.gate_id } }),
    )
    events.push(...((await environment.contracts?.gateEnded(tx, withdrawn)) ?? []))
    const run = gate.run_id === undefined ? undefined : await tx.lockRun(gate.run_id)
    if (run) events.push(...(await environment.observer().gateClosed(tx, { gate: withdrawn, run })))
  }
  const grants = await grantsBeside(tx, gate)
  return [...events, ...(await revokeGrants(tx, grants, { at, because: 'withdrawn_by_steer', actor }))]
}

/** The other gates of the same run, or of the same run that its requester named where the run is outside. */
async function gatesBeside(
  tx: StoreTransaction,
  gate: Gate,
  status: Gate['status'],
): Promise<readonly Gate[]> {
  const others = (gates: readonly Gate[]) => gates.filter(item => item.gate_id !== gate.gate_id)
  if (gate.run_id !== undefined) {
    const { items } = await tx.listGates({ run_id: gate.run_id, status }, { limit: 1000 })
    return others(items)
  }
  const outsideRunId = outsideRunOf(gate)
  if (outsideRunId === undefined) return []
  return others(await gatesOfOutsideRun(tx, { requester: gate.requested_by, outsideRunId, status }))
}

async function grantsBeside(tx: StoreTransaction, gate: Gate): Promise<readonly Grant[]> {
  if (gate.run_id !== undefined) return tx.listGrants({ run_id: gate.run_id })
  const closed = [...(await gatesBeside(tx, gate, 'approved')), ...(await gatesBeside(tx, gate, 'skipped'))]
  const grants: Grant[] = []
  for (const { gate_id } of closed) grants.push(...(await tx.listGrants({ gate_id })))
  return grants
}

/**
 * Silence is neither yes nor no: nothing runs. The run goes on waiting and the gate can be reopened, unless its agent
 * set the time limit and asked to be told. The caller appends the events.
 */
export async function expireGate(
  environment: GateEnvironment,
  tx: StoreTransaction,
  { gate, run }: { gate: Gate; run: StoredRun | undefined },
): Promise<{ readonly gate: Gate; readonly events: readonly EventDraft[] }> {
  const expired: Gate = { ...gate, status: 'expired' }
  await tx.updateGate(expired)
  const resumed = run ? await environment.observer().gateExpired(tx, { gate: expired, run }) : []
  const at = toIso(environment.clock.now())
  const learned = (await environment.contracts?.gateEnded(tx, expired)) ?? []
  const event = gateEvent(expired, { type: 'gate_expired', at, actor: SYSTEM_ACTOR })
  return { gate: expired, events: [event, ...learned, ...resumed] }
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
  // What the old gate demanded of its deciders is never weakened by an edit.
  const terms = strictestTerms([draft.terms, { threshold: old.threshold, ...change.terms }])
  const successor = buildGate(
    {
      ...draft,
      // Another type of gate offers other ways out.
      ...(change.terms.type === old.type ? { options } : {}),
      ttl_seconds: lifeOf(old, change.terms.ttl_seconds),
      gate_id: environment.ids.newId('gate'),
      terms: { ...terms, type: change.terms.type, threshold: change.terms.threshold ?? old.threshold },
      quorum: {
        approvals_required: terms.quorum ?? 1,
        roles: [...(terms.roles ?? [])],
        veto: old.quorum.veto,
      },
      subject: { tool_calls: [...change.calls] },
      why_held: change.why,
    },
    environment.clock.now(),
    showingOf(environment),
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
  await keepEvidence(tx, successor, await loadEvidence(tx, old.gate_id))
  if (hasTimer(old)) await environment.timers.forget(tx, old.gate_id)
  await setTimer(environment, tx, successor)
  if (run) await environment.observer().gateReplaced(tx, { old: superseded, gate: successor, run })
  const learned = (await environment.contracts?.gateEnded(tx, superseded)) ?? []
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
    ...learned,
  ])
  return successor
}

/** As long as the old one, or shorter where a rule says so. Seconds; null = for ever. */
function lifeOf(old: Gate, demanded: number | undefined): number | null {
  if (old.expires_at === undefined) return demanded ?? null
  const seconds = (Date.parse(old.expires_at) - Date.parse(old.created_at)) / 1000
  return Math.min(seconds, demanded ?? seconds)
}

function saidOf({ asked_for, asked_by, agent_says }: Gate['briefing']) {
  return {
    ...(asked_for === undefined ? {} : { asked_for }),
    ...(asked_by === undefined ? {} : { asked_by }),
    ...(agent_says === undefined ? {} : { agent_says }),
  }
}

/** The parts of a gate that a successor on the same question keeps. */
export function draftFrom(gate: Gate) {
  return {
    terms: {
      type: gate.type,
      threshold: gate.threshold,
      quorum: gate.quorum.approvals_required,
      ...(gate.quorum.roles.length === 0 ? {} : { roles: gate.quorum.roles }),
      separate_approver: gate.separate_approver,
      ...(gate.fresh_passkey === true ? { fresh_passkey: true } : {}),
    },
    quorum: gate.quorum,
    requested_by: gate.requested_by,
    // A title of an agent is no summary of Soulgate's.
    ...(gate.briefing.agent_says === gate.briefing.summary ? {} : { summary: gate.briefing.summary }),
    ...saidOf(gate.briefing),
    details: gate.briefing.details,
    truncated: gate.briefing.truncated,
    agent: gate.briefing.agent,
    subject: gate.subject,
    why_held: gate.why_held,
    risks: gate.risks,
    alternatives: gate.alternatives,
    artifacts: gate.artifacts,
    options: gate.options,
    ...(gate.definition === undefined ? {} : { definition: gate.definition }),
    ...(gate.resumes_on_expiry === true ? { resumes_on_expiry: true } : {}),
    ...(gate.run_id === undefined ? {} : { run_id: gate.run_id }),
    ...(gate.step_seq === undefined ? {} : { step_seq: gate.step_seq }),
    ...(gate.session_id === undefined ? {} : { session_id: gate.session_id }),
    ...(gate.task_id === undefined ? {} : { task_id: gate.task_id }),
    ...(gate.on_behalf_of === undefined ? {} : { on_behalf_of: gate.on_behalf_of }),
    ...(gate.confidence === undefined ? {} : { confidence: gate.confidence }),
    ...(gate.context === undefined ? {} : { context: gate.context }),
    ...(gate.escalation === undefined ? {} : { escalation: gate.escalation }),
    ...(gate.assignee === undefined ? {} : { assignee: gate.assignee }),
  }
}
