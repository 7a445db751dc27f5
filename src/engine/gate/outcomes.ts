import type { Gate } from '../../contracts/gate.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import { type CallOutcome, CallStatus, outcomeOf } from '../../contracts/outcome.ts'
import type { Run } from '../../contracts/run.ts'
import type { LedgerCall, StoreReader } from '../../store/store.ts'
import { describeCall, type KnownTools } from './heading.ts'

const MAX_MESSAGE_CHARACTERS = 500
const ENDED: ReadonlySet<Run['status']> = new Set(['completed', 'failed', 'cancelled'])

/**
 * Ended runs with what came of them, by the ledger of calls and by what their output says of calls that never began; with
 * `tools` each call says what it does.
 */
export async function withRunOutcomes<Some extends Run>(
  reader: Pick<StoreReader, 'listCallsOf'>,
  runs: readonly Some[],
  tools?: KnownTools,
): Promise<readonly Some[]> {
  const ended = runs.filter(run => ENDED.has(run.status))
  const ledger = await reader.listCallsOf({ run_ids: ended.map(run => run.run_id) })
  const callsByRun = Map.groupBy(ledger, call => call.run_id)
  return runs.map(run =>
    ENDED.has(run.status) ? withOutcome(run, callsByRun.get(run.run_id) ?? [], tools) : run,
  )
}

function withOutcome<Some extends Run>(run: Some, ledger: readonly LedgerCall[], tools?: KnownTools): Some {
  const calls = callsOfRun(run, ledger)
  const outcome = outcomeOfRun(run, calls)
  const begun = new Map(ledger.map(call => [call.call_id, call]))
  const told = calls.map(call => {
    const found = begun.get(call.call_id)
    return found && tools ? { ...call, act: describeCall(tools, found) } : call
  })
  return { ...run, calls: told, ...(outcome === undefined ? {} : { outcome }) }
}

/** The outcome of an ended run; undefined where nothing ran because nothing was to run. */
function outcomeOfRun(run: Run, calls: readonly CallOutcome[]): Run['outcome'] {
  const outcome = outcomeOf(calls.map(call => call.status))
  if (run.status === 'failed') return outcome === undefined || outcome === 'failed' ? 'failed' : 'partly'
  const isToldByCalls = run.kind === 'reasoning' || run.kind === 'agent'
  if (calls.length > 0 || run.status === 'cancelled' || isToldByCalls) return outcome
  return 'succeeded'
}

/** The ledger knows what was begun, and what was undone since; the output also what was never begun. */
function callsOfRun(run: Run, ledger: readonly LedgerCall[]): CallOutcome[] {
  const told = toldOutcomes(run.output)
  const begun = new Map(ledger.map(call => [call.call_id, fromLedger(call)]))
  const others = [...begun.values()].filter(call => !told.some(other => other.call_id === call.call_id))
  return [...told.map(call => begun.get(call.call_id) ?? call), ...others]
}

/**
 * Decided gates with what came of the calls that they let run. `now` is ISO: a grant that ran out lets nothing run any
 * more.
 */
export async function withGateOutcomes(
  reader: Pick<StoreReader, 'listCallsOf' | 'listGrants' | 'getRun'>,
  gates: readonly Gate[],
  now: string,
): Promise<readonly Gate[]> {
  const granted = gates.flatMap(gate => gate.grants ?? [])
  const ledger = await reader.listCallsOf({ call_ids: granted.map(grant => grant.call_id) })
  const begun = new Map(ledger.map(call => [call.call_id, fromLedger(call)]))
  const answers: Gate[] = []
  for (const gate of gates) {
    const ids = (gate.grants ?? []).map(grant => grant.call_id)
    const missing = ids.some(id => !begun.has(id)) ? await readUnbegun(reader, gate, now) : new Map()
    const calls = ids.flatMap(id => begun.get(id) ?? missing.get(id) ?? [])
    const outcome = outcomeOf(calls.map(call => call.status))
    answers.push(
      calls.length === 0
        ? gate
        : { ...gate, outcome: { calls, ...(outcome === undefined ? {} : { outcome }) } },
    )
  }
  return answers
}

/** Where calls stand that were allowed and not begun: by what their run said at its end, else by their grants. */
async function readUnbegun(
  reader: Pick<StoreReader, 'listGrants' | 'getRun'>,
  gate: Gate,
  now: string,
): Promise<ReadonlyMap<string, CallOutcome>> {
  const run = gate.run_id === undefined ? undefined : await reader.getRun(gate.run_id)
  const told = toldOutcomes(run?.output)
  const hasEnded = run !== undefined && ENDED.has(run.status)
  const grants = await reader.listGrants({ gate_id: gate.gate_id })
  return new Map([
    ...grants.map(grant => [grant.call_id, fromGrant(grant, hasEnded, now)] as const),
    ...told.map(call => [call.call_id, call] as const),
  ])
}

function fromGrant(
  { call_id, tool, status, expires_at }: Grant,
  hasEnded: boolean,
  now: string,
): CallOutcome {
  const isOver = hasEnded || status !== 'issued' || (expires_at !== undefined && expires_at <= now)
  return { call_id, tool, status: isOver ? 'not_run' : 'allowed' }
}

function fromLedger({ call_id, tool, status, result }: LedgerCall): CallOutcome {
  const message = status === 'succeeded' || status === 'undone' ? undefined : messageIn(result)
  return { call_id, tool, status, ...(message === undefined ? {} : { message }) }
}

/** Calls as the output of a run tells of them: `{tool_results: [{call_id, tool_name, status, …}]}`. */
function toldOutcomes(output: JsonValue | undefined): readonly CallOutcome[] {
  const results = isObject(output) && Array.isArray(output.tool_results) ? output.tool_results : []
  return results.flatMap(result => {
    if (!isObject(result) || typeof result.call_id !== 'string' || typeof result.tool_name !== 'string')
      return []
    const status = CallStatus.safeParse(result.status)
    if (!status.success) return []
    const message = status.data === 'succeeded' ? undefined : messageIn(result)
    const { call_id, tool_name: tool } = result
    return [{ call_id, tool, status: status.data, ...(message === undefined ? {} : { message }) }]
  })
}

function messageIn(result: JsonValue | undefined): string | undefined {
  const said = isObject(result) ? [result.error, result.message] : []
  const text = said.find(value => typeof value === 'string' && value !== '')
  return typeof text === 'string' ? text.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed() : undefined
}

function isObject(value: JsonValue | undefined): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
