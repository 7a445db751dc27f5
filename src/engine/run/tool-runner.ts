import { toIso } from '../../base/clock.ts'
import { digest } from '../../base/digest.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Refusal } from '../../contracts/refusal.ts'
import type { ToolCall, ToolCallResult } from '../../contracts/tool-call.ts'
import type { EventDraft, StoreTransaction } from '../../store/store.ts'
import { buildGrant, consumeGrant, grantEvent, refuseConsumption, SYSTEM_ACTOR } from '../gate/gate.ts'
import type { ToolOutcome } from '../tools/tools.ts'
import { type Execution, toStepError } from './execution.ts'
import type { Place } from './journal.ts'
import { askGate } from './operations.ts'
import { recheckCall } from './recheck.ts'

/** Under what right a call runs: a grant people gave, or the release rule's own word. */
export type Warrant =
  | { readonly kind: 'grant'; readonly grant_id: string }
  | { readonly kind: 'released'; readonly basis: string; readonly guardrails_version: number }

interface Call {
  readonly execution: Execution
  readonly place: Place
  readonly call: ToolCall
  readonly warrant: Warrant
}

/**
 * Runs one call at most once. The intent is durable, and its grant consumed, before the tool is touched; the
 * result is durable after. Intent without result: an idempotent tool runs again under the same key, any other is
 * in doubt, and a person says what happened.
 */
export async function runToolCall(
  execution: Execution,
  call: ToolCall,
  warrant: Warrant,
): Promise<ToolCallResult> {
  execution.check()
  const place = execution.journal.place(`tool:${call.tool}`, 'tool', {
    call_id: call.call_id,
    digest: call.digest,
  })
  const running: Call = { execution, place, call, warrant }
  const { record } = place
  if (record?.settled !== undefined) {
    if (wasInDoubt(record.output)) await askWhatHappened(running)
    await execution.journal.recorded(place)
    return record.output as unknown as ToolCallResult
  }
  if (record?.status === 'unknown') return resolveDoubt(running)
  if (record === undefined) {
    const refusal = await takeWarrant(running)
    if (refusal) return settleCall(running, notRun(call, refusal.detail, refusal.code), undefined)
    return execute(running)
  }
  return isRepeatable(call) ? execute(running) : resolveDoubt(running)
}

function wasInDoubt(output: JsonValue | undefined): boolean {
  return typeof output === 'object' && output !== null && 'in_doubt' in output
}

function isRepeatable(call: ToolCall): boolean {
  return !call.claimed && (call.annotations.idempotent || call.annotations.read_only)
}

function idempotencyKey({ execution, place }: Call): string {
  return digest('soulgate.idempotency.v1', { run: execution.run.run_id, step: place.seq })
}

/** In one transaction: the grant is consumed and the intent recorded. Answers why not, when not. */
async function takeWarrant(running: Call): Promise<Refusal | undefined> {
  const { execution, place, call } = running
  await execution.journal.live()
  const objection = await execution.busy(() => recheckCall(execution, call, running.warrant))
  if (objection) return objection
  const now = execution.environment.clock.now()
  let refusal: Refusal | undefined
  await execution.busy(() =>
    execution.commit({
      write: async tx => {
        const taken = await takeGrant(running, tx, now)
        if ('refused' in taken) {
          refusal = taken
          return []
        }
        await tx.putSteps([execution.stepOf(place, { status: 'started', started_at: toIso(now) })])
        await tx.putCall({ ...ledgerRow(running, taken), status: 'started' })
        return [
          ...grantEvents(running, taken, toIso(now)),
          execution.event('tool_call', callPayload(call, taken)),
        ]
      },
    }),
  )
  return refusal
}

