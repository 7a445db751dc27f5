import { canonicalize } from '../../base/canonical-json.ts'
import type { DecideRequest, Decision } from '../../contracts/decision.ts'
import type { Gate, GateOption, GateStatus } from '../../contracts/gate.ts'
import { letsCallsRun, needsViewing } from '../../contracts/gate-review.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Person, Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import { callsOf } from './build-gate.ts'
import { checkRequest } from './check-request.ts'
import { mayDecide } from './deciders.ts'
import { optionFor, statusAfter } from './gate-types.ts'
import { standingVotes } from './quorum.ts'

/** What `decideGate` needs to know beside the gate and the request. Times are ISO. */
export interface DecideContext {
  readonly who: Principal
  readonly now: string
  readonly decision_id: string
  /** Whether this person opened the whole card with its evidence, where that is demanded. */
  readonly viewed: boolean
  /** Set when a decision leaves its undo window: its time has come, whatever the deadline says. */
  readonly takingEffect?: boolean
  /** When the person decided, where that was before `now`. */
  readonly decided_at?: string
  /** The passkey that signed for this decision. */
  readonly passkey_id?: string
  /** Who is registered now: votes of people who may not decide any more do not count. */
  readonly people?: readonly Person[]
}

export type DecideOutcome =
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  | { readonly outcome: 'repeated'; readonly decision: Decision }
  | { readonly outcome: 'late'; readonly decision: Decision; readonly refusal: Refusal }
  | { readonly outcome: 'deferred'; readonly decision: Decision; readonly afterMs: number }
  | { readonly outcome: 'counted'; readonly decision: Decision; readonly gate: Gate }
  | { readonly outcome: 'closed'; readonly decision: Decision; readonly gate: Gate }

/**
 * The whole rule of deciding, pure: rights, deadline, first decision wins, what was seen, votes of a quorum,
 * answers call by call. It changes nothing; `gate` in the outcome is how the gate stands afterwards.
 */
export function decideGate(gate: Gate, request: DecideRequest, context: DecideContext): DecideOutcome {
  const { who } = context
  const right = mayDecide(who, gate)
  if (right) return { outcome: 'refused', refusal: right }
  const standing = context.takingEffect ? undefined : findSame(gate, request, who)
  if (standing && !standing.late) return { outcome: 'repeated', decision: standing }
  const closed = refuseClosed(gate, context) ?? refuseAnswered(gate, request)
  if (closed && standing) return { outcome: 'refused', refusal: closed }
  const checked = checkRequest(gate, request)
  if ('refused' in checked) return { outcome: 'refused', refusal: closed ?? checked }
  const decision = toDecision(gate, request, { ...context, option: checked.option })
  if (closed) {
    return closed.code === 'gate_expired'
      ? { outcome: 'late', decision: { ...decision, late: true }, refusal: closed }
      : { outcome: 'refused', refusal: closed }
  }
  const lets = letsCallsRun(checked.option)
  const unseen = refuseUnseen(gate, request, { ...context, letsCallsRun: lets })
  if (unseen) return { outcome: 'refused', refusal: unseen }
  if ((request.effective_in_ms ?? 0) > 0 && !context.takingEffect) {
    return { outcome: 'deferred', decision, afterMs: request.effective_in_ms ?? 0 }
  }
  return settle(gate, decision, { ...context, letsCallsRun: lets })
}

function refuseClosed(gate: Gate, context: DecideContext): Refusal | undefined {
  const last = gate.decisions.findLast(item => !item.late)
  const by = last ? ` by ${last.decided_by_name ?? last.decided_by} at ${last.decided_at}` : ''
  if (gate.status === 'expired' || (gate.status === 'pending' && isOverdue(gate, context))) {
    const next =
      gate.resumes_on_expiry === true ? 'its run went on without it' : 'reopen the gate to decide it'
    return refuse(
      'gate_expired',
      `Gate ${gate.gate_id} expired at ${gate.expires_at}. Your answer is kept as late; ${next}.`,
      { gate },
    )
  }
  if (gate.superseded_by !== undefined) {
    return refuse(
      'gate_superseded',
      `Gate ${gate.gate_id} was superseded by ${gate.superseded_by}. Decide that one.`,
      { gate, data: { superseded_by: gate.superseded_by } },
    )
  }
  if (gate.status !== 'pending') {
    return refuse('gate_closed', `Gate ${gate.gate_id} is ${gate.status} already${by}.`, { gate })
  }
  if (gate.deciding && !context.takingEffect) {
    const { decision, effective_at } = gate.deciding
    return refuse(
      'gate_deciding',
      `${decision.decided_by_name ?? decision.decided_by} has decided gate ${gate.gate_id}; it takes effect at ${effective_at}.`,
      { gate },
    )
  }
  return undefined
}

