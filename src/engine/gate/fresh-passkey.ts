import { digest } from '../../base/digest.ts'
import type { DecideRequest } from '../../contracts/decision.ts'
import type { Gate } from '../../contracts/gate.ts'
import { letsCallsRun } from '../../contracts/gate-review.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { PasskeyAssertion } from '../../contracts/passkey.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { StoreTransaction } from '../../store/store.ts'
import { callsOf } from './build-gate.ts'
import type { DecideOutcome } from './decide-gate.ts'

/** What a person's authenticator says to one approval. */
export type PasskeyProof =
  | { readonly outcome: 'no_passkey' }
  /** The person has a passkey and nothing was signed with it, or not this approval, or not in time, or twice. */
  | { readonly outcome: 'unproven' }
  | { readonly outcome: 'proven'; readonly passkey_id: string }

/** Whether `assertion` was signed by `who`, its user verified, for the approval with this digest. It is good once. */
export type ProveByPasskey = (
  tx: StoreTransaction,
  question: {
    readonly who: Principal
    readonly about: string
    readonly assertion: PasskeyAssertion | undefined
  },
) => Promise<PasskeyProof>

/**
 * What is signed for: this gate as it was seen, and what its decider makes of it. Another option, other arguments,
 * other calls and other conditions are another approval.
 */
export function approvalDigest(gate: Gate, request: DecideRequest): string {
  const { option_id, option_input, conditions, edited_arguments, calls, approved_calls } = request
  const { remember, rule, permissions } = request
  const meant = {
    option_id,
    option_input,
    conditions,
    edited_arguments,
    calls,
    approved_calls,
    remember,
    rule,
    permissions,
  }
  return digest('soulgate.approval.v1', {
    gate: gate.gate_id,
    view: gate.view_digest,
    decision: request.decision,
    // Without what is undefined.
    meant: JSON.parse(JSON.stringify(meant)) as JsonObject,
  })
}

interface Approving {
  readonly who: Principal
  readonly gate: Gate
  readonly request: DecideRequest
  readonly outcome: DecideOutcome
}

interface ProofEnvironment {
  readonly settings: () => Promise<Pick<Settings, 'approval_passkey'>>
  readonly proveByPasskey?: ProveByPasskey
}

/**
 * The passkey that an approval was signed with, where policy wants one; empty where it wants none. Asked for last, when
 * nothing else stands against the decision, so that nobody touches an authenticator for nothing.
 */
export async function proveApproval(
  { settings, proveByPasskey }: ProofEnvironment,
  tx: StoreTransaction,
  { who, gate, request, outcome }: Approving,
): Promise<{ readonly refused?: false; readonly passkey_id?: string } | Refusal> {
  if (!isApproval(outcome) || who.kind !== 'person') return {}
  const { approval_passkey: policy } = await settings()
  if (!isDemanded(gate, policy)) return {}
  const about = approvalDigest(gate, request)
  const assertion = request.passkey
  const proof = await proveByPasskey?.(tx, { who, about, assertion })
  if (proof?.outcome === 'proven') return { passkey_id: proof.passkey_id }
  if (proof?.outcome === 'unproven') return refuseUnproven(gate, assertion !== undefined)
  return policy === 'required' ? refuseWithout(gate) : {}
}

function isApproval(outcome: DecideOutcome): boolean {
  if (outcome.outcome !== 'deferred' && outcome.outcome !== 'counted' && outcome.outcome !== 'closed')
    return false
  const { option_id: id = '', decision } = outcome.decision
  return letsCallsRun({ id, decision })
}

/** What is only claimed counts as irreversible, or an agent would choose how closely it is looked at. */
function isDemanded(gate: Gate, policy: Settings['approval_passkey']): boolean {
  if (gate.fresh_passkey === true) return true
  if (policy === 'marked') return false
  return callsOf(gate).some(call => call.reversibility === 'irreversible' || call.claimed)
}

function refuseUnproven(gate: Gate, wasSigned: boolean): Refusal {
  const why = wasSigned
    ? 'What your passkey signed is not this approval, is too old, or was used already.'
    : ''
  const detail = `${why} Gate ${gate.gate_id} is approved with your passkey, at its card in the browser.`
  return refuse('passkey_required', detail.trim(), { gate, data: { has_passkey: true } })
}

function refuseWithout(gate: Gate): Refusal {
  const detail = `Gate ${gate.gate_id} is approved with a passkey, and you have none. Add one in Settings, under You.`
  return refuse('passkey_required', detail, { gate, data: { has_passkey: false } })
}