async function takeGrant(running: Call, tx: StoreTransaction, now: number): Promise<Grant | Refusal> {
  const { execution, call, warrant } = running
  const holder = `run:${execution.run.run_id}`
  if (warrant.kind === 'grant') {
    const grant = await tx.lockGrant(warrant.grant_id)
    if (!grant)
      return { refused: true, code: 'not_found', detail: `Grant ${warrant.grant_id} does not exist.` }
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
      issued_by: `policy:${warrant.basis}`,
      guardrails_version: warrant.guardrails_version,
      session_id: execution.run.session_id,
      run_id: execution.run.run_id,
    },
    now,
  )
  const consumed: Grant = { ...grant, status: 'consumed', consumed_at: toIso(now) }
  await tx.insertGrants([consumed])
  return consumed
}

function grantEvents(running: Call, grant: Grant, at: string): readonly EventDraft[] {
  const consumed = grantEvent(grant, { type: 'grant_consumed', at, actor: SYSTEM_ACTOR })
  if (running.warrant.kind === 'grant') return [consumed]
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

function ledgerRow(running: Call, grant: Pick<Grant, 'grant_id'>) {
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

async function execute(running: Call): Promise<ToolCallResult> {
  const { execution, call } = running
  const tool = execution.environment.tools.executable(call.tool)
  if (!tool)
    return settleCall(running, notRun(call, `Tool not found: ${call.tool}`, 'tool_not_found'), undefined)
  const startedMs = execution.environment.clock.now()
  const outcome = await execution.busy(() => touchTool(running, tool))
  const durationMs = execution.environment.clock.now() - startedMs
  if (outcome.effect === 'unknown') return resolveDoubt(running, outcome.result.error)
  return settleCall(running, toResult(call, outcome, durationMs), outcome.undo)
}

async function touchTool(
  { execution, call, ...rest }: Call,
  tool: NonNullable<ReturnType<Execution['environment']['tools']['executable']>>,
): Promise<ToolOutcome> {
  const key = idempotencyKey({ execution, call, ...rest })
  try {
    return await tool.execute({ arguments: call.arguments, idempotencyKey: key, signal: execution.signal })
  } catch (error) {
    const { message } = toStepError(error)
    const effect = isRepeatable(call) ? 'none' : 'unknown'
    return { result: { success: false, output: null, error: message }, effect }
  }
}

function toResult(call: ToolCall, outcome: ToolOutcome, durationMs: number): ToolCallResult {
  const { result } = outcome
  return {
    call_id: call.call_id,
    tool_name: call.tool,
    success: result.success,
    status: result.success ? 'succeeded' : 'failed',
    input: call.arguments,
    message: result.success
      ? `${call.tool} succeeded.`
      : `${call.tool} failed: ${result.error ?? 'no reason was given'}`,
    output: result.output as JsonValue,
    ...(result.error === undefined ? {} : { error: result.error }),
    duration_ms: durationMs,
  }
}

/** A result for a call that was never touched. */
export function notRun(
  call: Pick<ToolCall, 'call_id' | 'tool' | 'arguments'>,
  message: string,
  error?: string,
): ToolCallResult {
  return {
    call_id: call.call_id,
    tool_name: call.tool,
    success: false,
    status: error === undefined ? 'not_run' : 'failed',
    input: call.arguments,
    message,
    ...(error === undefined ? {} : { error: message }),
    duration_ms: 0,
  }
}

async function settleCall(
  running: Call,
  result: ToolCallResult,
  undo: JsonValue | undefined,
): Promise<ToolCallResult> {
  const { execution, place, call, warrant } = running
  await execution.journal.live()
  const grantId = warrant.kind === 'grant' ? warrant.grant_id : undefined
  const kept: ToolCallResult = { ...result, ...(grantId === undefined ? {} : { grant_id: grantId }) }
  const settled = execution.journal.nextSettled()
  const endedAt = toIso(execution.environment.clock.now())
  const step = execution.stepOf(place, {
    status: kept.status === 'succeeded' ? 'succeeded' : kept.status === 'unknown' ? 'unknown' : 'failed',
    output: kept as unknown as JsonObject,
    settled,
    started_at: place.record?.started_at ?? endedAt,
    ended_at: endedAt,
    duration_ms: kept.duration_ms,
  })
  execution.buffer({
    steps: [step],
    events: [execution.event('tool_result', resultPayload(kept))],
    write: async tx => {
      const row = await tx.getCall(call.call_id)
      if (!row) return undefined
      const status = kept.status === 'not_run' ? 'failed' : kept.status
      await tx.putCall({
        ...row,
        status,
        result: kept as unknown as JsonObject,
        ended_at: endedAt,
        ...(undo === undefined ? {} : { undo }),
      })
      return undefined
    },
  })
  execution.commitSoon()
  return kept
}

function resultPayload(result: ToolCallResult): JsonObject {
  return {
    call_id: result.call_id,
    tool_name: result.tool_name,
    success: result.success,
    status: result.status,
    tool_output: result.output ?? null,
    ...(result.error === undefined ? {} : { error: result.error }),
  }
}

/** The call may have run. A person says what happened; nothing is run again on a guess. */
async function resolveDoubt(running: Call, because?: string): Promise<ToolCallResult> {
  const { execution, place, call } = running
  if (place.record?.status !== 'unknown') {
    await execution.journal.live()
    const why = { in_doubt: because ?? 'the process ended between start and result' }
    await execution.busy(() =>
      execution.commit({ steps: [execution.stepOf(place, { status: 'unknown', output: why })] }),
    )
  }
  const answer = await askWhatHappened(running)
  const base = { ...notRun(call, '', 'unknown'), in_doubt: true }
  const { decision, gate } = answer
  if (decision?.decision === 'answer') {
    const output = (decision.option_input?.result ?? decision.option_input ?? null) as JsonValue
    const { error: _none, ...clean } = base
    const result = {
      ...clean,
      success: true,
      status: 'succeeded' as const,
      output,
      message: `${call.tool} did happen, says ${decision.decided_by_name ?? decision.decided_by}.`,
    }
    return settleCall(running, result, undefined)
  }
  const fresh = gate.grants?.find(grant => grant.call_id === call.call_id)
  if (decision?.decision === 'approve' && fresh) return runAgain(running, fresh.grant_id)
  const message = `${call.tool} may have run; a person chose to abort.`
  return settleCall(running, { ...base, status: 'unknown', message, error: message }, undefined)
}

async function runAgain(running: Call, grantId: string): Promise<ToolCallResult> {
  const { execution, call } = running
  const again: Call = { ...running, warrant: { kind: 'grant', grant_id: grantId } }
  const known = await execution.environment.store.getGrant(grantId)
  if (known?.status === 'consumed') {
    const message = `${call.tool} may have run twice: the process ended again during the second attempt.`
    return settleCall(
      again,
      { ...notRun(call, message, 'unknown'), status: 'unknown', in_doubt: true } as ToolCallResult,
      undefined,
    )
  }
  const refusal = await takeWarrant({ ...again, place: { ...again.place, record: undefined } })
  if (refusal)
    return settleCall(
      again,
      { ...notRun(call, refusal.detail, refusal.code), in_doubt: true } as ToolCallResult,
      undefined,
    )
  const tool = execution.environment.tools.executable(call.tool)
  if (!tool)
    return settleCall(
      again,
      { ...notRun(call, `Tool not found: ${call.tool}`, 'x'), in_doubt: true } as ToolCallResult,
      undefined,
    )
  const startedMs = execution.environment.clock.now()
  const outcome = await execution.busy(() => touchTool(again, tool))
  const result = toResult(call, outcome, execution.environment.clock.now() - startedMs)
  return settleCall(again, { ...result, in_doubt: true } as ToolCallResult, outcome.undo)
}

function askWhatHappened({ execution, call }: Call) {
  return askGate(execution, `in_doubt:${call.tool}`, {
    terms: { type: 'unknown_outcome' },
    summary: `Did ${call.tool} happen?`,
    details:
      'Soulgate was interrupted between the start of this call and its result. Look at its target, then say what happened.',
    subject: { tool_calls: [call] },
    why_held: [
      { source: 'in_doubt', text: `${call.tool} may have run already and cannot be repeated safely.` },
    ],
  })
}
