import { digest } from '../../base/digest.ts'
import type { JsonObject } from '../../contracts/json-value.ts'

/** Everything a grant is bound to. Changing any of it is another call. */
export interface BoundCall {
  readonly session_id: string
  readonly run_id?: string
  readonly call_id: string
  readonly requester: string
  readonly tool: string
  readonly definition_hash: string
  readonly arguments: JsonObject
}

/** SHA-256 over the domain `soulgate.action.v1` and the RFC 8785 form of the bound call, lower-case hex. */
export function callDigest(call: BoundCall): string {
  return digest('soulgate.action.v1', {
    session: call.session_id,
    run: call.run_id ?? null,
    call: call.call_id,
    requester: call.requester,
    tool: call.tool,
    definition: call.definition_hash,
    arguments: call.arguments,
  })
}
