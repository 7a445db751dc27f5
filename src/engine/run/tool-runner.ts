import { toIso } from '../../base/clock.ts'
import type { WhyHeld } from '../../contracts/gate.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Step } from '../../contracts/step.ts'
import type { ToolCall, ToolCallResult } from '../../contracts/tool-call.ts'
import { findDrift, loadEvidence, STANDING_REASON, suspendReleasing } from '../gate/gate.ts'
import { createSecretAccess, type ExecutableTool, type ToolOutcome } from '../tools/tools.ts'
import {
  type Authorization,
  type AuthorizedCall,
  idempotencyKey,
  takeAuthorization,
} from './authorization.ts'
import { abortedInDoubt, happened, notRun, resultPayload, toResult } from './call-results.ts'
import { type Execution, toStepError } from './execution.ts'
import { askAt } from './operations.ts'
import { type Recheck, recheckCall } from './recheck.ts'
import type { GateAnswer, GateAsk } from './run-context.ts'
import { findSecretFault, openArguments, redactOutcome } from './secret-arguments.ts'
import { toolSpan, untraced } from './trace.ts'

/** What became of a call; `suggested` says why nothing may run now, where that is the reason. */
export interface CallEnd {
  readonly result: ToolCallResult
  readonly suggested?: string
}

/** What the journal keeps of a settled call: its result, and how many questions were asked about it. */
type KeptEnd = ToolCallResult & { readonly questions?: number; readonly suggested?: string }

/** One attempt came to an end of the call, or to something that only a person can answer. */
type Attempted =
  | { readonly end: CallEnd; readonly undo?: JsonValue }
  | { readonly name: string; readonly ask: GateAsk; readonly with: readonly Step[] }

/**
 * Runs one call at most once. The intent is durable, and its grant consumed, before the tool is touched; the
 * result is durable after. Intent without result: an idempotent tool runs again under the same key, any other is
 * in doubt, and a person says what happened. What a guideline holds that came since the approval is asked again.
 */
export async function runToolCall(
  execution: Execution,
  call: ToolCall,
  authorization: Authorization,
): Promise<CallEnd> {
  execution.check()
  const place = execution.journal.place(`tool:${call.tool}`, 'tool', {
    call_id: call.call_id,
    digest: call.digest,
  })
  const first: AuthorizedCall = { execution, place, call, authorization }
  return place.record?.settled === undefined ? driveCall(first) : replayCall(first, place.record)
}

async function replayCall({ execution, place }: AuthorizedCall, record: Step): Promise<CallEnd> {
  const { questions = 0, suggested, ...result } = record.output as unknown as KeptEnd
  for (let nth = 1; nth <= questions; nth += 1) {
    await askAt(execution, execution.journal.aside(place, nth, ''), {})
  }
  await execution.journal.recorded(place)
  return { result, ...(suggested === undefined ? {} : { suggested }) }
}

async function driveCall(first: AuthorizedCall): Promise<CallEnd> {
  const { execution, place } = first
  let running = first
  for (let nth = 1; ; nth += 1) {
    const isKnown = execution.journal.hasAside(place, nth)
    const attempted = isKnown ? { name: '' } : await attempt(running, nth === 1)
    if ('end' in attempted) return settleCall(running, attempted, nth - 1)
    const aside = execution.journal.aside(place, nth, attempted.name)
    const answer = await askAt(execution, aside, 'ask' in attempted ? attempted : {})
    const granted = grantOf(answer, running.call)
    if (granted === undefined) return settleCall(running, endOf(running.call, aside.name, answer), nth)
    running = {
      ...running,
      call: { ...running.call, arguments: granted.arguments, digest: granted.digest },
      authorization: { kind: 'grant', grant_id: granted.grant_id },
    }
  }
}

function grantOf({ decision, grants }: GateAnswer, call: ToolCall): Grant | undefined {
  return decision === undefined ? undefined : grants.find(grant => grant.call_id === call.call_id)
}

/** What an answer that lets nothing run makes of the call. */
function endOf(call: ToolCall, asked: string, { gate, decision }: GateAnswer): { readonly end: CallEnd } {
  if (!asked.startsWith(DOUBT)) {
    const why = decision?.reason ?? decision?.feedback ?? gate.cancelled_because ?? 'a person said no'
    return { end: { result: notRun(call, `Not run: ${why}.`) } }
  }
  if (decision?.decision !== 'answer') return { end: { result: abortedInDoubt(call) } }
  const output = (decision.option_input?.result ?? decision.option_input ?? null) as JsonValue
  return { end: { result: happened(call, output, decision.decided_by_name ?? decision.decided_by) } }
}

