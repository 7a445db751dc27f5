import { toIso } from '../../base/clock.ts'
import type { Actor } from '../../contracts/event.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import type { EventDraft, StoreTransaction } from '../../store/store.ts'

export interface GrantTerms {
  readonly grant_id: string
  readonly holder: string
  readonly issued_by: string
  readonly guardrails_version: number
  readonly session_id?: string
  readonly run_id?: string
  readonly outside_run_id?: string
  readonly gate_id?: string
  /** Seconds; absent for grants that live as long as their run. */
  readonly ttl_seconds?: number
}

/** The single-use right for one call as it stands, arguments and digest included. */
export function buildGrant(call: ToolCall, terms: GrantTerms, now: number): Grant {
  const { ttl_seconds: ttl, ...kept } = terms
  return {
    ...kept,
    call_id: call.call_id,
    tool: call.tool,
    arguments: call.arguments,
    digest: call.digest,
    ...(call.folder === undefined ? {} : { folder: call.folder }),
    status: 'issued',
    issued_at: toIso(now),
    ...(ttl === undefined ? {} : { expires_at: toIso(now + ttl * 1000) }),
  }
}

/** Why a grant cannot be consumed by this holder for this digest now; undefined when it can. */
export function refuseConsumption(
  grant: Grant,
  attempt: { readonly digest: string; readonly holder: string; readonly now: string },
): Refusal | undefined {
  if (grant.holder !== attempt.holder) {
    return refuse('forbidden', `Grant ${grant.grant_id} belongs to somebody else.`)
  }
  if (grant.status === 'consumed') {
    return refuse(
      'grant_consumed',
      `Grant ${grant.grant_id} was consumed at ${grant.consumed_at}. It works once.`,
    )
  }
  if (grant.status === 'revoked') return refuse('grant_revoked', `Grant ${grant.grant_id} was revoked.`)
  if (grant.status === 'expired' || (grant.expires_at !== undefined && grant.expires_at <= attempt.now)) {
    return refuse(
      'grant_expired',
      `Grant ${grant.grant_id} expired at ${grant.expires_at}. Propose the call again.`,
    )
  }
  if (grant.digest !== attempt.digest) {
    return refuse(
      'digest_mismatch',
      `Grant ${grant.grant_id} is for other arguments than the ones presented; nothing may run.`,
    )
  }
  return undefined
}

/** Marks the grant consumed; the caller has locked it and asked `refuseConsumption`. */
export async function consumeGrant(tx: StoreTransaction, grant: Grant, now: string): Promise<Grant> {
  const consumed: Grant = { ...grant, status: 'consumed', consumed_at: now }
  await tx.updateGrant(consumed)
  return consumed
}

/** Revokes what has not been consumed yet; answers the events to append. */
export async function revokeGrants(
  tx: StoreTransaction,
  grants: readonly Grant[],
  why: { readonly at: string; readonly because: string; readonly actor: Actor },
): Promise<readonly EventDraft[]> {
  const events: EventDraft[] = []
  for (const listed of grants.filter(item => item.status === 'issued')) {
    const grant = await tx.lockGrant(listed.grant_id)
    if (grant?.status !== 'issued') continue
    await tx.updateGrant({ ...grant, status: 'revoked' })
    events.push(
      grantEvent(grant, { type: 'grant_revoked', at: why.at, actor: why.actor, because: why.because }),
    )
  }
  return events
}

export function grantEvent(
  grant: Grant,
  about: {
    type: 'grant_issued' | 'grant_consumed' | 'grant_revoked'
    at: string
    actor: Actor
    because?: string
    /** What the verdict behind it was made from. */
    named?: JsonObject
  },
): EventDraft {
  const stream = grant.run_id
    ? `run:${grant.run_id}`
    : grant.session_id
      ? `session:${grant.session_id}`
      : 'system'
  return {
    stream,
    type: about.type,
    at: about.at,
    ...(grant.run_id === undefined ? {} : { run_id: grant.run_id }),
    ...(grant.session_id === undefined ? {} : { session_id: grant.session_id }),
    ...(grant.gate_id === undefined ? {} : { gate_id: grant.gate_id }),
    actor: about.actor,
    payload: {
      grant_id: grant.grant_id,
      call_id: grant.call_id,
      tool: grant.tool,
      digest: grant.digest,
      issued_by: grant.issued_by,
      ...(about.because === undefined ? {} : { because: about.because }),
      ...about.named,
    },
  }
}

/** How a grant shows on its gate. */
export function toGateGrant(grant: Grant): NonNullable<Gate['grants']>[number] {
  return {
    grant_id: grant.grant_id,
    call_id: grant.call_id,
    digest: grant.digest,
    ...(grant.expires_at === undefined ? {} : { expires_at: grant.expires_at }),
  }
}
