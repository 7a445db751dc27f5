import { toIso } from '../../base/clock.ts'
import { digest } from '../../base/digest.ts'
import { isSoulgateError, SoulgateError } from '../../base/errors.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import type { Voice } from '../../contracts/principal.ts'
import type { Run } from '../../contracts/run.ts'
import type { Step } from '../../contracts/step.ts'
import { isClosedGate } from '../gate/gate.ts'
import { agentName } from './agent-name.ts'
import { evidenceOf } from './evidence.ts'
import type { Execution, WaitingFor } from './execution.ts'
import { CANCELLED, isStoreFailure, toStepError } from './execution.ts'
import type { Place } from './journal.ts'
import type { ChildEnd, GateAnswer, GateAsk, RunContext, StepOptions } from './run-context.ts'
import { insertChild } from './start-run.ts'

const ENDS_EXECUTION: readonly string[] = [
  ...[CANCELLED, 'lease_lost', 'worker_lost', 'run_retired', 'run_definition_changed'],
]

/** Errors of the engine itself are never a step's result: they end the execution, and the step runs again. */
function isEngineError(execution: Execution, error: unknown): boolean {
  return error === execution.brokenBy() || endsExecution(error)
}

/** Whether an error is the engine's own, so that an agent must let it pass: the run was cancelled, lost or changed. */
export function endsExecution(error: unknown): boolean {
  return isStoreFailure(error) || (isSoulgateError(error) && ENDS_EXECUTION.includes(error.code))
}

/** A journaled computation: the record answers, or the work runs and its result is recorded. */
export async function runStep<Value extends JsonValue>(
  execution: Execution,
  name: string,
  work: (signal: AbortSignal) => Promise<Value> | Value,
  options: StepOptions<Value> = {},
): Promise<Value> {
  execution.check()
  const place = execution.journal.place(name, options.kind ?? 'compute', options.input ?? null)
  if (place.record?.settled !== undefined) {
    await execution.journal.recorded(place)
    return replayed<Value>(place)
  }
  const startedMs = execution.environment.clock.now()
  const { outcome, settled } = await execution.busy(async () => {
    const outcome = await settleWork(execution, name, { work, timeoutMs: options.timeoutMs })
    return { outcome, settled: await execution.journal.handOver() }
  })
  const endedMs = execution.environment.clock.now()
  const times = { started_at: toIso(startedMs), ended_at: toIso(endedMs), duration_ms: endedMs - startedMs }
  if ('error' in outcome) {
    const { error } = outcome
    execution.buffer({ steps: [execution.stepOf(place, { ...times, settled, status: 'failed', error })] })
    execution.commitSoon()
    throw new SoulgateError(error.code, error.message, { cause: outcome.cause, data: Object(error.data) })
  }
  const measured = options.measure?.(outcome.value) ?? {}
  const output = snapshot(outcome.value)
  const { value } = outcome
  const { write } = options
  execution.buffer({
    steps: [execution.stepOf(place, { ...times, ...measured, settled, status: 'succeeded', output })],
    ...(measured.cost_usd ? { costUsd: measured.cost_usd } : {}),
    ...(write ? { write: tx => write(tx, value).then(() => undefined) } : {}),
  })
  if (write) await execution.busy(() => execution.commit())
  else execution.commitSoon(place.kind === 'compute' ? undefined : 'promptly')
  return value
}

/** The agent may change what it was given before the record is written. */
function snapshot(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value ?? null
  return JSON.parse(JSON.stringify(value)) as JsonValue
}

async function settleWork<Value>(
  execution: Execution,
  name: string,
  { work, timeoutMs }: StepWork<Value>,
): Promise<
  { readonly value: Value } | { readonly error: ReturnType<typeof toStepError>; readonly cause: unknown }
> {
  try {
    const value = await (timeoutMs === undefined
      ? work(execution.signal)
      : withinTime(execution, name, { work, timeoutMs }))
    execution.check()
    return { value }
  } catch (error) {
    if (isEngineError(execution, error)) throw error
    execution.check()
    return { error: toStepError(error), cause: error }
  }
}

interface StepWork<Value, Limit = number | undefined> {
  readonly work: (signal: AbortSignal) => Promise<Value> | Value
  readonly timeoutMs: Limit
}

/** What the work answers after its time is up is dropped. */
async function withinTime<Value>(
  { environment, signal }: Execution,
  name: string,
  { work, timeoutMs }: StepWork<Value, number>,
): Promise<Value> {
  const late = new AbortController()
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const cancel = environment.timers.after(timeoutMs, () => {
    const error = new SoulgateError(
      'step_timeout',
      `Step “${name}” took longer than its timeout of ${timeoutMs} ms.`,
    )
    late.abort(error)
    reject(error)
  })
  try {
    return await Promise.race([work(AbortSignal.any([signal, late.signal])), timeout])
  } finally {
    cancel()
  }
}