/** The first answer about a call wins, like the first decision on a gate. */
function refuseAnswered(gate: Gate, request: DecideRequest): Refusal | undefined {
  const named = [...(request.calls ?? []), ...(request.approved_calls ?? [])]
  const answered = named.find(id => gate.call_decisions[id] !== undefined)
  if (answered === undefined) return undefined
  const by = gate.decisions.find(
    item => !item.late && (item.calls ?? item.approved_calls)?.includes(answered),
  )
  const who = by ? ` by ${by.decided_by_name ?? by.decided_by}` : ''
  const detail = `Call ${answered} of gate ${gate.gate_id} was answered already${who}: ${gate.call_decisions[answered]}.`
  return refuse('gate_closed', detail, { gate })
}

function isOverdue(gate: Gate, context: DecideContext): boolean {
  return !context.takingEffect && gate.expires_at !== undefined && gate.expires_at <= context.now
}

function refuseUnseen(gate: Gate, request: DecideRequest, context: Settling): Refusal | undefined {
  if (context.takingEffect) return undefined
  if (request.view_digest !== undefined && request.view_digest !== gate.view_digest) {
    return refuse('view_stale', `Gate ${gate.gate_id} is not what you looked at any more. Read it again.`, {
      gate,
    })
  }
  if (!context.letsCallsRun) return undefined
  const unconfirmed = refuseUnconfirmed(gate, request)
  if (unconfirmed) return unconfirmed
  return needsViewing(gate) && !context.viewed
    ? refuse('not_viewed', notViewedText(gate), { gate })
    : undefined
}

function notViewedText({ gate_id, artifacts }: Gate): string {
  const files = artifacts.length === 1 ? 'the file' : `all ${artifacts.length} files`
  const what = artifacts.length === 0 ? 'the whole' : files
  return `Open ${what} of gate ${gate_id} before you approve it; POST /api/gates/${gate_id}/viewed records that you did.`
}

function refuseUnconfirmed(gate: Gate, request: DecideRequest): Refusal | undefined {
  if (gate.confirm_word === undefined) return undefined
  if (request.view_digest === undefined) {
    return refuse(
      'confirm_required',
      `Gate ${gate.gate_id} needs view_digest and confirm “${gate.confirm_word}”, because what it approves cannot be taken back, is only claimed, or is too long for a glance.`,
      { gate, errors: [{ field: 'view_digest', message: 'is required on this gate' }] },
    )
  }
  if (request.confirm !== gate.confirm_word) {
    return refuse('confirm_required', `Type “${gate.confirm_word}” to approve gate ${gate.gate_id}.`, {
      gate,
      errors: [{ field: 'confirm', message: `must be ${gate.confirm_word}` }],
    })
  }
  return undefined
}

function toDecision(
  gate: Gate,
  request: DecideRequest,
  context: DecideContext & { option: GateOption },
): Decision {
  const { effective_in_ms: _window, confirm: _confirm, passkey: _signed, ...kept } = request
  const edited = Object.keys(request.edited_arguments ?? {})
  const originals = callsOf(gate)
    .filter(call => edited.includes(call.call_id))
    .map(call => [call.call_id, call.arguments] as const)
  return {
    ...kept,
    decision: context.option.decision,
    option_id: context.option.id,
    ...(request.decision === 'steer'
      ? {
          steer_instructions:
            request.steer_instructions?.trim() || (context.option.default_instruction ?? ''),
        }
      : {}),
    ...(originals.length > 0 ? { original_arguments: Object.fromEntries(originals) } : {}),
    decision_id: context.decision_id,
    gate_id: gate.gate_id,
    decided_by: context.who.id,
    decided_by_name: context.who.name,
    decided_at: context.decided_at ?? context.now,
    late: false,
    ...(context.passkey_id === undefined ? {} : { passkey_id: context.passkey_id }),
  }
}

