import { OutsideLedgerCall } from '../../contracts/outside-call.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { CallEnvironment } from './call-environment.ts'

/**
 * What became of a call from outside. An agent sees only what it holds itself. It is how an executor that was restarted
 * learns whether its earlier life ran the call.
 */
export async function readCall(
  { store }: Pick<CallEnvironment, 'store'>,
  who: Principal,
  callId: string,
): Promise<{ call: OutsideLedgerCall } | Refusal> {
  const entry = await store.getCall(callId)
  const grant = entry && entry.run_id === undefined ? await store.getGrant(entry.grant_id) : undefined
  if (!entry || !grant || (who.role === 'agent' && grant.holder !== who.id)) {
    return refuse('not_found', `No call ${callId} was begun. Its grant was not consumed, or it is not yours.`)
  }
  const { call_id, grant_id, tool, arguments: args, status, started_at, ended_at, result } = entry
  return {
    call: OutsideLedgerCall.parse({
      ...{ call_id, grant_id, tool, arguments: args, status, started_at },
      ...(ended_at === undefined ? {} : { ended_at }),
      ...(result === undefined || result === null ? {} : { result }),
    }),
  }
}
