import type { Principal } from '../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../contracts/refusal.ts'
import type { Run } from '../contracts/run.ts'
import type { Session } from '../contracts/session.ts'
import { may } from '../engine/access/access.ts'
import type { Store, StoredRun } from '../store/store.ts'

/** An agent sees what it asked for itself; people see everything of their installation. */
export function canSee(
  who: Principal,
  item: { readonly requested_by: string; readonly on_behalf_of?: string | undefined },
): boolean {
  return who.kind !== 'agent' || item.requested_by === who.id || item.on_behalf_of === who.id
}

/** Somebody else's run is as unknown to an agent as one that does not exist. */
export function unknownRun(runId: string): Refusal {
  return refuse('not_found', `There is no run ${runId}.`)
}

export function unknownGate(gateId: string): Refusal {
  return refuse('not_found', `There is no gate ${gateId}.`)
}

/** The run as callers see it: who holds its lease is nobody's business. */
export function toRun(stored: StoredRun): Run {
  const {
    lease_owner: _owner,
    lease_token: _token,
    cancel_requested: _cancel,
    depth: _depth,
    ...run
  } = stored
  return run
}

/** An agent works in sessions of its own; a new one becomes its own. */
export async function refuseForeignSession(
  store: Pick<Store, 'getSession'>,
  who: Principal,
  sessionId: string | undefined,
): Promise<Refusal | undefined> {
  if (who.kind === 'person' || sessionId === undefined) return undefined
  const session = await store.getSession(sessionId)
  if (!session || session.owner === who.id) return undefined
  return refuse('forbidden', `Session ${sessionId} belongs to somebody else. Use one of your own.`)
}

/** An agent sees the sessions it made; people see everything of their installation. */
export async function readableSession(
  store: Pick<Store, 'getSession'>,
  who: Principal,
  sessionId: string,
): Promise<Session | Refusal> {
  const session = await store.getSession(sessionId)
  const isVisible = session && (who.kind !== 'agent' || session.owner === who.id)
  return isVisible ? session : refuse('not_found', `There is no session ${sessionId}.`)
}

/** What a session holds is changed by whoever began it, and by reviewers; never by an agent's key from outside. */
export async function refuseSessionWrite(
  store: Pick<Store, 'getSession'>,
  who: Principal,
  sessionId: string,
): Promise<Refusal | undefined> {
  if (!may(who.role, 'session.write')) {
    return refuse('forbidden', `${who.id} has the role ${who.role}, which changes nothing of a session.`)
  }
  const session = await readableSession(store, who, sessionId)
  if (isRefusal(session)) return session
  if (session.status === 'expired') {
    return refuse('session_expired', `Session ${sessionId} has expired. Begin another one.`)
  }
  const isReviewer = who.role === 'reviewer' || who.role === 'admin'
  if (isReviewer || session.owner === who.id) return undefined
  return refuse('forbidden', `Session ${sessionId} belongs to somebody else; a reviewer can change it.`)
}