async function attempt(running: AuthorizedCall, isFirst: boolean): Promise<Attempted> {
  const { execution, call } = running
  if (await wasAttempted(running, isFirst)) {
    const mayRepeat = isRepeatable(call) && !execution.environment.stopped()
    return mayRepeat ? touchTool(running) : doubt(running, 'The process ended between start and result.')
  }
  const look = await execution.busy(() => recheckCall(running))
  switch (look.outcome) {
    case 'held':
      return held(call, look)
    case 'suggested':
      return { end: { result: notRun(call, `Suggested only: ${look.why}`), suggested: look.why } }
    case 'refused':
      return { end: { result: notRun(call, look.refusal.detail, look.refusal.code) } }
    case 'free': {
      const changed = await execution.busy(() => findChanged(running))
      if (changed !== undefined) return changed
      // Looked up before the right is used up, and again when the tool runs: nothing keeps a value in between.
      const fault = await execution.busy(() => findSecretFault(running))
      if (fault !== undefined) return { end: { result: notRun(call, fault, 'secret_missing') } }
      const refusal = await takeAuthorization(running, look.named)
      if (refusal?.data?.ask_people === true)
        return held(call, { verdict: STANDING_HOLD, named: look.named }, refusal.detail)
      return refusal ? { end: { result: notRun(call, refusal.detail, refusal.code) } } : touchTool(running)
    }
  }
}

/** Whether this right was used before: by another process, which left no result. */
async function wasAttempted(
  { execution, place, authorization }: AuthorizedCall,
  isFirst: boolean,
): Promise<boolean> {
  if (isFirst && place.record === undefined) return false
  if (authorization.kind === 'released') return place.record !== undefined
  const grant = await execution.busy(() => execution.environment.store.getGrant(authorization.grant_id))
  return grant?.status === 'consumed'
}

function isRepeatable(call: ToolCall): boolean {
  return !call.claimed && (call.annotations.idempotent || call.annotations.read_only)
}

async function touchTool(running: AuthorizedCall): Promise<Attempted> {
  const { execution, call } = running
  const { clock, tools, trace = untraced } = execution.environment
  const tool = tools.executable(call.tool)
  if (!tool) return { end: { result: notRun(call, `Tool not found: ${call.tool}`, 'tool_not_found') } }
  const startedMs = clock.now()
  const outcome = await execution.busy(() =>
    trace(
      toolSpan(call),
      () => execute(running, tool),
      ({ result, effect }) => ({
        attributes: { 'soulgate.tool.effect': effect ?? 'none' },
        ...(result.success ? {} : { failed: effect === 'unknown' ? 'unknown_outcome' : 'tool_failed' }),
      }),
    ),
  )
  if (outcome.effect === 'unknown') return doubt(running, outcome.result.error ?? 'The tool could not say.')
  const result = toResult(call, outcome, Math.max(0, clock.now() - startedMs))
  return { end: { result }, ...(outcome.undo === undefined ? {} : { undo: outcome.undo }) }
}

async function execute(running: AuthorizedCall, tool: ExecutableTool): Promise<ToolOutcome> {
  const { execution, call } = running
  const opened = await openArguments(running)
  if (!opened.ok) return { result: { success: false, output: null, error: opened.message }, effect: 'none' }
  const secrets = createSecretAccess(execution.environment.resolveSecrets, call.tool)
  const redact = (value: JsonValue) => secrets.redact(opened.redact(value))
  try {
    const { signal, run } = execution
    const outcome = await tool.execute({
      arguments: opened.arguments,
      idempotencyKey: idempotencyKey(running),
      signal,
      sessionId: run.session_id,
      runId: run.run_id,
      secret: secrets.open,
    })
    return redactOutcome(outcome, redact)
  } catch (error) {
    const { message } = toStepError(error)
    const effect = isRepeatable(call) ? 'none' : 'unknown'
    return redactOutcome({ result: { success: false, output: null, error: message }, effect }, redact)
  }
}

const DOUBT = 'in_doubt:'

/** The call may have run. A person says what happened; nothing is run again on a guess. */
function doubt({ execution, place, call }: AuthorizedCall, because: string): Attempted {
  return {
    name: `${DOUBT}${call.tool}`,
    with: [execution.stepOf(place, { status: 'unknown', output: { in_doubt: because } })],
    ask: {
      terms: { type: 'unknown_outcome' },
      details: `Soulgate does not know the outcome of this call. ${because} Look at its target, then say what happened.`,
      subject: { tool_calls: [call] },
      why_held: [
        { source: 'in_doubt', text: `${call.tool} may have run already and cannot be repeated safely.` },
      ],
    },
  }
}

