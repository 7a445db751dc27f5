import { toIso } from '../../base/clock.ts'
import { digest } from '../../base/digest.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { isRefusal, type Refusal } from '../../contracts/refusal.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import type { EventDraft, StoreTransaction } from '../../store/store.ts'
import {
  buildGrant,
  consumeGrant,
  countReleasing,
  grantEvent,
  refuseConsumption,
  SYSTEM_ACTOR,
} from '../gate/gate.ts'
import { type Execution, lockOwn } from './execution.ts'
import type { Place } from './journal.ts'

/** Under what right a call runs: a grant people gave, or the release rule's own word. */
export type Authorization =
  | { readonly kind: 'grant'; readonly grant_id: string }
  | {
      readonly kind: 'released'
      readonly basis: string
      readonly guardrails_version: number
      /** What the rule was told of it, in [0,1]; a condition of a person's rule may ask for it again. */
      readonly confidence?: number
    }

/** One call at its place in the journal, with the right under which it may run. */
export interface AuthorizedCall {
  readonly execution: Execution
  readonly place: Place
  readonly call: ToolCall
  readonly authorization: Authorization
}

/** The same at every attempt, so that a tool that knows its keys does nothing twice. */
export function idempotencyKey({ execution, place }: Pick<AuthorizedCall, 'execution' | 'place'>): string {
  return digest('soulgate.idempotency.v1', { run: execution.run.run_id, step: place.seq })
}

/** A write that took longer may have outlived this worker's lease. */
const UNSURE_AFTER_MS = 1_000

/**
 * In one transaction under the fencing token: the grant is consumed and the intent recorded. Answers why not, when
 * not. `named` says what the last look was made from. When it took so long that the lease may be gone, the lease is read again before the caller touches a tool.
 */
export async function takeAuthorization(
  running: AuthorizedCall,
  named: JsonObject,
): Promise<Refusal | undefined> {
  const { execution, place, call } = running
  const { clock } = execution.environment
  await execution.journal.live()
  const now = clock.now()
  let refusal: Refusal | undefined
  await execution.busy(async () => {
    await execution.commit({
      write: async tx => {
        refusal = undefined
        const taken = await takeGrant(running, tx, now)
        if (isRefusal(taken)) {
          refusal = taken
          return []
        }
        await tx.putSteps([execution.stepOf(place, { status: 'started', started_at: toIso(now) })])
        await tx.putCall({ ...ledgerRow(running, taken), status: 'started' })
        return [
          ...grantEvents(running, taken, toIso(now)),
          execution.event('tool_call', { ...callPayload(call, taken), ...named }),
        ]
      },
    })
    if (refusal === undefined) await confirmLease(execution, now)
  })
  return refusal
}

/** A process that was stopped for a while wakes up believing that it still owns its runs. */
async function confirmLease(execution: Execution, since: number): Promise<void> {
  const { clock, store } = execution.environment
  for (let from = since; ; ) {
    const elapsedMs = clock.now() - from
    if (elapsedMs >= 0 && elapsedMs < UNSURE_AFTER_MS) return
    from = clock.now()
    await store.transact(tx => lockOwn(tx, execution.run))
  }
}

async function takeGrant(
  running: AuthorizedCall,
  tx: StoreTransaction,
  now: number,
): Promise<Grant | Refusal> {
  const { execution, call, authorization } = running
  const holder = `run:${execution.run.run_id}`
  if (await execution.environment.isStopped(tx)) {
    return {
      refused: true,
      code: 'stopped',
      detail: 'Everything is stopped; an admin must lift the stop first.',
    }
  }
  if (authorization.kind === 'grant') {
    const grant = await tx.lockGrant(authorization.grant_id)
    if (!grant)
      return { refused: true, code: 'not_found', detail: `Grant ${authorization.grant_id} does not exist.` }
    return (
      refuseConsumption(grant, { digest: call.digest, holder, now: toIso(now) }) ??
      consumeGrant(tx, grant, toIso(now))
    )
  }
  const grant = buildGrant(
    call,
    {
      grant_id: execution.environment.ids.newId('grant'),
      holder,
      issued_by: `policy:${authorization.basis}`,
      guardrails_version: authorization.guardrails_version,
      session_id: execution.run.session_id,
      run_id: execution.run.run_id,
    },
    now,
  )
  const refusal = await takeByContract(execution, tx, grant)
  if (refusal) return refusal
  const consumed: Grant = { ...grant, status: 'consumed', consumed_at: toIso(now) }
  await tx.insertGrants([consumed])
  await countReleasing(tx, consumed, toIso(now))
  return consumed
}

/** A grant of a contract of autonomy counts there; where contracts are not known, it is void. */
async function takeByContract(
  { environment }: Execution,
  tx: StoreTransaction,
  grant: Grant,
): Promise<Refusal | undefined> {
  if (environment.contracts !== undefined) return environment.contracts.take(tx, grant)
  if (!grant.issued_by.startsWith('policy:contract:')) return undefined
  return { refused: true, code: 'grant_revoked', detail: 'The grant is void: there are no contracts here.' }
}

function grantEvents(running: AuthorizedCall, grant: Grant, at: string): readonly EventDraft[] {
  const consumed = grantEvent(grant, { type: 'grant_consumed', at, actor: SYSTEM_ACTOR })
  if (running.authorization.kind === 'grant') return [consumed]
  return [grantEvent(grant, { type: 'grant_issued', at, actor: SYSTEM_ACTOR }), consumed]
}

function callPayload(call: ToolCall, grant: Grant): JsonObject {
  return {
    call_id: call.call_id,
    tool_name: call.tool,
    tool_input: call.arguments,
    digest: call.digest,
    grant_id: grant.grant_id,
  }
}

function ledgerRow(running: AuthorizedCall, grant: Pick<Grant, 'grant_id'>) {
  const { execution, place, call } = running
  return {
    call_id: call.call_id,
    run_id: execution.run.run_id,
    session_id: execution.run.session_id,
    step_seq: place.seq,
    grant_id: grant.grant_id,
    tool: call.tool,
    digest: call.digest,
    arguments: call.arguments,
    idempotency_key: idempotencyKey(running),
    started_at: toIso(execution.environment.clock.now()),
  }
}