/** What the same person said before in the same sense, a decision inside its undo window included. */
function findSame(gate: Gate, request: DecideRequest, who: Principal): Decision | undefined {
  const said = [...gate.decisions, ...(gate.deciding ? [gate.deciding.decision] : [])]
  return said.find(item => item.decided_by === who.id && isSame(item, request, gate))
}

function isSame(standing: Decision, request: DecideRequest, gate: Gate): boolean {
  const option = optionFor(gate, request)
  if ('errors' in option || option.id !== standing.option_id) return false
  if (gate.status === 'pending' && request.calls !== undefined) {
    if (canonicalize([...request.calls].sort()) !== canonicalize([...(standing.calls ?? [])].sort()))
      return false
  }
  const steer_instructions = request.steer_instructions?.trim() || option.default_instruction
  const meant =
    request.decision === 'steer' && steer_instructions ? { ...request, steer_instructions } : request
  return meaning(standing) === meaning(meant)
}

function meaning(of: Decision | DecideRequest): string {
  const parts: JsonObject = {
    input: of.option_input ?? null,
    steer: of.steer_instructions?.trim() ?? '',
    edits: of.edited_arguments ?? {},
    calls: [...(of.approved_calls ?? of.calls ?? [])].sort(),
    answers: (of.answers ?? []) as unknown as JsonObject[],
    conditions: of.conditions ?? [],
  }
  return canonicalize(parts)
}

interface Settling extends DecideContext {
  /** Whether the chosen option means that the calls go on: approve, or going on past an advisory gate. */
  readonly letsCallsRun: boolean
}

/** Counts the decision: votes of a quorum, answers of single calls, or the end of the gate. */
function settle(gate: Gate, decision: Decision, context: Settling): DecideOutcome {
  const { deciding: _taken, ...undecided } = gate
  const decided: Gate = { ...undecided, decisions: [...gate.decisions, decision] }
  const isVote = context.letsCallsRun || (decision.decision === 'reject' && !gate.quorum.veto)
  if (isVote && gate.quorum.approvals_required > 1) return countVote(decided, decision, context)
  const calls = callsOf(gate)
  if (calls.length > 0 && (context.letsCallsRun || decision.decision === 'reject')) {
    return countCalls(decided, decision, context)
  }
  return close(decided, decision, statusAfter(decision.decision), context)
}

/** The last vote of each person who may still decide counts; where nobody has a veto, it takes as many to reject as to approve. */
function countVote(gate: Gate, decision: Decision, context: Settling): DecideOutcome {
  const votes = standingVotes(gate, context.people ?? [])
  const count = (isCounted: (vote: Decision['decision']) => boolean) =>
    [...votes.values()].filter(isCounted).length
  const need = gate.quorum.approvals_required
  const voted: Gate = { ...gate, approvals: { have: count(vote => vote !== 'reject'), need } }
  if (count(vote => vote === decision.decision) < need) return { outcome: 'counted', decision, gate: voted }
  const answer = context.letsCallsRun ? ('approve' as const) : ('reject' as const)
  const call_decisions = Object.fromEntries(callsOf(gate).map(call => [call.call_id, answer]))
  return close({ ...voted, call_decisions }, decision, statusAfter(decision.decision), context)
}

function countCalls(gate: Gate, decision: Decision, context: Settling): DecideOutcome {
  const ids = callsOf(gate).map(call => call.call_id)
  const open = ids.filter(id => gate.call_decisions[id] === undefined)
  const answered = { ...gate.call_decisions }
  for (const id of decision.calls ?? open) {
    const isApproved = context.letsCallsRun && (decision.approved_calls?.includes(id) ?? true)
    answered[id] = isApproved ? 'approve' : 'reject'
  }
  const next: Gate = { ...gate, call_decisions: answered }
  if (ids.some(id => answered[id] === undefined)) return { outcome: 'counted', decision, gate: next }
  const isApproved = Object.values(answered).includes('approve')
  const approvals = isApproved ? { ...gate.approvals, have: gate.approvals.need } : gate.approvals
  const status = isApproved
    ? statusAfter(decision.decision === 'reject' ? 'approve' : decision.decision)
    : 'rejected'
  return close({ ...next, approvals }, decision, status, context)
}

function close(gate: Gate, decision: Decision, status: GateStatus, context: DecideContext): DecideOutcome {
  const approvals = status === 'approved' ? { ...gate.approvals, have: gate.approvals.need } : gate.approvals
  return { outcome: 'closed', decision, gate: { ...gate, status, approvals, decided_at: context.now } }
}