function replayed<Value>(place: Place): Value {
  const { record } = place
  if (record?.error)
    throw new SoulgateError(record.error.code, record.error.message, { data: Object(record.error.data) })
  return (record?.output ?? null) as Value
}

/** A change is in force where the record says so, or where nothing is recorded behind this place yet. */
export async function isPatched(execution: Execution, change: string): Promise<boolean> {
  const name = `patched:${change}`
  const recorded = execution.journal.nextName()
  if (recorded !== undefined && recorded !== name) return false
  return runStep(execution, name, () => true)
}

/** Opens the gate (or finds the one this place opened before) and waits for its end. */
export async function askGate(execution: Execution, name: string, ask: GateAsk): Promise<GateAnswer> {
  execution.check()
  const place = execution.journal.place(name, 'gate', {
    type: ask.terms.type,
    subject: digest('soulgate.subject.v1', ask.subject as never),
  })
  return askAt(execution, place, { ask })
}

/**
 * As `askGate`, at a place already taken; `ask` is needed only where the place has no record. `with` is written
 * together with the opening of the gate.
 */
export async function askAt(
  execution: Execution,
  place: Place,
  { ask, with: together }: { readonly ask?: GateAsk; readonly with?: readonly Step[] },
): Promise<GateAnswer> {
  if (place.record?.settled !== undefined) {
    // Read before its turn: between a result and what follows from it nothing may be waited for.
    const { gate_id: gateId } = replayed<{ gate_id: string }>(place)
    const answer = await execution.busy(() => readAnswer(execution, gateId))
    await execution.journal.recorded(place)
    return answer
  }
  const answered = Promise.withResolvers<GateAnswer>()
  const waiting = waitForGate(execution, place, answered.resolve)
  if (place.record === undefined && ask) await openGate(execution, waiting, { ask, with: together ?? [] })
  execution.waiting.set(place.seq, waiting)
  execution.checkWaits()
  return answered.promise
}

/** Leaves the opening to the next write: mostly the suspension, so that a gate costs one transaction. */
async function openGate(
  execution: Execution,
  waiting: WaitingFor,
  { ask, with: together }: { readonly ask: GateAsk; readonly with: readonly Step[] },
): Promise<void> {
  const { environment, run } = execution
  const { place } = waiting
  const reading = evidenceOf(execution, ask)
  const evidence = reading === undefined ? undefined : await reading
  const { context_digest, ...asked } = ask
  const draft = {
    ...asked,
    ...(evidence === undefined ? {} : { evidence }),
    gate_id: environment.ids.newId('gate'),
    run_id: run.run_id,
    step_seq: place.seq,
    session_id: run.session_id,
    requested_by: run.requested_by,
    agent: agentName(run),
    ...(run.on_behalf_of === undefined ? {} : { on_behalf_of: run.on_behalf_of }),
  }
  await execution.journal.live()
  execution.check()
  const opening: NonNullable<WaitingFor['opening']> = { gate_id: draft.gate_id }
  waiting.opening = opening
  execution.buffer({
    steps: [...together, execution.stepOf(place, { status: 'started', output: { gate_id: draft.gate_id } })],
    write: async tx => {
      opening.tx = tx
      return [environment.gates.openedEvent(await environment.gates.open(tx, draft), context_digest)]
    },
    onWritten: () => {
      delete waiting.opening
    },
  })
}

function waitForGate(execution: Execution, place: Place, resolve: (answer: GateAnswer) => void): WaitingFor {
  const startedAt = place.record?.started_at ?? toIso(execution.environment.clock.now())
  return {
    kind: 'gate',
    id: '',
    place,
    check: async () => {
      const gate = await closedGateOf(execution, place)
      if (!gate) return undefined
      const answer = await toAnswer(execution, gate)
      return settled => {
        const step = execution.stepOf(place, {
          status: 'succeeded',
          output: { gate_id: gate.gate_id },
          settled,
          started_at: startedAt,
          ended_at: toIso(execution.environment.clock.now()),
        })
        execution.buffer({ steps: [step] })
        resolve(answer)
      }
    },
  }
}

/** The gate that stands for this step now, once it is closed. Superseding a gate puts another in its place. */
async function closedGateOf({ environment, run }: Execution, place: Place): Promise<Gate | undefined> {
  const { store } = environment
  const recorded = gateIdOf(place.record)
  const known = recorded === undefined ? undefined : await store.getGate(recorded)
  if (known && isClosedGate(known)) return known
  const current = gateIdOf(await store.getStep(run.run_id, place.seq))
  if (current === undefined || current === recorded) return undefined
  const gate = await store.getGate(current)
  return gate && isClosedGate(gate) ? gate : undefined
}

function gateIdOf(step: Step | undefined): string | undefined {
  const output = step?.output
  return isRecord(output) && typeof output.gate_id === 'string' ? output.gate_id : undefined
}

