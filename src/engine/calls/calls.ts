import type { Clock } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import type { Gate, WhyHeld } from '../../contracts/gate.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { Refusal } from '../../contracts/refusal.ts'
import type { Settings } from '../../contracts/settings.ts'
import type { ToolResult } from '../../contracts/tool.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import type { Store, StoreTransaction } from '../../store/store.ts'
import type { GateService, JudgeCalls, ToolCatalog } from '../gate/gate.ts'
import type { ExecutableTool } from '../tools/tools.ts'
import { consume, recordResult, revoke } from './outside-grants.ts'
import { proposeCall } from './propose-call.ts'
import { undoCall, undoRun } from './undo.ts'

export { bindOutsideCall } from './propose-call.ts'

/** A call that somebody outside wants to make; nothing of it is trusted. */
export interface OutsideCall {
  readonly tool: string
  readonly arguments: JsonObject
  readonly session_id?: string
  readonly run_id?: string
  readonly goal?: string
  readonly reason?: string
}

export interface OutsideAnswer {
  readonly refused?: false
  readonly outcome: 'released' | 'held' | 'denied'
  readonly call_id: string
  readonly grant?: Grant
  readonly gate?: Gate
  readonly why_held: readonly WhyHeld[]
  readonly confidence?: number
}

export interface CallEnvironment {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly gates: GateService
  readonly judge: JudgeCalls
  readonly tools: ToolCatalog & { executable(name: string): ExecutableTool | undefined }
  readonly settings: () => Promise<Settings>
  /** Reads the stop flag inside the consuming transaction. */
  readonly isStopped: (tx: StoreTransaction) => Promise<boolean>
  /** Graded confidence of one outside call in [0,1]; undefined when there is nothing to grade it by. */
  readonly grade: (call: ToolCall, goal: string | undefined) => number | undefined
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
  result(who: Principal, grantId: string, result: ToolResult): Promise<{ readonly refused?: false } | Refusal>
  revoke(
    who: Principal,
    grantId: string,
    because: string,
  ): Promise<{ readonly refused?: false; readonly grant: Grant } | Refusal>
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
    undo: (who, callId) => undoCall(environment, who, callId),
    undoRun: (who, runId) => undoRun(environment, who, runId),
  }
}
