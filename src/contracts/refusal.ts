import type { Gate } from './gate.ts'

/**
 * A refusal that callers must expect: the surface turns `code` into a status (3.5, 7.9). `standing` is what stands
 * instead, such as the decision that came first.
 */
export interface Refusal {
  readonly refused: true
  readonly code:
    | 'not_found'
    | 'forbidden'
    | 'self_approval'
    | 'invalid'
    | 'gate_closed'
    | 'gate_superseded'
    | 'gate_expired'
    | 'gate_deciding'
    | 'view_stale'
    | 'evidence_changed'
    | 'not_viewed'
    | 'confirm_required'
    | 'passkey_required'
    | 'needs_single_review'
    | 'edit_refused'
    | 'grant_consumed'
    | 'result_recorded'
    | 'address_taken'
    | 'grant_revoked'
    | 'grant_expired'
    | 'digest_mismatch'
    | 'not_waiting'
    | 'run_ended'
    | 'intent_not_approved'
    | 'session_busy'
    | 'session_expired'
    | 'version_conflict'
    | 'declaration_exists'
    | 'idempotency_conflict'
    | 'stopped'
    | 'too_many_open_gates'
    | 'too_many_tools'
    | 'too_many_workers'
    | 'not_undoable'
    | 'nothing_to_undo'
    | 'pinned_limit_exceeded'
    | 'version_released'
    | 'snapshot_released'
    | 'secret_key_missing'
    | 'key_needed'
    | 'unknown_model'
    | 'plan_busy'
    | 'plan_not_complete'
    | 'constraint_broken'
    | 'webhook_not_verified'
  readonly detail: string
  readonly errors?: readonly { readonly field: string; readonly message: string }[]
  readonly data?: Readonly<Record<string, unknown>>
  readonly gate?: Gate
}

/** Shorthand for the commonest refusals. */
export function refuse(code: Refusal['code'], detail: string, extra: Partial<Refusal> = {}): Refusal {
  return { refused: true, code, detail, ...extra }
}

/** Whether an answer of the program is a refusal. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value && value.refused === true
}
