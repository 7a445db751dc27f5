import type { Grant } from '../../contracts/grant.ts'
import type { OutsideLedgerCall } from '../../contracts/outside-call.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { Refusal } from '../../contracts/refusal.ts'
import type { ToolResult } from '../../contracts/tool.ts'
import type { StoredRun } from '../../store/store.ts'
import type { CallEnvironment, OutsideAnswer, OutsideCall } from './call-environment.ts'
import { readCall } from './ledger.ts'
import { endNamedRun, type NamedEnd } from './named-runs.ts'
import { consume, recordResult, revoke } from './outside-grants.ts'
import { proposeCall } from './propose-call.ts'
import { undoCall, undoRun } from './undo.ts'

export type { CallEnvironment, OutsideAnswer, OutsideCall } from './call-environment.ts'
export { bindOutsideCall, touchOwnSession } from './propose-call.ts'

/** `repeated`: the same result stood already. */
export interface ReportedResult {
  readonly refused?: false
  readonly repeated?: true
}

type Undone = { readonly refused?: false; readonly undone: readonly string[]; readonly message: string }

/** The door for executors outside of Soulgate: propose, consume once, report the result; and taking calls back. */
export interface CallService {
  propose(who: Principal, call: OutsideCall, idempotencyKey?: string): Promise<OutsideAnswer | Refusal>
  consume(
    who: Principal,
    grantId: string,
    digest: string,
  ): Promise<{ readonly refused?: false; readonly grant: Grant; readonly idempotency_key: string } | Refusal>
  result(who: Principal, grantId: string, result: ToolResult): Promise<ReportedResult | Refusal>
  revoke(
    who: Principal,
    grantId: string,
    because: string,
  ): Promise<{ readonly refused?: false; readonly grant: Grant } | Refusal>
  /** What the ledger holds of a call that its holder or a person asks for; not found before its grant is consumed. */
  get(
    who: Principal,
    callId: string,
  ): Promise<{ readonly refused?: false; readonly call: OutsideLedgerCall } | Refusal>
  /** Ends a requester's own run by the name that its calls carry. */
  endRun(
    who: Principal,
    name: string,
    end: NamedEnd,
  ): Promise<{ readonly refused?: false; readonly run: StoredRun; readonly accepted: boolean } | Refusal>
  undo(who: Principal, callId: string): Promise<Undone | Refusal>
  /** In reverse order; stops at the first call that cannot be taken back. */
  undoRun(who: Principal, runId: string): Promise<Undone | Refusal>
}

export function createCallService(environment: CallEnvironment): CallService {
  return {
    propose: (who, call, idempotencyKey) => proposeCall(environment, { who, call, idempotencyKey }),
    consume: (who, grantId, digest) => consume(environment, { who, grantId, digest }),
    result: (who, grantId, result) => recordResult(environment, { who, grantId, result }),
    revoke: (who, grantId, because) => revoke(environment, { who, grantId, because }),
    get: (who, callId) => readCall(environment, who, callId),
    endRun: (who, name, end) => endNamedRun(environment, { who, name, end }),
    undo: (who, callId) => undoCall(environment, who, callId),
    undoRun: (who, runId) => undoRun(environment, who, runId),
  }
}