const CAME_LATER = 'A guideline that came after this call was let through now holds it.'
/** What a call waits for whose contract of autonomy does not let it run any more. */
const STANDING_HOLD = {
  outcome: 'held',
  why_held: [STANDING_REASON],
  gate: { type: 'tool_approval', threshold: 'mandatory' },
} as const

function held(
  call: ToolCall,
  { verdict, named }: Pick<Extract<Recheck, { outcome: 'held' }>, 'verdict' | 'named'>,
  details = CAME_LATER,
): Attempted {
  return {
    name: `held:${call.tool}`,
    with: [],
    ask: {
      terms: verdict.gate,
      details,
      subject: { tool_calls: [call] },
      why_held: verdict.why_held,
      ...named,
    },
  }
}

/** What people looked at before they approved is not as it was: they are asked again, and nothing runs meanwhile. */
async function findChanged({
  execution,
  call,
  authorization,
}: AuthorizedCall): Promise<Attempted | undefined> {
  const { readEvidence, store } = execution.environment
  if (readEvidence === undefined || authorization.kind !== 'grant') return undefined
  const { gate_id: gateId } = (await store.getGrant(authorization.grant_id)) ?? {}
  const gate = gateId === undefined ? undefined : await store.getGate(gateId)
  if (gate === undefined) return undefined
  const drift = await findDrift(readEvidence, await loadEvidence(store, gate.gate_id), [call])
  if (drift.length === 0) return undefined
  const changed = drift.map(({ text }): WhyHeld => ({ source: 'policy', text }))
  const { type, threshold, separate_approver: separate, quorum } = gate
  return {
    name: `held:${call.tool}`,
    with: [],
    ask: {
      terms: {
        type,
        threshold,
        separate_approver: separate,
        ...(gate.fresh_passkey ? { fresh_passkey: true } : {}),
      },
      quorum,
      details: `What this call rests on changed after it was approved at gate ${gate.gate_id}. Nothing ran.`,
      subject: { tool_calls: [call] },
      why_held: [...changed, ...gate.why_held],
    },
  }
}

async function settleCall(
  running: AuthorizedCall,
  { end, undo }: { readonly end: CallEnd; readonly undo?: JsonValue },
  questions: number,
): Promise<CallEnd> {
  const { execution, place, call, authorization } = running
  const grantId = authorization.kind === 'grant' ? { grant_id: authorization.grant_id } : {}
  const result: ToolCallResult = { ...end.result, ...grantId }
  const settled = await execution.busy(() => execution.journal.handOver())
  const endedAt = toIso(execution.environment.clock.now())
  const kept: KeptEnd = {
    ...result,
    ...(questions > 0 ? { questions } : {}),
    ...(end.suggested === undefined ? {} : { suggested: end.suggested }),
  }
  const step = execution.stepOf(place, {
    status: result.status === 'not_run' ? 'failed' : result.status,
    output: kept as unknown as JsonObject,
    settled,
    started_at: place.record?.started_at ?? endedAt,
    ended_at: endedAt,
    duration_ms: result.duration_ms,
    ...(result.tokens === undefined ? {} : { tokens: result.tokens }),
    ...(result.cost_usd === undefined ? {} : { cost_usd: result.cost_usd }),
  })
  execution.buffer({
    steps: [step],
    ...(result.cost_usd ? { costUsd: result.cost_usd } : {}),
    events: [execution.event('tool_result', resultPayload(result))],
    write: async tx => {
      const row = await tx.getCall(call.call_id)
      if (!row) return undefined
      const status = result.status === 'not_run' ? 'failed' : result.status
      const outcome = { status, result: result as unknown as JsonObject, ended_at: endedAt }
      await tx.putCall({ ...row, ...outcome, ...(undo === undefined ? {} : { undo }) })
      if (result.status === 'succeeded') return undefined
      const because = `a call that it released failed: ${result.error ?? result.message}`
      const grant = await tx.getGrant(row.grant_id)
      const { clock, contracts } = execution.environment
      const isKnown = result.status === 'failed' || result.status === 'not_run'
      const learned = isKnown ? await contracts?.callEnded(tx, grant, 'failed') : undefined
      return [
        ...(await suspendReleasing(tx, grant, { because, nowMs: clock.now(), isFailure: true })),
        ...(learned ?? []),
      ]
    },
  })
  execution.commitSoon('promptly')
  return { ...end, result }
}
