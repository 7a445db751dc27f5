import type { Gate } from '../contracts/gate.ts'
import type { Grant } from '../contracts/grant.ts'
import type { JsonObject, JsonValue } from '../contracts/json-value.ts'
import type { OutsideLedgerCall } from '../contracts/outside-call.ts'
import type { ToolResult } from '../contracts/tool.ts'
import type { AnyClient } from './client.ts'
import type { CallOutcome, ProposeCall } from './execution.ts'
import { awaitDecided, type WaitOptions } from './gate-watch.ts'
import { whyNotRun } from './not-run.ts'
import { type GatedOutcome, type NotRun, OutcomeUnknown } from './outcome.ts'
import { DEFAULT_PATIENCE_MS, withPatience } from './patience.ts'
import { isRefused, type Refused, SoulgateProblem, toRefused } from './problem.ts'
import { isSameJson } from './same-json.ts'
import { pause } from './stream.ts'

/** How a call is proposed and waited for. */
export interface AskOptions extends WaitOptions {
  /**
   * Names this call for good: asked again under it (by a retry, or by the next life of the process) the same question
   * stands, and the same call runs once. Default: a new one.
   */
  readonly idempotencyKey?: string | undefined
  /**
   * How long a server that does not answer is asked again before the ask throws, and how long the result of the same call
   * is waited for that another process has begun. Default 30,000 ms.
   */
  readonly patienceMs?: number | undefined
  /** Told of the gate when people are asked. */
  readonly onGate?: ((gate: Gate) => void) | undefined
}

/** What was decided about a call: may it run, and under which grant. Nothing is consumed yet. */
export type Permission = { readonly status: 'permitted' } & Permitted

/** The grant under which exactly this call may run once; consume it right before the tool runs. */
export interface Permitted {
  readonly call_id: string
  readonly grant_id: string
  readonly digest: string
  readonly gate_id?: string
}

/** What a tool may know of the call that it runs for. */
export interface RunContext {
  /** The same for every attempt at this call; hand it to whatever can recognise a repeat. */
  readonly idempotencyKey: string
  readonly call_id: string
  readonly signal: AbortSignal | undefined
}

interface Asked {
  readonly client: AnyClient
  readonly call: ProposeCall
  readonly options: AskOptions
}

/** Grants live for minutes: one that died while its holder was away is asked for anew, so often. */
const MAX_ROUNDS = 3
const MAX_PAUSE_MS = 1_000
/** Calls that this process runs now, and those it ran without knowing how they ended: no result of them will come. */
const ranHere = new Map<string, 'under_way' | 'in_doubt'>()

/**
 * Asks whether a call may run and waits for whoever must say so. Throws `SoulgateProblem` when the server stays away or
 * refuses the credential; then nothing ran.
 */
export function awaitPermission(
  client: AnyClient,
  call: ProposeCall,
  options: AskOptions = {},
): Promise<Permission | NotRun> {
  const key = options.idempotencyKey ?? newKey()
  return askOnce({ client, call, options: { ...options, idempotencyKey: key } })
}

/**
 * Runs a call through its gate: asks, waits, consumes the grant, runs `run` once with the arguments that were approved,
 * and reports what it gave. `run` is never called without a consumed grant, and never twice under one key.
 */
export async function runGated<Output>(
  client: AnyClient,
  call: ProposeCall,
  {
    run,
    ...options
  }: AskOptions & {
    readonly run: (args: JsonObject, context: RunContext) => Output | PromiseLike<Output>
  },
): Promise<GatedOutcome<Output>> {
  const key = options.idempotencyKey ?? newKey()
  for (let round = 1; ; round += 1) {
    const idempotencyKey = round === 1 ? key : `${key}#${round}`
    const asked = { client, call, options: { ...options, idempotencyKey } }
    const permission = await askOnce(asked)
    if (permission.status !== 'permitted') return permission
    const consumed = await withPatience(asked.options, () =>
      client.grants.consume(permission.grant_id, permission.digest).catch(toRefused),
    )
    if (!isRefused(consumed)) return runAndReport(asked, { permission, consumed, run })
    if (consumed.problem.code === 'grant_expired' && round < MAX_ROUNDS) continue
    return (await earlierLife<Output>(asked, permission, consumed)) ?? voided(permission, consumed)
  }
}