function isRecord(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function readAnswer(execution: Execution, gateId: string): Promise<GateAnswer> {
  const gate = await execution.environment.store.getGate(gateId)
  if (!gate)
    throw new SoulgateError(
      'gate_missing',
      `Gate ${gateId} of run ${execution.run.run_id} is not in the store.`,
    )
  return toAnswer(execution, gate)
}

async function toAnswer(execution: Execution, gate: GateAnswer['gate']): Promise<GateAnswer> {
  const decision = gate.decisions.findLast(item => !item.late)
  const { gate_id } = gate
  const grants = gate.grants ? await execution.environment.store.listGrants({ gate_id }) : []
  const isDecided = gate.status !== 'cancelled' && gate.status !== 'expired'
  return { gate, grants, ...(decision && isDecided ? { decision } : {}) }
}

/** Starts a child run once and waits for its end. */
export async function runChild(
  execution: Execution,
  name: string,
  {
    kind,
    agent,
    input,
    conditions,
  }: {
    readonly kind: Run['kind']
    readonly agent?: string
    readonly input: JsonValue
    readonly conditions: readonly string[]
  },
): Promise<ChildEnd> {
  execution.check()
  const { environment, run } = execution
  const place = execution.journal.place(name, 'compute', { child: agent ?? kind, input })
  if (place.record?.settled !== undefined) {
    await execution.journal.recorded(place)
    return replayed<JsonValue>(place) as unknown as ChildEnd
  }
  const known = place.record?.output
  const childId =
    isRecord(known) && typeof known.run_id === 'string' ? known.run_id : environment.ids.newId('run')
  if (place.record === undefined) {
    await execution.journal.live()
    await execution.busy(() =>
      execution.commit({
        steps: [execution.stepOf(place, { status: 'started', output: { run_id: childId } })],
        write: tx =>
          insertChild(environment, tx, {
            parent: { ...run, conditions: [...conditions] },
            childId,
            kind,
            ...(agent === undefined ? {} : { agent }),
            input,
          }),
      }),
    )
  }
  const ended = Promise.withResolvers<ChildEnd>()
  execution.waiting.set(place.seq, {
    kind: 'child',
    id: childId,
    place,
    check: async () => {
      const child = await environment.store.getRun(childId)
      if (!child || !['completed', 'failed', 'cancelled'].includes(child.status)) return undefined
      return settled => {
        const end: ChildEnd = {
          run_id: childId,
          status: child.status,
          ...(child.output === undefined ? {} : { output: child.output }),
          ...(child.error === undefined
            ? {}
            : { error: { code: child.error.code, message: child.error.message } }),
        }
        execution.buffer({
          steps: [execution.stepOf(place, { status: 'succeeded', output: end as never, settled })],
        })
        ended.resolve(end)
      }
    },
  })
  execution.checkWaits()
  return ended.promise
}

/** Frees the run until the time has come. */
export async function sleep(execution: Execution, name: string, durationMs: number): Promise<void> {
  execution.check()
  const { environment } = execution
  const place = execution.journal.place(name, 'timer', { duration_ms: durationMs })
  if (place.record?.settled !== undefined) return execution.journal.recorded(place)
  const known = place.record?.output
  const dueMs = isRecord(known) ? Number(known.due_ms) : environment.clock.now() + durationMs
  if (place.record === undefined) {
    await execution.journal.live()
    await execution.busy(() =>
      execution.commit({
        steps: [execution.stepOf(place, { status: 'started', output: { due_ms: dueMs } })],
      }),
    )
  }
  const over = Promise.withResolvers<void>()
  execution.waiting.set(place.seq, {
    kind: 'timer',
    id: String(dueMs),
    place,
    check: async () => {
      if (environment.clock.now() < dueMs) return undefined
      return settled => {
        execution.buffer({
          steps: [execution.stepOf(place, { status: 'succeeded', output: { due_ms: dueMs }, settled })],
        })
        over.resolve()
      }
    },
  })
  execution.checkWaits()
  return over.promise
}

/** Events are journaled like steps, so that a replay tells nothing twice. */
export function emit(execution: Execution, ...[type, payload]: Parameters<RunContext['emit']>): void {
  execution.check()
  const place = execution.journal.place(`emit:${type}`, 'compute', null)
  if (place.record?.settled !== undefined) {
    void execution.journal.recorded(place)
    return
  }
  const settled = execution.journal.nextSettled()
  const step = execution.stepOf(place, { status: 'succeeded', output: null, settled })
  execution.buffer({ steps: [step], events: [execution.event(type, payload)] })
  execution.commitSoon()
}

/** Runs of before this was kept were a person's unless an agent's key or another run had started them. */
export function askedBy({ asked_by, requested_by, kind, parent_run_id }: Run): Voice {
  if (asked_by !== undefined) return asked_by
  return requested_by === `agent:${kind}` && parent_run_id === undefined ? 'person' : 'agent'
}
