import type { Principal } from '../../contracts/principal.ts'
import type { EventDraft, StoreTransaction } from '../../store/store.ts'
import { KINDS, type StoredToken, toBody } from './records.ts'

/** Writes a token; it is found by the hash of its secret. */
export async function putToken(tx: StoreTransaction, token: StoredToken, at: string): Promise<void> {
  await tx.putDocument({ kind: KINDS.token, id: token.token_id, lookup: token.hash, body: toBody(token), at })
}

/** What the audit trail says of a token: everything but its secret. */
export function tokenEvent(
  type: 'token_created' | 'token_revoked',
  who: Pick<Principal, 'kind' | 'id'>,
  token: StoredToken,
  at: string,
): EventDraft {
  const { token_id, name, role, decides } = token
  const person = token.person_id ? { person_id: token.person_id } : {}
  const bootstrap = token.bootstrap ? { bootstrap: token.bootstrap } : {}
  const agents = token.agents ? { agents: token.agents } : {}
  const payload = { token_id, name, role, decides, ...person, ...bootstrap, ...agents }
  return { stream: 'system', type, at, actor: { kind: who.kind, id: who.id }, payload }
}