async function askOnce(asked: Asked): Promise<Permission | NotRun> {
  const { client, call, options } = asked
  const answer = await withPatience(asked.options, () =>
    client.calls.propose(call, options.idempotencyKey).catch(toRefused),
  )
  if (isRefused(answer)) return refusedToAsk(answer)
  if (answer.outcome === 'released' && answer.grant) return permittedBy(answer.grant)
  if (answer.outcome !== 'held' || !answer.gate) return denied(call, answer)
  options.onGate?.(answer.gate)
  let gate = await awaitDecided(client, answer.gate, options)
  // An edit that a rule holds, and an expired question that was opened again, go on at another gate.
  while ((gate.status === 'superseded' || gate.status === 'expired') && gate.superseded_by !== undefined) {
    const next = await withPatience(asked.options, () => client.gates.get(gate.superseded_by ?? ''))
    options.onGate?.(next)
    gate = await awaitDecided(client, next, options)
  }
  const grant = gate.grants?.find(item => item.call_id === answer.call_id) ?? gate.grants?.[0]
  if (grant && (gate.status === 'approved' || gate.status === 'skipped')) {
    const { call_id, grant_id, digest } = grant
    return { status: 'permitted', call_id, grant_id, digest, gate_id: gate.gate_id }
  }
  return whyNotRun(gate, answer.call_id)
}

function permittedBy({ call_id, grant_id, digest }: Grant): Permission {
  return { status: 'permitted', call_id, grant_id, digest }
}

function denied(call: ProposeCall, { call_id, why_held }: CallOutcome): NotRun {
  const why = why_held.map(reason => reason.text).join(' ')
  const message = `${call.tool} was not run: it is not allowed here. ${why} Do not try it again; find another way.`
  return { status: 'denied', call_id, message, why: why_held }
}

/** Arguments that do not fit are the asker's to mend; everything else is a fault of the set-up, and thrown. */
function refusedToAsk({ problem }: Refused): NotRun {
  if (problem.code === 'run_ended')
    return { status: 'void', message: `The call was not run: ${problem.detail}` }
  if (problem.status !== 400) throw new SoulgateProblem(problem)
  const errors = problem.errors ?? []
  const fields = errors.map(({ field, message }) => `${field} ${message}`).join('; ')
  return { status: 'invalid', message: `The call was not run: ${problem.detail} ${fields}`.trim(), errors }
}

function voided({ call_id, gate_id }: Permitted, { problem }: Refused): NotRun {
  const message = `The call was not run: ${problem.detail} Propose it again if it is still wanted.`
  return { status: 'void', call_id, ...(gate_id === undefined ? {} : { gate_id }), message }
}

/** A grant that is consumed already was used by another ask under this key, or by an earlier life: its result stands. */
async function earlierLife<Output>(
  asked: Asked,
  { call_id, gate_id }: Permitted,
  { problem }: Refused,
): Promise<GatedOutcome<Output> | undefined> {
  if (problem.code !== 'grant_consumed') return undefined
  const { status, result, ...call } = await awaitResult(asked, call_id)
  const about = { call_id, ...(gate_id === undefined ? {} : { gate_id }) }
  const ran = { arguments: call.arguments, edited: false, repeated: true, reported: true }
  if (status === 'succeeded' && result) {
    const message = `${call.tool} ran before; this is its recorded result.`
    // What `run` gives is recorded as JSON and comes back as such.
    return { ...about, ...ran, status, message, output: result.output as Output }
  }
  if (status === 'failed') {
    const error = new Error(result?.error ?? `${call.tool} failed`)
    return {
      ...about,
      ...ran,
      status,
      message: `${call.tool} ran before and failed: ${error.message}`,
      error,
    }
  }
  const message = `${call.tool} was begun at ${call.started_at} and nobody reported how it ended. It may have had its effect: look before anything is done again.`
  return { ...about, status: 'unknown', message }
}

/** The call with its result, or as it stands when whoever runs it has had its time to report. */
async function awaitResult({ options, ...asked }: Asked, callId: string): Promise<OutsideLedgerCall> {
  const { signal, waitMs = Number.POSITIVE_INFINITY, patienceMs = DEFAULT_PATIENCE_MS } = options
  const begunAtMs = Date.now()
  for (let attempt = 0; ; attempt += 1) {
    const here = ranHere.get(callId)
    const call = await withPatience(options, () => asked.client.calls.get(callId))
    const leftMs = begunAtMs + (here === 'under_way' ? waitMs : Math.min(waitMs, patienceMs)) - Date.now()
    if (call.status !== 'started' || here === 'in_doubt' || leftMs <= 0) return call
    await pause(Math.min(50 * 2 ** attempt, MAX_PAUSE_MS, leftMs), signal)
  }
}

interface Running<Output> {
  readonly permission: Permission
  readonly consumed: { readonly grant: Grant; readonly idempotency_key: string }
  readonly run: (args: JsonObject, context: RunContext) => Output | PromiseLike<Output>
}

async function runAndReport<Output>(
  asked: Asked,
  { permission, consumed, run }: Running<Output>,
): Promise<GatedOutcome<Output>> {
  const { grant, idempotency_key: idempotencyKey } = consumed
  const { call_id, gate_id } = permission
  const about = {
    ...{ call_id, arguments: grant.arguments, repeated: false },
    ...(gate_id === undefined ? {} : { gate_id }),
    edited: !isSameJson(asked.call.arguments, grant.arguments),
  }
  const note = about.edited ? ' A person changed its arguments before approving them.' : ''
  ranHere.set(call_id, 'under_way')
  try {
    const output = await run(grant.arguments, { idempotencyKey, call_id, signal: asked.options.signal })
    const reported = await report(asked, grant.grant_id, { success: true, output: toJson(output) })
    return { ...about, status: 'succeeded', output, reported, message: `${grant.tool} ran.${note}` }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (error instanceof OutcomeUnknown) {
      ranHere.set(call_id, 'in_doubt')
      const message = `${grant.tool} was begun and nobody knows how it ended: ${why} It may have had its effect: look before anything is done again.`
      return { call_id, ...(gate_id === undefined ? {} : { gate_id }), status: 'unknown', message }
    }
    const reported = await report(asked, grant.grant_id, { success: false, output: null, error: why })
    return { ...about, status: 'failed', error, reported, message: `${grant.tool} failed: ${why}${note}` }
  } finally {
    if (ranHere.get(call_id) === 'under_way') ranHere.delete(call_id)
  }
}

/** The tool has run: nothing that happens here may hide that. */
async function report(asked: Asked, grantId: string, result: ToolResult): Promise<boolean> {
  const { grants } = asked.client
  const patient = { ...asked.options, signal: undefined }
  try {
    return !isRefused(await withPatience(patient, () => grants.result(grantId, result).catch(toRefused)))
  } catch (error) {
    if (!(error instanceof SoulgateProblem) || error.status !== 413) return false
    const brief = { ...result, output: 'The output was too long to be recorded.' }
    return grants.result(grantId, brief).then(
      answer => !isRefused(answer),
      () => false,
    )
  }
}

/** Unguessable and new; also where pages are not served securely. */
function newKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16))
  return `sdk-${Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')}`
}

/** What JSON makes of a value; what it cannot hold becomes text. */
function toJson(value: unknown): JsonValue {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null')
  } catch {
    return String(value)
  }
}
